package session

import (
	"testing"

	"dossier/models"
)

// typed returns the composition that holds an instruction.
func typed(instruction string) models.Composition {
	return models.Composition{Instruction: instruction}
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
					u.push("other", "", now)
					now = typed(now.Instruction + do)
				default:
					u.push("type", "instruction", now)
					now = typed(now.Instruction + do)
				}
			}
			var steps []string
			for {
				var ok bool
				if now, _, ok = u.undo(now); !ok {
					break
				}
				steps = append(steps, now.Instruction)
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
	u.push("one", "", typed(""))
	now, _, _ := u.undo(typed("a"))
	if _, redo := u.next(); redo != "one" {
		t.Fatalf("redo would do %q", redo)
	}
	u.push("two", "", now)
	if undo, redo := u.next(); undo != "two" || redo != "" {
		t.Errorf("undo would take back %q, redo would do %q", undo, redo)
	}
}
