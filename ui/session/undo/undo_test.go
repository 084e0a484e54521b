package undo

import (
	"strings"
	"testing"

	"dossier/ui/session/message"
)

// world is a text that steps change.
type world struct {
	text string
	Stack
}

// text is the state of a world.
type text struct {
	w   *world
	was string
}

func (t text) Current() State { return text{t.w, t.w.text} }
func (t text) Restore()       { t.w.text = t.was }

// heavy is a state that weighs 100 000.
type heavy struct{ text }

func (h heavy) Current() State { return heavy{text{h.w, h.w.text}} }
func (h heavy) Weight() int    { return MaxWeight / 10 }

func (w *world) set(label, topic, next string) {
	w.Push(Step{Label: message.New(label, nil), Topic: topic, Old: text{w, w.text}})
	w.text = next
}

func (w *world) next() string {
	undo, redo := w.Next()
	return undo.Text + "/" + redo.Text
}

func TestLettersTypedOneAfterTheOtherAreOneStep(t *testing.T) {
	tests := []struct {
		name  string
		do    []string // "x" types x, "!" makes another change, "<" undoes, ">" redoes
		steps []string // texts that undo goes back through
	}{
		{"letters join", []string{"a", "b", "c"}, []string{""}},
		{"another change parts them", []string{"a", "!", "b"}, []string{"a!", "a", ""}},
		{"after an undo a new step begins", []string{"a", "!", "<", "b"}, []string{"a", ""}},
		{"after a redo a new step begins", []string{"a", "<", ">", "b"}, []string{"a", ""}},
		{"nothing typed is nothing to undo", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := &world{}
			for _, do := range tt.do {
				switch do {
				case "<":
					w.Undo()
				case ">":
					w.Redo()
				case "!":
					w.set("other", "", w.text+do)
				default:
					w.set("type", "typing", w.text+do)
				}
			}
			var steps []string
			for w.Undo() {
				steps = append(steps, w.text)
			}
			if got, want := strings.Join(steps, "|"), strings.Join(tt.steps, "|"); got != want || len(steps) != len(tt.steps) {
				t.Errorf("undo goes back through %q, want %q", steps, tt.steps)
			}
		})
	}
}

func TestAChangeEndsWhatCouldBeRedone(t *testing.T) {
	w := &world{}
	w.set("one", "", "a")
	w.Undo()
	if w.next() != "/one" || w.text != "" || !w.Empty() {
		t.Fatalf("after undo there is %q, and %s can be done", w.text, w.next())
	}
	turn := w.UndoVersion()
	w.set("two", "", "b")
	if w.next() != "two/" || w.UndoVersion() == turn {
		t.Errorf("undo and redo would do %s in turn %d", w.next(), w.UndoVersion())
	}
	if w.Redo() || w.text != "b" {
		t.Errorf("redo gave %q", w.text)
	}
}

func TestStepsOfSeveralKindsAreUndoneInTurn(t *testing.T) {
	one, two := &world{}, &world{}
	one.set("a", "", "x")
	one.Push(Step{Label: message.New("b", nil), Old: text{two, two.text}})
	two.text = "y"
	one.Undo()
	if one.text != "x" || two.text != "" {
		t.Fatalf("the first undo gives %q and %q", one.text, two.text)
	}
	one.Undo()
	if one.text != "" {
		t.Fatalf("the second undo gives %q", one.text)
	}
	one.Redo()
	one.Forget(func(s State) bool { return s.(text).w == one })
	if one.next() != "/b" {
		t.Errorf("without those of one, undo and redo would do %s", one.next())
	}
	one.Replace(func(s State) State { return text{two, "z"} })
	if one.Redo(); two.text != "z" {
		t.Errorf("redo gives %q", two.text)
	}
}

func TestBothAreOneStep(t *testing.T) {
	one, two := &world{}, &world{}
	one.Push(Step{Label: message.New("both", nil), Old: Both(text{one, "a"}, text{two, "b"})})
	one.Replace(func(s State) State { return text{s.(text).w, s.(text).was + "!"} })
	if one.Undo(); one.text != "a!" || two.text != "b!" {
		t.Errorf("undo gives %q and %q", one.text, two.text)
	}
	if one.Redo(); one.text != "" || two.text != "" {
		t.Errorf("redo gives %q and %q", one.text, two.text)
	}
}

func TestTypingThatLeadsBackIsNothingToUndo(t *testing.T) {
	w := &world{}
	w.set("type", "typing", "a")
	back := func(s State) bool { return s.(text).was == "" }
	for _, topic := range []string{"", "other"} {
		if w.Retract(topic, back) {
			t.Errorf("the step was retracted by the topic %q", topic)
		}
	}
	if w.Retract("typing", func(State) bool { return false }) {
		t.Error("the step was retracted though it leads elsewhere")
	}
	if !w.Retract("typing", back) || !w.Empty() {
		t.Error("the step is still there")
	}
}

func TestOldHeavyStepsAreForgotten(t *testing.T) {
	w := &world{}
	for range 30 {
		w.Push(Step{Label: message.New("heavy", nil), Old: heavy{text{w, ""}}})
		w.Push(Step{Label: message.New("light", nil), Old: text{w, ""}})
	}
	count := map[string]int{}
	for !w.Empty() {
		undo, _ := w.Next()
		count[undo.Text]++
		w.Undo()
	}
	if count["heavy"] != 10 || count["light"] != 30 {
		t.Errorf("%v steps are left", count)
	}
}

func TestHowFarAStateIs(t *testing.T) {
	w, other := &world{}, &world{}
	for _, next := range []string{"a", "b", "c"} {
		w.set(next, "", next)
	}
	ours := func(s State) bool { return s.(text).w == w }
	at := func(want string) func(State) bool {
		return func(s State) bool { return ours(s) && s.(text).was == want }
	}
	if got := w.StepsBack(ours, at("a")); got != 2 {
		t.Errorf("a is %d steps back, want 2", got)
	}
	w.Undo()
	if !w.LeadsForward(at("c")) || w.LeadsForward(at("b")) {
		t.Error("redo leads elsewhere")
	}
	w.Push(Step{Old: text{other, ""}})
	if got := w.StepsBack(ours, at("a")); got != 0 {
		t.Errorf("behind a step of another kind, a is %d steps back, want 0", got)
	}
}
