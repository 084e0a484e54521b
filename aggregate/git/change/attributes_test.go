package change

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Git calls a file binary by its attribute diff, and by its bytes unless the attribute is set.
func TestBinaryByAttribute(t *testing.T) {
	for _, attribute := range []string{"", "diff", "-diff", "!diff", "diff=astextplain", "diff=golang", "binary"} {
		t.Run(attribute, func(t *testing.T) {
			w := newWorld(t, 1)
			w.write(".gitattributes", "*.x "+attribute+"\n")
			w.write("bytes.x", "a\x00b\n")
			w.write("text.x", "a\n")
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "first")
			w.write("bytes.x", "a\x00c\n")
			w.write("text.x", "b\n")
			var want, got []string
			for line := range strings.Lines(w.git("diff", "--numstat")) {
				part := strings.Fields(line)
				want = append(want, fmt.Sprint(part[2], " ", part[0] == "-"))
			}
			for _, f := range w.changes(w.open(), "uncommitted").Files {
				got = append(got, fmt.Sprint(f.Path, " ", f.Content == Binary))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("binary files (-git +got):\n%s", diff)
			}
		})
	}
}

// A folder whose attributes file is not in the work tree has that of the index, as in git.
func TestAttributesOfTheIndex(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(w *world)
		folder string
		want   []string
	}{
		{name: "in the work tree", change: func(*world) {}, want: []string{"M lib/a.x (binary)", "M lib/b.x"}},
		{name: "deleted", change: func(w *world) { w.remove("lib/.gitattributes") }, want: []string{"D lib/.gitattributes", "M lib/a.x (binary)", "M lib/b.x"}},
		{name: "deleted, and not in the index", change: func(w *world) { w.git("rm", "-q", "lib/.gitattributes") }, want: []string{"D lib/.gitattributes", "M lib/a.x", "M lib/b.x"}},
		{name: "empty", change: func(w *world) { w.write("lib/.gitattributes", "") }, want: []string{"M lib/.gitattributes", "M lib/a.x", "M lib/b.x"}},
		{name: "not checked out", change: func(w *world) {
			w.git("sparse-checkout", "init", "--no-cone")
			w.git("sparse-checkout", "set", "/lib/*.x")
		}, want: []string{"M lib/a.x (binary)", "M lib/b.x"}},
		{name: "above the opened folder, and not in the index", folder: "lib/deep", change: func(w *world) {
			w.write("lib/.gitattributes", "*.y binary\n")
			w.write("lib/deep/a.y", "new\n")
		}, want: []string{"? a.y (binary)"}},
		{name: "above the opened folder", folder: "lib/deep", change: func(w *world) { w.write("lib/deep/a.x", "changed\n") }, want: []string{"M a.x (binary)"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 1)
			w.write("lib/.gitattributes", "a.x binary\n")
			for _, name := range []string{"lib/a.x", "lib/b.x", "lib/deep/a.x"} {
				w.write(name, "a\n")
			}
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "first")
			tt.change(w)
			if tt.folder == "" {
				w.write("lib/a.x", "changed\n")
				w.write("lib/b.x", "changed\n")
			}
			if diff := cmp.Diff(tt.want, states(t, openAt(t, filepath.Join(w.dir, tt.folder)), "uncommitted")); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if tt.folder != "" {
				return
			}
			var want []string // binary files
			for line := range strings.Lines(w.git("diff", "--numstat", "HEAD")) {
				if part := strings.Fields(line); part[0] == "-" {
					want = append(want, part[2])
				}
			}
			var got []string
			for _, f := range w.changes(w.open(), "uncommitted").Files {
				if f.Content == Binary {
					got = append(got, f.Path)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("binary files (-git +got):\n%s", diff)
			}
		})
	}
}

func (w *world) remove(name string) {
	w.t.Helper()
	if err := os.Remove(filepath.Join(w.dir, name)); err != nil {
		w.t.Fatal(err)
	}
}
