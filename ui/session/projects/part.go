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
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
)

// Host is the subset of the session that the list of projects depends on.
type Host interface {
	feature.Storage

	// Dir is the folder of the project that is open; empty when none is.
	Dir() string
	// Open opens the project in a folder instead of the current one.
	Open(dir string) error
}

// Part is the projects of the user. It belongs to the session's goroutine.
type Part struct {
	host     Host
	checking *jobs.Latest
	kept     string // the parent folder of the sample; empty if there is no state folder
	sample   bool   // whether it is the project that is open
}

// New returns the user's projects. kept is the user's state folder; it is empty if there is none.
func New(host Host, work *jobs.Group, kept string) *Part {
	return &Part{host: host, checking: work.Latest(), kept: kept}
}

// Opened records that the project in a folder, without symbolic links, was opened.
func (p *Part) Opened(dir string) {
	sample, err := filepath.EvalSymlinks(p.sampleDir())
	p.sample = p.kept != "" && err == nil && sample == dir
	state, now := p.host.State(), time.Now()
	p.host.Keep(func(ctx context.Context) error { return state.Opened(ctx, dir, now) })
}

// Recent lists the projects that were opened, the last one first.
func (p *Part) Recent() []presets.Recent { return p.host.State().Recents() }

// Before calls then with the other projects that were opened before and still exist, most recent
// first. Only the newest request is answered.
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

// Start returns the folder in which to look for another project: the parent of the project opened
// last, except the sample, if it still exists, else the home folder. It is empty if there is
// neither.
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

// OpenLast opens the most recent project that still exists, and reports whether there is one.
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
