package session

import (
	"strings"
	"testing"

	"dossier/models"
	"dossier/ui/project"
)

// Undo is offered for what a message speaks of, and for nothing that was done since.
func TestUndoIsOfWhatTheMessageSpeaksOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		since func(d *desk)
		want  bool
	}{
		{"nothing was done since", func(d *desk) {}, true},
		{"something was said only", func(d *desk) { d.Snapshots().ToggleChanges() }, true},
		{"a file was added", func(d *desk) { d.Add([]string{"a.txt"}) }, false},
		{"letters were typed", func(d *desk) { d.SetInstruction("x") }, false},
		{"nothing was to be done again", func(d *desk) { d.Redo() }, true},
		{"it was taken back", func(d *desk) { d.Undo() }, false},
		{"it was taken back and done again", func(d *desk) { d.Undo(); d.Redo() }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"a.txt": "a", "b.txt": "b", "sub/c.txt": "c", "sub/d.txt": "d"})
			d.AddPattern("sub")
			d.Remove([]string{"sub/c.txt"}) // which is reported
			m := d.last()
			if !m.Undo {
				t.Fatalf("it says %+v", m)
			}
			tt.since(d)
			if got := d.CanUndo(m); got != tt.want {
				t.Errorf("undo is offered: %t, want %t", got, tt.want)
			}
		})
	}
}

func TestALateMessageDoesNotHideANewerOne(t *testing.T) {
	tests := []struct {
		name     string
		since    func(d *gated)
		notified bool
	}{
		{"nothing was done since", func(d *gated) {}, true},
		{"something was said", func(d *gated) { d.Snapshots().ToggleChanges() }, false},
		{"something was done", func(d *gated) { d.Add([]string{"a.txt"}) }, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newGated(t, map[string]string{"a.txt": "a", "sub/b.txt": "b"})
			d.AddPattern("sub")
			d.Presets().Save(project.PresetRef{Scope: models.ProjectScope, Name: "Sub"}, "")
			d.until("it is saved", func() bool { return !d.saves.Busy() })
			d.Clear()
			d.settle()
			open := d.shut()
			d.messages = nil
			d.Presets().Apply(d.Presets().In(models.ProjectScope)[0])
			tt.since(d)
			open()
			d.settle()
			notified := false
			for _, m := range d.messages {
				notified = notified || strings.HasPrefix(m.Text, "Applied ") || strings.Contains(m.Text, "applied {{.Name}}")
			}
			if notified != tt.notified {
				t.Errorf("it says that the preset was applied: %t, want %t: %v", notified, tt.notified, d.messages)
			}
		})
	}
}
