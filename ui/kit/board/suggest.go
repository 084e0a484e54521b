package board

import (
	"strconv"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
	"dossier/ui/kit/edit"
)

// Suggestion is a text offered by a [Suggest].
type Suggestion struct {
	Text   string   // the text that it puts into the entry
	Label  string   // shown in its row; "" means Text
	Detail string   // shown at the right of its row: where it comes from
	Marks  [][2]int // search matches in Label; see [Cell.Marks]
	// Choose is called instead of putting the text into the entry; may be nil.
	Choose func()
}

// Suggest is an entry with a list of suggested texts. The list is a separate widget, to be placed
// below the entry; the focus stays in the entry: Up, Down, PageUp and PageDown move in the list,
// Enter accepts the current row, and OnSubmitted is called for Enter without a current row.
//
// If OnComplete is set, Tab completes the text as in a shell, and cycles through the candidates.
// It moves to the next widget if the text is empty, unchanged, or complete.
type Suggest struct {
	edit.Entry
	// OnComplete is called to complete the text. The answer is a call of [Suggest.Complete],
	// immediately or later.
	OnComplete func(text string)

	list    *List
	rows    suggestions
	settled string // the text that Tab does not complete
	through bool   // Tab cycles through the list
	mods    func() fyne.KeyModifier
}

// NewSuggest returns an empty entry without suggestions.
func NewSuggest(placeholder string, changed func(string)) *Suggest {
	s := &Suggest{mods: kit.Modifiers}
	s.Extend(s, placeholder, changed)
	s.list = NewList(&s.rows, kit.RowHeight)
	s.list.Single = true
	s.list.OnClick = s.choose
	s.list.OnOpen = s.choose
	return s
}

// List returns the list of suggestions.
func (s *Suggest) List() *List { return s.list }

// SetText sets a text that Tab does not complete.
func (s *Suggest) SetText(text string) {
	s.settled = text
	s.Entry.SetText(text)
}

// Offer replaces the suggestions, with the cursor on row cursor; -1 is none.
func (s *Suggest) Offer(list []Suggestion, cursor int) {
	s.rows, s.through = list, false
	s.list.forget()
	s.list.Reload()
	s.list.SetOffset(0)
	s.list.SetCursor(cursor)
}

// Offered returns the suggestions.
func (s *Suggest) Offered() []Suggestion { return s.rows }

// Complete answers OnComplete: text replaces the typed text, and candidates, of which there are
// several or none, become the suggestions. more is set if Tab can continue from there. An answer
// without changes and candidates makes Tab move to the next widget.
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

// AcceptsTab reports whether there is something to complete.
func (s *Suggest) AcceptsTab() bool {
	return s.mods() == 0 && (s.through || s.OnComplete != nil && s.Text != "" && s.Text != s.settled)
}

// TypedKey moves in the list, accepts and completes.
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

// choose accepts row i.
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

func (r *suggestions) Find(key string) int { return FindKey(r, key) }

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
