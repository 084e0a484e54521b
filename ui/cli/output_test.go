package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"dossier/presets"
	"dossier/ui/cli/command"
)

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}

// sample is a project that has one of everything.
func sample(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.go":                 "package a\n\n// A is a.\nfunc A() {}\n",
		"a.png":                "no image",
		"dossier.toml":         "[project]\nname = \"acme\"\n[files]\nitems = [{ path = \"a.go\", view_mode = \"custom\", custom_slices = [{ start_line = 1, end_line = 2 }] }, \"gone.go\"]\n[screenshots]\npaths = [\"a.png\"]\n[[presets.one.files]]\npath = \"gone.go\"\n",
		"dossier_history.toml": "[discussions.main]\nhistory = [{ role = \"User\", content = \"hello\" }]\n",
		".beads/config.yaml":   "",
		".beads/issues.jsonl":  `{"id":"a-1","title":"First","status":"open","priority":1}` + "\n",
		"chat.txt":             "User: a\nAI: b\n",
		"in.toml":              "[[presets.two.files]]\npath = \"a.go\"\n",
	} {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// run runs a command line on a project.
func run(t *testing.T, env Env, dir string, args ...string) int {
	t.Helper()
	home := filepath.Join(dir, ".home")
	env.Places = presets.Places{Config: filepath.Join(home, "config"), State: filepath.Join(home, "state"), Cache: filepath.Join(home, "cache")}
	return Run(context.Background(), append([]string{"-C", dir}, args...), env)
}

// printing are calls of commands that print a result.
func printing() []string {
	return []string{
		"build", "build --stdout", "view a.go", "symbols a.go", "slice a.go 1 2", "resolve a.go", "explain a.go", "exclude add *.snap",
		"presets", "presets list", "presets show one", "presets import in.toml", "presets export", "presets check one", "presets diff one",
		"beads", "beads list", "beads show a-1", "screenshots", "screenshots list", "tokens", "tokens a.go", "cache",
		"discussion", "discussion list", "discussion show", "discussion show 1", "discussion add x", "discussion import chat.txt", "discussion import --list chat.txt", "discussion search hello", "discussion branch 1",
		"snapshots", "snapshots list", "snapshots show 1", "snapshots diff 1 --stat", "snapshots restore 1", "snapshots render 1", "snapshots delete 1", "snapshots prune --keep 1", "snapshots verify",
	}
}

// inFolder replaces the names of files that are not looked for in the project by paths.
func inFolder(dir, line string) []string {
	args := strings.Fields(line)
	for i, arg := range args {
		if arg == "in.toml" || arg == "chat.txt" {
			args[i] = filepath.Join(dir, arg)
		}
	}
	return args
}

// covered fails the test where a command is not among calls.
func covered(t *testing.T, calls []string) {
	t.Helper()
	for _, command := range commands() {
		if !slices.ContainsFunc(calls, func(call string) bool { return strings.HasPrefix(call+" ", command.Name+" ") }) {
			t.Errorf("no call of %s is tried", command.Name)
		}
	}
}

// Whatever prints a result fails when that does not arrive.
func TestResultThatCannotBeWritten(t *testing.T) {
	const want = "dossier: standard output cannot be written: no space left on device\n"
	calls := printing()
	for _, command := range commands() {
		calls = append(calls, command.Name+" --help")
	}
	covered(t, calls)
	built := sample(t)
	for range 2 { // what is deleted, pruned and compared
		if code := run(t, Env{Stdout: new(bytes.Buffer), Stderr: new(bytes.Buffer)}, built, "build"); code != command.OK {
			t.Fatal("no snapshot")
		}
	}
	project := func(t *testing.T) string {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(built)); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	for _, line := range calls {
		t.Run(line, func(t *testing.T) {
			dir := project(t)
			var printed, said bytes.Buffer
			if run(t, Env{Stdout: &printed, Stderr: &said}, dir, inFolder(dir, line)...); printed.Len() == 0 {
				t.Fatalf("nothing is printed: %s", &said)
			}
			said.Reset()
			dir = project(t)
			code := run(t, Env{Stdout: full{}, Stderr: &said}, dir, inFolder(dir, line)...)
			if code != command.Failed || !strings.HasSuffix(said.String(), want) {
				t.Errorf("exit code %d, and it says %q", code, &said)
			}
		})
	}
	for _, line := range []string{"--help", "--version"} {
		var said bytes.Buffer
		if code := Run(context.Background(), []string{line}, Env{Stdout: full{}, Stderr: &said}); code != command.Failed || said.String() != want {
			t.Errorf("%s: exit code %d, and it says %q", line, code, &said)
		}
	}
}

// With --json every line on standard error is an object, and standard output is JSON or
// empty.
func TestFaultsAreJSON(t *testing.T) {
	calls := printing()
	for _, command := range commands() {
		calls = append(calls, command.Name+" --no-such-flag", command.Name+" too many words for this", command.Name+" no-such-verb")
	}
	calls = append(calls, "no-such-command", "--no-such-flag", "presets copy one", "presets delete none", "presets describe none x", "discussion use none", "discussion remove 9",
		"discussion trim", "snapshots show 9", "snapshots pin none", "beads in none", "screenshots remove none", "view none", "build --preset none", "build --strategy none", "adopt")
	covered(t, calls)
	for _, line := range calls {
		for _, where := range []string{"", "-gone"} {
			t.Run(line+where, func(t *testing.T) {
				dir := sample(t)
				var printed, said bytes.Buffer
				code := run(t, Env{Stdout: &printed, Stderr: &said, Stdin: strings.NewReader("")}, dir+where, append(inFolder(dir, line), "--json")...)
				lines := strings.Split(strings.TrimSuffix(said.String(), "\n"), "\n")
				for i, one := range lines {
					var got map[string]string
					if one == "" && len(lines) == 1 && code == command.OK {
						break
					}
					if err := json.Unmarshal([]byte(one), &got); err != nil || (got["error"] == "") == (got["warning"] == "") {
						t.Errorf("line %d is %q, and no fault: %v", i+1, one, err)
					}
					if last := i == len(lines)-1; last && (code == command.OK) != (got["error"] == "") {
						t.Errorf("exit code %d, and it says last: %q", code, one)
					}
				}
				if where != "" && code == command.OK && !strings.HasPrefix(line, "cache") { // which is no project's
					t.Error("it is no error that there is no folder")
				}
			})
		}
	}
}

// Every flag that some verbs of a command do nothing with is refused there: no verb that is
// named is misspelled.
func TestFlagsNameVerbs(t *testing.T) {
	for _, command := range commands() {
		var help bytes.Buffer
		Run(context.Background(), []string{command.Name, "--help"}, Env{Stdout: &help, Stderr: &help})
		for line := range strings.Lines(help.String()) {
			flag, usage, _ := strings.Cut(strings.TrimSpace(line), "  ")
			verbs, _, listed := strings.Cut(strings.TrimSpace(usage), ": ")
			if !strings.HasPrefix(flag, "-") || !listed {
				continue
			}
			for verb := range strings.SplitSeq(verbs, ", ") {
				if strings.Contains(verb, " ") {
					break // it is no list of verbs
				}
				if !strings.Contains(command.Args+command.About+command.Details, verb) {
					t.Errorf("%s: %s goes with %q, which is no verb of it", command.Name, flag, verb)
				}
			}
		}
	}
}
