package session

import (
	"testing"

	"dossier/ui/session/projectfile"
)

func TestAProjectFileWithAMistakeIsMovedAside(t *testing.T) {
	const broken = "[presets.a]\nfiles = [\"a.txt\"]\n[oops\n"
	d := newDesk(t, map[string]string{"a.txt": "a\n", "dossier.toml": broken})
	if d.ProjectFile().Broken() == "" || d.ProjectFile().ReadOnly() == nil {
		t.Fatal("the mistake is not noticed")
	}
	d.Add([]string{"a.txt"})
	d.settle()
	d.ProjectFile().MoveAside()
	d.settle()
	if d.ProjectFile().Broken() != "" || d.ProjectFile().ReadOnly() != nil {
		t.Fatalf("it is still in the way: %v", d.messages)
	}
	if got := d.read("dossier.toml.broken-1"); got != broken {
		t.Errorf("what the person wrote became %q", got)
	}
	d.want("a.txt")
	d.ProjectFile().Save(projectfile.AskUser)
	d.settle()
	if d.ProjectFile().Modified() {
		t.Errorf("a new file is not begun: %v", d.messages)
	}
	d.stop()
	d.start()
	d.want("a.txt")

	// A file that can be understood stays where it is.
	d.ProjectFile().MoveAside()
	d.settle()
	if got := d.read("dossier.toml"); got == "" {
		t.Error("a good file was moved")
	}
}
