package project

import (
	"sync"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets/snapshots"
)

// maxChangeChain is the max number of change-only snapshots that are followed to reach a complete one.
const maxChangeChain = 1000

// sentCache caches the document that the changes of a composition are relative to: the text of a
// snapshot never changes. It is safe for concurrent use.
type sentCache struct {
	mu    sync.Mutex
	since models.Changes
	sent  aggregate.Sent
}

// of returns the document of a snapshot. If it contains only changes, the document that these are
// relative to is returned instead.
func (c *sentCache) of(changes models.Changes, folder func(copied bool) *snapshots.Folder) aggregate.Sent {
	changes.Only = false
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sent.Document != nil && c.since == changes {
		return c.sent
	}
	at, sent := changes, aggregate.Sent{Name: SinceName(changes)}
	for range maxChangeChain {
		one, err := LoadSnapshot(folder(at.Copied), SnapshotID{at.Copied, at.Since})
		if err != nil {
			break
		}
		if rests := one.Record.Composition.Changes; rests.Only && rests.Since != "" {
			at = rests
			continue
		}
		sent = aggregate.Sent{Name: SinceName(at), Document: one.Document}
		break
	}
	c.since, c.sent = changes, sent
	return sent
}

// SinceName returns the name of the snapshot that changes are relative to.
func SinceName(c models.Changes) string {
	if c.Copied {
		return snapshots.CopyName(c.Since)
	}
	return c.Since
}

// sentBefore returns the function with which a builder gets the documents that changes are relative
// to.
func (p *Project) sentBefore(k *StoredState) func(models.Changes) aggregate.Sent {
	f := p.foldersOf(k)
	return func(c models.Changes) aggregate.Sent {
		return p.sent.of(c, func(copied bool) *snapshots.Folder {
			if copied {
				return f.copies
			}
			return f.written
		})
	}
}
