package aggregate

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	gmtext "github.com/yuin/goldmark/text"
	"pgregory.net/rapid"

	"dossier/aggregate/beads"
	"dossier/aggregate/code/languages"
	"dossier/aggregate/disk"
	"dossier/aggregate/links/graph"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

var update = flag.Bool("update", false, "rewrite the wanted parts of the golden files")

// project is a folder with files and a builder for it.
type project struct {
	t   *testing.T
	dir string
	*Builder

	names *graph.Names // of listed
	graph *graph.Graph
	list  []string
}

func newProject(t *testing.T, files map[string]string) *project {
	t.Helper()
	p := &project{t: t, dir: t.TempDir(), graph: &graph.Graph{}}
	for name, content := range files {
		p.write(name, content)
	}
	root, err := disk.Open(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { root.Close() })
	p.Builder = &Builder{
		Root:    root,
		Listing: func(context.Context) (Listing, error) { return p.listing(), nil },
		Links:   p.links,
		Tokens:  &tokens.Counter{},
		Cache:   tokens.OpenCache("", 1000),
		Code:    languages.InProcess{},
	}
	return p
}

func (p *project) write(name, content string) {
	p.t.Helper()
	full := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// links returns the link data: the same values as long as nothing has changed.
func (p *project) links(ctx context.Context, all bool) (*graph.Names, *graph.Graph, error) {
	if list := p.listing(); p.names == nil || !slices.Equal(list, p.list) {
		p.list, p.names = list, graph.NewNames(list)
	}
	if !all {
		return p.names, nil, nil
	}
	var err error
	p.graph, err = p.graph.Update(ctx, p.Root, p.list, []string{"."})
	return p.names, p.graph, err
}

func (p *project) beads(list ...models.Bead) {
	p.Beads = func() (beads.Result, []string, error) { return beads.Result{Beads: list}, nil, nil }
}

func (p *project) build(in Input) *Document {
	p.t.Helper()
	doc, err := p.Build(context.Background(), in, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	return doc
}

// listing lists every file of the folder.
type plainListing []string

func (p *project) listing() plainListing {
	var out plainListing
	err := filepath.WalkDir(p.dir, func(full string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(p.dir, full)
			out = append(out, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

func (l plainListing) Folder(dir string) ([]string, bool) {
	if dir == "." {
		return l, true
	}
	var out []string
	for _, p := range l {
		if strings.HasPrefix(p, dir+"/") {
			out = append(out, p)
		}
	}
	return out, len(out) > 0
}

func (l plainListing) Glob(pattern string) ([]string, error) {
	var out []string
	for _, p := range l {
		ok, err := filepath.Match(pattern, p)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, p)
		}
	}
	return out, nil
}

// TestGolden builds the documents of testdata/*.txtar. Each archive contains a composition.json,
// the project's files, optionally notes.json and history.json, and want.md. Files below next/ are
// written after the document was sent, empty ones are removed; want.md then shows the changes
// since.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			var in Input
			files, next := map[string]string{}, map[string]string{}
			want, wantAt := "", -1
			for i, f := range archive.Files {
				switch f.Name {
				case "composition.json":
					if err := in.Composition.UnmarshalJSON(f.Data); err != nil {
						t.Fatal(err)
					}
				case "notes.json":
					if in.Notes, err = models.ParseNoteList(f.Data); err != nil {
						t.Fatal(err)
					}
				case "history.json":
					in.History = entriesOf(t, decode[[]any](t, f.Data))
				case "want.md":
					want, wantAt = string(f.Data), i
				default:
					if name, ok := strings.CutPrefix(f.Name, "next/"); ok {
						next[name] = string(f.Data)
						break
					}
					files[f.Name] = string(f.Data)
				}
			}
			p := newProject(t, files)
			changes := in.Composition.Changes
			in.Composition.Changes = models.Changes{}
			doc := p.build(in)
			if changes.Since != "" {
				sent := Sent{Name: changes.Since, Document: doc}
				in.Sent, in.Composition.Changes = func(models.Changes) Sent { return sent }, changes
				for name, content := range next {
					p.write(name, content)
				}
				p.Invalidate()
				for name, content := range next {
					if content == "" {
						if err := os.Remove(filepath.Join(p.dir, name)); err != nil {
							t.Fatal(err)
						}
					}
				}
				doc = p.build(in)
			}
			got := doc.Text()
			if *update && wantAt >= 0 {
				archive.Files[wantAt].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// anyDocument draws a project of a few hostile files and builds it.
func anyDocument(t *rapid.T, p *project) (Input, *Document, []string) {
	in, texts := anyInput(t, p)
	for i := range in.Composition.Files {
		if rapid.Bool().Draw(t, "has own options") {
			in.Composition.Files[i].Text = anyOptions(t)
		}
	}
	in.Composition.Text = anyOptions(t)
	return in, p.build(in), texts
}

// anyInput writes files and returns the input of a document of them without text options, and their texts.
func anyInput(t *rapid.T, p *project) (Input, []string) {
	content := rapid.OneOf(
		rapid.StringMatching("(`{0,6}|~{3}|\n|# x\n|---\n|a|/|\t| |<b>|\\\\){0,12}"),
		rapid.String(),
	)
	var in Input
	var texts []string
	for i := range rapid.IntRange(0, 4).Draw(t, "files") {
		name := fmt.Sprintf("f%d.%s", i, rapid.SampledFrom([]string{"go", "md", "txt", "unknown"}).Draw(t, "ext"))
		raw := strings.ReplaceAll(content.Draw(t, "text"), "\x00", "")
		p.write(name, raw)
		decoded, err := text.Decode([]byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, decoded.Text)
		in.Composition.Files = append(in.Composition.Files, models.NewFileItem(name))
	}
	for range rapid.IntRange(0, 3).Draw(t, "entries") {
		in.History = append(in.History, models.Entry{Role: "User", Content: content.Draw(t, "entry")})
	}
	p.Invalidate()
	return in, texts
}

func anyOptions(t *rapid.T) []models.TextOption {
	options := []models.TextOption{}
	for _, o := range models.TextOptions() {
		options = models.WithTextOption(options, o, rapid.Bool().Draw(t, string(o)))
	}
	return options
}

// TestDocumentIsItsLinesAndBlocks compares every way to read a document with its text.
func TestDocumentIsItsLinesAndBlocks(t *testing.T) {
	p := newProject(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		_, doc, _ := anyDocument(t, p)
		holdTogether(t, doc)
	})
}

// holdTogether compares every way of reading a document with its text.
func holdTogether(t *rapid.T, doc *Document) {
	text := doc.Text()
	if len(text) != doc.Bytes {
		t.Fatalf("%d bytes, said %d", len(text), doc.Bytes)
	}
	if n := len([]rune(text)); n != doc.Chars {
		t.Fatalf("%d code points, said %d", n, doc.Chars)
	}
	var lines []string
	if text != "" {
		lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	}
	if len(lines) != doc.Lines {
		t.Fatalf("%d lines, said %d in %q", len(lines), doc.Lines, text)
	}
	for i, want := range lines {
		if got := doc.Line(i); got != want {
			t.Fatalf("line %d is %q, want %q in %q", i, got, want, text)
		}
	}
	for i := range doc.Blocks() {
		b := doc.Block(i)
		if got := text[b.Bytes.Start:b.Bytes.End] + "\n"; got != doc.BlockText(i) {
			t.Fatalf("block %d spans %q, is %q", i, got, doc.BlockText(i))
		}
		if got := strings.Join(lines[b.Lines.Start:b.Lines.End], "\n") + "\n"; got != doc.BlockText(i) {
			t.Fatalf("lines of block %d are %q, want %q", i, got, doc.BlockText(i))
		}
	}
	for i, s := range doc.Sections {
		if got := text[s.Bytes.Start:s.Bytes.End] + "\n"; got != doc.SectionText(i) {
			t.Fatalf("section %d spans %q, is %q", i, got, doc.SectionText(i))
		}
	}
}

// TestCountsAddUp compares the sum of the pieces with the count of the whole text.
func TestCountsAddUp(t *testing.T) {
	p := newProject(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		_, doc, _ := anyDocument(t, p)
		v := tokens.Vocabulary(rapid.IntRange(0, tokens.Vocabularies-1).Draw(t, "vocabulary"))
		p.Vocabulary = func() tokens.Vocabulary { return v }
		doc, err := p.Count(context.Background(), doc, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := p.Tokens.Count(v, doc.Text()); doc.Tokens.N != want || doc.Tokens.N > 0 && doc.Tokens.Vocabulary != v || !doc.Tokens.Exact {
			t.Fatalf("%+v, the whole text has %d: %q", doc.Tokens, want, doc.Text())
		}
		sum := 0
		for _, s := range doc.Sections {
			sum += s.Tokens.N
		}
		if sum != doc.Tokens.N {
			t.Fatalf("sections have %d, the document %d", sum, doc.Tokens.N)
		}
	})
}

// TestNoContentEndsItsBlock parses documents with another parser: each file is one fenced block
// with its own bytes, and no heading comes from a file.
func TestNoContentEndsItsBlock(t *testing.T) {
	p := newProject(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		in, texts := anyInput(t, p)
		in.History = nil
		doc := p.build(in)
		if headings := fencedAs(t, doc, texts); len(texts) > 0 && headings != len(texts)+1 {
			t.Fatalf("%d headings for %d files in %q", headings, len(texts), doc.Text())
		}
	})
}

// fencedAs parses a document with another parser and compares its fenced blocks with texts, in
// order. It returns the number of headings.
func fencedAs(t *rapid.T, doc *Document, texts []string) (headings int) {
	source := []byte(doc.Text())
	var got []string
	root := goldmark.DefaultParser().Parse(gmtext.NewReader(source))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			headings++
		case *ast.FencedCodeBlock:
			var b strings.Builder
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				b.Write(line.Value(source))
			}
			got = append(got, b.String())
		}
	}
	var want []string
	for _, text := range texts {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		want = append(want, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("-want +got:\n%s\nin %q", diff, source)
	}
	return headings
}

// TestTheSameInputsGiveTheSameBytes builds twice, with caches and without.
func TestTheSameInputsGiveTheSameBytes(t *testing.T) {
	p := newProject(t, nil)
	rapid.Check(t, func(t *rapid.T) {
		in, doc, _ := anyDocument(t, p)

		again := p.build(in)
		p.Invalidate()
		fresh := p.build(in)
		if doc.Text() != again.Text() || doc.Text() != fresh.Text() {
			t.Fatal("three builds differ")
		}
	})
}

// Neither the caller of the counts nor their vocabulary affects the text, which shows a change in
// the form with fewer tokens.
func TestTextDoesNotFollowTheCounting(t *testing.T) {
	text := func(set func(*Builder)) string {
		lines := strings.Split(strings.Repeat("a line of some words\n", 13), "\n")
		p := newProject(t, map[string]string{"a.txt": strings.Join(lines, "\n")})
		set(p.Builder)
		in := inputOf("a.txt")
		old := p.build(in)
		lines[6] = "another line"
		p.write("a.txt", strings.Join(lines, "\n"))
		p.Invalidate()
		in.Composition.Changes = models.Changes{Since: "sent_001"}
		in.Sent = func(models.Changes) Sent { return Sent{Name: "sent_001", Document: old} }
		return p.build(in).Text()
	}
	want := text(func(*Builder) {})
	if !strings.Contains(want, "### `a.txt` (changed)\n\n```diff\n") {
		t.Fatalf("not shown as a difference:\n%s", want)
	}
	if got := text(func(b *Builder) { b.Vocabulary = func() tokens.Vocabulary { return tokens.Cl100k } }); got != want {
		t.Errorf("in cl100k:\n%s", got)
	}
	if got := text(func(b *Builder) { b.Uncounted = true }); got != want {
		t.Errorf("with nothing counted:\n%s", got)
	}
}

// What a block shows is coloured by its own language, and only what can be shown counts.
func TestLanguageAndNumberOfBlocks(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n\n" + strings.Repeat("// A remark.\n", 40) + "var x = 1\n", "b.go": "package b\n\nvar x = 1\n", "n.txt": "text\n"})
	in := inputOf("a.go", "b.go", "n.txt", "gone.go")
	old := p.build(in)
	p.write("a.go", "package a\n\n"+strings.Repeat("// A remark.\n", 40)+"var x = 2\n")
	if _, err := p.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	in.Composition.Files[1].ViewMode, in.Composition.Files[1].CustomSlices = models.Custom, []models.Slice{{StartLine: 3, EndLine: 3}}
	in.Notes = []models.Note{{ID: "ctx-1", Type: models.NoteCode, Content: "x = 1", Metadata: models.NoteMetadata{Filename: "n.py"}}}
	in.Composition.Screenshots = []models.Screenshot{{Path: "gone.png"}}
	in.Composition.Changes = models.Changes{Since: "sent_001"}
	in.Sent = func(models.Changes) Sent { return Sent{Name: "sent_001", Document: old} }
	doc := p.build(in)
	var got []string
	for i := range doc.Blocks() {
		if language := doc.Language(i); language != "" {
			got = append(got, doc.Block(i).Title+": "+language)
		}
	}
	if diff := cmp.Diff([]string{"a.go: go", "b.go: go", "Code n.py: python", "a.go: diff", "Code n.py: python"}, got); diff != "" {
		t.Errorf("wrong languages (-want +got):\n%s", diff)
	}
	in.Composition.Files[1].Text = []models.TextOption{models.LineNumbers}
	doc = p.build(in)
	var gutters []int
	for line := range 2 { // the line above the slice, and its text
		gutters = append(gutters, doc.Gutter(doc.BlockOfRow(1), line+1))
	}
	if diff := cmp.Diff([]int{0, 3}, gutters); diff != "" {
		t.Errorf("wrong widths of line numbers (-want +got):\n%s", diff)
	}
	for kind, want := range map[SectionKind]int{FilesSection: 3, NotesSection: 1, ScreenshotsSection: 0, BeadsSection: 0} {
		if n := doc.Shown(kind); n != want {
			t.Errorf("%d things of %s are shown, want %d", n, kind, want)
		}
	}
}
