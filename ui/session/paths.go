package session

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"dossier/aggregate/fuzzy"
	"dossier/presets"
	"dossier/ui/completion"
	"dossier/ui/session/jobs"
)

// Paths is the controller of the paths that the user types and chooses in dialogs: it completes and finds
// them in the background, and stores which were chosen for a purpose, such as "chats". It outlives the
// open project. It belongs to the session's goroutine. Of several calls of one method
// the newest is answered.
type Paths struct {
	host                                     host
	completing, listing, searching, checking *jobs.Latest
	latest                                   map[string]string // by purpose: last choice of the session, perhaps not stored yet
}

// Paths completes and stores the paths that the user types and chooses.
func (s *Session) Paths() *Paths { return s.paths }

// newPaths returns the controller of a session.
func newPaths(host host, work *jobs.Group) *Paths {
	return &Paths{host: host, completing: work.Latest(), listing: work.Latest(), searching: work.Latest(), checking: work.Latest(), latest: map[string]string{}}
}

// Complete calls then with completions of a typed path; see [completion.Kind.Complete].
func (p *Paths) Complete(kind completion.Kind, typed string, then func(completion.Result)) {
	p.completing.Start(func(ctx context.Context) func() {
		c := kind.Complete(ctx, typed)
		return func() { then(c) }
	})
}

// List calls then with the paths that begin with the typed text; see [completion.Kind.List].
func (p *Paths) List(kind completion.Kind, typed string, then func([]string)) {
	p.listing.Start(func(ctx context.Context) func() {
		list := kind.List(ctx, typed)
		return func() { then(list) }
	})
}

// Search calls then with the paths that match the typed text; see [completion.Kind.Search].
func (p *Paths) Search(kind completion.Kind, typed string, then func([]fuzzy.Found)) {
	p.searching.Start(func(ctx context.Context) func() {
		found := kind.Search(ctx, typed)
		return func() { then(found) }
	})
}

// Chosen calls then with the files that were chosen for a purpose, are of the kind and still exist,
// most recent first.
func (p *Paths) Chosen(purpose string, kind completion.Kind, then func([]string)) {
	state, latest := p.host.State(), p.latest[purpose]
	p.checking.Start(func(ctx context.Context) func() {
		var there []string
		for _, path := range chosenPaths(state, purpose, latest) {
			if ctx.Err() != nil {
				break
			}
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && kind.Fits(path) {
				there = append(there, path)
			}
		}
		return func() { then(there) }
	})
}

// chosenPaths returns the paths that were chosen for a purpose, the last one first; latest may not be stored yet.
func chosenPaths(state *presets.State, purpose, latest string) []string {
	stored := state.Chosen(purpose)
	if latest == "" {
		return stored
	}
	others := slices.DeleteFunc(slices.Clone(stored), func(path string) bool { return path == latest })
	return slices.Concat([]string{latest}, others)
}

// Folder returns the folder of the path most recently chosen for a purpose; empty if there is none
// or it no longer exists.
func (p *Paths) Folder(purpose string) string {
	chosen := chosenPaths(p.host.State(), purpose, p.latest[purpose])
	if len(chosen) == 0 {
		return ""
	}
	dir := filepath.Dir(chosen[0])
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return ""
	}
	return dir
}

// Choose stores a path chosen for a purpose.
func (p *Paths) Choose(purpose, path string) {
	state := p.host.State()
	p.latest[purpose] = path
	p.host.WriteState(func(ctx context.Context) error {
		_ = state.Choose(ctx, purpose, path) // if this fails, the next dialog starts elsewhere
		return nil
	})
}
