// Package promptsdialog implements the menu of the stored prompts, and the dialog that edits them.
package promptsdialog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/dialog"
	"dossier/ui/features/prompts"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/words"
)

// Items returns the menu of the stored prompts, which switches each on or off.
func Items(w part.Window) []kit.MenuItem {
	p := prompts.Of(w.Session())
	on := func(name string) bool { return slices.Contains(p.Selected(), name) }
	var items []kit.MenuItem
	for _, one := range p.List() {
		first, _, _ := strings.Cut(one.Text, "\n")
		items = append(items, kit.MenuItem{Text: text.Escape(one.Name), Detail: scopes().Say(one.Scope), Note: kit.ShortenPath(text.Escape(first), 60), Checked: on(one.Name), Action: func() { p.SetOn(one.Name, !on(one.Name)) }})
	}
	for _, name := range p.Selected() {
		if !slices.ContainsFunc(items, func(i kit.MenuItem) bool { return i.Text == text.Escape(name) }) {
			items = append(items, kit.MenuItem{Text: text.Escape(name), Detail: words.Say("missing"), Checked: true, Action: func() { p.SetOn(name, false) }})
		}
	}
	edit := kit.MenuItem{Text: words.Say("Edit prompts…"), Action: func() { Open(w) }}
	if w.Session().Dir() == "" {
		edit.Reason = words.Say("Open a folder first")
	}
	return append(items, kit.MenuItem{Separator: true}, edit)
}

// Word returns the label of a button with the active prompts.
func Word(w part.Window) string {
	on := prompts.Of(w.Session()).Selected()
	switch len(on) {
	case 0:
		return words.Say("none")
	case 1:
		return kit.ShortenPath(text.Escape(on[0]), 20)
	}
	return strconv.Itoa(len(on))
}

func scopes() words.Table[models.PromptScope] {
	return words.Table[models.PromptScope]{models.BuiltInPrompt: "built in", models.UserPrompt: "yours", models.ProjectPrompt: "project"}
}

// draft is a prompt being edited in the dialog.
type draft struct {
	prompts.Edit
	isNew bool
}

func (d draft) changed() bool { return d.isNew || d.Delete || d.Old != d.Now }

// Dialog is an open dialog.
type Dialog struct {
	w       part.Window
	drafts  []draft
	list    *board.List
	name    *edit.Entry
	scope   *kit.Choice
	text    *edit.TextBox
	remove  *kit.Button
	problem interface{ SetText(string) }
	close   func()
	showing bool // set while the fields get their texts from a draft
}

// Sizes of the dialog.
const (
	width, height = 820, 520
	lineCount     = 14
)

// Open opens the dialog.
func Open(w part.Window) *Dialog {
	d := &Dialog{w: w}
	for _, one := range prompts.Of(w.Session()).List() {
		d.drafts = append(d.drafts, draft{Edit: prompts.Edit{Old: one.Prompt, Now: one.Prompt}})
	}
	d.list = board.NewList(d, kit.RowHeight)
	d.list.Single = true
	d.list.OnCursor = func(int) { d.show() }
	d.list.OnShortcut = func(s fyne.Shortcut) { w.Dialogs().Shortcut(s) }
	d.name = w.Dialogs().Entry("")
	d.name.PlaceHolder = words.Say("name")
	d.name.OnChanged = func(typed string) { d.change(func(e *draft) { e.Now.Name = strings.TrimSpace(typed) }) }
	d.scope = kit.NewChoice([]string{words.Say("All my projects"), words.Say("This project")}, func(i int) {
		d.change(func(e *draft) { e.Now.Scope = []models.PromptScope{models.UserPrompt, models.ProjectPrompt}[i] })
	})
	var variables []string
	for _, name := range models.PromptVariables() {
		variables = append(variables, "{{"+name+"}}")
	}
	d.text = edit.NewTextBox(words.Say("What the model should do"), lineCount, func(typed string) { d.change(func(e *draft) { e.Now.Text = typed }) })
	d.text.OnEscape = func() { w.Dialogs().TypedKey(fyne.KeyEscape) }
	d.text.OnShortcut = w.Dialogs().Shortcut
	add := kit.NewButton(words.Say("New"), d.add)
	d.remove = kit.NewButton(words.Say("Delete"), func() { d.change(func(e *draft) { e.Delete = !e.Delete }); d.show() })
	complaint := kit.NewComplaint()
	d.problem = complaint
	left := kit.NewColumn(nil, d.list, container.NewHBox(add, d.remove))
	about := kit.NewParagraph(words.With("Variables: {{.Names}}", map[string]any{"Names": strings.Join(variables, " ")}))
	right := kit.NewColumn(container.NewBorder(nil, nil, nil, d.scope, d.name), d.text, about)
	split := container.NewGridWithColumns(2, left, right)
	open := w.Dialogs().Show(words.Say("Prompts"), container.NewBorder(nil, complaint, nil, nil, split), fyne.NewSize(width, height),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Save"), Primary: true, Run: d.save})
	open.Help = "docs/guide/format.md#reuse-prompts"
	d.close, open.Close = open.Close, d.leave
	open.Unsaved = func() bool { return d.unsaved() > 0 }
	if len(d.drafts) == 0 {
		d.add()
	}
	d.list.SetCursor(0)
	d.show()
	w.Focus(d.name)
	dialog.SelectAll(d.name)
	return d
}

// current returns the shown draft; nil if there is none.
func (d *Dialog) current() *draft {
	if i := d.list.Cursor(); i >= 0 && i < len(d.drafts) {
		return &d.drafts[i]
	}
	return nil
}

// change applies the typed text to the current draft.
func (d *Dialog) change(fn func(*draft)) {
	if e := d.current(); e != nil && !d.showing {
		d.problem.SetText("")
		fn(e)
		d.list.Reload()
	}
}

// show shows the current draft.
func (d *Dialog) show() {
	e := d.current()
	if e == nil {
		return
	}
	d.showing = true
	defer func() { d.showing = false }()
	if d.name.Text != e.Now.Name {
		d.name.SetText(e.Now.Name)
	}
	if d.text.Text != e.Now.Text {
		d.text.SetText(e.Now.Text)
	}
	at := 0
	if e.Now.Scope == models.ProjectPrompt {
		at = 1
	}
	d.scope.Choose(at)
	word := words.Say("Delete")
	switch {
	case e.Delete:
		word = words.Say("Restore")
	case e.Old.Scope == models.BuiltInPrompt:
		word = words.Say("Hide")
	}
	d.remove.SetText(word)
}

// add adds a new draft and shows it.
func (d *Dialog) add() {
	name := words.Say("new prompt")
	for n := 2; slices.ContainsFunc(d.drafts, func(e draft) bool { return e.Now.Name == name }); n++ {
		name = fmt.Sprintf("%s %d", words.Say("new prompt"), n)
	}
	d.drafts = append(d.drafts, draft{Edit: prompts.Edit{Now: models.Prompt{Name: name, Scope: models.UserPrompt}}, isNew: true})
	d.list.Reload()
	d.list.SetCursor(len(d.drafts) - 1)
	d.show()
	d.w.Focus(d.name)
}

// save saves the changed drafts in the background, and closes the dialog after success.
func (d *Dialog) save() (stay bool) {
	if prompts.Of(d.w.Session()).Saving() {
		return true // a second press: the same changes would be made to what is saved already
	}
	var edits []prompts.Edit
	seen := map[string]bool{}
	for i, e := range d.drafts {
		key := string(e.Now.Scope) + "/" + e.Now.Name
		if !e.Delete && seen[key] {
			d.list.SetCursor(i)
			d.problem.SetText(words.With("There are two prompts {{.Name}}", map[string]any{"Name": text.Escape(e.Now.Name)}))
			return true
		}
		seen[key] = seen[key] || !e.Delete
		if !e.changed() || e.isNew && e.Delete {
			continue
		}
		if err := models.CheckPromptName(e.Now.Name); err != nil && !e.Delete {
			d.list.SetCursor(i)
			d.problem.SetText(words.Sentence(err))
			return true
		}
		if strings.TrimSpace(e.Now.Text) == "" && !e.Delete {
			d.list.SetCursor(i)
			d.problem.SetText(words.With("The prompt {{.Name}} is empty", map[string]any{"Name": text.Escape(e.Now.Name)}))
			return true
		}
		edits = append(edits, e.Edit)
	}
	if len(edits) == 0 {
		return false
	}
	prompts.Of(d.w.Session()).Save(edits, func(err error) {
		if err != nil {
			d.problem.SetText(words.Sentence(err))
			return
		}
		d.close()
	})
	return true
}

// unsaved returns the number of changed prompts.
func (d *Dialog) unsaved() int {
	n := 0
	for _, e := range d.drafts {
		if e.changed() && !(e.isNew && (e.Delete || e.Now.Text == "")) {
			n++
		}
	}
	return n
}

// leave closes the dialog. Unsaved changes are only dropped after confirmation.
func (d *Dialog) leave() {
	unsaved := d.unsaved()
	if unsaved == 0 {
		d.close()
		return
	}
	d.w.Dialogs().ShowText(words.Say("Unsaved prompts"), words.Count("{{.N}} prompts are changed and not saved.", unsaved),
		dialog.Does(words.Say("Discard changes"), d.close), dialog.Closes(words.Say("Keep editing")).AsPrimary())
}

// Len returns the number of rows; with Key, Find, Label and Row it implements [board.Rows].
func (d *Dialog) Len() int { return len(d.drafts) }

// Key returns the key of a row.
func (d *Dialog) Key(i int) string { return strconv.Itoa(i) }

// Find returns the row with a key, or -1.
func (d *Dialog) Find(key string) int { return board.FindKey(d, key) }

// Label returns the text with which typing finds a row.
func (d *Dialog) Label(i int) string { return d.drafts[i].Now.Name }

// Row returns a prompt for the list.
func (d *Dialog) Row(i int) board.Row {
	e := d.drafts[i]
	mark := board.Cell{Kind: board.CellSpace, Width: 12}
	if e.changed() {
		mark = board.Cell{Text: "•", Width: 12, Tone: kit.ColorWarn, Tip: words.Say("Changed and not saved")}
	}
	return board.Row{Struck: e.Delete, Cells: []board.Cell{
		mark,
		{Text: text.Escape(e.Now.Name), Fill: true, Middle: true},
		{Text: scopes().Say(e.Now.Scope), Tone: kit.ColorMuted, Small: true},
	}}
}
