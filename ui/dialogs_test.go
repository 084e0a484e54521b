package ui

import (
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A project file that sends dossiers to a folder which other programs act on is asked
// about: Enter writes nothing, the other button allows the folder and writes.
func TestWriteAsksForAnUnusualOutputFolder(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"a.txt": "a\n", "dossier.toml": "[project]\nnamespace = \"acme\"\n[files]\nitems = [\"a.txt\"]\n[output]\ndir = \".github\"\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, tempPlaces(t))
	s.Start(dir, false)
	s.settle()
	s.key(fyne.KeyW, ctrl|shift)
	s.until("the person is asked", func() bool { return s.dialog != nil })
	s.key(fyne.KeyReturn, 0)
	if _, err := os.Stat(filepath.Join(dir, ".github")); err == nil || s.dialog != nil {
		t.Fatal("the folder was made although the person did not agree")
	}
	s.key(fyne.KeyW, ctrl|shift)
	s.until("the person is asked again", func() bool { return s.dialog != nil })
	button := find(s, "Allow and write")
	if button == nil {
		t.Fatal("there is no button")
	}
	test.Tap(button)
	s.until("the dossier is written", func() bool { return s.session.Written() == ".github/acme_001.md" })
	s.key(fyne.KeyW, ctrl|shift)
	s.until("the next one is written without a question", func() bool { return s.session.Written() == ".github/acme_002.md" })
}
