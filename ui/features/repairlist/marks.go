package repairlist

import (
	"cmp"
	"context"
	"maps"

	"dossier/aggregate"
	"dossier/presets"
	"dossier/ui/project/repair"
)

// noFingerprint marks a file whose text has no fingerprint.
const noFingerprint = "-"

// memory returns what is known about files from earlier builds and sessions.
func (p *Part) memory() repair.Memory {
	m := repair.Memory{Marks: maps.Clone(p.marks)}
	if sent, ok := p.host.LastSent(); ok {
		m.Sent = sent.Document
	}
	return m
}

// remember stores the fingerprints of the document's files, so that they can be found elsewhere.
func (p *Part) remember() {
	if p.marks == nil {
		p.marks = maps.Clone(p.host.State().FileIDs(p.host.Project().Dir))
		if p.marks == nil {
			p.marks = map[string]presets.FileID{}
		}
	}
	for _, item := range p.host.Document().Items {
		hash := item.Hash()
		if hash == "" || item.Err != nil {
			continue
		}
		old := p.marks[item.Path]
		if same := old.Hash == hash && old.Size == item.Size; !same {
			p.marks[item.Path] = presets.FileID{Hash: hash, Size: item.Size}
		} else if old.Fingerprint != "" {
			continue
		}
		p.unsaved = true
	}
	if p.unsaved {
		p.host.SaveSoon()
	}
}

// Save returns a function that saves the fingerprints of the document's files, or does nothing if
// they are saved. It is safe for concurrent use.
func (p *Part) Save() func(context.Context) error {
	if !p.unsaved {
		return func(context.Context) error { return nil }
	}
	p.unsaved = false
	opened, state, marks := p.host.Project(), p.host.State(), maps.Clone(p.marks)
	return func(ctx context.Context) error {
		if made := fingerprint(ctx, opened.Builder, marks); len(made) > 0 {
			p.work.Do(p.work.Context(), func() { p.fingerprinted(made) })
		}
		return state.SetFileIDs(ctx, opened.Dir, marks)
	}
}

// fingerprint computes the missing fingerprints of marks, and returns the completed ones.
func fingerprint(ctx context.Context, builder *aggregate.Builder, marks map[string]presets.FileID) map[string]presets.FileID {
	made := map[string]presets.FileID{}
	for path, mark := range marks {
		if mark.Fingerprint != "" {
			continue
		}
		if found, ok := builder.Fingerprint(ctx, path, mark.Hash, mark.Size); ok {
			mark.Fingerprint = cmp.Or(string(found), noFingerprint)
			made[path] = mark
		}
	}
	maps.Copy(marks, made)
	return made
}

// fingerprinted adds fingerprints that were computed in the background.
func (p *Part) fingerprinted(made map[string]presets.FileID) {
	for path, mark := range made {
		if p.marks[path].Hash == mark.Hash {
			p.marks[path] = mark
		}
	}
}
