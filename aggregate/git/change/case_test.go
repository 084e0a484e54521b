package change

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Git on Windows and macOS sets core.ignorecase: a tracked file that the disk lists in another case is
// the tracked one. Without the setting they are two files, as on Linux.
func TestNamesInAnotherCase(t *testing.T) {
	for _, tt := range []struct {
		name     string
		change   func(w *world)
		want     []string
		wantWith []string // with core.ignorecase
	}{
		{
			name:   "a file",
			change: func(w *world) { w.move("Readme.md", "README.md") },
			want:   []string{"?README.md", "DReadme.md"}, wantWith: []string{},
		},
		{
			name: "a file that also differs",
			change: func(w *world) {
				w.move("Readme.md", "README.md")
				w.write("README.md", "other\n")
			},
			want: []string{"?README.md", "DReadme.md"}, wantWith: []string{"MReadme.md"},
		},
		{
			name:   "a folder",
			change: func(w *world) { w.move("Src", "src") },
			want:   []string{"DSrc/a.go", "DSrc/deep/b.go", "?src/a.go", "?src/deep/b.go"}, wantWith: []string{},
		},
		{
			name:   "letters beyond ASCII",
			change: func(w *world) { w.move("Übersicht.txt", "übersicht.txt") },
			want:   []string{"DÜbersicht.txt", "?übersicht.txt"}, wantWith: []string{},
		},
		{
			name:   "one of two that a checkout on Linux has",
			change: func(w *world) { _ = os.Remove(filepath.Join(w.dir, "makefile")) },
			want:   []string{"Dmakefile"}, wantWith: []string{"Mmakefile"},
		},
		{
			name:   "an untracked file is one",
			change: func(w *world) { w.write("README", "x\n") },
			want:   []string{"?README"}, wantWith: []string{"?README"},
		},
		{
			name: "a file that a pattern in another case ignores",
			change: func(w *world) {
				w.write(".gitignore", "*.LOG\n")
				w.write("a.log", "x\n")
			},
			want: []string{"?.gitignore", "?a.log"}, wantWith: []string{"?.gitignore"},
		},
		{
			name:   "a deleted file is one",
			change: func(w *world) { _ = os.Remove(filepath.Join(w.dir, "Readme.md")) },
			want:   []string{"DReadme.md"}, wantWith: []string{"DReadme.md"},
		},
	} {
		for _, ignoring := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, ignoring case %t", tt.name, ignoring), func(t *testing.T) {
				w := newWorld(t, 1)
				for name, text := range map[string]string{"Readme.md": "read\n", "Src/a.go": "a\n", "Src/deep/b.go": "b\n", "Übersicht.txt": "ü\n", "Makefile": "one\n", "makefile": "two\n"} {
					w.write(name, text)
				}
				w.git("config", "core.ignorecase", "false") // while they are added
				w.git("add", "-A")
				w.git("commit", "-q", "-m", "one")
				w.git("config", "core.ignorecase", fmt.Sprint(ignoring))
				tt.change(w)
				s, err := w.open().Status(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				got := []string{}
				for _, f := range s.Files {
					got = append(got, string(rune(f.State()))+f.Path)
				}
				want := tt.want
				if ignoring {
					want = tt.wantWith
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("wrong status (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func (w *world) move(from, to string) {
	w.t.Helper()
	if err := os.Rename(filepath.Join(w.dir, from), filepath.Join(w.dir, to)); err != nil {
		w.t.Fatal(err)
	}
}
