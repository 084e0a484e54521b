package session

import (
	"sync"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets/snapshots"
)

// maxRests bounds how far snapshots of nothing but changes are followed to one of all.
const maxRests = 1000

// sentCache keeps the document that the changes of a composition rest on: the text of a
// snapshot never changes. It may be asked from any goroutine.
type sentCache struct {
	mu    sync.Mutex
	since models.Changes
	sent  aggregate.Sent
}

// of returns the document of a snapshot. One that holds only changes itself rests on
// another, which is returned in its place.
func (c *sentCache) of(changes models.Changes, folder func(copied bool) *snapshots.Folder) aggregate.Sent {
	changes.Only = false
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sent.Document != nil && c.since == changes {
		return c.sent
	}
	at, sent := changes, aggregate.Sent{Name: sinceName(changes)}
	for range maxRests {
		one, err := loadSnapshot(folder(at.Copied), SnapshotID{at.Copied, at.Since})
		if err != nil {
			break
		}
		if rests := one.Record.Composition.Changes; rests.Only && rests.Since != "" {
			at = rests
			continue
		}
		sent = aggregate.Sent{Name: sinceName(at), Document: one.Document}
		break
	}
	c.since, c.sent = changes, sent
	return sent
}

// sinceName returns the name of the snapshot that changes rest on.
func sinceName(c models.Changes) string {
	if c.Copied {
		return snapshots.CopyName(c.Since)
	}
	return c.Since
}

// sentBefore returns what gives a builder the documents that changes rest on. It is for
// the goroutine that owns the project; what it returns is for any.
func (p *Project) sentBefore() func(models.Changes) aggregate.Sent {
	written, copies := p.Snapshots(false), p.Snapshots(true)
	return func(c models.Changes) aggregate.Sent {
		return p.sent.of(c, func(copied bool) *snapshots.Folder {
			if copied {
				return copies
			}
			return written
		})
	}
}

// ShowChanges puts a section into the dossier of what has changed since a snapshot. With
// only, the files, screenshots and beads that were sent then are left out.
func (s *Session) ShowChanges(since SnapshotID, only bool) {
	s.change("changes since "+since.Name, "", func(e *edit) {
		e.c.Changes = models.Changes{Since: since.Name, Copied: since.Copied, Only: only}
	})
}

// ChangesSince returns the snapshot on which the section of changes rests; false when
// there is no such section.
func (s *Session) ChangesSince() (SnapshotID, bool) {
	c := s.comp.Changes
	return SnapshotID{c.Copied, sinceName(c)}, c.Since != ""
}

// HideChanges takes the section of changes out of the dossier.
func (s *Session) HideChanges() {
	s.change("without changes", "", func(e *edit) { e.c.Changes = models.Changes{} })
}

// ToggleChanges shows what has changed since what was sent last, or hides it again.
func (s *Session) ToggleChanges() {
	if _, ok := s.ChangesSince(); ok {
		s.HideChanges()
		return
	}
	sent, ok := s.LastSent()
	if !ok {
		s.tell(told("Nothing has been sent yet: copy or write the dossier first", nil))
		return
	}
	s.ShowChanges(sent.ID, false)
}
