package git

import (
	"bytes"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/systemtest"
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
	g.run("-C", filepath.Join(top, "lib/sub"), "worktree", "add", "-q", filepath.Join(g.dir, "linked-sub"))
	g.run("-C", filepath.Join(g.dir, "linked"), "-c", "protocol.file.allow=always", "submodule", "add", "-q", top, "in/linked")
	g.run("-C", filepath.Join(top, "lib/sub"), "-c", "protocol.file.allow=always", "submodule", "add", "-q", top, "deeper")
	g.run("-C", filepath.Join(top, "lib/sub/deeper"), "config", "extensions.worktreeConfig", "true")
	g.run("-C", filepath.Join(top, "lib/sub/deeper"), "config", "--worktree", "core.worktree", "../../../../../../lib/sub/deeper")
	g.run("-C", filepath.Join(top, "lib/sub/deeper"), "config", "--local", "--unset", "core.worktree")
	for _, dir := range []string{"top", "top/a", "top/a/b", "top/no", "linked", "top/lib", "top/lib/sub", "linked-sub", "linked/in/linked", "top/lib/sub/deeper"} {
		t.Run(dir, func(t *testing.T) {
			dir := filepath.Join(g.dir, dir)
			lines := strings.Split(g.run("-C", dir, "rev-parse", "--path-format=absolute", "--show-toplevel", "--git-dir", "--git-common-dir"), "\n")
			got, ok := Discover(dir)
			if !ok {
				t.Fatal("no repository")
			}
			if diff := cmp.Diff(Repository{Root: lines[0], GitDir: lines[1], CommonDir: lines[2]}, got); diff != "" {
				t.Errorf("(-git +got):\n%s", diff)
			}
		})
	}
}

func TestDiscover(t *testing.T) {
	// A linked work tree and a sub-module of a repository in top, as git lays them out; %s
	// is the folder of the test.
	linked := map[string]string{
		"top/.git/HEAD": "", "top/.git/worktrees/a/HEAD": "", "top/.git/worktrees/a/commondir": "../..\n",
		"top/.git/worktrees/a/gitdir": "%s/a/.git\n", "a/.git": "gitdir: %s/top/.git/worktrees/a\n",
	}
	module := map[string]string{
		"top/.git/HEAD": "", "top/.git/modules/x/y/HEAD": "", "top/.git/modules/x/y/config": "[core]\n\tworktree = ../../../../lib\n",
		"top/lib/.git": "gitdir: ../.git/modules/x/y\n",
	}
	with := func(files map[string]string, changes ...string) map[string]string {
		files = maps.Clone(files)
		for i := 0; i < len(changes); i += 2 {
			files[changes[i]] = changes[i+1]
		}
		return files
	}
	tests := []struct {
		name  string
		files map[string]string
		links map[string]string // by name, before the files
		dir   string            // of the project
		want  Repository
		none  bool
	}{
		{name: "no repository", dir: "a", none: true},
		{name: "a folder that is not git's", files: map[string]string{"a/.git/config": ""}, dir: "a", none: true},
		{name: "the nearest one", files: map[string]string{".git/HEAD": "", "a/.git/HEAD": "", "a/b/x": ""}, dir: "a/b", want: Repository{Root: "a", GitDir: "a/.git", CommonDir: "a/.git"}},
		{name: "only a linked work tree has another common folder", files: map[string]string{"a/.git/HEAD": "", "a/.git/commondir": "../../etc\n", "etc/HEAD": ""}, dir: "a", want: Repository{Root: "a", GitDir: "a/.git", CommonDir: "a/.git"}},

		{name: "a linked work tree", files: linked, dir: "a", want: Repository{Root: "a", GitDir: "top/.git/worktrees/a", CommonDir: "top/.git"}},
		{name: "with carriage returns", files: with(linked, "a/.git", "gitdir: %s/top/.git/worktrees/a\r\n", "top/.git/worktrees/a/gitdir", "%s/a/.git\r\n"), dir: "a", want: Repository{Root: "a", GitDir: "top/.git/worktrees/a", CommonDir: "top/.git"}},
		{name: "with relative paths", files: with(linked, "a/.git", "gitdir: ../top/.git/worktrees/a", "top/.git/worktrees/a/gitdir", "../../../../a/.git"), dir: "a", want: Repository{Root: "a", GitDir: "top/.git/worktrees/a", CommonDir: "top/.git"}},
		{name: "the common folder is known by its place alone", files: with(linked, "top/.git/worktrees/a/commondir", "%s/etc\n"), dir: "a", want: Repository{Root: "a", GitDir: "top/.git/worktrees/a", CommonDir: "top/.git"}},
		{name: "one of a repository behind a link", files: with(linked, "a/.git", "gitdir: %s/alias/.git/worktrees/a"), links: map[string]string{"alias": "top"}, dir: "a", want: Repository{Root: "a", GitDir: "top/.git/worktrees/a", CommonDir: "top/.git"}},
		{name: "whose .git is a link", files: with(linked, "a/.git", ""), links: map[string]string{"a/.git": "../top/.git/worktrees/a"}, dir: "a", want: Repository{Root: "a", GitDir: "top/.git/worktrees/a", CommonDir: "top/.git"}},
		{name: "one of another checkout", files: with(linked, "top/.git/worktrees/a/gitdir", "%s/b/.git\n"), dir: "a", want: Repository{Root: "a", Refused: "top/.git/worktrees/a"}},
		{name: "one of a checkout whose name begins alike", files: with(linked, "top/.git/worktrees/a/gitdir", "%s/a-evil/.git\n"), dir: "a", want: Repository{Root: "a", Refused: "top/.git/worktrees/a"}},
		{name: "one that names the folder and not its .git", files: with(linked, "top/.git/worktrees/a/gitdir", "%s/a\n"), dir: "a", want: Repository{Root: "a", Refused: "top/.git/worktrees/a"}},
		{name: "one that names nothing", files: with(linked, "top/.git/worktrees/a/gitdir", "\n"), dir: "a", want: Repository{Root: "a", Refused: "top/.git/worktrees/a"}},
		{name: "one without a HEAD", files: with(linked, "top/.git/worktrees/a/HEAD", "-"), dir: "a", want: Repository{Root: "a", Refused: "top/.git/worktrees/a"}},
		{name: "one in a folder that is not git's", files: with(linked, "top/.git/HEAD", "-"), dir: "a", want: Repository{Root: "a", Refused: "top/.git/worktrees/a"}},
		{name: "one that was removed", files: map[string]string{"a/.git": "gitdir: %s/top/.git/worktrees/a\n"}, dir: "a", want: Repository{Root: "a", Refused: "top/.git/worktrees/a"}},

		{name: "a sub-module", files: module, dir: "top/lib", want: Repository{Root: "top/lib", GitDir: "top/.git/modules/x/y", CommonDir: "top/.git/modules/x/y"}},
		{name: "with a configuration of its work tree", files: with(module, "top/.git/modules/x/y/config", "", "top/.git/modules/x/y/config.worktree", "[core]\nworktree = %s/top/lib"), dir: "top/lib", want: Repository{Root: "top/lib", GitDir: "top/.git/modules/x/y", CommonDir: "top/.git/modules/x/y"}},
		{name: "which has the last word", files: with(module, "top/.git/modules/x/y/config.worktree", "[core]\nworktree = %s/top"), dir: "top/lib", want: Repository{Root: "top/lib", Refused: "top/.git/modules/x/y"}},
		{name: "that of another folder", files: with(module, "top/.git/modules/x/y/config", "[core]\nworktree = ../../../../other"), dir: "top/lib", want: Repository{Root: "top/lib", Refused: "top/.git/modules/x/y"}},
		{name: "without a work tree", files: with(module, "top/.git/modules/x/y/config", "[core]\nbare = false\n"), dir: "top/lib", want: Repository{Root: "top/lib", Refused: "top/.git/modules/x/y"}},
		{name: "modules that are not git's", files: with(module, "top/.git/HEAD", "-"), dir: "top/lib", want: Repository{Root: "top/lib", Refused: "top/.git/modules/x/y"}},

		{name: "a folder that says nothing of this checkout", files: map[string]string{"a/.git": "gitdir: ../store\n", "store/HEAD": "", "store/config": "[core]\nworktree = ../a"}, dir: "a", want: Repository{Root: "a", Refused: "store"}},
		{name: "a link to another repository", files: map[string]string{"other/.git/HEAD": "", "other/.git/config": ""}, links: map[string]string{"a/.git": "../other/.git"}, dir: "a", want: Repository{Root: "a", Refused: "other/.git"}},
		{name: "a link to a folder that is not git's", files: map[string]string{"store/x": ""}, links: map[string]string{"a/.git": "../store"}, dir: "a", none: true},
		{name: "a link to nothing", links: map[string]string{"a/.git": "../gone"}, dir: "a", none: true},
		{name: "a link to a file", files: map[string]string{"store": "gitdir: top"}, links: map[string]string{"a/.git": "../store"}, dir: "a", none: true},
		{name: "a file that says something else", files: map[string]string{".git/HEAD": "", "a/.git": "hello"}, dir: "a", want: Repository{Root: "", GitDir: ".git", CommonDir: ".git"}},
		{name: "a file that names nothing", files: map[string]string{"a/.git": "gitdir: \n"}, dir: "a", none: true},
		{name: "a name with a NUL", files: map[string]string{"a/.git": "gitdir: x\x00y"}, dir: "a", none: true},
		{name: "a file that is too long", files: map[string]string{"a/.git": "gitdir: " + strings.Repeat("x", 5000)}, dir: "a", none: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			top := tempDir(t)
			write(t, filepath.Join(top, tt.dir, "x"), "")
			if len(tt.links) > 0 {
				systemtest.NeedLinks(t)
			}
			for name, target := range tt.links {
				if err := os.Symlink(target, filepath.Join(top, name)); err != nil {
					t.Fatal(err)
				}
			}
			for name, text := range tt.files {
				if _, linked := tt.links[name]; !linked && text != "-" {
					write(t, filepath.Join(top, name), strings.ReplaceAll(text, "%s", filepath.ToSlash(top)))
				}
			}
			got, ok := Discover(filepath.Join(top, tt.dir))
			want := Repository{}
			if !tt.none {
				at := func(p string) string {
					if p == "" {
						return ""
					}
					return filepath.Join(top, p)
				}
				want = Repository{filepath.Join(top, tt.want.Root), at(tt.want.GitDir), at(tt.want.CommonDir), at(tt.want.Refused)}
			}
			if diff := cmp.Diff(want, got); diff != "" || ok == tt.none {
				t.Errorf("found %t (-want +got):\n%s", ok, diff)
			}
		})
	}
}

// Links in a folder of git's lead nowhere else, and a folder that was refused is not read.
func TestLinksOutOfTheRepository(t *testing.T) {
	systemtest.NeedLinks(t)
	top := tempDir(t)
	write(t, filepath.Join(top, "etc/HEAD"), "")
	write(t, filepath.Join(top, "etc/exclude"), "canary\n")
	write(t, filepath.Join(top, "etc/config"), "[core]\nexcludesFile = /canary\n")
	write(t, filepath.Join(top, "etc/index"), "canary")
	for name, links := range map[string]map[string]string{
		"files":   {"info/exclude": "../../../etc/exclude", "config": "../../etc/config", "index": "../../etc/index"},
		"folders": {"info": "../../etc", "config": filepath.Join(top, "etc/config"), "index": filepath.Join(top, "etc/index")},
		"refused": {},
	} {
		dir := filepath.Join(top, name)
		if name == "refused" {
			write(t, filepath.Join(dir, ".git"), "gitdir: ../etc\n")
		} else {
			write(t, filepath.Join(dir, ".git/HEAD"), "")
		}
		for at, target := range links {
			at = filepath.Join(dir, ".git", at)
			if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, at); err != nil {
				t.Fatal(err)
			}
		}
		repo, ok := Discover(dir)
		if !ok {
			t.Fatalf("%s: no repository", name)
		}
		info, infoErr := repo.Info()
		index, indexErr := repo.ReadIndex()
		if len(info) > 0 || repo.ConfiguredExcludes() != "" || index.Len() > 0 {
			t.Errorf("%s: %q, %q, %d tracked", name, info, repo.ConfiguredExcludes(), index.Len())
		}
		for _, err := range []error{infoErr, indexErr} {
			if (err == nil) != (name == "refused") || err != nil && (!strings.Contains(err.Error(), "escapes") || strings.Contains(err.Error(), "canary")) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestInfo(t *testing.T) {
	dir := tempDir(t)
	repo := Repository{Root: dir, GitDir: dir, CommonDir: dir}
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
	repo := Repository{Root: dir, GitDir: dir, CommonDir: dir}
	if err := os.MkdirAll(filepath.Join(dir, "info/exclude"), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := repo.Info(); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a folder: %v", err)
	}
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip("there is no device to try")
	}
	systemtest.NeedLinks(t)
	if err := os.Symlink("/dev/zero", filepath.Join(dir, "index")); err != nil {
		t.Fatal(err)
	}
	if _, err := repo.ReadIndex(); err == nil || !strings.Contains(err.Error(), "escapes") {
		t.Errorf("a link to a device: %v", err)
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
