// Package projects is the controller of the projects that the user can open without naming a
// folder: recent ones, and the sample that comes with the program. It outlives the open project.
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

	// Dir returns the folder of the open project; empty if none is open.
	Dir() string
	// Open opens the project in a folder instead of the current one.
	Open(dir string) error
}

// Part is the controller of the user's projects. It belongs to the session's goroutine.
type Part struct {
	host     Host
	checking *jobs.Latest
	kept     string // the parent folder of the sample; empty if there is no state folder
	sample   bool   // whether the open project is the sample
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

// Recent lists the recently opened projects, most recent first.
func (p *Part) Recent() []presets.Recent { return p.host.State().Recents() }

// Before calls then with the other recent projects that still exist, most recent first. A newer
// call cancels the older one.
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

// Start returns the folder in which to look for another project: the parent of the most recently
// opened project, except the sample, if it still exists, else the home folder. It is empty if there
// is neither.
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

// IsSample reports whether the open project is the sample.
func (p *Part) IsSample() bool { return p.sample }

// OpenSample copies the embedded sample to the user's state folder and opens the copy.
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

// sampleDir returns the folder that the sample is copied to.
func (p *Part) sampleDir() string { return filepath.Join(p.kept, "sample", assets.SampleName) }
