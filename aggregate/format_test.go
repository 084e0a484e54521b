package aggregate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/beads"
	"dossier/aggregate/disk"
	"dossier/aggregate/format"
	"dossier/aggregate/tokens"
	"dossier/models"
)

type all []string

func (l all) Folder(string) ([]string, bool) { return l, true }
func (l all) Glob(pattern string) ([]string, error) {
	return nil, fmt.Errorf("no %s is asked for", pattern)
}

// A format only needs its own implementation: documents in it have every section, their counts
// add up, their snapshots replay as the documents, and changes are found relative to a document
// in another format.
func TestAFormatIsAValue(t *testing.T) {
	for _, f := range format.All() {
		for _, before := range format.All() {
			t.Run(f.Name()+" after "+before.Name(), func(t *testing.T) { testFormat(t, f, before) })
		}
	}
}

func testFormat(t *testing.T, f, before format.Format) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.go", "package a\n\nconst A = 1 < 2 && true")
	write("b.txt", "one\ntwo </code>\nthree\nfour\n")
	write("c.txt", "c\n")
	write("one.png", "")
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	list := []models.Bead{{ID: "x-1", Title: "Done", Status: "closed"}, {ID: "x-2", Title: "Next", Status: "open"}}
	builder := aggregate.Builder{
		Root: root, Tokens: &tokens.Counter{}, Cache: tokens.OpenCache("", 1000),
		Listing: func(context.Context) (aggregate.Listing, error) { return all{"a.go", "b.txt"}, nil },
		Beads:   func() (beads.Result, []string, error) { return beads.Result{Beads: list}, nil, nil },
	}
	var in aggregate.Input
	for _, name := range []string{"a.go", "b.txt", "c.txt", "gone.txt"} {
		in.Composition.Files = append(in.Composition.Files, models.NewFileItem(name))
	}
	in.Composition.Files[1].ViewMode = models.Custom
	in.Composition.Files[1].CustomSlices = []models.Slice{{StartLine: 2, EndLine: 3}}
	in.Composition.Files[2].ViewMode = models.None
	in.Composition.Screenshots = []models.Screenshot{{Path: "one.png"}}
	in.Composition.Tree, in.Composition.ExecutionMode = models.TreeFull, models.Beads
	in.Notes = []models.Note{{ID: "ctx-1", Type: models.NoteError, Content: "no <a>", Metadata: models.NoteMetadata{Filename: "a.go", StartLine: 1}}}
	in.History = []models.Entry{{Role: "User", Content: "why <b>?"}, {Role: "AI", Content: "because"}}
	build := func(f format.Format) *aggregate.Document {
		t.Helper()
		in.Composition.Format = f.Name()
		doc, err := builder.Build(t.Context(), in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if doc, err = builder.Count(t.Context(), doc, nil); err != nil {
			t.Fatal(err)
		}
		if want := builder.Tokens.Count(tokens.O200k, doc.Text()); doc.Tokens.N != want {
			t.Errorf("%d tokens, the text has %d", doc.Tokens.N, want)
		}
		return doc
	}
	first := build(before)
	record := aggregate.RecordOf(first, in, aggregate.RecordInfo{})
	write("a.go", "package a\n\nconst A = 1 < 3 && true")
	builder.Invalidate()
	in.Composition.Files = in.Composition.Files[:3]
	in.Composition.Changes = models.Changes{Since: "sent_001"}
	in.Sent = func(models.Changes) aggregate.Sent {
		return aggregate.Sent{Name: "sent_001", Document: aggregate.Replay(record, first.Text())}
	}
	doc := build(f)

	if record.Format != "" && record.Format != before.Name() || doc.Format != f.Name() || len(doc.Warnings) > 1 {
		t.Errorf("the record names %q, the document is %s and warns of %v", record.Format, doc.Format, doc.Warnings)
	}
	var got []string
	for _, s := range doc.Sections {
		var blocks []string
		for i := s.Blocks.Start + 1; i < s.Blocks.End; i++ {
			blocks = append(blocks, doc.Block(i).Title)
		}
		got = append(got, s.Title+": "+strings.Join(blocks, ", "))
	}
	want := []string{
		"Tree: Tree", "Files: a.go, b.txt, c.txt", "Notes: Error a.go:1", "Screenshots: one.png", "Beads Mode: Progress Track: Beads Mode: Progress Track",
		"Changes since sent_001: a.go, Deleted", "Discussion History: Discussion Excerpt 1, Discussion Excerpt 2",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong sections (-want +got):\n%s\n%s", diff, doc.Text())
	}
	if begin := f.Separators().Begin; !strings.HasPrefix(doc.Text(), begin+f.Heading("tree", "Tree")) || !strings.HasSuffix(doc.Text(), f.Separators().End) {
		t.Errorf("it begins and ends as no %s does:\n%s", f.Title(), doc.Text())
	}
	replay := aggregate.Replay(aggregate.RecordOf(doc, in, aggregate.RecordInfo{Time: time.Unix(1, 0)}), doc.Text())
	if diff := cmp.Diff(doc.Sections, replay.Sections); diff != "" {
		t.Errorf("wrong sections of the replay (-want +got):\n%s", diff)
	}
	if d := aggregate.Compare(replay, doc); !d.Same() || replay.Text() != doc.Text() {
		t.Errorf("the replay differs:\n%s", d.Unified("was", "now"))
	}
	for i := range doc.Blocks() {
		if diff := cmp.Diff(doc.Stretches(i), replay.Stretches(i)); diff != "" {
			t.Errorf("block %d shows other lines of its file (-want +got):\n%s", i, diff)
		}
	}
	doc.Commits = []string{"0123456789abcdef0123456789abcdef01234567"}
	if got := aggregate.RecordOf(builder.As(doc, before.Name()), in, aggregate.RecordInfo{}).Commits; !cmp.Equal(got, doc.Commits) {
		t.Errorf("the record of the document as %s names the commits %v, want %v", before.Title(), got, doc.Commits)
	}
	tracker := doc.Sections[4].Blocks.Start + 1
	if line, ok := doc.ItemLine(tracker, "x-2"); f.Name() != "json" && (!ok || !strings.Contains(doc.Line(doc.Block(tracker).Lines.Start+line), "Next")) {
		t.Errorf("x-2 is reported in line %d (%t)", line, ok)
	}
	// The cache holds blocks of both formats: switching back gives the same text.
	again := build(before)
	if once := build(before); again.Text() != once.Text() || again.Format != before.Name() {
		t.Error("a document in the format before is another now")
	}
	if d := aggregate.Compare(again, build(f)); !d.Same() {
		t.Errorf("the same document differs between the formats:\n%s", d.Unified("was", "now"))
	}
}
