package filestab

import (
	"slices"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/part"
	"dossier/ui/session/message"
)

// ShowRow brings the file of a row into view in the preview.
func (t *Tab) ShowRow(row int) {
	w := t.w
	item := w.Session().Files().Items()[row]
	doc := w.Session().Document()
	if i := slices.IndexFunc(doc.Items, func(it aggregate.Item) bool { return it.Path == item.Path }); i >= 0 {
		w.ShowBlock(doc.BlockOfRow(i))
	}
}

// copyRow copies the file of a row as the document shows it.
func (t *Tab) copyRow(row int) {
	w := t.w
	item := w.Session().Files().Items()[row]
	doc := w.Session().Document()
	if i := slices.IndexFunc(doc.Items, func(it aggregate.Item) bool { return it.Path == item.Path }); i >= 0 {
		w.Session().Copy().Block(doc.BlockOfRow(i))
	}
}

func (t *Tab) NextStrategy() {
	w := t.w
	all := models.Strategies()
	for i, s := range all {
		if s == w.Session().Composition().Strategy.OrAuto() {
			w.Session().Compose().SetStrategy(all[(i+1)%len(all)])
			return
		}
	}
}

// GroupByFolder groups the files by folder, in view.
func (t *Tab) GroupByFolder() {
	t.w.ShowTab(part.Files)
	t.w.Session().Compose().GroupByFolder()
}

// ToggleFocus puts the rows of [Tab.Current] into focus, or out of it when all of them are in
// focus. There must be one.
func (t *Tab) ToggleFocus() {
	w := t.w
	rows := t.Current()
	w.Session().Compose().SetFocusRows(rows, slices.ContainsFunc(rows, func(row int) bool { return !w.Session().Files().InFocus(row) }))
}

// allow asks for leave to read a path that leads out of the project, and keeps it.
func (t *Tab) allow(path string) {
	w := t.w
	target, err := w.Session().Access().Target(path)
	if err != nil {
		w.Tell(message.Problem(err))
		return
	}
	w.Allow(target)
}
