package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"
	"dossier/ui/session/projectfile"
)

// contested is a window with an unsaved file, on a project file that another program then changed.
func contested(t *testing.T, theirs string) *stage {
	t.Helper()
	s := newStage(t, parttest.Places(t))
	dir := parttest.Folder(t, map[string]string{
		"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": "[project]\ninstruction = \"first\"\n[files]\nitems = [\"a.txt\"]\n",
	})
	s.Start(dir, false)
	s.Settle()
	s.session.Compose().Add([]string{"b.txt"})
	s.Settle()
	if _, ok := s.session.ProjectFile().Diverged(); ok || strings.Contains(s.everything(), changedByAnother()) {
		t.Fatal("there is a conflict before the file changed")
	}
	parttest.Write(t, filepath.Join(dir, presets.ProjectName), theirs)
	s.Until("the status bar reports it", func() bool {
		return s.status.notices.Visible() && strings.HasPrefix(s.status.notices.Text(), "dossier.toml was changed by another program")
	})
	return s
}

const (
	theirFiles       = "[project]\ninstruction = \"first\"\n[files]\nitems = [\"a.txt\", \"c.txt\"]\n"
	theirInstruction = "[project]\ninstruction = \"theirs\"\n[files]\nitems = [\"a.txt\"]\n"
)

// review opens the dialog from the status bar.
func (s *stage) review() {
	s.t.Helper()
	parttest.MenuItem(s.t, s.status.notices.menu(), "Review…").Action()
	if s.dialogs.Front() == nil {
		s.t.Fatal("no dialog opens")
	}
}

// projectFile is what the project file holds on the disk.
func (s *stage) projectFile() string {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.session.Dir(), presets.ProjectName))
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// answersOf are those of all answers that the dialog in front has.
func (s *stage) answersOf() []string {
	var have []string
	for _, text := range []string{"Cancel", "Show difference", "Take theirs", "Keep mine", "Both"} {
		if s.Button(text) != nil {
			have = append(have, text)
		}
	}
	return have
}

// inFront is all text of the dialog in front.
func (s *stage) inFront() string {
	return strings.Join(kittest.Texts(s.InFront()), " ") // lines that wrap are texts of their own
}

// Of a preset that another program has changed meanwhile, too, saving asks which one stays.
func TestAPresetThatChangedIsNotOverwrittenUnasked(t *testing.T) {
	const theirs = "[presets.one]\nfiles = [\"b.txt\"]\n"
	for answer, want := range map[string]string{"Cancel": theirs, "Take theirs": theirs, "Keep mine": "a.txt"} {
		s := newStage(t, parttest.Places(t))
		s.Start(parttest.Folder(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n", "dossier.toml": "[presets.one]\nfiles = []\n"}), false)
		s.Settle()
		s.session.Presets().Apply(s.session.Presets().In(models.ProjectScope)[0])
		s.session.Compose().Add([]string{"a.txt"})
		s.Settle()
		parttest.Write(t, filepath.Join(s.session.Dir(), presets.ProjectName), theirs)
		s.Until("the change is known", func() bool { _, ok := s.session.Presets().Diverged(); return ok })
		s.save()
		if !strings.Contains(s.inFront(), "Another program changed the preset one") || !s.Readable("a.txt") {
			t.Fatalf("the question is %q", s.inFront())
		}
		test.Tap(s.Button(answer))
		s.Until("the file holds what was chosen after "+answer, func() bool { return strings.Contains(s.projectFile(), want) })
	}
}

func TestAFileThatChangedIsReportedBeforeTheSave(t *testing.T) {
	s := contested(t, theirFiles)
	if tip := s.toolbar.saveTip(s.session.Presets().Target()); !strings.Contains(tip, "changed by another program") || !strings.Contains(tip, "saving asks which to keep") {
		t.Errorf("the button of saving says %q", tip)
	}
	s.review()
	if diff := cmp.Diff([]string{"Cancel", "Show difference", "Take theirs", "Keep mine"}, s.answersOf()); diff != "" {
		t.Errorf("the answers (-want +got):\n%s", diff)
	}
	if !s.Readable("Files") || !s.Readable("changed by both") {
		t.Error("the dialog does not name the part that both changed")
	}
	test.Tap(s.Button("Show difference"))
	for _, line := range []string{"b.txt", "c.txt"} {
		if !s.Readable(line) {
			t.Errorf("the difference does not show %s", line)
		}
	}
	s.key(fyne.KeyEscape, 0)
	s.key(fyne.KeyReturn, 0) // the safe answer
	if s.dialogs.Front() != nil || !strings.Contains(s.projectFile(), "c.txt") || !s.session.ProjectFile().Modified() {
		t.Error("Enter does more than close the dialog")
	}

	s.key(fyne.KeyS, ctrl)
	s.Until("the save asks the same", func() bool { return s.dialogs.Front() != nil })
	test.Tap(s.Button("Take theirs"))
	s.Settle()
	if got := s.session.Composition().Files; len(got) != 2 || got[1].Path != "c.txt" || s.session.ProjectFile().Modified() {
		t.Errorf("the files are %v", got)
	}
	if s.status.notices.Visible() && strings.Contains(s.status.notices.Text(), changedByAnother()) {
		t.Error("the notice stays")
	}
	s.undo()
	if got := s.session.Composition().Files; len(got) != 2 || got[1].Path != "b.txt" {
		t.Errorf("undo does not bring back what was unsaved: %v", got)
	}
}

func TestPartsThatDifferAreJoined(t *testing.T) {
	s := contested(t, theirInstruction)
	s.review()
	if s.Button("Both") == nil || !s.Readable("changed by you") || !s.Readable("changed by the other program") {
		t.Fatalf("the dialog offers %v", s.answersOf())
	}
	test.Tap(s.Button("Both"))
	s.Until("it is saved", func() bool { return !s.session.ProjectFile().Modified() })
	if disk := s.projectFile(); !strings.Contains(disk, "b.txt") || !strings.Contains(disk, "theirs") {
		t.Errorf("both are not saved:\n%s", disk)
	}
	if got := s.session.Composition(); got.Instruction != "theirs" || len(got.Files) != 2 {
		t.Errorf("%+v is put together", got)
	}
}

func TestMineIsKept(t *testing.T) {
	s := contested(t, theirFiles)
	s.review()
	test.Tap(s.Button("Keep mine"))
	s.Until("it is saved", func() bool { return !s.session.ProjectFile().Modified() })
	if disk := s.projectFile(); !strings.Contains(disk, "b.txt") || strings.Contains(disk, "c.txt") {
		t.Errorf("mine is not saved:\n%s", disk)
	}
}

// The text of the dialog names a button exactly where it is there.
func TestTheConflictNamesItsButtons(t *testing.T) {
	for _, theirs := range []string{theirFiles, theirInstruction} {
		s := contested(t, theirs)
		s.review()
		said := s.inFront()
		for _, name := range []string{"Take theirs", "Keep mine", "Both"} {
			if named := strings.Contains(said, "“"+name+"”"); named != (s.Button(name) != nil) {
				t.Errorf("named %t: %q in\n%s", named, name, said)
			}
		}
	}
}

// A part without a name of its own is called by its key.
func TestPartsOfTheProjectFileHaveNames(t *testing.T) {
	for key, want := range map[string]string{
		"files.items": "Files", "presets.api": "Preset api", "links.depth": "links.depth",
	} {
		if got := projectPart(key); got != want {
			t.Errorf("%s is called %q, want %q", key, got, want)
		}
	}
	if rows := differingLines(projectfile.Conflict{Parts: []presets.Divergence{{Key: "files.items", MineText: "a\nb", TheirsText: "a"}}}); len(rows) != 4 {
		t.Errorf("the difference is %+v", rows)
	}
}
