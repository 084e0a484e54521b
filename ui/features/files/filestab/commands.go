package filestab

import (
	"slices"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/part"
	"dossier/ui/session/message"
)

// ShowRow shows the file of a row in the preview.
func (t *Tab) ShowRow(row int) {
	w := t.w
	item := w.Session().Files().Items()[row]
	doc := w.Session().Document()
	if i := slices.IndexFunc(doc.Items, func(it aggregate.Item) bool { return it.Path == item.Path }); i >= 0 {
		w.ShowBlock(doc.BlockOfRow(i))
	}
}

// copyRow copies the file of a row as shown in the document.
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

// GroupByFolder groups the files by folder, including the list's display.
func (t *Tab) GroupByFolder() {
	t.w.ShowTab(part.Files)
	t.w.Session().Compose().GroupByFolder()
}

// ToggleFocus focuses the rows of [Tab.Current], or removes the focus if all of them have it.
// There must be at least one.
func (t *Tab) ToggleFocus() {
	w := t.w
	rows := t.Current()
	w.Session().Compose().SetFocusRows(rows, slices.ContainsFunc(rows, func(row int) bool { return !w.Session().Files().InFocus(row) }))
}

// allow asks for permission to read an external path, and stores it.
func (t *Tab) allow(path string) {
	w := t.w
	target, err := w.Session().Access().Target(path)
	if err != nil {
		w.Notify(message.Problem(err))
		return
	}
	w.Allow(target)
}
