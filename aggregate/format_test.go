package aggregate_test

import (
	"context"
	"encoding/xml"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/beads"
	"dossier/aggregate/content"
	"dossier/aggregate/disk"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// markup is a format that the program does not have: XML.
type markup struct{}

func (markup) Ext() string { return ".xml" }

func (markup) Heading(title string) string {
	return `<section title="` + html.EscapeString(title) + `">`
}

func (markup) Separators() content.Separators {
	return content.Separators{Heading: "\n", Blocks: "\n", Sections: "\n</section>\n", End: "\n</section>\n"}
}

func (markup) Block(b content.Block) content.Text {
	open := func(kind string) string {
		attributes := ` title="` + html.EscapeString(b.Title) + `"`
		if b.Note != "" {
			attributes += ` note="` + html.EscapeString(b.Note) + `"`
		}
		return "<" + kind + attributes + ">\n"
	}
	around := func(kind, body string) content.Text {
		return content.Text{Head: open(kind), Body: html.EscapeString(body), Tail: "\n</" + kind + ">"}
	}
	switch body := b.Body.(type) {
	case content.Code:
		return around("code", body.Text)
	case content.Snippet:
		return around("snippet", body.From.Path+body.From.Lines()+"\n"+body.Text)
	case content.Prose:
		return around("prose", string(body))
	case content.Image:
		return around("image", body.Path+body.Problem)
	case content.Names:
		return around("names", strings.Join(body, "\n"))
	case content.Slices:
		t := content.Text{Head: open("slices"), Tail: "</slices>"}
		line := 0
		for _, s := range body.List {
			text := html.EscapeString(s.Text + s.Problem)
			t.Stretches = append(t.Stretches, content.Stretch{Line: line, Count: s.End - s.Start + 1, Source: s.Start})
			t.Body += text + "\n"
			line += strings.Count(text, "\n") + 1
		}
		return t
	case content.Lists:
		t := content.Text{Head: open("lists"), Tail: "</lists>"}
		for _, list := range body {
			for _, item := range list.Items {
				t.Items = append(t.Items, 1+strings.Count(t.Body, "\n"))
				t.Body += "<item>" + html.EscapeString(item.ID+" "+item.Title) + "</item>\n"
			}
		}
		return t
	}
	panic(fmt.Sprintf("a body of another kind: %T", b.Body))
}

type all []string

func (l all) Folder(string) ([]string, bool) { return l, true }
func (l all) Glob(pattern string) ([]string, error) {
	return nil, fmt.Errorf("no %s is asked for", pattern)
}

// Another format needs nothing but itself: documents in it have every section, their
// counts add up, and their snapshots replay as the documents.
func TestAFormatIsAValue(t *testing.T) {
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
		Root: root, Tokens: &tokens.Counter{}, Cache: tokens.OpenCache("", 1000), Format: markup{},
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
	build := func() *aggregate.Document {
		t.Helper()
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
	first := build()
	write("a.go", "package a\n\nconst A = 1 < 3 && true")
	builder.Invalidate()
	in.Composition.Files = in.Composition.Files[:3]
	in.Composition.Changes = models.Changes{Since: "sent_001"}
	in.Sent = func(models.Changes) aggregate.Sent {
		return aggregate.Sent{Name: "sent_001", Document: aggregate.Replay(aggregate.RecordOf(first, in, aggregate.Made{}), first.Text())}
	}
	doc := build()

	want := []string{
		"Tree: code Tree", "Files: code a.go, slices b.txt, prose c.txt", "Notes: snippet Error a.go:1", "Screenshots: image one.png", "Beads Mode: Progress Track: lists Beads Mode: Progress Track",
		"Changes since sent_001: code a.go, names Deleted", "Discussion History: prose Discussion Excerpt 1, prose Discussion Excerpt 2",
	}
	if diff := cmp.Diff(want, sectionsOf(t, doc.Text())); diff != "" {
		t.Errorf("wrong sections (-want +got):\n%s\n%s", diff, doc.Text())
	}
	replay := aggregate.Replay(aggregate.RecordOf(doc, in, aggregate.Made{Time: time.Unix(1, 0)}), doc.Text())
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
	tracker := doc.Sections[4].Blocks.Start + 1
	if line, ok := doc.ItemLine(tracker, "x-2"); !ok || doc.Line(doc.Block(tracker).Lines.Start+line) != "<item>x-2 Next</item>" {
		t.Errorf("x-2 is said to stand in line %d (%t)", line, ok)
	}
}

// sectionsOf reads a document with another parser: for each section its title, and the
// kinds and titles of its blocks.
func sectionsOf(t *testing.T, text string) []string {
	t.Helper()
	var read struct {
		Sections []struct {
			Title  string `xml:"title,attr"`
			Blocks []struct {
				XMLName xml.Name
				Title   string `xml:"title,attr"`
			} `xml:",any"`
		} `xml:"section"`
	}
	if err := xml.Unmarshal([]byte("<dossier>"+text+"</dossier>"), &read); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	var out []string
	for _, s := range read.Sections {
		var blocks []string
		for _, b := range s.Blocks {
			blocks = append(blocks, b.XMLName.Local+" "+b.Title)
		}
		out = append(out, s.Title+": "+strings.Join(blocks, ", "))
	}
	return out
}
