package change

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A file whose content cannot be converted, because a filter would have to run or it is too large, is
// unchanged if its bytes are those of the index. Otherwise the status says that it is not certain.
func TestFilesThatAreNotConverted(t *testing.T) {
	large := func(w *world, last string) { w.sized("f", hashLimit+1, last) }
	for _, tt := range []struct {
		name, attributes string
		make, change     func(w *world)
		status           []string
		changes          []string // of "unstaged"
	}{
		{
			name: "a pointer of a filter", attributes: "f filter=lfs",
			make: func(w *world) { w.write("f", "pointer\n") }, change: func(w *world) { w.write("f", "pointer\n") },
			status: []string{}, changes: []string{},
		},
		{
			name: "the content of a filter", attributes: "f filter=lfs",
			make: func(w *world) { w.write("f", "pointer\n") }, change: func(w *world) { w.write("f", "content\n") },
			status:  []string{"M f (its content goes through the filter lfs, which is not run)"},
			changes: []string{"M f (its content goes through the filter lfs, which is not run)"},
		},
		{
			name: "the mode of a pointer", attributes: "f filter=lfs",
			make: func(w *world) { w.write("f", "pointer\n") }, change: func(w *world) { _ = os.Chmod(filepath.Join(w.dir, "f"), 0o755) },
			status: []string{"M f"}, changes: []string{"M f"},
		},
		{
			name: "ident", attributes: "f ident",
			make: func(w *world) { w.write("f", "$Id$\n") }, change: func(w *world) { w.write("f", "$Id$\n") },
			status: []string{}, changes: []string{},
		},
		{
			name: "an encoding", attributes: "f working-tree-encoding=latin1",
			make: func(w *world) { w.write("f", "ascii\n") }, change: func(w *world) { w.write("f", "ascii\n") },
			status: []string{}, changes: []string{},
		},
		{
			name: "a large file", attributes: "f -text",
			make: func(w *world) { large(w, "a") }, change: func(w *world) { large(w, "a") },
			status: []string{}, changes: []string{},
		},
		{
			name: "a large file with other bytes", attributes: "f -text",
			make: func(w *world) { large(w, "a") }, change: func(w *world) { large(w, "b") },
			status: []string{"M f"}, changes: []string{"M f (more than 1 MiB)"},
		},
		{
			name: "a large file with other bytes, which would be converted", attributes: "f text",
			make: func(w *world) { large(w, "a") }, change: func(w *world) { large(w, "b") },
			status:  []string{"M f (it is too large to be compared)"},
			changes: []string{"M f (it is too large to be compared)"},
		},
		{
			name: "a file that has become large", attributes: "f -text",
			make: func(w *world) { w.write("f", "a\n") }, change: func(w *world) { w.sized("f", MaxText+1, "a") },
			status: []string{"M f"}, changes: []string{"M f (more than 1 MiB)"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 1)
			w.write(".gitattributes", tt.attributes+"\n")
			tt.make(w)
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "first")
			tt.change(w)
			past := time.Unix(1_600_000_000, 0)
			if err := os.Chtimes(filepath.Join(w.dir, "f"), past, past); err != nil {
				t.Fatal(err)
			}
			s, err := w.open().Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			got := []string{}
			for _, f := range s.Files {
				line := string(rune(f.State())) + " " + f.Path
				if f.Why != "" {
					line += " (" + f.Why + ")"
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(tt.status, got); diff != "" {
				t.Errorf("status (-want +got):\n%s", diff)
			}
			if clean := strings.TrimSpace(w.git("status", "--porcelain")) == ""; clean != (len(got) == 0) {
				t.Errorf("git calls it unchanged: %t", clean)
			}
			if diff := cmp.Diff(tt.changes, states(t, w.open(), "unstaged")); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
		})
	}
}

// sized writes a file of zeroes that ends with a text.
func (w *world) sized(name string, size int64, last string) {
	w.t.Helper()
	w.write(name, "")
	file, err := os.OpenFile(filepath.Join(w.dir, name), os.O_RDWR, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteAt([]byte(last), size-int64(len(last))); err != nil {
		w.t.Fatal(err)
	}
}
