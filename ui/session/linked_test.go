package session

import (
	"strings"
	"testing"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/projectfile"
)

// A smart context of the composition is in the document and follows the disk; each change of it is
// an undo step, is stored while it is unsaved, and is saved only into its table.
func TestSmartContextsArePartOfTheComposition(t *testing.T) {
	t.Parallel()
	const file = `# ours
[links]
link_depth = 1 # near
[links.contexts.start]
# where to begin
context_items = ["a.md"]
`
	d := newDesk(t, map[string]string{"dossier.toml": file, "a.md": "[[b]]", "b.md": "see", "c.md": "nothing", "x.txt": "x"})
	shows := func(what string) func() bool {
		return func() bool { return strings.Contains(d.Document().Text(), what) }
	}
	alter := func(fn func(*models.SmartContext)) {
		d.change(message.New("test", nil), "", func(e *project.Edit) {
			c, _ := e.Composition.Links.Find("start")
			fn(&c)
			e.Composition.Links = e.Composition.Links.With(c)
		})
	}
	if text := d.Document().Text(); text != "" {
		t.Fatalf("before it is put in there is\n%s", text)
	}
	alter(func(c *models.SmartContext) { c.Document = true })
	d.until("it is in the document", shows("## Linked Notes\n\n### `a.md`\n\n```markdown\n[[b]]\n```\n\n---\n\n### `b.md`\n"))
	d.write("b.md", "other")
	d.until("a note has changed", shows("```markdown\nother\n```"))
	d.write("a.md", "[[b]] [[new]]")
	d.until("a note says more", shows("[[new]]"))
	d.write("new.md", "came later")
	d.until("what is linked to comes", shows("### `new.md`\n\n```markdown\ncame later\n"))
	yes := true
	alter(func(c *models.SmartContext) { c.Options.Inlinks = &yes })
	d.write("c.md", "I link to [[a]]")
	d.until("a note that begins to link is taken in", shows("### `c.md`"))
	d.Undo()
	d.until("the options are as before", func() bool { return !shows("### `c.md`")() })
	d.Undo()
	d.until("it is out", func() bool { return d.Document().Text() == "" })
	d.Redo()
	d.until("and in again", shows("## Linked Notes"))

	d.stop()
	d.start()
	if c, _ := d.Composition().Links.Find("start"); !c.Document {
		t.Fatalf("what was unsaved is %+v", d.Composition().Links)
	}
	d.until("it is in the document of the next start", shows("## Linked Notes"))
	d.ProjectFile().Save(projectfile.AskUser)
	d.until("it is saved", func() bool { return d.read("dossier.toml") != file })
	if got, want := d.read("dossier.toml"), file+"document = true\n"; got != want {
		t.Errorf("saved it is\n%s", got)
	}
}

// The composition of a snapshot is restored, and the smart contexts that are not part of it stay.
func TestARestoredSnapshotLeavesOtherSmartContexts(t *testing.T) {
	d := newDesk(t, map[string]string{"dossier.toml": "[links.contexts.one]\ncontext_items = [\"a.md\"]\ndocument = true\n", "a.md": "one", "b.md": "two"})
	d.until("one is in", func() bool { return strings.Contains(d.Document().Text(), "### `a.md`") })
	id := d.wrote()
	d.change(message.New("test", nil), "", func(e *project.Edit) {
		e.Composition.Links = e.Composition.Links.Without("one").With(models.SmartContext{Name: "two", Items: []models.ContextItem{{Path: "b.md"}}, Document: true})
	})
	d.until("two is in", func() bool { return strings.Contains(d.Document().Text(), "### `b.md`") })
	d.Snapshots().Restore(id)
	d.until("one is in again", func() bool { return strings.Contains(d.Document().Text(), "### `a.md`") })
	got := d.Composition().Links
	if two, ok := got.Find("two"); !ok || two.Document || strings.Contains(d.Document().Text(), "### `b.md`") {
		t.Errorf("restored: %+v", got)
	}
}
