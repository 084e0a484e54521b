package prompts

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/session/sessiontest"
)

// saving is a project with a prompt that is part of the instruction.
type saving struct {
	*sessiontest.Desk
	*Part
}

func newSaving(t *testing.T) *saving {
	s := &saving{Desk: sessiontest.New(t, map[string]string{".dossier/prompts/terse.md": "Be terse.\n"})}
	s.Comp.Prompts = []string{"terse"}
	s.Part = New(s, s.Work, s.Work.Serial())
	return s
}

// save saves edits and does something meanwhile. It returns the error.
func (s *saving) save(meanwhile func(), edits ...Edit) (failed error) {
	s.TB.Helper()
	s.Save(edits, func(err error) { failed = err })
	meanwhile()
	s.Until("they are saved", func() bool { return !s.Saving() })
	return failed
}

func (s *saving) want(names ...string) {
	s.TB.Helper()
	if diff := cmp.Diff(names, s.Selected()); diff != "" {
		s.TB.Errorf("wrong prompts (-want +got):\n%s", diff)
	}
}

func edit(old, now string) Edit {
	prompt := func(name string) models.Prompt {
		return models.Prompt{Name: name, Text: "Be terse.\n", Scope: models.ProjectPrompt}
	}
	if old == "" {
		return Edit{Now: prompt(now)}
	}
	return Edit{Old: prompt(old), Now: prompt(now)}
}

// What is switched on while a prompt is renamed stays on.
func TestAPromptIsSwitchedOnWhileAnotherIsRenamed(t *testing.T) {
	s := newSaving(t)
	if err := s.save(func() { s.SetOn("plan", true) }, edit("terse", "short")); err != nil {
		t.Fatal(err)
	}
	s.want("short", "plan")
}

// Edits before one that fails are saved, and are no obstacle when all of them are saved again.
func TestEditsAreSavedAgainAfterAnError(t *testing.T) {
	s := newSaving(t)
	if err := s.save(func() {}, edit("terse", "short"), edit("", "a/b")); err == nil {
		t.Fatal("a wrong name is saved")
	}
	s.want("short")
	if err := s.save(func() {}, edit("terse", "short"), edit("", "ab")); err != nil {
		t.Fatal(err)
	}
	s.want("short")
	for _, name := range []string{"short", "ab"} {
		if _, err := os.Stat(filepath.Join(s.Dir, ".dossier", "prompts", name+".md")); err != nil {
			t.Error(err)
		}
	}
}
