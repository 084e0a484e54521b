package board

import (
	"fmt"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/ui/kit"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/kittest"
)

// words are rows of a name and an editable word.
type words struct {
	keys  []string
	words map[string]string
}

const cellWord = 7

func (w *words) Len() int         { return len(w.keys) }
func (w *words) Key(i int) string { return w.keys[i] }

func (w *words) Find(key string) int {
	for i, k := range w.keys {
		if k == key {
			return i
		}
	}
	return -1
}

func (w *words) Row(i int) Row {
	return Row{Cells: []Cell{{Text: w.keys[i], Width: 60}, {ID: cellWord, Text: w.words[w.keys[i]], Fill: true}}}
}

func TestACellIsTypedInItsPlace(t *testing.T) {
	type end struct {
		text string
		turn EditTurn
	}
	tests := []struct {
		name string
		do   func(l *List, e *editEntry, other fyne.Focusable, c fyne.Canvas)
		want []end
		back bool // whether the list has the focus afterwards
	}{
		{"Enter keeps", func(_ *List, e *editEntry, _ fyne.Focusable, _ fyne.Canvas) { kittest.Key(e, fyne.KeyReturn) }, []end{{"new", EditDone}}, true},
		{"Tab goes on", func(_ *List, e *editEntry, _ fyne.Focusable, _ fyne.Canvas) { kittest.Key(e, fyne.KeyTab) }, []end{{"new", EditNext}}, true},
		{"Shift+Tab goes back", func(_ *List, e *editEntry, _ fyne.Focusable, _ fyne.Canvas) {
			e.mods = func() fyne.KeyModifier { return fyne.KeyModifierShift }
			kittest.Key(e, fyne.KeyTab)
		}, []end{{"new", EditBack}}, true},
		{"Escape calls it off", func(_ *List, e *editEntry, _ fyne.Focusable, _ fyne.Canvas) { kittest.Key(e, fyne.KeyEscape) }, []end{{"new", EditOff}}, true},
		{"a click elsewhere keeps", func(_ *List, _ *editEntry, other fyne.Focusable, c fyne.Canvas) { c.Focus(other) }, []end{{"new", EditDone}}, false},
		{"scrolled away, it is kept", func(l *List, _ *editEntry, _ fyne.Focusable, _ fyne.Canvas) {
			l.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -9999)})
		}, []end{{"new", EditDone}}, true},
		{"a row that moves takes it along", func(l *List, e *editEntry, _ fyne.Focusable, _ fyne.Canvas) {
			r := l.rows.(*words)
			r.keys = append([]string{"first"}, r.keys...)
			l.Reload()
			if !l.Editing() || l.view.At(e.Position().Y+e.Size().Height/2) != 3 {
				t.Errorf("the entry is at row %d", l.view.At(e.Position().Y+e.Size().Height/2))
			}
			kittest.Key(e, fyne.KeyReturn)
		}, []end{{"new", EditDone}}, true},
		{"a row that is gone calls it off", func(l *List, _ *editEntry, _ fyne.Focusable, _ fyne.Canvas) {
			r := l.rows.(*words)
			r.keys = r.keys[3:]
			l.Reload()
		}, []end{{"new", EditOff}}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			begin(t)
			rows := &words{words: map[string]string{}}
			for i := range 100 {
				rows.keys = append(rows.keys, fmt.Sprintf("row %d", i))
			}
			rows.words["row 2"] = "old"
			l := NewList(rows, kit.RowHeight)
			other := edit.NewEntry("", nil)
			w := kittest.Show(t, container.NewBorder(nil, other, nil, nil, l), 300, 200)
			var got []end
			l.EditCell(2, cellWord, rows.words["row 2"], "a word", func(text string, turn EditTurn) { got = append(got, end{text, turn}) })
			if !l.Editing() {
				t.Fatal("nothing is edited")
			}
			e := l.edit.entry
			if w.Canvas().Focused() != fyne.Focusable(e) || e.SelectedText() != "old" {
				t.Fatalf("the entry has not the focus, or %q is selected", e.SelectedText())
			}
			test.Type(e, "new")
			tt.do(l, e, other, w.Canvas())
			if l.Editing() {
				t.Error("it is still edited")
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(end{})); diff != "" {
				t.Errorf("wrong ends (-want +got):\n%s", diff)
			}
			if has := w.Canvas().Focused() == fyne.Focusable(l); has != tt.back {
				t.Errorf("the list has the focus: %t", has)
			}
		})
	}
}

func TestOneEditFollowsAnother(t *testing.T) {
	begin(t)
	rows := &words{keys: []string{"a", "b"}, words: map[string]string{}}
	l := NewList(rows, kit.RowHeight)
	kittest.Show(t, l, 300, 200)
	got := ""
	l.EditCell(0, cellWord, "", "", func(text string, turn EditTurn) {
		got = text
		l.EditCell(1, cellWord, "", "", nil)
	})
	first := l.edit.entry
	test.Type(first, "x")
	kittest.Key(first, fyne.KeyTab)
	if got != "x" || !l.Editing() || l.edit.key != "b" {
		t.Errorf("got %q, and the next edit goes on: %t", got, l.Editing())
	}
	if n := countEntries(l); n != 1 {
		t.Errorf("%d entries are drawn", n)
	}
}

func countEntries(l *List) int {
	n := 0
	for _, o := range test.WidgetRenderer(l).Objects() {
		if _, ok := o.(*editEntry); ok {
			n++
		}
	}
	return n
}
