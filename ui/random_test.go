package ui

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fyne.io/fyne/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Whatever the user does, the focus is never on something invisible, which keys would change unseen,
// and everything that was done to the composition can be undone and redone. parttest's canvas reports an
// invisible object that gets the focus; here an object must not have it any longer when it becomes invisible.
func TestRandomActs(t *testing.T) {
	for seed := range uint64(6) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := sample(t)
			random := rand.New(rand.NewPCG(seed, 1))
			before := s.session.Composition()
			var done []string
			for range 200 {
				s.closeAll()
				name, do := s.randomAct(random)
				done = append(done, name)
				do()
				s.WaitIdle()
				if o, ok := s.Focused().(fyne.CanvasObject); ok && !isVisible(o) {
					t.Errorf("the focused %T is invisible", o)
				}
				if t.Failed() {
					t.Fatalf("after %q", done)
				}
			}
			s.closeAll()
			s.leaveEditors()
			for s.session.Redo() {
				s.WaitIdle()
			}
			after, steps := s.session.Composition(), 0
			for ; s.session.Undo(); steps++ {
				s.WaitIdle()
			}
			if diff := cmp.Diff(before, s.session.Composition(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("after %q and %d undos (-want +got):\n%s", done, steps, diff)
			}
			for s.session.Redo() {
				s.WaitIdle()
			}
			if diff := cmp.Diff(after, s.session.Composition(), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("after %q and all redone (-want +got):\n%s", done, diff)
			}
		})
	}
}

// closeAll closes the dialog and the menu that are open.
func (s *stage) closeAll() {
	if s.dialogs.Front() == nil && s.win.Canvas().Overlays().Top() == nil {
		return
	}
	s.Press(fyne.KeyEscape)
	s.WaitIdle()
	if overlays := s.win.Canvas().Overlays(); s.dialogs.Front() == nil && overlays.Top() != nil {
		overlays.Remove(overlays.Top())
	}
}

// randomAct returns something that a user can do: another size of the window, a key, a letter or an enabled command.
func (s *stage) randomAct(random *rand.Rand) (name string, do func()) {
	keys := []fyne.KeyName{
		fyne.KeyDown, fyne.KeyUp, fyne.KeySpace, fyne.KeyReturn, fyne.KeyRight, fyne.KeyLeft, fyne.KeyTab,
		fyne.KeyHome, fyne.KeyEnd, fyne.KeyDelete, fyne.KeyF10,
	}
	key := keys[random.IntN(len(keys))]
	switch random.IntN(12) {
	case 0:
		return "a narrow window", func() { s.win.Resize(fyne.NewSize(800, 600)) }
	case 1:
		return "a wide window", func() { s.win.Resize(fyne.NewSize(1280, 800)) }
	case 2:
		return "Escape", func() { s.key(fyne.KeyEscape, 0) }
	case 3, 4:
		if s.Focused() != nil {
			return string(key), func() { s.Focused().TypedKey(&fyne.KeyEvent{Name: key}) }
		}
	case 5, 6:
		return string(key) + " in the tree", func() {
			s.visibleTree().Focus()
			s.Focused().TypedKey(&fyne.KeyEvent{Name: key})
		}
	case 7:
		if letter := 'a' + rune(random.IntN(26)); s.Focused() != nil {
			return string(letter), func() { s.Focused().TypedRune(letter) }
		}
	}
	for {
		c := s.commandList[random.IntN(len(s.commandList))]
		if c.id != "" && c.id != "quit" && (c.why == nil || c.why(s.Window) == "") {
			return c.id, func() { c.run(s.Window) }
		}
	}
}
