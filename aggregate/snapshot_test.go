package aggregate

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/models"
)

// blocksOf is what can be seen of a document's blocks.
func blocksOf(doc *Document) []Block {
	out := make([]Block, doc.Blocks())
	for i := range out {
		out[i] = doc.Block(i)
	}
	return out
}

// A record and the text give the document back: its blocks, sections, lines and bodies.
func TestReplayIsTheDocument(t *testing.T) {
	p := newProject(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		in, doc, _ := anyDocument(t, p)
		record := RecordOf(doc, in, Made{Time: time.Unix(1, 0)})
		again := Replay(record, doc.Text())
		if again.Text() != doc.Text() {
			t.Fatalf("the text is %q, want %q", again.Text(), doc.Text())
		}
		holdTogether(t, again)
		if diff := cmp.Diff(doc.Sections, again.Sections); diff != "" {
			t.Fatalf("wrong sections (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(blocksOf(doc), blocksOf(again)); diff != "" {
			t.Fatalf("wrong blocks (-want +got):\n%s", diff)
		}
		for i := range doc.Blocks() {
			if doc.Block(i).Row < 0 {
				continue // only files have colours
			}
			if _, body := doc.BodyRange(i); body != "" && again.BodyKey(i) == "" {
				t.Fatalf("the text of block %d has no key, and so no colours", i)
			}
			lines, body := doc.BodyRange(i)
			gotLines, gotBody := again.BodyRange(i)
			if lines != gotLines || strings.TrimSuffix(body, "\n") != strings.TrimSuffix(gotBody, "\n") {
				t.Fatalf("the body of block %d is %v %q, want %v %q", i, gotLines, gotBody, lines, body)
			}
		}
		for i, item := range again.Items {
			if want := doc.Items[i]; item.Path != want.Path || item.Shown != want.Shown || item.Hash != want.Hash || item.Tokens != want.Tokens || item.Size != want.Size {
				t.Fatalf("item %d is %+v, want %+v", i, item, want)
			}
		}
	})
}

// Spans that no document has show the text as one section.
func TestReplayOfSpansThatCannotBe(t *testing.T) {
	const text = "# a\nb\n"
	last := int64(len(text) - 1)
	span := func(start, end int64) models.SnapshotSpan { return models.SnapshotSpan{Start: start, End: end} }
	tests := []struct {
		name     string
		sections []models.SnapshotSpan // of blocks
		blocks   []models.SnapshotSpan // of bytes
	}{
		{"a block that ends before it starts", []models.SnapshotSpan{span(0, 1)}, []models.SnapshotSpan{span(0, -1)}},
		{"a later block that ends before it starts", []models.SnapshotSpan{span(0, 2)}, []models.SnapshotSpan{span(0, 3), span(4, 2)}},
		{"a block that starts before the text", []models.SnapshotSpan{span(0, 2)}, []models.SnapshotSpan{span(0, -2), span(-1, last)}},
		{"a block with a length that no integer holds", []models.SnapshotSpan{span(0, 2)}, []models.SnapshotSpan{span(0, 3), span(math.MinInt64, math.MaxInt64)}},
		{"a block without bytes", []models.SnapshotSpan{span(0, 1)}, []models.SnapshotSpan{span(0, 0)}},
		{"blocks in the wrong order", []models.SnapshotSpan{span(0, 2)}, []models.SnapshotSpan{span(4, last), span(0, 3)}},
		{"a section that ends before it starts", []models.SnapshotSpan{span(0, -1)}, []models.SnapshotSpan{span(0, last)}},
		{"a section that goes back", []models.SnapshotSpan{span(0, 1), span(1, 0)}, []models.SnapshotSpan{span(0, last)}},
		{"a section of blocks that are not there", []models.SnapshotSpan{span(0, 2)}, []models.SnapshotSpan{span(0, last)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var record models.Snapshot
			for _, blocks := range tt.sections {
				record.Sections = append(record.Sections, models.SnapshotSection{Title: "never shown", Blocks: blocks})
			}
			for _, bytes := range tt.blocks {
				record.Blocks = append(record.Blocks, models.SnapshotBlock{Bytes: bytes, File: -1})
			}
			doc := Replay(record, text)
			if doc.Text() != text || len(doc.Sections) != 1 || doc.Sections[0].Title != "a" {
				t.Errorf("shown is %q in %+v, want one section of it", doc.Text(), doc.Sections)
			}
		})
	}
}

// Whatever a record says, what is shown is the text.
func TestReplayOfAnyRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching("(\n|---|### `a`\n\n```go\n|x|```| |é){0,20}").Draw(t, "text")
		number := rapid.Int64Range(-1, int64(len(text))+2)
		var record models.Snapshot
		if rapid.Bool().Draw(t, "one file") {
			record.Files = []models.SnapshotFile{{Path: "a"}}
		}
		at := int64(0)
		for range rapid.IntRange(0, 5).Draw(t, "blocks") {
			span := models.SnapshotSpan{Start: at, End: at + rapid.Int64Range(0, 5).Draw(t, "length")}
			at = span.End + rapid.Int64Range(1, 2).Draw(t, "gap")
			if rapid.IntRange(0, 9).Draw(t, "odd") == 0 {
				span = models.SnapshotSpan{Start: number.Draw(t, "start"), End: number.Draw(t, "end")}
			}
			record.Blocks = append(record.Blocks, models.SnapshotBlock{Bytes: span, File: rapid.IntRange(-1, len(record.Files)-1).Draw(t, "file")})
		}
		for range rapid.IntRange(0, 2).Draw(t, "sections") {
			start := rapid.Int64Range(0, int64(len(record.Blocks))).Draw(t, "first")
			end := rapid.Int64Range(start, int64(len(record.Blocks))).Draw(t, "last")
			record.Sections = append(record.Sections, models.SnapshotSection{Kind: "files", Blocks: models.SnapshotSpan{Start: start, End: end}})
		}
		doc := Replay(record, text)
		if doc.Text() != text {
			t.Fatalf("shown is %q, want %q", doc.Text(), text)
		}
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if text == "" {
			lines = nil
		}
		if doc.Lines != len(lines) {
			t.Fatalf("%d lines, want %d in %q", doc.Lines, len(lines), text)
		}
		for i, want := range lines {
			if got := doc.Line(i); got != want {
				t.Fatalf("line %d is %q, want %q in %q", i, got, want, text)
			}
		}
	})
}

// Entries that show something carry the time, and files that are only listed are no
// files of the snapshot.
func TestRecordOf(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n", "b/one.txt": "1\n", "b/two.txt": "2\n", "c.txt": "c\n"})
	in := inputOf("a.go", "b/*.txt", "c.txt", "gone.txt", "no/*.match")
	in.Composition.Files[0].ViewMode = models.Outline
	in.Composition.Files[2].AutoAggregate = false
	doc := p.build(in)
	at := time.Date(2026, 11, 21, 10, 0, 0, 5e8, time.UTC)
	made := Made{Time: at, Version: "1", Model: "m", Preset: "p", Scope: models.Global, Copied: true}
	record := RecordOf(doc, in, made)
	var paths []string
	for _, file := range record.Files {
		paths = append(paths, file.Path+" "+string(file.ViewMode))
	}
	if diff := cmp.Diff([]string{"a.go outline", "b/one.txt full", "b/two.txt full", "gone.txt full", "no/*.match full"}, paths); diff != "" {
		t.Errorf("wrong files (-want +got):\n%s", diff)
	}
	for i, want := range []bool{true, true, false, true, true} {
		if got := record.Composition.Files[i].InjectedAt; (got != nil) != want || got != nil && *got != float64(at.UnixNano())/1e9 {
			t.Errorf("entry %d was injected at %v, want that: %t", i, got, want)
		}
	}
	if in.Composition.Files[0].InjectedAt != nil {
		t.Error("the composition that was built has changed")
	}
	if record.Time != at || record.Version != "1" || record.Model != "m" || record.Preset != "p" || record.Scope != models.Global || !record.Copied || record.Bytes != int64(doc.Bytes) {
		t.Errorf("the head is %+v", record)
	}
	info, err := os.Stat(filepath.Join(p.dir, "b", "one.txt"))
	if err != nil {
		t.Fatal(err)
	}
	if got := record.Files[1]; got.Size != 2 || got.SHA256 == "" || got.ModTime.Sub(info.ModTime()).Abs() > time.Microsecond {
		t.Errorf("a file is kept as %+v", got)
	}
	if got := record.Files[3]; got.SHA256 != "" || !got.ModTime.IsZero() {
		t.Errorf("a missing file is kept as %+v", got)
	}
}

// tenMegabytes is a document of a thousand files.
func tenMegabytes() *Document {
	body := strings.Repeat("if err != nil { return err }\n", 350)
	var items []Item
	files := section{kind: FilesSection, title: "Files", joint: separator}
	for i := range 1000 {
		item := Item{FileItem: models.NewFileItem(fmt.Sprintf("internal/server/file_%d.go", i))}
		items = append(items, item)
		r := newRendered(item.Path, "### `"+item.Path+"`\n\n```go\n", body, "```")
		files.blocks = append(files.blocks, sectionBlock{r, i})
	}
	return compose([]section{files}, items, nil, func(*rendered, string) Count { return Count{99, true} })
}

func BenchmarkRecordOf(b *testing.B) {
	doc := tenMegabytes()
	b.SetBytes(int64(doc.Bytes))
	b.ReportAllocs()
	for b.Loop() {
		RecordOf(doc, Input{}, Made{})
	}
}

func BenchmarkReplay(b *testing.B) {
	doc := tenMegabytes()
	record, text := RecordOf(doc, Input{}, Made{}), doc.Text()
	b.SetBytes(int64(doc.Bytes))
	b.ReportAllocs()
	for b.Loop() {
		Replay(record, text)
	}
}
