package change

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/disk"
)

// states renders what has changed since HEAD on a line each.
func states(t testing.TB, r *Repository, rng string) []string {
	t.Helper()
	parsed, err := ParseRange(rng)
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Changes(t.Context(), parsed)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, f := range s.Files {
		line := fmt.Sprintf("%c %s", f.State, f.Path)
		if f.Why != "" {
			line += " (" + f.Why + ")"
		}
		out = append(out, line)
	}
	return out
}

// TestFormats opens repositories of each form that git stores them in. Each is read right, or
// gives one sentence that names the way out.
// inTables stores the refs of a world's repository in the reftable format: main, and side, which is its parent. The table is what git refs migrate --ref-format=reftable makes of them; git writes such tables since 2.45.
func inTables(t *testing.T, w *world) *world {
	t.Helper()
	w.git("branch", "side", "HEAD~1")
	if err := os.RemoveAll(filepath.Join(w.dir, ".git", "refs", "heads")); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(filepath.Join(w.dir, ".git", "reftable"), os.DirFS("testdata/reftable")); err != nil {
		t.Fatal(err)
	}
	w.write(".git/HEAD", "ref: refs/heads/.invalid\n")
	w.write(".git/config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefstorage = reftable\n")
	return w
}

func TestFormats(t *testing.T) {
	base := func(t *testing.T, args ...string) *world {
		w := newWorld(t, 3, args...)
		w.write("a.txt", "one\ntwo\n")
		w.write("lib/b.txt", "b\n")
		w.write("far/c.txt", "c\n")
		w.git("add", "-A")
		w.git("commit", "-q", "-m", "first")
		w.write("a.txt", "one\ntwo\nthree\n")
		w.git("commit", "-q", "-a", "-m", "second")
		return w
	}
	for _, tt := range []struct {
		name string
		make func(t *testing.T) string // returns the folder
		rng  string                    // empty: uncommitted
		want []string
		err  string // in the sentence
	}{
		{name: "loose objects", make: func(t *testing.T) string { return base(t).dir }, rng: "HEAD^!", want: []string{"M a.txt"}},
		{name: "SHA-256", make: func(t *testing.T) string { return base(t, "--object-format=sha256").dir }, rng: "HEAD^!", want: []string{"M a.txt"}},
		{name: "packs with deltas", rng: "HEAD~1..", want: []string{"M a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("repack", "-q", "-a", "-d", "-f")
			w.git("prune-packed", "-q")
			return w.dir
		}},
		{name: "a pack index of version 1", rng: "HEAD~1..", want: []string{"M a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("-c", "pack.indexVersion=1", "repack", "-q", "-a", "-d")
			w.git("prune-packed", "-q")
			return w.dir
		}},
		{name: "a pack index of version 1 and SHA-256", rng: "HEAD~1..", want: []string{"M a.txt"}, make: func(t *testing.T) string {
			w := base(t, "--object-format=sha256")
			w.git("-c", "pack.indexVersion=1", "repack", "-q", "-a", "-d")
			w.git("prune-packed", "-q")
			return w.dir
		}},
		{name: "a multi-pack index whose packs have no index of their own", rng: "HEAD~1..", want: []string{"M a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("repack", "-q", "-a", "-d")
			w.git("multi-pack-index", "write")
			indexes, err := filepath.Glob(filepath.Join(w.dir, ".git/objects/pack/*.idx"))
			if err != nil || len(indexes) == 0 {
				t.Fatal("there is no pack")
			}
			for _, name := range indexes {
				if err := os.Remove(name); err != nil {
					t.Fatal(err)
				}
			}
			return w.dir
		}},
		{name: "branches without a common commit in a shallow clone", rng: "origin/side...HEAD", err: "git fetch --unshallow", make: func(t *testing.T) string {
			w := base(t)
			w.git("checkout", "-q", "-b", "side")
			w.git("commit", "-q", "--allow-empty", "-m", "on the side")
			w.git("checkout", "-q", "main")
			w.git("commit", "-q", "--allow-empty", "-m", "third")
			clone := filepath.Join(t.TempDir(), "clone")
			w.git("clone", "-q", "--depth=1", "--no-single-branch", "file://"+w.dir, clone)
			return clone
		}},
		{name: "branches without a common commit", rng: "side...HEAD", err: "there is no commit in common of side and HEAD", make: func(t *testing.T) string {
			w := base(t)
			w.git("checkout", "-q", "--orphan", "side")
			w.git("commit", "-q", "-m", "another first")
			w.git("checkout", "-q", "main")
			return w.dir
		}},
		{name: "a damaged ref by HEAD", rng: "HEAD~1", err: "the ref refs/heads/main is damaged; git fsck says more", make: func(t *testing.T) string {
			w := base(t)
			w.write(".git/refs/heads/main", "x\n")
			return w.dir
		}},
		{name: "a damaged ref by a branch", rng: "main..", err: "the ref refs/heads/main is damaged; git fsck says more", make: func(t *testing.T) string {
			w := base(t)
			w.write(".git/refs/heads/main", "x\n")
			return w.dir
		}},
		{name: "a damaged ref by the default branch", rng: "branch", err: "the ref refs/heads/main is damaged; git fsck says more", make: func(t *testing.T) string {
			w := base(t)
			w.write(".git/refs/heads/main", "x\n")
			return w.dir
		}},
		{name: "alternates inside", rng: "HEAD~1..", want: []string{"M a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			if err := os.Rename(filepath.Join(w.dir, ".git/objects"), filepath.Join(w.dir, ".git/store")); err != nil {
				t.Fatal(err)
			}
			w.write(".git/objects/info/alternates", "../store\n")
			return w.dir
		}},
		{name: "alternates outside", rng: "HEAD~1..", err: "git repack -a -d", make: func(t *testing.T) string {
			w := base(t)
			clone := filepath.Join(t.TempDir(), "clone")
			w.git("clone", "-q", "--shared", w.dir, clone)
			return clone
		}},
		{name: "a linked work tree", make: func(t *testing.T) string {
			w := base(t)
			linked := filepath.Join(t.TempDir(), "linked")
			w.git("worktree", "add", "-q", linked, "HEAD~1")
			if err := os.WriteFile(filepath.Join(linked, "a.txt"), []byte("changed\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			return linked
		}, want: []string{"M a.txt"}},
		{name: "a work tree of another checkout", err: "does not belong to this checkout", make: func(t *testing.T) string {
			w := base(t)
			stolen := t.TempDir()
			if err := os.WriteFile(filepath.Join(stolen, ".git"), []byte("gitdir: "+w.dir+"/.git\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			return stolen
		}},
		{name: "a submodule whose commit has changed", want: []string{"M sub (a submodule)"}, make: func(t *testing.T) string {
			inner, w := base(t), base(t)
			w.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "sub")
			w.git("commit", "-q", "-m", "sub")
			w.git("-C", "sub", "checkout", "-q", "HEAD~1")
			return w.dir
		}},
		{name: "in a submodule", rng: "HEAD~1..", want: []string{"M a.txt"}, make: func(t *testing.T) string {
			inner, w := base(t), base(t)
			w.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.dir, "sub")
			return filepath.Join(w.dir, "sub")
		}},
		{name: "a shallow clone, up to its boundary", rng: "HEAD~1..", err: "git fetch --unshallow", make: func(t *testing.T) string {
			w := base(t)
			clone := filepath.Join(t.TempDir(), "clone")
			w.git("clone", "-q", "--depth=1", "file://"+w.dir, clone)
			return clone
		}},
		{name: "a commit at the boundary of a shallow clone", rng: "HEAD^!", err: "git fetch --unshallow", make: func(t *testing.T) string {
			w := base(t)
			clone := filepath.Join(t.TempDir(), "clone")
			w.git("clone", "-q", "--depth=1", "file://"+w.dir, clone)
			return clone
		}},
		{name: "a partial clone: missing objects are named", rng: "HEAD~1..", want: []string{"M a.txt (the object is missing: %s is not in this repository; this is a partial clone, and git fetches missing objects when one of its own commands needs them)"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("config", "uploadpack.allowFilter", "true")
			clone := filepath.Join(t.TempDir(), "clone")
			w.git("clone", "-q", "--filter=blob:none", "file://"+w.dir, clone)
			return clone
		}},
		{name: "reftable", rng: "side...", want: []string{"M a.txt"}, make: func(t *testing.T) string { return inTables(t, base(t)).dir }},
		{name: "a damaged reftable", err: "it is damaged; git refs verify says more", make: func(t *testing.T) string {
			w := inTables(t, base(t))
			w.write(".git/reftable/tables.list", "bad.ref\n")
			w.write(".git/reftable/bad.ref", "REFT\x01")
			return w.dir
		}},
		{name: "an extension that is not known", err: `"frobnicate"`, make: func(t *testing.T) string {
			w := base(t)
			w.write(".git/config", "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tfrobnicate = yes\n")
			return w.dir
		}},
		{name: "an unborn branch", want: []string{"? a.txt"}, make: func(t *testing.T) string {
			w := newWorld(t, 3)
			w.write("a.txt", "a\n")
			return w.dir
		}},
		{name: "an unborn branch with staged files", rng: "staged", want: []string{"A a.txt"}, make: func(t *testing.T) string {
			w := newWorld(t, 3)
			w.write("a.txt", "a\n")
			w.git("add", "a.txt")
			return w.dir
		}},
		{name: "a detached HEAD", want: []string{"? new.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("checkout", "-q", "--detach", "HEAD~1")
			w.write("new.txt", "n\n")
			return w.dir
		}},
		{name: "a sparse checkout", want: []string{"M lib/b.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("sparse-checkout", "set", "lib")
			w.write("lib/b.txt", "changed\n")
			return w.dir
		}},
		{name: "a sparse index", want: []string{"M lib/b.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("sparse-checkout", "set", "--cone", "--sparse-index", "lib")
			w.write("lib/b.txt", "changed\n")
			return w.dir
		}},
		{name: "a file that a sparse checkout skips and that is there", want: []string{"M a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("sparse-checkout", "init", "--no-cone")
			w.git("sparse-checkout", "set", "lib/")
			w.write("a.txt", "changed\n")
			return w.dir
		}},
		{name: "files that the user has git skip, or take for unchanged", want: []string{}, make: func(t *testing.T) string {
			w := base(t)
			w.git("update-index", "--skip-worktree", "a.txt")
			w.git("update-index", "--assume-unchanged", "lib/b.txt")
			w.write("a.txt", "changed\n")
			w.write("lib/b.txt", "changed\n")
			return w.dir
		}},
		{name: "an index of version 4", want: []string{"M a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("update-index", "--index-version", "4")
			w.write("a.txt", "changed\n")
			return w.dir
		}},
		{name: "a split index", want: []string{"A n.txt", "M a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("update-index", "--split-index")
			w.write("a.txt", "changed\n")
			w.write("n.txt", "new\n")
			w.git("add", "-A")
			return w.dir
		}},
		{name: "core.autocrlf: line ends alone are no change", want: []string{}, make: func(t *testing.T) string {
			w := base(t)
			w.git("config", "core.autocrlf", "true")
			w.write("a.txt", "one\r\ntwo\r\nthree\r\n")
			return w.dir
		}},
		{name: "eol=crlf of .gitattributes", want: []string{"? .gitattributes"}, make: func(t *testing.T) string {
			w := base(t)
			w.write(".gitattributes", "*.txt text eol=crlf\n")
			w.write("a.txt", "one\r\ntwo\r\nthree\r\n")
			return w.dir
		}},
		{name: "binary and linguist-generated of .gitattributes", want: []string{"? .gitattributes", "M a.txt (binary)", "M lib/b.txt (generated)"}, make: func(t *testing.T) string {
			w := base(t)
			w.write(".gitattributes", "a.txt binary\nlib/** linguist-generated\n")
			w.write("a.txt", "changed\n")
			w.write("lib/b.txt", "changed\n")
			return w.dir
		}},
		{name: "a Go file that is generated, and one with the remark in a template", want: []string{"? made.go (generated)", "? tmpl.go"}, make: func(t *testing.T) string {
			w := base(t)
			w.write("made.go", "// Code generated by foo. DO NOT EDIT.\n\npackage a\n")
			w.write("tmpl.go", "package a\n\nconst head = `\n// Code generated by foo. DO NOT EDIT.\n`\n")
			return w.dir
		}},
		{name: "a filter is not run", want: []string{"? .gitattributes", "M a.txt (its content goes through the filter lfs, which is not run)"}, make: func(t *testing.T) string {
			w := base(t)
			w.write(".gitattributes", "*.txt filter=lfs\n")
			w.write("a.txt", "changed\n")
			return w.dir
		}},
		{name: "a huge file", want: []string{"? huge.txt (more than 1 MiB)"}, make: func(t *testing.T) string {
			w := base(t)
			w.write("huge.txt", strings.Repeat("0123456789\n", 100_000))
			return w.dir
		}},
		{name: "a huge file in a commit", rng: "HEAD^!", want: []string{"M huge.txt (more than 1 MiB)"}, make: func(t *testing.T) string {
			w := base(t)
			for _, size := range []int{90_000, 100_000} {
				w.write("huge.txt", strings.Repeat("0123456789\n", size))
				w.git("add", "-A")
				w.git("commit", "-q", "-m", "huge")
			}
			return w.dir
		}},
		{name: "a huge file in a pack, as a delta", rng: "HEAD^!", want: []string{"M huge.txt (more than 1 MiB)"}, make: func(t *testing.T) string {
			w := base(t)
			for _, size := range []int{90_000, 100_000} {
				w.write("huge.txt", strings.Repeat("0123456789\n", size))
				w.git("add", "-A")
				w.git("commit", "-q", "-m", "huge")
			}
			w.git("repack", "-a", "-d", "-f", "-q")
			return w.dir
		}},
		{name: "modes", want: []string{"M a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			if err := os.Chmod(filepath.Join(w.dir, "a.txt"), 0o755); err != nil {
				t.Fatal(err)
			}
			return w.dir
		}},
		{name: "modes that core.fileMode ignores", want: []string{}, make: func(t *testing.T) string {
			w := base(t)
			w.git("config", "core.fileMode", "false")
			if err := os.Chmod(filepath.Join(w.dir, "a.txt"), 0o755); err != nil {
				t.Fatal(err)
			}
			return w.dir
		}},
		{name: "a file that has become a link", want: []string{"T a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			if err := os.Remove(filepath.Join(w.dir, "a.txt")); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("lib/b.txt", filepath.Join(w.dir, "a.txt")); err != nil {
				t.Skip(err)
			}
			return w.dir
		}},
		{name: "a link that leads out of the repository is not followed", want: []string{"? out"}, make: func(t *testing.T) string {
			w := base(t)
			if err := os.Symlink("/etc", filepath.Join(w.dir, "out")); err != nil {
				t.Skip(err)
			}
			return w.dir
		}},
		{name: "a merge in progress", want: []string{"U a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("checkout", "-q", "-b", "side", "HEAD~1")
			w.write("a.txt", "other\n")
			w.git("commit", "-q", "-a", "-m", "side")
			w.try("", nil, "merge", "-q", "main")
			return w.dir
		}},
		{name: "a rebase in progress", want: []string{"U a.txt"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("checkout", "-q", "-b", "side", "HEAD~1")
			w.write("a.txt", "other\n")
			w.git("commit", "-q", "-a", "-m", "side")
			w.try("", nil, "rebase", "-q", "main")
			return w.dir
		}},
		{name: "a repository in the repository", want: []string{"? inner/ (it is a repository of its own)"}, make: func(t *testing.T) string {
			w := base(t)
			w.git("init", "-q", "inner")
			w.write("inner/x", "x\n")
			return w.dir
		}},
		{name: "no repository", err: ErrNone.Error(), make: func(t *testing.T) string { return t.TempDir() }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := exec.LookPath("git"); err != nil {
				t.Skip("git is not installed; nothing can make a repository")
			}
			dir, err := filepath.EvalSymlinks(tt.make(t))
			if err != nil {
				t.Fatal(err)
			}
			if tt.rng == "" {
				tt.rng = "uncommitted"
			}
			if tt.err != "" {
				if err := openFails(t, dir, tt.rng); err == nil || !strings.Contains(err.Error(), tt.err) || strings.Contains(err.Error(), "\n") {
					t.Fatalf("error %v, want one sentence with %q", err, tt.err)
				}
				return
			}
			got := states(t, openAt(t, dir), tt.rng)
			for i, want := range tt.want {
				if before, after, ok := strings.Cut(want, "%s"); ok && i < len(got) && strings.HasPrefix(got[i], before) && strings.HasSuffix(got[i], after) {
					tt.want[i] = got[i]
				}
			}
			slices.Sort(got)
			slices.Sort(tt.want)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// openFails returns why a repository cannot be opened or compared.
func openFails(t *testing.T, dir, rng string) error {
	t.Helper()
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	r, err := Open(context.Background(), root, Options{Environ: func(string) string { return "" }})
	if err != nil {
		return err
	}
	defer r.Close()
	parsed, err := ParseRange(rng)
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Changes(t.Context(), parsed)
	return err
}

// TestOperation names what git has begun.
func TestOperation(t *testing.T) {
	w := newWorld(t, 1)
	w.write("a", "1\n")
	w.git("add", "-A")
	w.git("commit", "-q", "-m", "1")
	w.git("checkout", "-q", "-b", "side")
	w.write("a", "2\n")
	w.git("commit", "-q", "-a", "-m", "2")
	w.git("checkout", "-q", "main")
	w.write("a", "3\n")
	w.git("commit", "-q", "-a", "-m", "3")
	for _, begin := range []string{"merge", "rebase", "cherry-pick", "revert"} {
		of := "side"
		if begin == "revert" {
			of = "HEAD~1"
		}
		w.try("", nil, begin, of)
		s, err := w.open().Status(t.Context())
		if err != nil || s.Operation != begin {
			t.Errorf("%s is named %q, %v", begin, s.Operation, err)
		}
		w.git(begin, "--abort")
	}
	patch := w.git("format-patch", "--stdout", "-1", "side")
	for _, begin := range []struct {
		name, stdin string
		args        []string
	}{
		{"git am", patch, []string{"am", "-q"}},
		{"rebase", "", []string{"rebase", "--apply", "side"}},
	} {
		w.try(begin.stdin, nil, begin.args...)
		if s, err := w.open().Status(t.Context()); err != nil || s.Operation != begin.name {
			t.Errorf("%q is named %q, %v", begin.args, s.Operation, err)
		}
		w.git(begin.args[0], "--abort")
	}
	if s, err := w.open().Status(t.Context()); err != nil || s.Operation != "" || s.Branch != "main" {
		t.Errorf("afterwards %q is in progress on %q, %v", s.Operation, s.Branch, err)
	}
}

// TestRevisions resolves names as git rev-parse does.
func TestRevisions(t *testing.T) {
	w := newWorld(t, 5)
	w.story(8)
	w.git("checkout", "-q", "-f", "main")
	w.git("tag", "light")
	w.git("tag", "-a", "-m", "annotated", "heavy")
	w.git("tag", "-a", "-m", "of a tag", "nested", "heavy")
	w.git("branch", "sub/name", "HEAD")
	for range 2 {
		r := w.open()
		head := strings.TrimSpace(w.git("rev-parse", "HEAD"))
		for _, name := range []string{
			"HEAD", "@", "main", "sub/name", "heads/main", "refs/heads/main", "light", "heavy", "nested", "tags/heavy", head, head[:7], head[:12], strings.ToUpper(head[:9]),
			"HEAD~1", "HEAD~", "HEAD^", "HEAD^0", "HEAD~2", "HEAD^^", "HEAD~1^0~1", "heavy^{}", "heavy^{commit}", "main^1~1", "heavy-3-g" + head[:8],
		} {
			want, ok := w.try("", nil, "rev-parse", "-q", "--verify", name+"^{commit}")
			got, err := r.git.Resolve(name)
			if (err == nil) != ok || ok && got.String() != strings.TrimSpace(want) {
				t.Errorf("%s is %s, %v; git says %s", name, got, err, want)
			}
		}
		for _, name := range []string{"", "gone", "HEAD~99999", "HEAD^9", "HEAD@{1}", "HEAD@{", "HEAD^{tree}", "HEAD^{", "main:a", "~1", "..", "refs/../HEAD", "HEAD^x"} {
			if id, err := r.git.Resolve(name); err == nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q is %s, %v", name, id, err)
			}
		}
		w.git("pack-refs", "--all")
		w.git("repack", "-q", "-a", "-d")
	}
	if _, err := ParseRange("-x"); err == nil {
		t.Error("a flag is a range")
	}
}

// TestNamesOfRefs gives each branch and tag a name that git resolves to it, and that is no keyword of a range.
func TestNamesOfRefs(t *testing.T) {
	w := newWorld(t, 5)
	w.git("commit", "-q", "--allow-empty", "-m", "one")
	want := map[string]string{"refs/heads/main": "main"}
	for full, name := range map[string]string{
		"refs/heads/rel": "heads/rel", "refs/tags/rel": "rel", "refs/heads/staged": "heads/staged", "refs/heads/branch": "heads/branch",
		"refs/tags/uncommitted": "tags/uncommitted", "refs/heads/HEAD": "heads/HEAD", "refs/heads/side": "side", "refs/remotes/origin/side": "origin/side",
		"refs/heads/origin/main": "origin/main", "refs/remotes/origin/main": "remotes/origin/main", "refs/heads/heads/side": "heads/heads/side",
		"refs/heads/0123456789012345678901234567890123456789": "heads/0123456789012345678901234567890123456789",
	} {
		w.git("commit", "-q", "--allow-empty", "-m", full) // each has a commit of its own
		w.git("update-ref", full, "HEAD")
		want[full] = name
	}
	for range 2 {
		r := w.open()
		for _, ref := range r.git.Refs("refs/") {
			name := r.NameOf(ref)
			if name != want[ref.Name] {
				t.Errorf("%s is named %q, want %q", ref.Name, name, want[ref.Name])
			}
			if got, err := r.git.Resolve(name); err != nil || got.String() != strings.TrimSpace(w.git("rev-parse", "-q", ref.Name)) {
				t.Errorf("%s is named %q, which is %s, %v", ref.Name, name, got, err)
			}
		}
		if a, err := r.git.DefaultBranch(); a != "remotes/origin/main" || err != nil {
			t.Errorf("the default branch is %q, %v", a, err)
		}
		w.git("pack-refs", "--all")
	}
}

// TestUpstream resolves @{upstream}.
func TestUpstream(t *testing.T) {
	w := newWorld(t, 5)
	w.story(2)
	w.git("checkout", "-q", "-f", "main")
	clone := filepath.Join(t.TempDir(), "clone")
	w.git("clone", "-q", w.dir, clone)
	w.git("-C", clone, "-c", "user.name=a", "-c", "user.email=a", "commit", "-q", "--allow-empty", "-m", "mine")
	dir, err := filepath.EvalSymlinks(clone)
	if err != nil {
		t.Fatal(err)
	}
	r := openAt(t, dir)
	want := strings.TrimSpace(w.git("rev-parse", "main"))
	for _, name := range []string{"@{upstream}", "@{u}", "main@{u}", "HEAD@{upstream}", "origin/main", "origin"} {
		if got, err := r.git.Resolve(name); err != nil || got.String() != want {
			t.Errorf("%s is %s, %v", name, got, err)
		}
	}
	if name, err := r.git.DefaultBranch(); name != "origin/main" || err != nil {
		t.Errorf("the default branch is %q, %v", name, err)
	}
	log, err := r.Log(Range{kind: branch})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for range log {
		n++
	}
	if n != 1 {
		t.Errorf("the branch has %d commits", n)
	}
	if _, err := w.open().git.Resolve("@{u}"); err == nil || errors.Is(err, ErrNone) {
		t.Errorf("a branch without upstream: %v", err)
	}
}

// FuzzParseRange parses anything, and writes it as it was.
func FuzzParseRange(f *testing.F) {
	for _, s := range []string{"uncommitted", "staged", "branch", "HEAD~3", "a..b", "a...b", "...", "x^!", "-x", "a b", ".."} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseRange(s)
		if err != nil {
			return
		}
		again, err := ParseRange(r.String())
		if err != nil || again != r {
			t.Errorf("%q is written as %q, which is %+v, %v", s, r.String(), again, err)
		}
	})
}
