// Package projecttest provides fixtures for tests of the packages around project: a project
// with a few files, user folders, and a test binary that parses.
package projecttest

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/presets"
	"dossier/ui/project"
)

// Main runs tests, or parses if the test binary was started as a worker. Call it from TestMain.
func Main(m *testing.M) {
	if !worker.Requested(os.Args[1:]) {
		os.Exit(m.Run())
	}
	if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
		panic(err)
	}
}

// Open opens a project with files and closes it at the end of the test.
func Open(tb testing.TB, files map[string]string) *project.Project {
	tb.Helper()
	base, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	dir := filepath.Join(base, "project")
	if err := os.Mkdir(dir, 0o755); err != nil {
		tb.Fatal(err)
	}
	for name, content := range files {
		Write(tb, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	p, err := project.Open(dir, presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { p.Close() })
	return p
}

// Write writes a file and creates its folders.
func Write(tb testing.TB, name, content string) {
	tb.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(content), 0o644)); err != nil {
		tb.Fatal(err)
	}
}

// Git runs git in a folder. It skips the test if git is not installed, because nothing else
// creates repositories; the set-up of the tests installs it.
func Git(tb testing.TB, dir string, args ...string) {
	tb.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		tb.Skip("git is not installed: nothing can make a repository")
	}
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("git %q: %v\n%s", args, err, out)
	}
}
