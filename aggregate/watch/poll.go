package watch

import (
	"context"
	"maps"
	"path"
	"slices"

	"dossier/aggregate/disk"
)

// pollState is what a polled folder looked like.
type pollState struct {
	selected bool
	folder   disk.Identity
	files    map[string]disk.Identity // only when selected; folders in it change by themselves
}

func (p *process) hasPolled(dir string) bool {
	_, ok := p.polled[dir]
	return ok
}

// look takes down what a folder looks like. One that cannot be read looks empty.
func (p *process) look(ctx context.Context, dir string, selected bool) pollState {
	state := pollState{selected: selected}
	info, err := p.root.Lstat(dir)
	if err != nil {
		return state
	}
	state.folder = info.Identity
	if !selected {
		return state
	}
	entries, _, err := p.root.List(ctx, dir, maxPending)
	if err != nil {
		return state
	}
	state.files = make(map[string]disk.Identity, len(entries))
	for _, e := range entries {
		if !e.IsDir() {
			state.files[e.Name] = e.Identity
		}
	}
	return state
}

// poll compares every polled folder with what it looked like before.
func (p *process) poll(ctx context.Context) {
	for _, dir := range slices.Sorted(maps.Keys(p.polled)) {
		before := p.polled[dir]
		now := p.look(ctx, dir, before.selected)
		if ctx.Err() != nil {
			return
		}
		p.polled[dir] = now
		if now.folder != before.folder {
			p.folder(dir)
		}
		for name, id := range now.files {
			if before.files[name] != id {
				p.file(path.Join(dir, name))
			}
		}
		for name := range before.files {
			if _, ok := now.files[name]; !ok {
				p.file(path.Join(dir, name))
			}
		}
	}
}
