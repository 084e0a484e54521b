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
	cold    bool                             // its caches are empty at each run
	did     func(output string) (did, error) // of the file with the output
}

// did is what a run has put together; what is not known is 0.
type did struct{ files, tokens int }

// job is what both sides do.
type job struct {
	name         string
	project      string // dossier.toml
	ours, beside side
	atMost       float64 // ours for one of beside, by wall time; 0: nothing is wanted
}

// took is what a run cost.
type took struct {
	Wall, Processor time.Duration
	Peak            int64 // bytes
	Output          int64 // bytes
	did
}

// fastest runs sides in turn on the files that a project names, and returns the fastest run of
// each.
func (b *bench) fastest(project string, sides ...side) ([]took, error) {
	if err := os.WriteFile(filepath.Join(b.tree, "dossier.toml"), []byte(project), 0o644); err != nil {
		return nil, err
	}
	best := make([]took, len(sides))
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

// time runs a side once. Its output goes to a file, as it would for a person.
func (b *bench) time(s side) (took, error) {
	cache := filepath.Join(b.dir, "cache")
	if s.cold {
		if err := os.RemoveAll(cache); err != nil {
			return took{}, err
		}
	}
	out := filepath.Join(b.dir, "output")
	self, err := os.Executable()
	if err != nil {
		return took{}, err
	}
	var said, log bytes.Buffer
	cmd := exec.Command(self, append([]string{timeOne, out}, s.command...)...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = b.tree, &said, &log
	cmd.Env = b.environment(cache)
	if err := cmd.Run(); err != nil {
		return took{}, fmt.Errorf("%w\n%s", err, log.Bytes())
	}
	var t took
	if err := json.Unmarshal(said.Bytes(), &t); err != nil {
		return took{}, err
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

// timeOne is the first argument of a process that times another: what the system says of the
// memory of a process begins with that of the one which started it, so that has to be small.
const timeOne = "time-one"

// printTook runs a command, whose output goes to a file as it would for a person, and prints
// what it took.
func printTook(file string, command []string) error {
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
	t := took{Wall: time.Since(start), Processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
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

// environment keeps what a program keeps out of the person's own folders.
func (b *bench) environment(cache string) []string {
	return append(os.Environ(), "XDG_CACHE_HOME="+cache, "XDG_STATE_HOME="+filepath.Join(b.dir, "state"), "XDG_CONFIG_HOME="+filepath.Join(b.dir, "config"))
}
