package gitrepo

import (
	"bytes"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// git is a folder in which real git runs, without anyone's configuration.
type git struct {
	t   testing.TB
	dir string
}

func newGit(t testing.TB) git {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: there is no oracle")
	}
	return git{t, tempDir(t)}
}

// tempDir returns a folder without links on the way to it, as git prints it.
func tempDir(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func (g git) run(args ...string) string { g.t.Helper(); return g.feed("", args...) }

func (g git) feed(stdin string, args ...string) string {
	g.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Stdin = g.dir, strings.NewReader(stdin)
	cmd.Env = []string{
		"HOME=" + g.dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "PATH=" + os.Getenv("PATH"),
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil && args[0] != "merge" { // which fails where there is a conflict
		g.t.Fatalf("git %q: %v\n%s", args, err, errs.Bytes())
	}
	return string(out)
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

// The three folders of a repository are those that git names, from its root, from a
// folder in it, in a linked work tree and in a sub-module.
func TestDiscoverAgreesWithGit(t *testing.T) {
	g := newGit(t)
	top := filepath.Join(g.dir, "top")
	g.run("init", "-q", "top")
	g.run("-C", top, "commit", "-q", "--allow-empty", "-m", "x")
	write(t, filepath.Join(top, "a/b/c"), "")
	g.run("-C", top, "worktree", "add", "-q", "../linked")
	g.run("-C", top, "-c", "protocol.file.allow=always", "submodule", "add", "-q", top, "lib/sub")
	write(t, filepath.Join(top, "no/.git/x"), "") // without a HEAD
	g.run("init", "-q", "--separate-git-dir", "apart.git", "apart")
	for _, dir := range []string{"top", "top/a", "top/a/b", "top/no", "linked", "top/lib", "top/lib/sub", "apart"} {
		t.Run(dir, func(t *testing.T) {
			dir := filepath.Join(g.dir, dir)
			lines := strings.Split(g.run("-C", dir, "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir"), "\n")
			got, ok := Discover(dir)
			if !ok {
				t.Fatal("no repository")
			}
			if diff := cmp.Diff(Repository{lines[0], lines[1], lines[2]}, got); diff != "" {
				t.Errorf("(-git +got):\n%s", diff)
			}
		})
	}
}

func TestDiscover(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		dir   string // of the project
		want  Repository
		none  bool
	}{
		{name: "no repository", dir: "a", none: true},
		{name: "a folder that is not git's", files: map[string]string{"a/.git/config": ""}, dir: "a", none: true},
		{name: "the nearest one", files: map[string]string{".git/HEAD": "", "a/.git/HEAD": "", "a/b/x": ""}, dir: "a/b", want: Repository{"a", "a/.git", "a/.git"}},
		{name: "a file that names a folder beside it", files: map[string]string{"a/.git": "gitdir: ../store\n", "store/HEAD": ""}, dir: "a", want: Repository{"a", "store", "store"}},
		{name: "with a carriage return", files: map[string]string{"a/.git": "gitdir: ../store\r\n"}, dir: "a", want: Repository{"a", "store", "store"}},
		{name: "with a common folder", files: map[string]string{"a/.git": "gitdir: ../store/w/a", "store/w/a/commondir": "../..\n"}, dir: "a", want: Repository{"a", "store/w/a", "store"}},
		{name: "a file that says something else", files: map[string]string{".git/HEAD": "", "a/.git": "hello"}, dir: "a", want: Repository{"", ".git", ".git"}},
		{name: "a file that names nothing", files: map[string]string{"a/.git": "gitdir: \n"}, dir: "a", none: true},
		{name: "a name with a NUL", files: map[string]string{"a/.git": "gitdir: x\x00y"}, dir: "a", none: true},
		{name: "a file that is too long", files: map[string]string{"a/.git": "gitdir: " + strings.Repeat("x", 5000)}, dir: "a", none: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			top := tempDir(t)
			write(t, filepath.Join(top, tt.dir, "x"), "")
			for name, text := range tt.files {
				write(t, filepath.Join(top, name), text)
			}
			got, ok := Discover(filepath.Join(top, tt.dir))
			want := Repository{}
			if !tt.none {
				want = Repository{filepath.Join(top, tt.want.Root), filepath.Join(top, tt.want.GitDir), filepath.Join(top, tt.want.CommonDir)}
			}
			if diff := cmp.Diff(want, got); diff != "" || ok == tt.none {
				t.Errorf("found %t (-want +got):\n%s", ok, diff)
			}
		})
	}
}

func TestInfo(t *testing.T) {
	dir := tempDir(t)
	repo := Repository{dir, dir, dir}
	if text, err := repo.Info(); text != nil || err != nil {
		t.Errorf("%q, %v where there is none", text, err)
	}
	write(t, filepath.Join(dir, "info"), "a file in the place of the folder")
	if text, err := repo.Info(); text != nil || err != nil {
		t.Errorf("%q, %v where the folder is a file", text, err)
	}
	if err := os.Remove(filepath.Join(dir, "info")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "info/exclude"), "*.o\n")
	if text, err := repo.Info(); string(text) != "*.o\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	write(t, filepath.Join(dir, "info/exclude"), strings.Repeat("x\n", listLimit/2)+"x")
	if text, err := repo.Info(); text != nil || err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("%d bytes, %v of a list that is too large", len(text), err)
	}
	write(t, filepath.Join(dir, "info/exclude"), strings.Repeat("x\n", listLimit/2))
	if text, err := repo.Info(); len(text) != listLimit || err != nil {
		t.Errorf("%d bytes, %v of the largest list", len(text), err)
	}
}

// A repository that a stranger has made holds folders, endless files and links in the
// place of what is read: each gives an error or is not there.
func TestOnlyRegularFiles(t *testing.T) {
	dir := tempDir(t)
	repo := Repository{dir, dir, dir}
	if err := os.MkdirAll(filepath.Join(dir, "info/exclude"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := repo.Info(); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("there is no device to try")
	}
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "index")); err != nil {
		t.Fatal(err)
	}
	if _, err := repo.ReadIndex(); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a device: %v", err)
	}
}

// What the kernel makes up is a regular file of no size.
func TestFilesWithoutSize(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("there is no /proc")
	}
	if data, err := read("/proc/self/status", 1<<20); err != nil || len(data) == 0 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if _, err := read("/proc/self/status", 10); err == nil {
		t.Error("a limit of ten bytes is not kept")
	}
}

// Git runs the commands that a repository's configuration names, so no git is run.
func TestRunsNothing(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, imp := range parsed.Imports {
			if imp.Path.Value == `"os/exec"` {
				t.Errorf("%s can run commands", file)
			}
		}
	}
}
