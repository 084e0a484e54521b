package history

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate/git"
)

// repo is a repository that git makes.
type repo struct {
	t   testing.TB
	dir string
	n   int
}

func newRepo(t testing.TB, args ...string) *repo {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: nothing can make a repository")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	r := &repo{t: t, dir: dir}
	r.git(append([]string{"init", "-q", "-b", "main"}, args...)...)
	return r
}

func (r *repo) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	r.n++
	when := fmt.Sprintf("%d +0100", 1_700_000_000+60*r.n)
	cmd.Env = []string{
		"HOME=" + r.dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "PATH=" + os.Getenv("PATH"),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a > b", "GIT_COMMITTER_EMAIL=a@example.com",
		"GIT_AUTHOR_DATE=" + when, "GIT_COMMITTER_DATE=" + when,
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// commit writes files, or removes those without a text, and commits.
func (r *repo) commit(message string, files map[string]string) {
	r.t.Helper()
	for name, text := range files {
		file := filepath.Join(r.dir, name)
		if text == "" {
			if err := os.RemoveAll(file); err != nil {
				r.t.Fatal(err)
			}
			continue
		}
		write(r.t, file, text)
	}
	r.git("add", "-A")
	r.git("commit", "-q", "-m", message)
}

func write(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (r *repo) read(dir string) *History {
	r.t.Helper()
	found, ok := git.Discover(dir)
	if !ok {
		r.t.Fatal("no repository")
	}
	return new(History).Update(r.t.Context(), found)
}

// story makes a repository with what a history can hold.
func story(t testing.TB) *repo {
	r := newRepo(t)
	long := strings.Repeat("a line that does not change\n", 400)
	r.commit("first", map[string]string{"a.go": long + "1", "lib/b.go": "1", "lib/deep/c.go": "1"})
	r.commit("two together\n\nand why", map[string]string{"a.go": long + "2", "lib/b.go": "2"})
	wide := map[string]string{}
	for i := range MaxPaths + 1 {
		wide[fmt.Sprintf("wide/%d.go", i)] = "1"
	}
	r.commit("wide", wide)
	r.git("checkout", "-q", "-b", "side")
	r.commit("on a side", map[string]string{"lib/deep/c.go": "2"})
	r.git("checkout", "-q", "main")
	r.commit("a file becomes a folder", map[string]string{"lib/b.go": ""})
	r.commit("a file becomes a folder, really", map[string]string{"lib/b.go/x.go": "1", "lib/b-c.go": "1"})
	r.git("merge", "-q", "--no-edit", "side")
	r.commit("last", map[string]string{"a.go": long + "3", "ü.go": "1"})
	return r
}

func said(h *History) []string {
	var out []string
	for _, c := range h.Commits() {
		first, _, _ := strings.Cut(c.Message, "\n")
		out = append(out, first+": "+strings.Join(c.Paths, " "))
	}
	return out
}

var wantEntries = []string{
	"last: a.go ü.go",
	"Merge branch 'side': ",
	"a file becomes a folder, really: lib/b-c.go lib/b.go/x.go",
	"a file becomes a folder: lib/b.go",
	"on a side: lib/deep/c.go",
	"wide: ",
	"two together: a.go lib/b.go",
	"first: a.go lib/b.go lib/deep/c.go",
}

func TestAHistoryIsReadFromLooseObjectsAndPacks(t *testing.T) {
	r := story(t)
	check := func(name, dir string) {
		t.Helper()
		h := r.read(dir)
		if got := said(h); !slices.Equal(got, wantEntries) {
			t.Errorf("%s: the history is\n%s", name, strings.Join(got, "\n"))
		}
		for i, c := range h.Commits() {
			if c.Time < 1_700_000_000 || i > 0 && c.Time > h.Commits()[i-1].Time {
				t.Errorf("%s: %s is of %d", name, c.Message, c.Time)
			}
		}
	}
	check("loose", r.dir)
	check("from a folder of it", filepath.Join(r.dir, "lib"))
	r.git("repack", "-q", "-a", "-d", "-f", "--depth=50")
	r.git("pack-refs", "--all")
	check("packed", r.dir)
	r.git("-c", "pack.indexVersion=1", "repack", "-q", "-a", "-d", "-f")
	check("packed with an index of version 1", r.dir)
	r.git("repack", "-q", "-a", "-d", "-f")
	r.git("worktree", "add", "-q", "elsewhere", "side")
	if got := said(r.read(filepath.Join(r.dir, "elsewhere"))); len(got) != 4 || got[0] != wantEntries[4] {
		t.Errorf("in a linked work tree the history is %q", got)
	}
	r.git("checkout", "-q", "--detach")
	check("without a branch", r.dir)
}

func TestAHistoryIsKeptAndReadOn(t *testing.T) {
	r := story(t)
	file := filepath.Join(t.TempDir(), "kept", "history")
	first := r.read(r.dir)
	if err := first.Save(file); err != nil {
		t.Fatal(err)
	}
	found, _ := git.Discover(r.dir)
	kept := Load(file)
	if !reflect.DeepEqual(kept, first) {
		t.Errorf("kept is\n%v\nnot\n%v", kept, first)
	}
	if kept.Update(t.Context(), found) != kept {
		t.Error("where nothing is new there is a new history")
	}
	// What is known already is not read again: the folders are gone.
	for tree := range strings.FieldsSeq(r.git("log", "--format=%T", "HEAD~1")) {
		if err := os.Remove(filepath.Join(r.dir, ".git/objects", tree[:2], tree[2:])); err != nil {
			t.Fatal(err)
		}
	}
	r.commit("new", map[string]string{"n.go": "1"})
	next := kept.Update(t.Context(), found)
	if got := said(next); !slices.Equal(got, append([]string{"new: n.go"}, wantEntries...)) {
		t.Errorf("the history is\n%s", strings.Join(got, "\n"))
	}
	if got := said(new(History).Update(t.Context(), found)); slices.Equal(got, wantEntries) {
		t.Error("the folders are not gone")
	}
}

func TestAHistoryThatIsCutShortIsReadOn(t *testing.T) {
	r := story(t)
	found, _ := git.Discover(r.dir)
	ended, end := context.WithCancel(t.Context())
	end()
	h := new(History).Update(ended, found)
	if len(h.Commits()) != 0 {
		t.Errorf("without time the history is %q", said(h))
	}
	if got := said(h.Update(t.Context(), found)); !slices.Equal(got, wantEntries) {
		t.Errorf("later the history is\n%s", strings.Join(got, "\n"))
	}
}

func TestAShallowHistoryEnds(t *testing.T) {
	r := story(t)
	shallow := filepath.Join(t.TempDir(), "shallow")
	r.git("clone", "-q", "--depth=2", "file://"+filepath.ToSlash(r.dir), shallow)
	if got := said(r.read(shallow)); len(got) < 2 || got[0] != wantEntries[0] || len(got) >= len(wantEntries) {
		t.Errorf("the history is\n%s", strings.Join(got, "\n"))
	}
}

func TestAHistoryOfSHA256(t *testing.T) {
	r := newRepo(t, "--object-format=sha256")
	r.commit("first", map[string]string{"a": "1", "b": "1"})
	r.commit("second", map[string]string{"b": "2"})
	want := []string{"second: b", "first: a b"}
	h := r.read(r.dir)
	if got := said(h); !slices.Equal(got, want) {
		t.Errorf("loose, the history is %q", got)
	}
	if kept := decode(h.append(nil)); !reflect.DeepEqual(kept, h) {
		t.Errorf("kept is %v, not %v", kept, h)
	}
	r.git("repack", "-q", "-a", "-d", "-f")
	if got := said(r.read(r.dir)); !slices.Equal(got, want) {
		t.Errorf("packed, the history is %q", got)
	}
}

// What cannot be read is no history, and no error.
func TestWhatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		name   string
		args   []string // of git init
		damage func(*repo)
	}{
		{name: "no commit", args: []string{}, damage: nil},
		{name: "HEAD names a file outside", damage: func(r *repo) {
			r.commit("x", map[string]string{"a": "1"})
			write(r.t, filepath.Join(r.dir, "outside"), r.git("rev-parse", "HEAD"))
			write(r.t, filepath.Join(r.dir, ".git/HEAD"), "ref: refs/../../outside\n")
		}},
		{name: "HEAD names itself", damage: func(r *repo) {
			r.commit("x", map[string]string{"a": "1"})
			write(r.t, filepath.Join(r.dir, ".git/HEAD"), "ref: refs/heads/main")
			write(r.t, filepath.Join(r.dir, ".git/refs/heads/main"), "ref: refs/heads/main")
		}},
		{name: "the objects are elsewhere", damage: func(r *repo) {
			r.commit("x", map[string]string{"a": "1"})
			elsewhere := filepath.Join(r.t.TempDir(), "objects")
			if err := os.Rename(filepath.Join(r.dir, ".git/objects"), elsewhere); err != nil {
				r.t.Fatal(err)
			}
			if err := os.Symlink(elsewhere, filepath.Join(r.dir, ".git/objects")); err != nil {
				r.t.Skip(err)
			}
		}},
		{name: "alternates", damage: func(r *repo) {
			r.commit("x", map[string]string{"a": "1"})
			elsewhere := filepath.Join(r.t.TempDir(), "objects")
			if err := os.Rename(filepath.Join(r.dir, ".git/objects"), elsewhere); err != nil {
				r.t.Fatal(err)
			}
			write(r.t, filepath.Join(r.dir, ".git/objects/info/alternates"), elsewhere+"\n")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRepo(t, c.args...)
			if c.damage != nil {
				c.damage(r)
			}
			if got := said(r.read(r.dir)); len(got) != 0 {
				t.Errorf("the history is %q", got)
			}
			if h := new(History).Update(t.Context(), git.Repository{Root: r.dir, Refused: "/etc"}); len(h.Commits()) != 0 {
				t.Errorf("of a folder that is refused the history is %q", said(h))
			}
		})
	}
}

func TestAKeptHistoryThatIsDamagedIsNone(t *testing.T) {
	body := new(History).append(nil)
	r := story(t)
	whole := r.read(r.dir).append(nil)
	file := filepath.Join(t.TempDir(), "history")
	for i := range len(whole) {
		damaged := bytes.Clone(whole[:i])
		if i%2 == 0 {
			damaged = bytes.Clone(whole)
			damaged[i] ^= 0xff
		}
		if h := decode(damaged); len(h.commits) > MaxCommits {
			t.Fatal("too many commits")
		}
	}
	if h := decode(body); h.complete || len(h.commits) != 0 {
		t.Errorf("an empty one is %v", h)
	}
	write(t, file, "something else")
	if h := Load(file); len(h.Commits()) != 0 {
		t.Errorf("of another file the history is %v", h)
	}
}
