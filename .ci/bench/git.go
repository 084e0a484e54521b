package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// branchFiles is how many files the branch of the repository changes, and as many are changed and not committed.
const branchFiles = 100

// gitGoals returns the goals that are measured beside git, in a repository of the tree.
func (b *bench) gitGoals() []goal {
	var made *bench
	beside := func(ours, theirs []string) func() (float64, error) {
		return func() (float64, error) {
			if made == nil {
				repo := &bench{dir: b.dir, tree: filepath.Join(b.dir, "repository"), program: b.program, runs: 5 * b.runs}
				if err := repo.commit(b.tree); err != nil {
					return 0, err
				}
				made = repo
			}
			t, err := made.fastest("", side{name: "dossier", command: append([]string{b.program, "git"}, ours...)}, side{name: "git", command: append([]string{"git"}, theirs...)})
			if err != nil {
				return 0, err
			}
			return t[0].Wall.Seconds() / t[1].Wall.Seconds(), nil
		}
	}
	return []goal{
		{
			name: "the difference of a branch of 100 files", unit: "× git diff", wanted: 2, by: "whole processes",
			figure: beside([]string{"diff", "main...feature"}, []string{"diff", "main...feature"}),
		},
		{
			name: "what is not committed yet", unit: "× git status", wanted: 1.5, by: "whole processes",
			figure: beside([]string{"status"}, []string{"status", "--short"}),
		},
	}
}

// commit makes a repository of the files of another folder: all of them on main, a branch with some changes, and others
// that are not committed.
func (b *bench) commit(from string) error {
	if err := os.CopyFS(b.tree, os.DirFS(from)); err != nil {
		return err
	}
	var list []byte
	git := func(args ...string) (err error) {
		cmd := exec.Command("git", append([]string{"-c", "user.name=bench", "-c", "user.email=bench@example.com", "-c", "commit.gpgsign=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false"}, args...)...)
		cmd.Dir = b.tree
		if list, err = cmd.Output(); err != nil {
			return fmt.Errorf("git %s: %w", args[0], err)
		}
		return nil
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"add", "-A"}, {"commit", "-q", "-m", "all"}, {"checkout", "-q", "-b", "feature"}, {"ls-files", "-z"},
	} {
		if err := git(args...); err != nil {
			return err
		}
	}
	names := strings.Split(strings.TrimSuffix(string(list), "\x00"), "\x00")
	step := max(1, len(names)/(2*branchFiles))
	for i := 0; i < 2*branchFiles && i*step < len(names); i++ {
		if i == branchFiles {
			if err := git("commit", "-q", "-a", "-m", "change"); err != nil {
				return err
			}
		}
		if err := change(filepath.Join(b.tree, filepath.FromSlash(names[i*step]))); err != nil {
			return err
		}
	}
	if err := git("repack", "-q", "-a", "-d"); err != nil {
		return err
	}
	return git("status") // refreshes the index
}

// change adds a line to a file, and removes one.
func change(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	lines := strings.SplitAfter(string(data), "\n")
	if len(lines) > 2 {
		lines[len(lines)/2] = "a line that was changed\n"
	}
	return os.WriteFile(name, []byte(strings.Join(lines, "")+"a line that was added\n"), 0o644)
}
