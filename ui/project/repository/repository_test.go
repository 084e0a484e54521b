package repository

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/git/change"
	"dossier/presets"
	"dossier/ui/project"
)

// opened is a project in a repository with some commits and some changes.
func opened(t *testing.T) Git {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed; nothing can make a repository")
	}
	dir := t.TempDir()
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=a", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a", "GIT_AUTHOR_DATE=1700000000 +0000", "GIT_COMMITTER_DATE=1700000000 +0000"}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755), os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	git("init", "-q", "-b", "main")
	write("a.txt", "one\n")
	write("gone.txt", "one\ntwo\nthree\nfour\nfive\n")
	write("moved.txt", strings.Repeat("a line of the file\n", 9))
	write(".env", "TOKEN=old\n")
	git("add", "-A")
	git("commit", "-q", "-m", "Add the files")
	git("tag", "v1")
	git("checkout", "-q", "-b", "fix/login")
	write("a.txt", "one\ntwo\n")
	git("commit", "-q", "-a", "-m", "Fix the login")
	git("mv", "moved.txt", "new-name.txt")
	write("a.txt", "one\n2\n")
	write("new.txt", "new\n")
	write("staged.txt", "staged\n")
	write(".env", "TOKEN=new\n")
	git("add", "staged.txt")
	if err := os.Remove(filepath.Join(dir, "gone.txt")); err != nil {
		t.Fatal(err)
	}
	p, err := project.Open(dir, presets.Places{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return Of(p)
}

func TestStates(t *testing.T) {
	g := opened(t)
	states, err := g.States(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]change.State{
		"a.txt": change.Modified, "gone.txt": change.Deleted, "new-name.txt": change.Renamed, "new.txt": change.Untracked, "staged.txt": change.Added, ".env": change.Modified,
	}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for word, want := range map[string]int{"is:modified": 2, "is:added": 1, "is:untracked": 1, "is:deleted": 1, "is:renamed": 1, "is:conflicted": 0, "is:changed": 6} {
		fits, ok := ParseState(word)
		n := 0
		for _, s := range states {
			if ok && fits(s) {
				n++
			}
		}
		if n != want {
			t.Errorf("%s fits %d files, not %d", word, n, want)
		}
	}
	for _, word := range []string{"modified", "is:", "is:M", "is:lost"} {
		if _, ok := ParseState(word); ok {
			t.Errorf("%q is a state", word)
		}
	}
}

func TestNoRepository(t *testing.T) {
	p, err := project.Open(t.TempDir(), presets.Places{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if states, err := Of(p).States(t.Context()); len(states) != 0 || err != nil {
		t.Errorf("%v, %v", states, err)
	}
	if _, err := Of(p).Files(t.Context(), "uncommitted", 0); !errors.Is(err, change.ErrNone) {
		t.Errorf("error %v", err)
	}
}

// A file whose name is secret is named, with the reason, and its lines are not shown.
func TestFiles(t *testing.T) {
	r, err := opened(t).Files(t.Context(), "uncommitted", Tokens|Patches)
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		State, Path, Old, Named string
		Added, Removed          int
		Patch                   bool
	}
	var got []row
	for _, f := range r.Files {
		got = append(got, row{f.State, f.Path, f.OldPath, f.Named, f.Added, f.Removed, f.Patch != "" && f.Tokens > 0})
	}
	want := []row{
		{State: "modified", Path: ".env", Named: "withheld, because files of this name hold secrets", Added: 1, Removed: 1},
		{State: "modified", Path: "a.txt", Added: 1, Removed: 1, Patch: true},
		{State: "deleted", Path: "gone.txt", Removed: 5, Patch: true},
		{State: "renamed", Path: "new-name.txt", Old: "moved.txt", Patch: true},
		{State: "untracked", Path: "new.txt", Added: 1, Patch: true},
		{State: "added", Path: "staged.txt", Added: 1, Patch: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r.Added != 4 || r.Removed != 7 || r.Old == "" || r.New != "" {
		t.Errorf("in all +%d -%d from %q to %q", r.Added, r.Removed, r.Old, r.New)
	}
	if one, err := opened(t).Files(t.Context(), "branch", 0, "a.txt"); err != nil || len(one.Files) != 1 || one.Files[0].Added != 1 {
		t.Errorf("%+v, %v", one, err)
	}
}

// Files are read and counted several at a time, and their secrets are numbered in the order of the list.
func TestSecretsAreNumberedInOrder(t *testing.T) {
	g := opened(t)
	const n = 2*atOnce + 3
	for i := range n {
		text := fmt.Sprintf("token = \"ghp_%.18x\"\n", sha256.Sum256([]byte{byte(i)}))
		if err := os.WriteFile(filepath.Join(g.p.Root().Dir(), fmt.Sprintf("secret%03d.txt", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, err := g.Files(t.Context(), "uncommitted", Patches|Tokens)
	if err != nil {
		t.Fatal(err)
	}
	i := 0
	for _, f := range r.Files {
		if !strings.HasPrefix(f.Path, "secret") {
			continue
		}
		if i++; !strings.Contains(f.Patch, fmt.Sprintf("#%d]", i)) || strings.Contains(f.Patch, "ghp_") || f.Tokens == 0 {
			t.Errorf("%s, %d tokens:\n%s", f.Path, f.Tokens, f.Patch)
		}
	}
	if i != n {
		t.Errorf("%d files, not %d", i, n)
	}
}

// Revisions are read as far as they are asked for, and found by all words of a query.
func TestRevisions(t *testing.T) {
	g := opened(t)
	for query, want := range map[string]string{
		"":           "branch fix/login*, branch main, tag v1, commit Fix the login*, commit Add the files",
		"LOGIN fix":  "branch fix/login*, commit Fix the login*",
		"v1":         "tag v1",
		"ann add":    "branch main, tag v1, commit Add the files",
		"no such at": "",
	} {
		var got []string
		for r, err := range g.Revisions(t.Context(), query, AllRevisions) {
			if err != nil {
				t.Fatal(err)
			}
			name := r.Kind + " " + r.Name
			if r.Kind == "commit" {
				name = "commit " + r.Subject
			}
			if r.Head {
				name += "*"
			}
			got = append(got, name)
		}
		if diff := cmp.Diff(want, strings.Join(got, ", ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
	n := 0
	for range g.Revisions(t.Context(), "", AllRevisions) {
		if n++; n == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d revisions were read", n)
	}
}
