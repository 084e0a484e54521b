// Package instruction implements the box for the instruction, with the settings of the tree and of
// the format below it. It is shown below each tab whose content becomes part of the document.
package instruction

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/format"
	"dossier/models"
	"dossier/ui/features/prompts"
	"dossier/ui/features/prompts/promptsdialog"
	"dossier/ui/features/textoptions/textdialog"
	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// Box is the instruction box with the settings below it.
type Box struct {
	w       part.Window
	box     *edit.TextBox
	tree    *kit.Button
	format  *kit.Button
	prompts *kit.Button
	foot    *fyne.Container // laid out again when the button's text changes
	content fyne.CanvasObject
	setting bool // while the box gets its text from the session
}

// New returns the box of a window. escape is called on Escape.
func New(w part.Window, escape func()) *Box {
	b := &Box{w: w}
	b.box = edit.NewTextBox(words.Say("Instruction: what the model should do"), 3, func(text string) {
		if !b.setting {
			w.Session().Compose().SetInstruction(text)
		}
	})
	b.box.OnEscape = escape
	b.box.OnShortcut = w.Shortcut
	b.tree = kit.NewMenuButton("", b.trees)
	b.tree.SetTip(words.Say("The project's tree before the files"))
	b.format = kit.NewMenuButton("", b.formats)
	b.format.SetTip(words.Say("Format of the dossier"))
	b.prompts = kit.NewMenuButton("", func() []kit.MenuItem { return promptsdialog.Items(w) })
	b.prompts.SetTip(words.Say("Stored prompts before the instruction"))
	b.foot = kit.NewSharingRow([]fyne.CanvasObject{b.prompts, b.tree, b.format}, nil, nil)
	b.content = kit.NewSurface(container.NewBorder(nil,
		b.foot, nil, nil, b.box), kit.ColorPanel, kit.EdgeTop, kit.Inset, kit.Inset)
	return b
}

func (b *Box) refresh() {
	c := b.w.Session().Composition()
	if b.box.Text != c.Instruction {
		b.setting = true
		b.box.SetText(c.Instruction)
		b.setting = false
	}
	b.prompts.SetText(words.With("prompts: {{.Name}}", map[string]any{"Name": promptsdialog.Word(b.w)}))
	b.tree.SetText(words.With("tree: {{.Mode}}", map[string]any{"Mode": treeModes().Say(treeMode(c))}))
	if n := len(c.Text); n == 0 {
		b.format.SetText(words.With("format: {{.Format}}", map[string]any{"Format": format.Of(c.Format).Title()}))
	} else {
		b.format.SetText(words.With("format: {{.Format}}, {{.Options}}", map[string]any{"Format": format.Of(c.Format).Title(), "Options": words.Count("{{.N}} options", n)}))
	}
	kit.Relayout(b.foot)
}

func (b *Box) formats() []kit.MenuItem {
	var items []kit.MenuItem
	for _, f := range format.All() {
		items = append(items, kit.MenuItem{
			Text: f.Title(), Detail: f.Ext(), Checked: f == format.Of(b.w.Session().Composition().Format),
			Action: func() { b.w.Session().Compose().SetFormat(f) },
		})
	}
	c := b.w.Session().Composition()
	items = append(items, kit.MenuItem{Separator: true}, kit.MenuItem{
		Text: words.Say("Text of the files…"), Action: func() { textdialog.Open(b.w, nil) },
	}, kit.MenuItem{
		Text: words.Say("Note to the model on the layout"), Checked: c.Guide, Action: func() { b.w.Session().Compose().SetGuide(!c.Guide) },
	}, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("Instruction"), Heading: true})
	for _, place := range models.PlacesOfInstruction() {
		items = append(items, kit.MenuItem{
			Text: places().Say(place), Checked: place == cmp.Or(c.Place, models.Last), Action: func() { b.w.Session().Compose().SetPlace(place) },
		})
	}
	return items
}

func places() words.Table[models.Place] {
	return words.Table[models.Place]{models.Last: "Last", models.First: "First", models.FirstAndLast: "First and last"}
}

func treeMode(c models.Composition) models.TreeMode {
	if c.Tree == "" {
		return models.TreeNone
	}
	return c.Tree
}

func treeModes() words.Table[models.TreeMode] {
	return words.Table[models.TreeMode]{models.TreeNone: "none|tree", models.TreeSelected: "selected", models.TreeFull: "full|tree"}
}

func treeNotes() words.Table[models.TreeMode] {
	return words.Table[models.TreeMode]{
		models.TreeNone: "no tree", models.TreeSelected: "the files of the dossier",
		models.TreeFull: "every listed file",
	}
}

func (b *Box) trees() []kit.MenuItem {
	var items []kit.MenuItem
	for _, mode := range models.TreeModes() {
		items = append(items, kit.MenuItem{
			Text: treeModes().Say(mode), Detail: treeNotes().Say(mode), Checked: mode == treeMode(b.w.Session().Composition()),
			Action: func() { b.w.Session().Compose().SetTree(mode) },
		})
	}
	return items
}

// Changed updates what has changed.
func (b *Box) Changed(c change.Set) {
	if c.Has(change.Composition | change.Project | prompts.Changed) {
		b.refresh()
	}
}

// Content returns the box and its settings.
func (b *Box) Content() fyne.CanvasObject { return b.content }

// TextBox returns the text box of the instruction.
func (b *Box) TextBox() *edit.TextBox { return b.box }

// Focus focuses the text box.
func (b *Box) Focus() { b.w.Focus(b.box) }
