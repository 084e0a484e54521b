package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// side is one of the two programs of a job.
type side struct {
	name    string
	command []string
	cold    bool                             // clear its caches before each run
	did     func(output string) (did, error) // given the output file
}

// did is what a run has included; 0 if unknown.
type did struct{ files, tokens int }

// job is a task for both sides.
type job struct {
	name       string
	project    string // dossier.toml
	ours, peer side
	atMost     float64 // max ratio of our wall time to theirs; 0 for none
}

// cost is the cost of a run.
type cost struct {
	Wall, Processor time.Duration
	Peak            int64 // bytes
	Output          int64 // bytes
	did
}

// fastest runs the sides alternately on the files of a project, and returns the fastest run of
// each.
func (b *bench) fastest(project string, sides ...side) ([]cost, error) {
	if err := os.WriteFile(filepath.Join(b.tree, "dossier.toml"), []byte(project), 0o644); err != nil {
		return nil, err
	}
	best := make([]cost, len(sides))
	for run := range b.runs {
		for i, side := range sides {
			t, err := b.time(side)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", side.name, err)
			}
			if run == 0 || t.Wall < best[i].Wall {
				best[i] = t
			}
		}
	}
	return best, nil
}

// time runs a side once. Its output goes to a file, as in normal use.
func (b *bench) time(s side) (cost, error) {
	cache := filepath.Join(b.dir, "cache")
	if s.cold {
		if err := os.RemoveAll(cache); err != nil {
			return cost{}, err
		}
	}
	out := filepath.Join(b.dir, "output")
	self, err := os.Executable()
	if err != nil {
		return cost{}, err
	}
	var said, log bytes.Buffer
	cmd := exec.Command(self, append([]string{timeOne, out}, s.command...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = b.tree, &said, &log
	cmd.Env = b.environment(cache)
	if err := cmd.Run(); err != nil {
		return cost{}, fmt.Errorf("%w\n%s", err, log.Bytes())
	}
	var t cost
	if err := json.Unmarshal(said.Bytes(), &t); err != nil {
		return cost{}, err
	}
	if s.did == nil {
		return t, nil
	}
	if theirs, err := os.Stat(filepath.Join(b.dir, "theirs.md")); err == nil && strings.HasPrefix(s.command[0], b.repomix) {
		t.Output = theirs.Size()
	}
	t.did, err = s.did(out)
	return t, err
}

// timeOne is the first argument of a helper process that times another one: the peak memory that
// the system reports for a process is at least that of its parent, so the parent must be small.
const timeOne = "time-one"

// printCost runs a command with its output in a file, as in normal use, and prints its cost.
func printCost(file string, command []string) error {
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	defer out.Close()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return err
	}
	t := cost{Wall: time.Since(start), Processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		t.Peak = usage.Maxrss << 10
	}
	info, err := out.Stat()
	if err != nil {
		return err
	}
	t.Output = info.Size()
	return json.NewEncoder(os.Stdout).Encode(t)
}

// environment redirects the files that a program stores away from the user's folders.
func (b *bench) environment(cache string) []string {
	return append(os.Environ(), "XDG_CACHE_HOME="+cache, "XDG_STATE_HOME="+filepath.Join(b.dir, "state"), "XDG_CONFIG_HOME="+filepath.Join(b.dir, "config"))
}
