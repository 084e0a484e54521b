package session

import (
	"testing"

	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/features"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
)

// todo counts the files whose names begin with "todo": all that a feature without a tab needs is here, and it
// is given to the session in one place.
type todo struct {
	host interface {
		feature.Source
		feature.Editor
		feature.Reporter
	}
	count  int
	draft  string
	opened int
	disk   int
	// watched is set once changes of the disk are reported.
	watched bool
}

var (
	todoChanged = change.New()
	todoFeature = feature.Feature{
		Changes: todoChanged,
		New:     func(s feature.Session, _ feature.Jobs) any { return &todo{host: s} },
	}
)

func todoOf(h feature.Holder) *todo { return feature.State[*todo](h) }

func (t *todo) Opened()                            { t.opened++ }
func (t *todo) CollectUnsaved(u *presets.Unsaved)  { u.Answer = t.draft }
func (t *todo) HasUnsaved() bool                   { return t.draft != "" }
func (t *todo) RestoreUnsaved(u presets.Unsaved)   { t.draft = u.Answer }
func (t *todo) DiskChanged(watch.Batch) (doc bool) { t.disk++; return false }
func (t *todo) WatchBegins() (doc bool)            { t.watched = true; return false }

func (t *todo) CompositionChanged() {
	t.count = 0
	for _, item := range t.host.Composition().Files {
		if len(item.Path) >= 4 && item.Path[:4] == "todo" {
			t.count++
		}
	}
	t.host.Changed()
}

func (t *todo) add(name string) {
	t.host.Edit(message.New("add a to-do list", nil), func(e *project.Edit) {
		e.Composition.Files = append(e.Composition.Files, models.NewFileItem(name))
	})
}

func TestAFeatureIsAddedToASessionByOneLine(t *testing.T) {
	t.Parallel()
	d := layDesk(t, map[string]string{"todo.txt": "one\n", "a.txt": "a\n"})
	d.launchWith(append(features.All(), todoFeature)...)
	if todoOf(d).opened != 0 {
		t.Error("it is opened without a project")
	}
	if err := d.Open(d.dir); err != nil {
		t.Fatal(err)
	}
	d.settle()
	d.changes = 0
	todoOf(d).add("todo.txt")
	if it := todoOf(d); it.opened != 1 || it.count != 1 || !d.changes.Has(todoChanged) {
		t.Errorf("it was opened %d times, counts %d, and the changes are %b", it.opened, it.count, d.changes)
	}
	if d.Undo(); todoOf(d).count != 0 {
		t.Error("it does not follow undo")
	}
	d.until("changes are reported", func() bool { return todoOf(d).watched })
	d.write("todo.txt", "two\n")
	d.until("the file is seen to change", func() bool { return todoOf(d).disk > 0 })

	todoOf(d).draft = "half a list"
	if err := d.Autosave().Finish(); err != nil {
		t.Fatal(err)
	}
	d.launchWith(append(features.All(), todoFeature)...)
	if err := d.Open(d.dir); err != nil {
		t.Fatal(err)
	}
	if got := todoOf(d).draft; got != "half a list" {
		t.Errorf("after a crash it holds %q", got)
	}
}
