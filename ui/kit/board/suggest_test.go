package board

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"

	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
)

// field is a Suggest in a window, followed by a button, that completes "pr".
type field struct {
	*Suggest
	canvas fyne.Canvas
	next   *kit.Button
	sent   string
}

func newField(t *testing.T) *field {
	begin(t)
	f := &field{Suggest: NewSuggest("", nil), next: kit.NewButton("next", nil)}
	f.OnSubmitted = func(text string) { f.sent = text }
	f.OnComplete = func(text string) {
		switch text {
		case "p":
			f.Complete("pr", nil, true)
		case "pr":
			f.Complete("pr", []Suggestion{{Text: "prelude"}, {Text: "project/"}}, false)
		case "pro":
			f.Complete("project/", nil, true)
		case "pre":
			f.Complete("prelude", nil, false)
		default:
			f.Complete(text, nil, false)
		}
	}
	w := kittest.Show(t, container.NewBorder(f.Suggest, f.next, nil, nil, f.List()), 300, 300)
	f.canvas = w.Canvas()
	f.canvas.Focus(f.Suggest)
	return f
}

// tab presses Tab like the driver.
func (f *field) tab() {
	if t, ok := f.canvas.Focused().(fyne.Tabbable); ok && t.AcceptsTab() {
		f.canvas.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyTab})
		return
	}
	f.canvas.FocusNext()
}

func TestTabCompletesAndThenMovesOn(t *testing.T) {
	tests := []struct {
		name    string
		set     string // set by the program
		typed   string
		tabs    int
		want    string
		offered int
		marked  string
		moved   bool
	}{
		{name: "an empty text has nothing to complete", tabs: 1, moved: true},
		{name: "nor has one that nobody changed", set: "pro", tabs: 1, want: "pro", moved: true},
		{name: "what is certain first", typed: "p", tabs: 1, want: "pr"},
		{name: "then what it can be", typed: "p", tabs: 2, want: "pr", offered: 2},
		{name: "which it goes through, round and round", typed: "p", tabs: 5, want: "pr", offered: 2, marked: "prelude"},
		{name: "a folder is gone into", typed: "pro", tabs: 1, want: "project/"},
		{name: "a file is complete", typed: "pre", tabs: 1, want: "prelude"},
		{name: "and Tab goes on from it", typed: "pre", tabs: 2, want: "prelude", moved: true},
		{name: "at once where nothing begins so", typed: "x", tabs: 1, want: "x", moved: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newField(t)
			f.SetText(tt.set)
			test.Type(f.Suggest, tt.typed)
			for range tt.tabs {
				f.tab()
			}
			if f.Text != tt.want || len(f.Offered()) != tt.offered {
				t.Errorf("the text is %q, with %d offered", f.Text, len(f.Offered()))
			}
			if at := f.List().Cursor(); at >= 0 && f.Offered()[at].Text != tt.marked || at < 0 && tt.marked != "" {
				t.Errorf("row %d is marked", at)
			}
			if moved := f.canvas.Focused() != f.Suggest; moved != tt.moved {
				t.Errorf("the focus moved: %t", moved)
			}
		})
	}
}

func TestWhatIsOfferedIsChosenFromTheEntry(t *testing.T) {
	chosen := ""
	offer := []Suggestion{{Text: "one"}, {Text: "two", Label: "the second", Detail: "a folder", Choose: func() { chosen = "two" }}, {Text: "three"}}
	down, up, enter := fyne.KeyDown, fyne.KeyUp, fyne.KeyReturn
	tests := []struct {
		name         string
		keys         []fyne.KeyName
		text, chosen string
		sent         string
	}{
		{"Enter is the dialog's until a row is marked", []fyne.KeyName{enter}, "typed", "", "typed"},
		{"Down marks the first", []fyne.KeyName{down, enter}, "one", "", ""},
		{"a row may do more than be put in", []fyne.KeyName{down, down, enter}, "typed", "two", ""},
		{"Up and Down stay within", []fyne.KeyName{down, down, down, down, up, up, up, enter}, "one", "", ""},
		{"what was put in is sent by the next Enter", []fyne.KeyName{fyne.KeyPageDown, enter, enter}, "three", "", "three"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newField(t)
			f.SetText("typed")
			f.Offer(offer, -1)
			chosen = ""
			kittest.Key(f.Suggest, tt.keys...)
			if f.Text != tt.text || chosen != tt.chosen || f.sent != tt.sent {
				t.Errorf("text %q, chosen %q, sent %q", f.Text, chosen, f.sent)
			}
			if f.canvas.Focused() != f.Suggest {
				t.Error("the keyboard left the entry")
			}
		})
	}
	t.Run("a click", func(t *testing.T) {
		f := newField(t)
		f.Offer(offer, -1)
		kittest.Mouse(f.List(), 40, kit.RowHeight/2, 0)
		if f.Text != "one" || f.canvas.Focused() != f.Suggest {
			t.Errorf("the text is %q, the keyboard in a %T", f.Text, f.canvas.Focused())
		}
	})
}
