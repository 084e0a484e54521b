package context

import (
	"slices"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/session/message"
	"dossier/ui/words"
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

func (t *Tab) GroupByFolder() {
	w := t.w
	w.ShowTab(ID)
	if w.Session().Files().Continued() == 0 {
		w.Toast(words.Say("Each folder is together already"))
		return
	}
	w.Session().Compose().GroupByFolder()
}

func (t *Tab) ToggleFocus() {
	w := t.w
	rows := t.Current()
	if len(rows) == 0 {
		w.Toast(words.Say("Select files in the Context tab first"))
		return
	}
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
