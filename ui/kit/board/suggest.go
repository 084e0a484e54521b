package board

import (
	"strconv"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/edit"
)

// Suggestion is a text that a [Suggest] offers.
type Suggestion struct {
	Text   string   // what choosing it puts into the field
	Label  string   // what its row shows; "" is Text
	Detail string   // at the right of its row: where it comes from
	Marks  [][2]int // of Label: what was found in it; see [Cell.Marks]
	// Choose is called in the place of putting the text into the field; nil is fine.
	Choose func()
}

// Suggest is an entry with a list of texts that can be put into it. The list is a widget
// of its own, to be placed below the entry; the keyboard stays in the entry: Up, Down,
// PageUp and PageDown move in the list, Enter takes the row they stand on, and OnSubmitted
// is told of Enter while they stand on none.
//
// Tab completes what was typed, as in a shell, once OnComplete is set, and goes through
// what a text can become. It moves on to the next widget from an empty text, from one that
// nobody has changed, and from one that is complete.
type Suggest struct {
	edit.Entry
	// OnComplete is asked how the text goes on. The answer is a call of
	// [Suggest.Complete], then or later.
	OnComplete func(text string)

	list    *List
	rows    suggestions
	settled string // the text that Tab leaves alone
	through bool   // whether Tab goes through the list
	mods    func() fyne.KeyModifier
}

// NewSuggest returns an empty entry with nothing to offer.
func NewSuggest(placeholder string, changed func(string)) *Suggest {
	s := &Suggest{mods: kit.Modifiers}
	s.Extend(s, placeholder, changed)
	s.list = NewList(&s.rows, kit.RowHeight)
	s.list.Single = true
	s.list.OnClick = s.choose
	s.list.OnOpen = s.choose
	return s
}

// List returns the list of what is offered.
func (s *Suggest) List() *List { return s.list }

// SetText puts in a text that Tab has nothing to add to.
func (s *Suggest) SetText(text string) {
	s.settled = text
	s.Entry.SetText(text)
}

// Offer shows other suggestions, with the keyboard on row cursor; -1 is none.
func (s *Suggest) Offer(list []Suggestion, cursor int) {
	s.rows, s.through = list, false
	s.list.forget()
	s.list.Reload()
	s.list.SetOffset(0)
	s.list.SetCursor(cursor)
}

// Offered returns what is offered.
func (s *Suggest) Offered() []Suggestion { return s.rows }

// Complete answers OnComplete: text takes the place of what was typed, and candidates are
// offered, of which there are several or none. more says that Tab can go on from there. An
// answer that changes nothing and offers nothing sends Tab on to the next widget.
func (s *Suggest) Complete(text string, candidates []Suggestion, more bool) {
	changed := text != s.Text
	s.Entry.SetText(text)
	s.CursorColumn = len([]rune(text))
	s.Refresh()
	if s.settled = text; more {
		s.settled = ""
	}
	s.Offer(candidates, -1)
	s.through = len(candidates) > 0
	if c := kit.CanvasOf(s); !changed && len(candidates) == 0 && c != nil && c.Focused() == fyne.Focusable(s) {
		c.FocusNext()
	}
}

// FocusGained shows the cursor.
func (s *Suggest) FocusGained() {
	s.Entry.FocusGained()
	kit.Reveal(s)
}

// AcceptsTab reports whether Tab has something to complete.
func (s *Suggest) AcceptsTab() bool {
	return s.mods() == 0 && (s.through || s.OnComplete != nil && s.Text != "" && s.Text != s.settled)
}

// TypedKey moves in the list, chooses and completes.
func (s *Suggest) TypedKey(ev *fyne.KeyEvent) {
	n, at := len(s.rows), s.list.Cursor()
	to := at
	switch ev.Name {
	case fyne.KeyTab:
		if s.through {
			s.list.SetCursor((at + 1) % n)
		} else {
			s.OnComplete(s.Text)
		}
		return
	case fyne.KeyUp:
		to--
	case fyne.KeyDown:
		to++
	case fyne.KeyPageUp:
		to -= s.list.view.Page()
	case fyne.KeyPageDown:
		to += s.list.view.Page()
	case fyne.KeyReturn, fyne.KeyEnter:
		if at >= 0 {
			s.choose(at)
			return
		}
	}
	if to != at && n > 0 {
		s.list.SetCursor(max(0, min(to, n-1)))
		return
	}
	s.Entry.TypedKey(ev)
}

// choose takes row i.
func (s *Suggest) choose(i int) {
	one := s.rows[i]
	if one.Choose != nil {
		one.Choose()
		return
	}
	s.Entry.SetText(one.Text)
	s.CursorColumn = len([]rune(one.Text))
	s.settled = ""
	s.Offer(nil, -1)
	if c := kit.CanvasOf(s); c != nil {
		c.Focus(s)
	}
}

// suggestions are the rows of the list.
type suggestions []Suggestion

func (r *suggestions) Len() int           { return len(*r) }
func (r *suggestions) Key(i int) string   { return strconv.Itoa(i) }
func (r *suggestions) Label(i int) string { return (*r)[i].Text }

func (r *suggestions) Find(key string) int {
	if i, err := strconv.Atoi(key); err == nil && i < len(*r) {
		return i
	}
	return -1
}

func (r *suggestions) Row(i int) Row {
	one := (*r)[i]
	name := Cell{Text: one.Label, Marks: one.Marks, Fill: true, Middle: true}
	if name.Text == "" {
		name.Text = one.Text
	}
	row := Row{Cells: []Cell{name}, Tip: name.Text}
	if one.Detail != "" {
		row.Cells = append(row.Cells, Cell{Text: one.Detail, Tone: kit.ColorMuted})
	}
	return row
}
