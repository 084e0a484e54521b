package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/presets"
	"dossier/ui/session/projectfile"
)

// Without the user's folders a project can be opened, edited, saved and copied; what cannot be
// stored is reported once, with the folder.
func TestWithoutState(t *testing.T) {
	for name, tt := range map[string]struct {
		places func(base string) presets.Places
		said   string
	}{
		"no home": {
			func(string) presets.Places { return presets.Places{} },
			"nothing can be saved: there is no folder for the state of this program; set ",
		},
		"a file in the way": {
			func(base string) presets.Places {
				file := filepath.Join(base, "file")
				return presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(file, "state"), Cache: filepath.Join(file, "cache")}
			},
			"nothing can be saved: $BASE/file/state cannot be used (mkdir $BASE/file: not a directory); fix it, or set ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := layDesk(t, map[string]string{"a.txt": "a\n", "b.txt": "b\n"})
			base := filepath.Dir(d.dir)
			if err := os.WriteFile(filepath.Join(base, "file"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			t.Chdir(t.TempDir())
			d.places = tt.places(base)
			d.start()
			d.Add([]string{"a.txt"})
			d.settle()
			d.ProjectFile().Save(projectfile.AskUser)
			d.settle()
			if got := d.read("dossier.toml"); !strings.Contains(got, "a.txt") {
				t.Errorf("saved is %q; said %v", got, d.messages)
			}
			d.Copy().Dossier()
			d.settle()
			if !strings.Contains(d.clip.text, "`a.txt`") {
				t.Errorf("copied is %q", d.clip.text)
			}
			for range 3 {
				d.Autosave().Start()
				d.until("it was kept", func() bool { return !d.writes.Busy() })
				for d.queue.RunOne() { // what came of it was handed over before
				}
			}
			// Of the list of recent projects, and of the session.
			if said := strings.ReplaceAll(d.said(), base, "$BASE"); strings.Count(said, "}"+tt.said) != 2 {
				t.Errorf("%q is not said twice in\n%s", tt.said, said)
			}
			if left, _ := os.ReadDir("."); len(left) > 0 {
				t.Errorf("%v was made where the program was started", left)
			}
			_ = d.Close() // says so again
		})
	}
}
