package notestab

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"dossier/models"
	"dossier/ui/features/notes"
)

// Typing a letter into one of a thousand notes of a kilobyte, until it is drawn.
func BenchmarkTyping(b *testing.B) {
	s := newStage(b)
	var list []models.Note
	for i := range 1000 {
		list = append(list, models.Note{Type: models.NoteCode, Content: fmt.Sprint(i) + strings.Repeat("\tif err != nil { return err } // a line\n", 25)})
	}
	notes.Of(s.Session()).Delay = time.Hour
	s.add(list...)
	s.tab.Focus()
	s.tab.list.SetCursor(3)
	s.tab.edit(3)
	b.ReportAllocs()
	for b.Loop() {
		s.typed("x")
		s.Drain()
	}
}
