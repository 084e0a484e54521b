package aggregate

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"dossier/aggregate/content"
	"dossier/aggregate/format/markdown"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// blocksOf returns the visible properties of a document's blocks.
func blocksOf(doc *Document) []Block {
	out := make([]Block, doc.Blocks())
	for i := range out {
		out[i] = doc.Block(i)
	}
	return out
}

// errorAside compares estimates without their max error, which is not recorded but computed again
// from the block.
var errorAside = cmpopts.IgnoreFields(Count{}, "Off")

// A record and the text reconstruct the document: its blocks, sections, lines and bodies.
func TestReplayIsTheDocument(t *testing.T) {
	p := newProject(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		in, doc, _ := anyDocument(t, p)
		record := RecordOf(doc, in, RecordInfo{Time: time.Unix(1, 0)})
		if rapid.Bool().Draw(t, "earlier") {
			record = earlier(record)
		}
		again := Replay(record, doc.Text())
		if again.Text() != doc.Text() {
			t.Fatalf("the text is %q, want %q", again.Text(), doc.Text())
		}
		holdTogether(t, again)
		if diff := cmp.Diff(doc.Sections, again.Sections, errorAside); diff != "" {
			t.Fatalf("wrong sections (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(blocksOf(doc), blocksOf(again), errorAside); diff != "" {
			t.Fatalf("wrong blocks (-want +got):\n%s", diff)
		}
		for i := range doc.Blocks() {
			if doc.Block(i).Row < 0 {
				continue // only files have colours
			}
			if want, got := doc.Language(i), again.Language(i); got != want || (again.BodyKey(i) == "") != (want == "") {
				t.Fatalf("the text of block %d is coloured as %q with the key %q, want %q", i, got, again.BodyKey(i), want)
			}
			wantPlain, wantGutter := doc.Unnumbered(i)
			gotPlain, gotGutter := again.Unnumbered(i)
			if record.Blocks[i].Body != (models.SnapshotSpan{}) && (wantGutter != gotGutter || strings.TrimSuffix(wantPlain, "\n") != strings.TrimSuffix(gotPlain, "\n")) {
				t.Fatalf("without line numbers of %d and %d bytes block %d is %q, want %q", wantGutter, gotGutter, i, gotPlain, wantPlain)
			}
			lines, body := doc.BodyRange(i)
			gotLines, gotBody := again.BodyRange(i)
			if lines != gotLines || strings.TrimSuffix(body, "\n") != strings.TrimSuffix(gotBody, "\n") {
				t.Fatalf("the body of block %d is %v %q, want %v %q", i, gotLines, gotBody, lines, body)
			}
		}
		for i, item := range again.Items {
			if want := doc.Items[i]; item.Path != want.Path || item.Shown != want.Shown || item.Hash() != want.Hash() || item.Tokens.N != want.Tokens.N || item.Tokens.Exact != want.Tokens.Exact || item.Size != want.Size {
				t.Fatalf("item %d is %+v, want %+v", i, item, want)
			}
		}
	})
}

// earlier returns a record as written by versions that did not describe the inside of blocks.
func earlier(record models.Snapshot) models.Snapshot {
	record.Sections, record.Blocks = slices.Clone(record.Sections), slices.Clone(record.Blocks)
	for i := range record.Sections {
		record.Sections[i].Bare, record.Sections[i].Numbered = false, false
	}
	for i := range record.Blocks {
		b := &record.Blocks[i]
		b.Body, b.Items, b.Lines, b.Gutter, b.Edited = models.SnapshotSpan{}, nil, nil, 0, false
	}
	return record
}

// The recorded inside of a block, or that parsed from the text if it is not recorded, equals the
// document's.
func TestReplayKnowsWhatIsInABlock(t *testing.T) {
	p := newProject(t, map[string]string{
		"a.go": "package a\n\n// A\nfunc A() {}\n", "empty.txt": "", "open.txt": "---\n\ntwo\n```",
		"rules.md": "# Rules\n\n---\n\n## Files\n\n```go\npackage b\n```\n\n---\n\n### `a.go`\n", "one.png": "\x89PNG\x00",
	})
	p.beads(models.Bead{ID: "x-1", Title: "A", Status: "closed"}, models.Bead{ID: "x-2", Title: "B", Status: "closed"},
		models.Bead{ID: "x-3", Title: "C", Status: "open", Description: "one\n\ntwo"}, models.Bead{ID: "x-4", Title: "D", Status: "blocked"})
	in := inputOf("a.go", "empty.txt", "open.txt", "rules.md", "gone.txt")
	in.Composition.Files[1].ViewMode = models.None
	in.Composition.Files[3].ViewMode = models.Custom
	in.Composition.Files[3].CustomSlices = []models.Slice{{StartLine: 3, EndLine: 5, Tag: "rule"}, {StartLine: 90, EndLine: 91}, {StartLine: 7, EndLine: 12}}
	in.Composition.Tree, in.Composition.ExecutionMode = models.TreeSelected, models.Beads
	in.Composition.Screenshots = []models.Screenshot{{Path: "one.png", Caption: "shows"}, {Path: "gone.png"}}
	in.History = []models.Entry{{Role: "User", Content: "why\n\n---\n\n- **x**"}, {Role: "AI", Content: "```\ncode\n```"}}
	doc := p.build(in)
	record := RecordOf(doc, in, RecordInfo{Time: time.Unix(1, 0)})
	type line struct {
		Kind   LineKind
		Body   int
		Source int
	}
	linesOf := func(d *Document) []line {
		var out []line
		for i := range d.Blocks() {
			end := d.Lines
			if i+1 < d.Blocks() {
				end = d.Block(i + 1).Lines.Start
			}
			source := map[int]int{}
			for _, s := range d.Stretches(i) {
				for n := range s.Count {
					source[s.Line+n] = s.Source + n
				}
			}
			for n := range end - d.Block(i).Lines.Start {
				l := line{}
				if l.Kind, l.Body = d.LineKind(i, n); l.Kind == CodeLine {
					l.Source = source[l.Body]
				}
				out = append(out, l)
			}
		}
		return out
	}
	want := linesOf(doc)
	kinds, numbered := map[LineKind]bool{}, 0
	for _, l := range want {
		kinds[l.Kind] = true
		if l.Source > 0 {
			numbered++
		}
	}
	if len(kinds) != 7 || numbered != 4+4+3+6 {
		t.Fatalf("the document shows %d kinds of lines and %d lines of files:\n%s", len(kinds), numbered, doc.Text())
	}
	for name, record := range map[string]models.Snapshot{"today's": record, "an earlier one": earlier(record)} {
		again := Replay(record, doc.Text())
		if diff := cmp.Diff(want, linesOf(again)); diff != "" {
			t.Errorf("%s: wrong lines (-want +got):\n%s", name, diff)
		}
		if diff := cmp.Diff(doc.Sections, again.Sections, errorAside); diff != "" {
			t.Errorf("%s: wrong sections (-want +got):\n%s", name, diff)
		}
		for i := range doc.blocks {
			if doc.blocks[i].comparedBody() != again.blocks[i].comparedBody() {
				t.Errorf("%s: block %d says %q, want %q", name, i, again.blocks[i].comparedBody(), doc.blocks[i].comparedBody())
			}
		}
		if d := Compare(again, doc); !d.Same() {
			t.Errorf("%s: the replay differs:\n%s", name, d.Unified("was", "now"))
		}
	}
}

// Invalid spans show the text as one section.
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

// For any record, the text is shown.
func TestReplayOfAnyRecord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching("(\n|---|### `a`\n\n```go\n|x|```| |é){0,20}").Draw(t, "text")
		number := rapid.Int64Range(-1, int64(len(text))+2)
		var record models.Snapshot
		if rapid.Bool().Draw(t, "one file") {
			record.Files = []models.SnapshotFile{{Path: "a", ViewMode: rapid.SampledFrom(models.ViewModes()).Draw(t, "mode")}}
		}
		at := int64(0)
		for range rapid.IntRange(0, 5).Draw(t, "blocks") {
			span := models.SnapshotSpan{Start: at, End: at + rapid.Int64Range(0, 5).Draw(t, "length")}
			at = span.End + rapid.Int64Range(1, 2).Draw(t, "gap")
			if rapid.IntRange(0, 9).Draw(t, "odd") == 0 {
				span = models.SnapshotSpan{Start: number.Draw(t, "start"), End: number.Draw(t, "end")}
			}
			inside := models.SnapshotSpan{Start: number.Draw(t, "inside"), End: number.Draw(t, "outside")}
			lines := []models.SnapshotLines{{Line: number.Draw(t, "line"), Count: number.Draw(t, "count"), Source: number.Draw(t, "source")}}
			record.Blocks = append(record.Blocks, models.SnapshotBlock{Bytes: span, Body: inside, Items: []int64{number.Draw(t, "item")}, Lines: lines, File: rapid.IntRange(-1, len(record.Files)-1).Draw(t, "file")})
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
		for i := range doc.Blocks() {
			doc.LineKind(i, 0)
			doc.ItemAt(i, 0)
		}
		for _, s := range Compare(doc, doc).Sections {
			for _, b := range s.Blocks {
				b.SourceLines()
			}
		}
	})
}

// Entries with content contain the time, and files that are only listed are not files of the
// snapshot.
func TestRecordOf(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n", "b/one.txt": "1\n", "b/two.txt": "2\n", "c.txt": "c\n"})
	in := inputOf("a.go", "b/*.txt", "c.txt", "gone.txt", "no/*.match")
	in.Composition.Files[0].ViewMode = models.Outline
	in.Composition.Files[2].AutoAggregate = false
	doc := p.build(in)
	at := time.Date(2026, 11, 21, 10, 0, 0, 5e8, time.UTC)
	made := RecordInfo{Time: at, Version: "1", Model: "m", Preset: "p", Scope: models.Global, Copied: true}
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

// tenMegabytes returns a document of a thousand files.
func tenMegabytes() *Document {
	body := strings.Repeat("if err != nil { return err }\n", 350)
	var items []Item
	files := composed{FilesSection, Content{Title: "Files"}}
	for i := range 1000 {
		item := Item{FileItem: models.NewFileItem(fmt.Sprintf("internal/server/file_%d.go", i))}
		items = append(items, item)
		says := content.Block{Title: item.Path, Named: true, Headed: true, Body: content.Code{Info: "go", Text: body}}
		files.Blocks = append(files.Blocks, SectionBlock{renderBlock(markdown.Format{}, says), i, nil})
	}
	return compose(markdown.Format{}, []composed{files}, items, nil, func(*rendered, string) Count { return Count{N: 99, Exact: true} })
}

func BenchmarkRecordOf(b *testing.B) {
	doc := tenMegabytes()
	b.SetBytes(int64(doc.Bytes))
	b.ReportAllocs()
	for b.Loop() {
		RecordOf(doc, Input{}, RecordInfo{})
	}
}

func BenchmarkReplay(b *testing.B) {
	doc := tenMegabytes()
	record, text := RecordOf(doc, Input{}, RecordInfo{}), doc.Text()
	b.SetBytes(int64(doc.Bytes))
	b.ReportAllocs()
	for b.Loop() {
		Replay(record, text)
	}
}

// A record contains the vocabulary of its tokens, unless it is o200k.
func TestRecordsSayTheirVocabulary(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": "Привет, мир!\n"})
	in := inputOf("a.txt")
	var docs []*Document
	for v, want := range map[tokens.Vocabulary]string{tokens.O200k: "", tokens.Cl100k: "cl100k"} {
		p.Vocabulary = func() tokens.Vocabulary { return v }
		doc, err := p.Count(t.Context(), p.build(in), nil)
		if err != nil {
			t.Fatal(err)
		}
		record := RecordOf(doc, in, RecordInfo{})
		if record.Vocabulary != want {
			t.Errorf("%s is recorded as %q", v, record.Vocabulary)
		}
		if got := Replay(record, doc.Text()).Tokens; got != doc.Tokens || got.Vocabulary != v || !got.Exact {
			t.Errorf("%+v is replayed as %+v", doc.Tokens, got)
		}
		docs = append(docs, doc)
	}
	if d := Compare(docs[0], docs[1]); d.Exact || d.Sections[0].Tokens == 0 {
		t.Errorf("two vocabularies are compared: %d tokens more, exact %t", d.Tokens, d.Exact)
	}
	record := RecordOf(docs[0], in, RecordInfo{})
	record.Vocabulary = "p50k"
	if got := Replay(record, docs[0].Text()).Tokens; got.Exact {
		t.Errorf("an unknown vocabulary is replayed as %+v", got)
	}
}
