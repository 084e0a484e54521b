// Package partsdialog implements the dialog for copying a document in parts, one after another.
package partsdialog

import (
	"fmt"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/dialog"
	"dossier/ui/features/fit"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/part"
	"dossier/ui/session/clipboard"
	"dossier/ui/words"
)

// Dialog is an open dialog.
type Dialog struct {
	w       part.Window
	doc     *clipboard.Pieces
	next    int
	limit   *edit.Entry
	list    *board.List
	copy    *kit.Button
	body    *fyne.Container
	note    *widget.Label
	problem *widget.Label
}

// Sizes of the dialog.
const (
	width, height = 560, 460
	numberWidth   = 32
	entryWidth    = 110
)

// defaultLimit is the initial size of a part in tokens.
const defaultLimit = 32_000

// Open builds the document from the current files and opens the dialog.
func Open(w part.Window) {
	w.Session().Copy().Prepare(func(doc *clipboard.Pieces) { open(w, doc) })
}

func open(w part.Window, doc *clipboard.Pieces) *Dialog {
	d := &Dialog{w: w, doc: doc, note: kit.NewParagraph(""), problem: kit.NewComplaint()}
	d.limit = w.Dialogs().Entry(kit.Typed(defaultLimit))
	d.limit.SetTip(words.Say("How many tokens each part may have: 16000, 16k, 1.5M, or 50% of the model's window"))
	d.limit.OnChanged = func(string) { d.split() }
	d.list = board.NewList(d, kit.RowHeight)
	d.list.Single = true
	d.list.OnOpen = d.copyPart
	d.list.OnShortcut = func(s fyne.Shortcut) { w.Dialogs().Shortcut(s) }
	d.copy = kit.NewButton("", func() { d.copyPart(d.next) })
	head := container.NewHBox(kit.NewLabel(words.Say("Tokens of each part"), kit.Body), container.NewGridWrap(fyne.NewSize(entryWidth, kit.ControlHeight), d.limit), d.copy)
	d.body = kit.NewColumn(head, d.list, container.NewVBox(d.note, d.problem))
	w.Dialogs().Show(words.Say("Copy in parts"), d.body, fyne.NewSize(width, height), dialog.Closes(words.Say("Close"))).
		Help = "docs/guide/start.md#send-more-than-one-message-holds"
	d.split()
	return d
}

// split splits the document by the typed limit.
func (d *Dialog) split() {
	s := d.w.Session()
	n, err := fit.ParseBudget(d.limit.Text, s.Settings().Model().Window)
	problem := ""
	if err != nil {
		d.doc.Clear()
		problem = words.Say("Type a number of tokens, such as 16k, 1.5M or 50%")
	} else if err = d.doc.Split(func(_ int, tokens aggregate.Count) bool { return s.Cost(tokens).N <= n }); err != nil {
		problem = words.Sentence(err)
	}
	d.next = 0
	setText(d.problem, problem)
	d.show()
}

// setText shows a paragraph, or hides an empty one.
func setText(l *widget.Label, text string) {
	l.SetText(text)
	kit.SetVisible(l, text != "")
}

func (d *Dialog) show() {
	d.list.Reload()
	var notes []string
	over := 0
	for _, p := range d.doc.Parts() {
		if p.Over {
			over++
		}
	}
	if over > 0 {
		notes = append(notes, words.Count("{{.N}} parts exceed the limit, because a file or section is not split: show it in less detail, or raise the limit", over))
	}
	if len(d.doc.Parts()) > 1 && d.doc.Left() > 0 {
		notes = append(notes, words.Say("The document counts as sent once all parts have been copied"))
	}
	setText(d.note, strings.Join(notes, "\n"))
	switch parts := d.doc.Parts(); {
	case len(parts) == 0:
		d.copy.SetText(words.Say("Copy"))
		d.copy.DisableFor(words.Say("There is nothing to copy"))
	case d.next < len(parts):
		d.copy.SetText(words.With("Copy part {{.Part}} of {{.Of}}", map[string]any{"Part": d.next + 1, "Of": len(parts)}))
		d.copy.Enable()
	default:
		d.copy.SetText(words.Say("All parts are copied"))
		d.copy.DisableFor(words.Say("Double-click a part to copy it again"))
	}
	kit.Relayout(d.body)
}

// copyPart copies a part, and selects the first one after it that was not copied, or else before it, as the next one.
func (d *Dialog) copyPart(i int) {
	n := len(d.doc.Parts())
	if i < 0 || i >= n {
		return
	}
	d.doc.Copy(i, func() {
		d.next = n
		for k := range n {
			if at := (i + 1 + k) % n; !d.doc.Copied(at) {
				d.next = at
				break
			}
		}
		d.show()
	})
}

// Len returns the number of rows; with Key, Find, Label and Row it implements [board.Rows].
func (d *Dialog) Len() int { return len(d.doc.Parts()) }

// Key returns the key of a row.
func (d *Dialog) Key(i int) string { return strconv.Itoa(i) }

// Find returns the row with a key, or -1.
func (d *Dialog) Find(key string) int { return board.FindKey(d, key) }

// Label returns the text with which typing finds a row.
func (d *Dialog) Label(i int) string { return d.doc.Parts()[i].First }

// Row returns a part for the list.
func (d *Dialog) Row(i int) board.Row {
	p := d.doc.Parts()[i]
	mark := board.Cell{Kind: board.CellSpace, Width: columns.SignWidth}
	if d.doc.Copied(i) {
		mark = board.Cell{Kind: board.CellGlyph, Glyph: kit.GlyphCheck, Tone: kit.ColorGood, Width: columns.SignWidth, Tip: words.Say("Copied")}
	}
	cells := []board.Cell{
		{Kind: board.CellNumber, Text: fmt.Sprint(i + 1), Width: numberWidth},
		mark,
		{Text: words.With("from {{.Name}}", map[string]any{"Name": text.Escape(p.First)}), Fill: true, Middle: true},
	}
	if p.Over {
		tip := words.Say("A file or section is not split: show it in less detail, or raise the limit")
		cells = append(cells, board.Cell{Text: words.Say("over the limit"), Tone: kit.ColorWarn, Small: true, Tip: tip})
	}
	return board.Row{Cells: append(cells, board.Cell{Kind: board.CellNumber, Text: words.Tokens(d.w.Session().Cost(p.Tokens)), Width: columns.CountWidth})}
}
