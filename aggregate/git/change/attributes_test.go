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

// Line endings are converted as git add does. It decides by the text in the index.
func TestConversionOfLineEndings(t *testing.T) {
	texts := map[string]string{
		"lines": "a\nb\n", "returns": "a\r\nb\r\n", "mixed": "a\r\nb\n", "a lone return": "a\rb\nc\r\n", "a lone return, no others": "a\rb\n",
		"binary": "a\r\n\x00\r\n",
	}
	for _, setting := range []string{"core.autocrlf=input", "core.autocrlf=true", "text=auto", "text"} {
		t.Run(setting, func(t *testing.T) {
			w := newWorld(t, 1)
			each := func(write func(name, committed, now string)) {
				for committed, first := range texts {
					for now, second := range texts {
						write(committed+" to "+now, first, second)
					}
				}
			}
			each(func(name, committed, _ string) { w.write(name, committed) })
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "first")
			if name, value, _ := strings.Cut(setting, "="); name == "core.autocrlf" {
				w.git("config", name, value)
			} else {
				w.write(".git/info/attributes", "* "+setting+"\n")
			}
			each(func(name, _, now string) { w.write(name, now); w.write("new "+name, now) })
			got := raw(w.changes(w.open(), "uncommitted"))
			w.git("add", "-A")
			if diff := cmp.Diff(parseRaw(w.git("diff", "--cached", "--raw", "-z", "--no-abbrev", "-M")), got); diff != "" {
				t.Errorf("uncommitted (-git +got):\n%s", diff)
			}
		})
	}
}

// Of a range that begins at another commit, too, the text in the index decides.
func TestConversionByTheIndex(t *testing.T) {
	w := newWorld(t, 1)
	for _, text := range []string{"a\r\nb\r\n", "a\nb\n"} {
		w.write("f", text)
		w.git("add", "-A")
		w.git("commit", "-q", "-m", "x")
	}
	w.git("config", "core.autocrlf", "input")
	w.write("f", "a\r\nc\r\n")
	s := w.changes(w.open(), "HEAD~1")
	if _, new, err := s.Texts(t.Context(), s.Files[0]); new != "a\nc\n" || err != nil {
		t.Errorf("the new text is %q, %v", new, err)
	}
}
