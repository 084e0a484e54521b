// Package projects are the projects that the user can open without naming a folder: those that
// were opened before, and the sample that comes with the program. It outlives the project that
// is open.
package projects

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"dossier/assets"
	"dossier/presets"
	"dossier/presets/store"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
)

// Host is what the projects need of the session that they are opened in.
type Host interface {
	// Dir is the folder of the project that is open; empty when none is.
	Dir() string
	// Open opens the project in a folder, in the place of the one that is open.
	Open(dir string) error
	// State is what is kept for the user, and Keep writes to it in the background, in the
	// order of the calls.
	State() *presets.State
	Keep(write func(context.Context) error)
}

// Part is the projects of the user. It belongs to the session's goroutine.
type Part struct {
	host     Host
	checking *jobs.Latest
	kept     string // the folder that the sample is copied below; empty when nothing is kept
	sample   bool   // whether it is the project that is open
}

// New returns the projects of the user. kept is the folder of what is kept for them; it is empty
// when nothing is.
func New(host Host, work *jobs.Group, kept string) *Part {
	return &Part{host: host, checking: work.Latest(), kept: kept}
}

// Opened takes in that the project in a folder, free of symbolic links, was opened.
func (p *Part) Opened(dir string) {
	sample, err := filepath.EvalSymlinks(p.sampleDir())
	p.sample = p.kept != "" && err == nil && sample == dir
	state, now := p.host.State(), time.Now()
	p.host.Keep(func(ctx context.Context) error { return state.Opened(ctx, dir, now) })
}

// Recent lists the projects that were opened, the last one first.
func (p *Part) Recent() []presets.Recent { return p.host.State().Recents() }

// Before tells then which other projects were opened before and are still there, the last one
// first. Of several questions, the newest is answered.
func (p *Part) Before(then func([]presets.Recent)) {
	here, state := p.host.Dir(), p.host.State()
	p.checking.Start(func(ctx context.Context) func() {
		var there []presets.Recent
		for _, r := range state.Recents() {
			if ctx.Err() == nil && r.Path != here && project.CheckFolder(r.Path) == nil {
				there = append(there, r)
			}
		}
		return func() { then(there) }
	})
}

// Start returns the folder to look for another project in: the parent of the project that was
// opened last, apart from the sample, if it still exists, else the home folder. It is empty when
// there is neither.
func (p *Part) Start() string {
	sample, err := filepath.EvalSymlinks(p.sampleDir())
	for _, recent := range p.Recent() {
		if err == nil && p.kept != "" && recent.Path == sample {
			continue
		}
		parent := filepath.Dir(recent.Path)
		if info, err := os.Stat(parent); err == nil && info.IsDir() {
			return parent
		}
		break
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return home
}

// OpenLast opens the project that was open last and is still there; false when there is none
// that can be opened.
func (p *Part) OpenLast() bool {
	for _, recent := range p.Recent() {
		if info, err := os.Stat(recent.Path); err == nil && info.IsDir() {
			return p.host.Open(recent.Path) == nil
		}
	}
	return false
}

// IsSample reports whether the project that is open is the sample.
func (p *Part) IsSample() bool { return p.sample }

// OpenSample opens the embedded sample, copied to a place of the user's own.
func (p *Part) OpenSample() error {
	if p.kept == "" {
		return fmt.Errorf("copy the sample project: %w", &store.StateError{})
	}
	dir := p.sampleDir()
	if err := assets.CopySample(dir); err != nil {
		return fmt.Errorf("copy the sample project: %w", err)
	}
	return p.host.Open(dir)
}

// sampleDir is where the sample is copied to.
func (p *Part) sampleDir() string { return filepath.Join(p.kept, "sample", assets.SampleName) }
