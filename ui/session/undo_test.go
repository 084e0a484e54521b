package session

import (
	"testing"

	"dossier/models"
	"dossier/ui/session/message"
)

// typed returns the moment at which an instruction is there.
func typed(instruction string) moment {
	return moment{comp: models.Composition{Instruction: instruction}}
}

func TestLettersTypedOneAfterTheOtherAreOneStep(t *testing.T) {
	tests := []struct {
		name  string
		do    []string // "x" types x, "!" makes another change, "<" undoes, ">" redoes
		steps []string // instructions that undo goes back through
	}{
		{"letters join", []string{"a", "b", "c"}, []string{""}},
		{"another change parts them", []string{"a", "!", "b"}, []string{"a!", "a", ""}},
		{"after an undo a new step begins", []string{"a", "!", "<", "b"}, []string{"a", ""}},
		{"after a redo a new step begins", []string{"a", "<", ">", "b"}, []string{"a", ""}},
		{"nothing typed is nothing to undo", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var u undoStack
			now := typed("")
			for _, do := range tt.do {
				switch do {
				case "<":
					now, _, _ = u.undo(now)
				case ">":
					now, _, _ = u.redo(now)
				case "!":
					u.push(step{label: message.New("other", nil), was: now})
					now = typed(now.comp.Instruction + do)
				default:
					u.push(step{label: message.New("type", nil), topic: "instruction", was: now})
					now = typed(now.comp.Instruction + do)
				}
			}
			var steps []string
			for {
				var ok bool
				if now, _, ok = u.undo(now); !ok {
					break
				}
				steps = append(steps, now.comp.Instruction)
			}
			if len(steps) != len(tt.steps) {
				t.Fatalf("undo goes back through %q, want %q", steps, tt.steps)
			}
			for i := range steps {
				if steps[i] != tt.steps[i] {
					t.Errorf("undo goes back through %q, want %q", steps, tt.steps)
				}
			}
		})
	}
}

func TestAChangeEndsWhatCouldBeRedone(t *testing.T) {
	var u undoStack
	u.push(step{label: message.New("one", nil), was: typed("")})
	now, _, _ := u.undo(typed("a"))
	if _, redo := u.next(); redo.Text != "one" {
		t.Fatalf("redo would do %q", english(redo))
	}
	u.push(step{label: message.New("two", nil), was: now})
	if undo, redo := u.next(); undo.Text != "two" || redo.Text != "" {
		t.Errorf("undo would take back %q, redo would do %q", english(undo), english(redo))
	}
}

func TestStepsOfTwoKindsAreTakenBackInTurn(t *testing.T) {
	talk := func(name string) models.Discussions { return models.Discussions{Active: name} }
	var u undoStack
	now := moment{talk: talk("a")}
	u.push(step{label: message.New("use b", nil), talks: true, was: now})
	now.talk = talk("b")
	u.push(step{label: message.New("type", nil), was: now})
	now.comp.Instruction = "x"

	now, done, _ := u.undo(now)
	if done.talks || now.comp.Instruction != "" || now.talk.Active != "b" {
		t.Fatalf("the first undo gives %+v", now)
	}
	now, done, _ = u.undo(now)
	if !done.talks || now.talk.Active != "a" {
		t.Fatalf("the second undo gives %+v", now)
	}
	now, _, _ = u.redo(now)
	if now.talk.Active != "b" {
		t.Fatalf("redo gives %+v", now)
	}
	u.forgetTalk()
	if undo, redo := u.next(); undo.Text != "" || redo.Text != "type" {
		t.Errorf("without the discussions undo would take back %q and redo would do %q", english(undo), english(redo))
	}
}

func TestOldStepsOfLongDiscussionsAreForgotten(t *testing.T) {
	long := models.Discussions{List: []models.Discussion{{Name: "main", History: make([]models.Entry, 100_000)}}}
	var u undoStack
	for range 30 {
		u.push(step{label: message.New("type", nil), talks: true, was: moment{talk: long}})
		u.push(step{label: message.New("click", nil)})
	}
	talks, clicks := 0, 0
	for _, s := range u.past {
		if s.talks {
			talks++
		} else {
			clicks++
		}
	}
	if talks != 10 || clicks != 30 {
		t.Errorf("%d steps of the discussion and %d of the composition are left", talks, clicks)
	}
}
