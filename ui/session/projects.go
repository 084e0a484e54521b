package session

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

// Projects are the projects that the user can open without naming a folder: those that were opened
// before, and the sample that comes with the program. They outlive the project that is open. It belongs to the session's goroutine.
type Projects struct {
	host        host
	checking    *jobs.Latest
	stateFolder string // the user's, which contains the sample; empty if there is none
	sample      bool   // whether the open project is the sample
}

// Projects are those that can be opened without naming a folder.
func (s *Session) Projects() *Projects { return s.projects }

// newProjects returns the user's projects. stateFolder is the user's state folder; it is empty if there is none.
func newProjects(host host, work *jobs.Group, stateFolder string) *Projects {
	return &Projects{host: host, checking: work.Latest(), stateFolder: stateFolder}
}

// Opened records that the project in a folder, without symbolic links, was opened.
func (p *Projects) Opened(dir string) {
	sample, err := filepath.EvalSymlinks(p.sampleDir())
	p.sample = p.stateFolder != "" && err == nil && sample == dir
	state, now := p.host.State(), time.Now()
	p.host.WriteState(func(ctx context.Context) error { return state.Opened(ctx, dir, now) })
}

// Recent lists the recently opened projects, most recent first.
func (p *Projects) Recent() []presets.Recent { return p.host.State().Recents() }

// OtherRecent calls then with the other recent projects that still exist, most recent first. A newer
// call cancels the older one.
func (p *Projects) OtherRecent(then func([]presets.Recent)) {
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
func (p *Projects) Start() string {
	sample, err := filepath.EvalSymlinks(p.sampleDir())
	for _, recent := range p.Recent() {
		if err == nil && p.stateFolder != "" && recent.Path == sample {
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
func (p *Projects) OpenLast() bool {
	for _, recent := range p.Recent() {
		if info, err := os.Stat(recent.Path); err == nil && info.IsDir() {
			return p.host.Session.Open(recent.Path) == nil
		}
	}
	return false
}

// IsSample reports whether the open project is the sample.
func (p *Projects) IsSample() bool { return p.sample }

// OpenSample copies the embedded sample to the user's state folder and opens the copy.
func (p *Projects) OpenSample() error {
	if p.stateFolder == "" {
		return fmt.Errorf("copy the sample project: %w", &store.StateError{})
	}
	dir := p.sampleDir()
	if err := assets.CopySample(dir); err != nil {
		return fmt.Errorf("copy the sample project: %w", err)
	}
	return p.host.Session.Open(dir)
}

// sampleDir returns the folder that the sample is copied to.
func (p *Projects) sampleDir() string {
	return filepath.Join(p.stateFolder, "sample", assets.SampleName)
}
