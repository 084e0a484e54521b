package aggregate

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/smartcontext"
	"dossier/models"
)

func said[T any](v T) *T { return &v }

// smart returns a composition of one smart context that is in the document.
func smart(opts models.LinkOptions, items ...string) Input {
	c := models.SmartContext{Name: "c", Options: opts, Document: true}
	for _, p := range items {
		c.Items = append(c.Items, models.ContextItem{Path: p})
	}
	return Input{Composition: models.Composition{Links: models.SmartContexts{Contexts: []models.SmartContext{c}}}}
}

// The bodies of the section are those of the compiled smart context, except for line breaks
// around templates, and nothing in them ends a block.
func TestLinkedNotesAreTheCompiledContext(t *testing.T) {
	p := newProject(t, nil)
	content := rapid.OneOf(rapid.StringMatching("(`{0,6}|~{3}|\n|# x\n|---\n|a| |<b>|\\[\\[[ab]\\]\\]){0,12}"), rapid.String())
	template := rapid.SampledFrom([]string{"", "\n", "{{ITEM_PATH}}\n", "```\n", "{{FILE_TREE}}\n", "## Files\n\n"})
	rapid.Check(t, func(t *rapid.T) {
		for _, name := range []string{"a.md", "b.md", "c.txt"} {
			p.write(name, strings.ReplaceAll(content.Draw(t, name), "\x00", ""))
		}
		p.Invalidate()
		opts := models.LinkOptions{
			LinkDepth: said(rapid.IntRange(0, 2).Draw(t, "depth")), Inlinks: said(rapid.Bool().Draw(t, "inlinks")),
			MaxLen: said(rapid.SampledFrom([]int{0, 0, 9, 60}).Draw(t, "each")), Templates: map[int]models.LinkTemplate{},
		}
		for depth := models.WrapDepth; depth < 2; depth++ {
			opts.Templates[depth] = models.LinkTemplate{Before: template.Draw(t, "before"), After: template.Draw(t, "after")}
		}
		in := smart(opts, "a.md", "c.txt")
		doc := p.build(in)
		s, _, err := p.Gather(t.Context(), in, in.Composition.Links.Contexts[0].Items, opts)
		if err != nil {
			t.Fatal(err)
		}
		want := smartcontext.Compile(s, opts)
		var joined strings.Builder
		if section, ok := doc.Section(LinkedSection); ok {
			for i := section.Blocks.Start + 1; i < section.Blocks.End; i++ {
				_, body := doc.BodyRange(i)
				joined.WriteString(body)
			}
		}
		unbroken := func(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "\n", "") }
		if diff := cmp.Diff(unbroken(want.Context), unbroken(joined.String())); diff != "" {
			t.Fatalf("-compiled +joined:\n%s", diff)
		}
		holdTogether(t, doc)
		parts, _ := smartcontext.Parts(s, opts)
		var texts []string
		for _, part := range parts {
			texts = append(texts, joinLines(part.Before, part.Content, part.After))
		}
		fencedAs(t, doc, texts)
		if got := len(doc.LinkedBlocks("c")); got != len(slices.DeleteFunc(parts, func(p smartcontext.Part) bool { return p.Path == "" })) {
			t.Fatalf("%d blocks of items, of %d", got, len(parts))
		}
	})
}

// Changes unrelated to the links of a smart context keep its blocks, without another request;
// related changes are visible immediately.
func TestLinkedNotesAreKept(t *testing.T) {
	p := newProject(t, map[string]string{"a.md": "[[b]] [[new]]", "b.md": "b", "c.md": "[[b]]", "x.md": "x", "other.go": "package x\n"})
	in := smart(models.LinkOptions{LinkDepth: said(1)}, "a.md")
	blocks := func(in Input) map[string]*rendered {
		out := map[string]*rendered{}
		doc := p.build(in)
		for path, i := range doc.LinkedBlocks("c") {
			out[path] = doc.blocks[i].rendered
		}
		return out
	}
	section := &linkedSection{maxBlocks: smartcontext.MaxItems}
	p.Sections = []SectionBuilder{section}
	first := blocks(in)
	kept := section.contexts["c"]
	same := func(what string) {
		t.Helper()
		if diff := cmp.Diff(first, blocks(in), cmp.Comparer(func(a, b *rendered) bool { return a == b })); diff != "" || section.contexts["c"] != kept {
			t.Errorf("after %s it was gathered again, blocks -want +got:\n%s", what, diff)
		}
	}
	same("nothing")
	in.Composition.Instruction = "why?"
	same("another instruction")
	in.Composition.Files = []models.FileItem{models.NewFileItem("other.go")}
	same("a file more")
	p.write("other.go", "package y\n")
	p.Invalidate("other.go")
	same("a change of another file")
	p.write("x.md", "[[b]]")
	p.Invalidate("x.md")
	same("a change of a note that is not in it")
	p.Invalidate("a.md")
	now := blocks(in)
	if section.contexts["c"] == kept {
		t.Error("a file that may have changed is not looked at")
	}
	if now["a.md"] != first["a.md"] || now["b.md"] != first["b.md"] {
		t.Error("what is the same as before has other blocks")
	}
	p.write("b.md", "other")
	p.Invalidate("b.md")
	now = blocks(in)
	if now["b.md"].body != "other" || now["a.md"] != first["a.md"] {
		t.Errorf("after a change b.md is %q", now["b.md"].body)
	}
	p.write("new.md", "new")
	if now = blocks(in); now["new.md"] == nil || now["new.md"].body != "new" {
		t.Errorf("a note that comes is %v", now["new.md"])
	}
	in = smart(models.LinkOptions{LinkDepth: said(1), Inlinks: said(true)}, "b.md")
	if got := len(blocks(in)); got != 4 {
		t.Errorf("%d notes, with those that link to it", got)
	}
	p.write("c.md", "")
	p.Invalidate("c.md")
	if got := blocks(in); got["c.md"] != nil || len(got) != 3 {
		t.Errorf("a note that links no more is there: %d notes", len(got))
	}
	in.Composition.Links.Contexts[0].Document = false
	if doc := p.build(in); doc.Text() != "" || len(section.contexts) > 0 {
		t.Errorf("removing it leaves %q", doc.Text())
	}
}

// The parts of a smart context that are not shown are reported briefly.
func TestLinkedNotesSayWhatIsMissing(t *testing.T) {
	var many strings.Builder
	for n := range 8 {
		fmt.Fprintf(&many, "[[no%d]] ", n)
	}
	p := newProject(t, map[string]string{"a.md": many.String(), "b.md": "0123456789", "pic.png": "\x89PNG\x00\x00", "c.md": "x", "dossier_notes.toml": ""})
	if err := os.Symlink(filepath.Join(p.dir, "..", "secret.md"), filepath.Join(p.dir, "link.md")); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name  string
		opts  models.LinkOptions
		items []string
		want  []string
	}{
		{"items", models.LinkOptions{}, []string{"gone.md", "pic.png", "../secret.md", "link.md", "dossier_notes.toml"}, []string{
			"pic.png: not text", "../secret.md leads outside the project", "link.md leads outside the project", "gone.md: not found", "dossier_notes.toml: not found",
		}},
		{"links that lead nowhere are one line", models.LinkOptions{LinkDepth: said(1)}, []string{"a.md"}, []string{"the smart context c has 8 broken links: no0, no1, no2, no3, no4 and 3 more"}},
		{"limits", models.LinkOptions{MaxLen: said(5), Templates: map[int]models.LinkTemplate{0: {Before: "{{ITEM_PATH}}\n"}}}, []string{"b.md"}, []string{
			"b.md: is cut in the smart context c: it does not fit the limit",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			doc := p.build(smart(tt.opts, tt.items...))
			var got []string
			for _, w := range doc.Warnings {
				got = append(got, w.String())
			}
			if len(got) != len(tt.want) {
				t.Fatalf("%q", got)
			}
			for i := range got {
				if !strings.HasPrefix(got[i], tt.want[i]) {
					t.Errorf("%q, want %q", got[i], tt.want[i])
				}
			}
		})
	}
}

// Linked notes are compared by path, even if two smart contexts share one; changes are reported
// as for a file, and a record replays them.
func TestLinkedNotesAreCompared(t *testing.T) {
	long := strings.Repeat("a line of a note that is long enough\n", 30)
	p := newProject(t, map[string]string{"a.md": "one", "b.md": long})
	in := smart(models.LinkOptions{Templates: map[int]models.LinkTemplate{-1: {Before: "<", After: ">"}}}, "a.md", "b.md")
	other := models.SmartContext{Name: "d", Items: []models.ContextItem{{Path: "b.md"}}, Document: true}
	in.Composition.Links = in.Composition.Links.With(other).With(models.SmartContext{Name: "out"})
	old := p.build(in)
	p.write("b.md", long+"and an end\n")
	p.write("e.md", "new")
	p.Invalidate()
	in.Composition.Links.Contexts[0].Items = append(in.Composition.Links.Contexts[0].Items, models.ContextItem{Path: "e.md"})
	new := p.build(in)
	var states []string
	for _, b := range Compare(old, new).Sections[0].Blocks {
		states = append(states, b.Title+" "+string(b.State))
	}
	if diff := cmp.Diff([]string{"c same", "a.md same", "b.md changed", "e.md added", "c same", "b.md changed"}, states); diff != "" {
		t.Errorf("wrong states (-want +got):\n%s", diff)
	}
	in.Composition.Changes = models.Changes{Since: "sent_001"}
	in.Sent = func(models.Changes) Sent { return Sent{Name: "sent_001", Document: old} }
	doc := p.build(in)
	got := doc.SectionText(1)
	if strings.Count(got, "### `b.md` (changed)\n\n```diff\n") != 2 || !strings.Contains(got, "### `e.md` (new)\n\n```markdown\nnew\n```\n") {
		t.Errorf("the changes are\n%s", got)
	}
	record := RecordOf(doc, in, RecordInfo{})
	replay := Replay(record, doc.Text())
	if diff := cmp.Diff(doc.Sections, replay.Sections); diff != "" || !Compare(doc, replay).Same() {
		t.Errorf("wrong sections of the replay (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(in.Composition.Links.Without("out"), record.Composition.Links); diff != "" {
		t.Errorf("recorded (-want +got):\n%s", diff)
	}
}

// The total size of a document's smart contexts is limited to that of one.
func TestLinkedNotesAreBounded(t *testing.T) {
	p := newProject(t, map[string]string{"a.md": "a", "b.md": "b"})
	p.Sections = []SectionBuilder{&linkedSection{maxBlocks: 2}}
	in := smart(models.LinkOptions{}, "a.md", "b.md")
	in.Composition.Links = in.Composition.Links.With(models.SmartContext{Name: "d", Items: []models.ContextItem{{Path: "a.md"}}, Document: true})
	doc := p.build(in)
	var said []string
	for _, w := range doc.Warnings {
		said = append(said, w.String())
	}
	if diff := cmp.Diff([]string{"the smart context d is excluded: together with the previous ones, the linked notes are 2 files of 58 bytes"}, said); diff != "" || doc.Blocks() != 3 {
		t.Errorf("%d blocks, warnings -want +got:\n%s", doc.Blocks(), diff)
	}
}

// A large note has the limit of the row that allows it, and is read once.
func TestALinkedNoteMayBeShownWithAnotherLimit(t *testing.T) {
	p := newProject(t, map[string]string{"a.md": strings.Repeat("# filler\n", DefaultMaxBytes/8)})
	in := smart(models.LinkOptions{}, "a.md")
	item := models.NewFileItem("a.md")
	item.MaxBytes = 2 * DefaultMaxBytes
	in.Composition.Files = []models.FileItem{item}
	first := p.build(in)
	again := p.build(in)
	if len(first.Warnings) > 0 || first.blocks[1].rendered != again.blocks[1].rendered || first.Blocks() != 2 {
		t.Errorf("it is read again, with %v", first.Warnings)
	}
	in.Composition.Files = nil
	p.Invalidate()
	if doc := p.build(in); doc.Text() != "" || len(doc.Warnings) != 1 || !strings.Contains(doc.Warnings[0].Message, "too large") {
		t.Errorf("beyond the limit there are %d bytes, and %v", doc.Bytes, doc.Warnings)
	}
}

// A file with its own row is shown only there; a wrap around nothing is omitted.
func TestRowsAreNotLinkedAsWell(t *testing.T) {
	p := newProject(t, map[string]string{"a.md": "[[b]]", "b.md": "bee"})
	in := smart(models.LinkOptions{LinkDepth: said(1)}, "a.md")
	linked := func() (out []string) {
		doc := p.build(in)
		for path := range doc.LinkedBlocks("c") {
			out = append(out, path)
		}
		slices.Sort(out)
		if got := doc.Files(); got != 2 && got != 1 {
			t.Errorf("the document has %d files", got)
		}
		if strings.Count(doc.Text(), "bee") > 1 {
			t.Errorf("b.md is there twice:\n%s", doc.Text())
		}
		return out
	}
	steps := []struct {
		name string
		rows []string
		mode models.ViewMode
		want []string
	}{
		{"no row", nil, "", []string{"a.md", "b.md"}},
		{"a row", []string{"b.md"}, models.Full, []string{"a.md"}},
		{"a row without its text", []string{"b.md"}, models.Summary, []string{"a.md"}},
		{"all are rows", []string{"b.md", "a.md"}, models.Full, nil},
		{"rows that are missing", []string{"gone.md"}, models.Full, []string{"a.md", "b.md"}},
	}
	for _, s := range steps {
		in.Composition.Files = nil
		for _, row := range s.rows {
			item := models.NewFileItem(row)
			item.ViewMode = s.mode
			in.Composition.Files = append(in.Composition.Files, item)
		}
		if diff := cmp.Diff(s.want, linked()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", s.name, diff)
		}
	}
}

func TestTemplatesHaveTheirOwnLines(t *testing.T) {
	for _, tt := range []struct{ name, before, content, after, want string }{
		{"a tag without line breaks", "<note>", "# Home\nx", "</note>", "<note>\n# Home\nx\n</note>"},
		{"nothing is added to those with", "<note>\n", "# Home\n", "</note>\n", "<note>\n# Home\n</note>\n"},
		{"a line break begins what follows", "<note>", "\n# Home", "\n</note>", "<note>\n# Home\n</note>"},
		{"no template", "", "# Home", "", "# Home"},
		{"no content", "<note>", "", "</note>", "<note>\n</note>"},
	} {
		if got := joinLines(tt.before, tt.content, tt.after); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}
