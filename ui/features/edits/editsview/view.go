package editsview

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/ui/features/edits"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// View is a [part.Editor] that shows the review next to the tree: the list at the left, and the
// difference next to it.
type View struct {
	w     part.Window
	pane  *Pane
	panes fyne.CanvasObject
	empty *kit.Empty
	stack *fyne.Container
}

// New returns the review. The caller must close it.
func New(w part.Window) *View {
	v := &View{w: w, pane: NewPane(w)}
	v.pane.choice.Choose(1)
	panes := kit.NewPanes(kit.Pane{Content: v.pane.List(), Width: 460, Min: 220, Max: 800}, kit.Pane{Content: v.pane.Difference(), Min: 240, Stretch: true})
	v.panes = kit.NewColumn(nil, panes, v.pane.Foot())
	v.empty = kit.NewEmpty(words.Say("The answer has no edits."), words.Say("Back to the dossier"), w.CloseEditor)
	v.stack = container.NewStack(v.panes)
	edits.Of(w.Session()).SetVisible(true)
	v.reload()
	return v
}

// Title returns the view's title.
func (v *View) Title() string { return words.Say("Edits in the answer") }

// Path returns "": the view is for several files.
func (v *View) Path() string { return "" }

// Help returns the page of the guide about it.
func (v *View) Help() string { return "docs/guide/answers.md#apply-a-models-edits" }

// Content returns the list and the difference.
func (v *View) Content() fyne.CanvasObject { return v.stack }

// Actions returns nil: the buttons are below the list.
func (v *View) Actions() []fyne.CanvasObject { return nil }

// First returns the list if it is visible.
func (v *View) First() fyne.Focusable {
	if v.stack.Objects[0] != v.panes {
		return nil
	}
	return v.pane.List()
}

// Uncovered returns those of the pane.
func (v *View) Uncovered() []fyne.CanvasObject { return v.pane.Uncovered() }

// Key moves between hunks.
func (v *View) Key(name fyne.KeyName, mods fyne.KeyModifier) bool { return v.pane.Key(name, mods) }

// Changed updates what has changed.
func (v *View) Changed(c change.Set) {
	if c.Has(edits.Changed | change.Settings | change.Project) {
		v.reload()
	}
}

// Close closes the review. Decisions are stored.
func (v *View) Close() {}

func (v *View) reload() {
	kit.ShowEither(v.stack, len(edits.Of(v.w.Session()).Files()) > 0 || edits.Of(v.w.Session()).Reading(), v.panes, v.empty)
	v.pane.Reload()
}
