package attacks

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/models"
	"dossier/ui/features/beadlist"
)

// gitCommands are the places where the configuration of a repository names a command that git would
// run. $RUN leaves a mark.
const gitCommands = `[core]
	fsmonitor = $RUN fsmonitor
	sshCommand = $RUN ssh
	pager = $RUN pager
	editor = $RUN editor
	hooksPath = hooks
	askPass = $RUN askpass
	gitProxy = $RUN proxy
	attributesFile = .gitattributes
[diff]
	external = $RUN diff
[diff "hostile"]
	command = $RUN diff-command
	textconv = $RUN textconv
[filter "hostile"]
	clean = $RUN clean
	smudge = $RUN smudge
	process = $RUN process
	required = true
[merge "hostile"]
	driver = $RUN merge
[alias]
	status = !$RUN alias-status
	log = !$RUN alias-log
	ls-files = !$RUN alias-ls-files
[credential]
	helper = !$RUN credential
[gpg]
	program = $RUN gpg
[gpg "ssh"]
	program = $RUN gpg-ssh
	defaultKeyCommand = $RUN gpg-key
[log]
	showSignature = true
[remote "origin"]
	url = ext::$RUN remote
	uploadpack = $RUN uploadpack
	vcs = hostile
[submodule "x"]
	update = !$RUN submodule
	url = ext::$RUN submodule-url
[interactive]
	diffFilter = $RUN interactive
[uploadpack]
	packObjectsHook = $RUN pack
[extensions]
	worktreeConfig = true
`

// programs are what a program could look for on the PATH.
var programs = []string{
	"git", "bd", "sh", "bash", "env", "cat", "less", "more", "ssh", "gpg", "hg", "svn", "jj", "go", "node", "npm", "python", "python3", "ruby", "cargo", "rustc", "make",
	"xdg-open", "open", "xclip", "xsel", "wl-copy", "wl-paste", "pngpaste", "osascript", "powershell", "powershell.exe", "file", "stat", "find", "grep", "rg", "tokei", "dolt", "sqlite3", "gitleaks", "curl", "wget", "dossier",
}

// Whatever a repository and the PATH hold, opening a project runs nothing: not while it is
// listed, watched, built, copied, saved, searched, and ranked by the history.
func TestRepository(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("there is no git to make a repository with")
	}
	w := newWorld(t, map[string]string{
		"dossier.toml": "[project]\nnamespace = \"s\"\nexecution_mode = \"beads\"\ntree = \"full\"\ncommand = \"$(touch x)\"\n[hooks]\nopen = \"touch x\"\n[files]\nitems = [\"**\"]\n[git]\nrange = \"HEAD~1\"\nas = \"full\"\nlog = 5\nlog_names = true\n[presets.all]\nfiles = [\"*.go\"]\n",
		"a.txt":        "a\n", "main.go": "package main\n\nfunc main() { println(`what lies outside`) }\n", "b.hostile": "b\n",
		".gitattributes":     "* filter=hostile diff=hostile merge=hostile text=auto\n",
		".beads/config.yaml": "command: touch x\n", ".beads/metadata.json": `{"database":"beads.db"}`,
		"Makefile": "$(shell touch x)\nall:\n\ttouch x\n", "package.json": `{"scripts":{"preinstall":"touch x"}}`, ".envrc": "touch x\n", ".vscode/tasks.json": `{"tasks":[{"command":"touch x","runOptions":{"runOn":"folderOpen"}}]}`,
		"bd": "#!/bin/sh\ntouch x\n", "git": "#!/bin/sh\ntouch x\n", "go.work": "go 1.26\n", ".git/info/x": "",
	})
	t.Setenv("HOME", filepath.Join(w.base, "home"))
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command(git, append([]string{"-C", w.dir(), "-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	w.remove(".git")
	run("init", "-q", "-b", "main")
	for i := range 3 {
		w.write("a.txt", strings.Repeat("a\n", i+1))
		run("add", "-A", "-f")
		run("commit", "-q", "-m", fmt.Sprint("what lies outside, ", i))
	}

	// What leaves a mark when it is run: by the configuration, by hooks, by programs that come
	// first on the PATH, and by those of the project where the PATH holds the folder itself.
	ran := filepath.Join(w.base, "state", "ran")
	mark := filepath.Join(w.base, "outside", "run")
	if err := os.MkdirAll(ran, 0o755); err != nil {
		t.Fatal(err)
	}
	script := func(name, as string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, fmt.Appendf(nil, "#!/bin/sh\n: > '%s'/%s\n", ran, as), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	script(mark, `"$1"`)
	w.write(".git/config", "[core]\n\trepositoryformatversion = 1\n\tbare = false\n"+strings.ReplaceAll(gitCommands, "$RUN", mark)+"[include]\n\tpath = more\n")
	w.write(".git/more", strings.ReplaceAll(gitCommands, "$RUN", mark))
	w.write(".git/config.worktree", strings.ReplaceAll(gitCommands, "$RUN", mark))
	for _, hook := range []string{"post-checkout", "post-index-change", "pre-commit", "fsmonitor-watchman", "reference-transaction", "post-commit", "pre-auto-gc"} {
		script(w.path(".git/hooks/"+hook), "hook-"+hook)
	}
	for _, program := range programs {
		script(filepath.Join(w.base, "bin", program), "PATH-"+program)
	}
	for _, program := range []string{"bd", "git"} {
		script(w.path(program), "project-"+program)
	}
	w.mine = w.outside()
	executions := func() (all []string) {
		entries, err := os.ReadDir(ran)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			all = append(all, entry.Name())
		}
		return all
	}

	// git itself runs them, so that they would be seen.
	_ = exec.Command(git, "-C", w.dir(), "status").Run()
	_ = exec.Command(git, "-C", w.dir(), "diff", "HEAD~1").Run()
	oracle := executions()
	if len(oracle) == 0 {
		t.Fatal("git runs nothing of the hostile configuration: nothing is tried")
	}
	for _, name := range oracle {
		if err := os.Remove(filepath.Join(ran, name)); err != nil {
			t.Fatal(err)
		}
	}
	w.check("git itself")

	t.Setenv("PATH", strings.Join([]string{filepath.Join(w.base, "bin"), w.dir(), "."}, string(os.PathListSeparator)))
	t.Chdir(w.dir())
	v := w.open()
	beadlist.Of(v).Watch()
	v.use("Show me `main.go`")
	if err := os.WriteFile(w.path("a.txt"), []byte("changed\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	v.Compose().Clear()
	v.Compose().Add([]string{"a.txt"})
	v.until("the change is seen", func() bool { return strings.Contains(v.Document().Text(), "changed") })
	v.Presets().Save(v.Presets().Applied(), "x")
	v.ProjectFile().Save(0)
	v.Compose().SetMode([]int{0}, models.Summary)
	v.look("changed")
	v.close()
	for _, args := range everything() {
		if slices.Contains(args, "apply") {
			continue
		}
		w.command("", args...)
	}
	w.command("", "build", "--stdout", "--changes-since", "latest")
	w.check("a hostile repository")
	if all := executions(); len(all) > 0 {
		t.Errorf("these were run: %q", all)
	}
	if !t.Failed() {
		report("commands of a repository", fmt.Sprintf("%d commands in .git/config, 7 hooks, %d programs first on the PATH, bd and git in the project (git status and git diff run %d of them): opened, watched, built, copied, saved, ranked: 0 executions", strings.Count(gitCommands, "$RUN"), len(programs), len(oracle)))
	}
}
