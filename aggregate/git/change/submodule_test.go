package change

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// withModule returns a world with the submodule sub, whose repository has the commits HEAD and HEAD~1.
func withModule(t *testing.T) *world {
	t.Helper()
	inner, w := newWorld(t, 1), newWorld(t, 2)
	for _, text := range []string{"one\n", "two\n"} {
		inner.write("f", text)
		inner.git("add", "-A")
		inner.git("commit", "-q", "-m", text)
	}
	w.write("a", "a\n")
	w.git("add", "-A")
	w.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "sub")
	w.git("commit", "-q", "-m", "with a submodule")
	return w
}

// A submodule that becomes a file, or a link, or the other way round, is a deletion and an addition with the
// texts of both, as in git.
func TestPatchBetweenSubmoduleAndFile(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(w *world)
		named  []string
	}{
		{name: "a file", change: func(w *world) { w.write("sub", "a text\nof a file\n") }},
		{name: "an empty file", change: func(w *world) { w.write("sub", "") }},
		{name: "a link", change: func(w *world) {
			if err := os.Symlink("a", filepath.Join(w.dir, "sub")); err != nil {
				t.Skip(err)
			}
		}},
		{name: "a binary file", change: func(w *world) { w.write("sub", "\x00") }, named: []string{"T sub (binary)"}},
		{name: "another commit", change: func(w *world) {
			w.git("clone", "-q", filepath.Join(w.dir, ".git/modules/sub"), "sub")
			w.git("-C", "sub", "checkout", "-q", "HEAD~1")
		}},
		{name: "nothing", change: func(*world) {}},
		{name: "a folder of files", change: func(w *world) { w.write("sub/f", "f\n") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := withModule(t)
			first := strings.TrimSpace(w.git("rev-parse", "HEAD"))
			if err := os.RemoveAll(filepath.Join(w.dir, "sub")); err != nil {
				t.Fatal(err)
			}
			tt.change(w)
			w.checkUnstaged()
			w.git("rm", "-q", "--cached", "sub")
			w.git("add", "-A")
			w.git("commit", "-q", "--allow-empty", "-m", "second")
			second := strings.TrimSpace(w.git("rev-parse", "HEAD"))
			for _, way := range [][2]string{{first, second}, {second, first}} {
				s := w.changes(w.open(), way[0]+".."+way[1])
				patch, named := w.patchOf(s)
				if diff := cmp.Diff(tt.named, named); diff != "" {
					t.Errorf("files without a patch (-want +got):\n%s", diff)
				}
				if want := strings.ReplaceAll(w.git("diff", "--abbrev=10", way[0], way[1]), strings.Repeat("0", 10), strings.Repeat("0", 7)); len(named) == 0 && patch != want {
					t.Errorf("the patch differs (-git +got):\n%s", cmp.Diff(want, patch))
				}
				w.applies(s, way[0], strings.TrimSpace(w.git("rev-parse", way[1]+"^{tree}")))
			}
		})
	}
}

// A file that becomes a repository is a submodule for git.
func TestRepositoryInPlaceOfFile(t *testing.T) {
	w := withModule(t)
	if err := os.Remove(filepath.Join(w.dir, "a")); err != nil {
		t.Fatal(err)
	}
	w.checkUnstaged()
	w.git("clone", "-q", filepath.Join(w.dir, ".git/modules/sub"), "a")
	w.checkUnstaged()
	from := strings.TrimSpace(w.git("rev-parse", "HEAD"))
	s := w.changes(w.open(), "uncommitted")
	w.git("add", "-A")
	w.applies(s, from, strings.TrimSpace(w.git("write-tree")))
}

// checkUnstaged compares the states of files with git diff --name-status.
func (w *world) checkUnstaged() {
	w.t.Helper()
	want, got := []string{}, []string{}
	for line := range strings.Lines(w.git("diff", "--name-status", "--ignore-submodules=dirty")) {
		want = append(want, strings.Replace(strings.TrimSpace(line), "\t", " ", 1))
	}
	for _, f := range w.changes(w.open(), "unstaged").Files {
		if f.State != Untracked {
			got = append(got, string(rune(f.State))+" "+f.Path)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Errorf("unstaged (-git +got):\n%s", diff)
	}
}

// The content of a submodule counts in the status, as in git, and not among the changes, which git add would
// not store.
func TestContentOfSubmodules(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(w *world)
		want   []string
	}{
		{name: "nothing", change: func(*world) {}},
		{name: "a modified file", change: func(w *world) { w.write("sub/f", "changed\n") }, want: []string{" m sub"}},
		{name: "a staged file", change: func(w *world) { w.write("sub/n", "new\n"); w.git("-C", "sub", "add", "n") }, want: []string{" m sub"}},
		{name: "an untracked file", change: func(w *world) { w.write("sub/n", "new\n") }, want: []string{" ? sub"}},
		{name: "both", change: func(w *world) { w.write("sub/n", "new\n"); w.write("sub/f", "changed\n") }, want: []string{" m sub"}},
		{name: "another commit too", change: func(w *world) { w.git("-C", "sub", "checkout", "-q", "HEAD~1"); w.write("sub/n", "new\n") }, want: []string{" M sub"}},
		{name: "a submodule in it", change: func(w *world) { w.nested(); w.write("sub/inner/f", "changed\n") }, want: []string{" M sub"}},
		{name: "a submodule in it, committed", change: func(w *world) {
			w.nested()
			w.git("commit", "-q", "-a", "-m", "nested")
			w.write("sub/inner/f", "changed\n")
		}, want: []string{" m sub"}},
		{name: "an untracked file of a submodule in it", change: func(w *world) {
			w.nested()
			w.git("commit", "-q", "-a", "-m", "nested")
			w.write("sub/inner/n", "new\n")
		}, want: []string{" ? sub"}},
		{name: "ignored in .gitmodules", change: func(w *world) {
			w.git("config", "-f", ".gitmodules", "submodule.sub.ignore", "dirty")
			w.git("commit", "-q", "-a", "-m", "ignore")
			w.write("sub/f", "changed\n")
		}},
		{name: "untracked files ignored in the configuration", change: func(w *world) {
			w.git("config", "submodule.sub.ignore", "untracked")
			w.write("sub/n", "new\n")
		}},
		{name: "everything ignored", change: func(w *world) {
			w.git("config", "submodule.sub.ignore", "all")
			w.git("-C", "sub", "checkout", "-q", "HEAD~1")
		}},
		{name: "ignored in all", change: func(w *world) {
			w.git("config", "diff.ignoreSubmodules", "dirty")
			w.write("sub/f", "changed\n")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := withModule(t)
			tt.change(w)
			s, err := w.open().Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var got, want []string
			for _, f := range s.Files {
				letter := string(rune(f.Disk))
				switch f.Content {
				case modifiedContent:
					letter = "m"
				case untrackedContent:
					letter = "?"
				}
				got = append(got, " "+letter+" "+f.Path)
			}
			for line := range strings.Lines(w.git("status", "--short")) {
				want = append(want, strings.TrimSuffix(line, "\n"))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("status (-git +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("status (-want +got):\n%s", diff)
			}
			commit := slices.Equal(got, []string{" M sub"})
			if changes := w.changes(w.open(), "unstaged").Files; len(changes) > 0 != commit {
				t.Errorf("%d changes, of a commit: %t", len(changes), commit)
			}
		})
	}
}

// nested adds a submodule to the submodule.
func (w *world) nested() {
	w.git("-c", "protocol.file.allow=always", "-C", "sub", "submodule", "add", "-q", filepath.Join(w.dir, ".git/modules/sub"), "inner")
	w.git("-C", "sub", "commit", "-q", "-a", "-m", "nested")
}
