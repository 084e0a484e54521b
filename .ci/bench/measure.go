package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// side is one of the two programs of a job.
type side struct {
	name    string
	command []string
	cold    bool // its caches are empty at each run
	did     func(output []byte, log string) (did, error)
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
	wall, processor time.Duration
	peak            int64 // bytes
	output          int64 // bytes
	did
}

// sides runs both sides of a job in turn, and returns the fastest run of each.
func (b *bench) sides(j job) (ours, beside took, err error) {
	if err := os.WriteFile(filepath.Join(b.tree, "dossier.toml"), []byte(j.project), 0o644); err != nil {
		return took{}, took{}, err
	}
	all := [2][]took{}
	for range b.runs {
		for i, side := range []side{j.ours, j.beside} {
			t, err := b.time(side)
			if err != nil {
				return took{}, took{}, fmt.Errorf("%s: %w", side.name, err)
			}
			all[i] = append(all[i], t)
		}
	}
	fastest := func(list []took) took {
		return slices.MinFunc(list, func(a, b took) int { return int(a.wall - b.wall) })
	}
	return fastest(all[0]), fastest(all[1]), nil
}

// time runs a side once. Its output goes to a file, as it would for a person.
func (b *bench) time(s side) (took, error) {
	cache := filepath.Join(b.dir, "cache")
	if s.cold {
		if err := os.RemoveAll(cache); err != nil {
			return took{}, err
		}
	}
	out, err := os.Create(filepath.Join(b.dir, "output"))
	if err != nil {
		return took{}, err
	}
	defer out.Close()
	var log bytes.Buffer
	cmd := exec.Command(s.command[0], s.command[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = b.tree, out, &log
	cmd.Env = b.environment(cache)
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return took{}, fmt.Errorf("%w\n%s", err, log.Bytes())
	}
	t := took{wall: time.Since(start), processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		t.peak = usage.Maxrss << 10
	}
	written, err := os.ReadFile(out.Name())
	if err != nil {
		return took{}, err
	}
	t.output = int64(len(written))
	if s.did != nil {
		theirs, err := os.Stat(filepath.Join(b.dir, "theirs.md"))
		if err == nil && strings.HasPrefix(s.command[0], b.repomix) {
			t.output = theirs.Size()
		}
		if t.did, err = s.did(written, log.String()); err != nil {
			return took{}, err
		}
	}
	return t, nil
}

// environment keeps what a program keeps out of the person's own folders.
func (b *bench) environment(cache string) []string {
	return append(os.Environ(), "XDG_CACHE_HOME="+cache, "XDG_STATE_HOME="+filepath.Join(b.dir, "state"), "XDG_CONFIG_HOME="+filepath.Join(b.dir, "config"))
}
