package session

import (
	"context"
	"errors"

	"dossier/presets"
	"dossier/ui/session/autosave"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// autosaveHost is the host of autosave.
type autosaveHost struct{ host }

// Autosave returns the controller that saves unsaved work and the window's geometry.
func (s *Session) Autosave() *autosave.Part { return s.autosave }

// SaveSoon saves unsaved work within a second.
func (h host) SaveSoon() { h.autosave.SaveSoon() }

// Slot returns the slot for the project's unsaved work. It is nil while no project is open.
func (h host) Slot() *presets.Slot { return h.autosave.Slot() }

// Before lets the window report its geometry.
func (h autosaveHost) Before() {
	if h.BeforeSave != nil {
		h.BeforeSave()
	}
}

// Unsaved returns the unsaved work.
func (h autosaveHost) Unsaved() presets.Unsaved {
	unsaved := presets.Unsaved{
		Composition: h.comp, Edited: h.projectFile.Modified(), Base: h.project.File().Digest(), Settled: h.recovery.Settled(),
	}
	feature.Each(h.states, func(k feature.Collector) { k.CollectUnsaved(&unsaved) })
	return unsaved
}

// HasUnsaved reports whether some unsaved work is stored nowhere else.
func (h autosaveHost) HasUnsaved() bool {
	has := h.projectFile.Modified()
	feature.Each(h.states, func(u feature.UnsavedReporter) { has = has || u.HasUnsaved() })
	return has
}

// AfterSave returns a function that deletes the drafts of the command line, which are part of the saved work now.
func (h autosaveHost) AfterSave() func(context.Context) error {
	opened, taken := h.project, h.presets.AdoptedDrafts()
	return func(ctx context.Context) error {
		if len(taken) == 0 {
			return nil
		}
		return opened.Presets().DropDrafts(ctx, taken...)
	}
}

// Discard restores the saved state, as if no unsaved work had been found.
func (h autosaveHost) Discard() {
	old := undo.State(h.step())
	feature.Each(h.states, func(d feature.Discarder) { old = undo.Both(old, d.Discard()) })
	h.undo.Push(undo.Step{Label: message.New("discard the unsaved work", nil), Old: old})
	h.compose(h.project.StoredState().Composition())
	h.presets.Recognize()
	h.notify(change.Presets | change.Project | change.Recovery)
	m := message.New("Discarded the unsaved work", nil)
	m.Undo = true
	h.notifyUser(m)
}

// ExtraWrites returns the writes of the features that accompany each save.
func (h autosaveHost) ExtraWrites() func(context.Context) error {
	var saves []func(context.Context) error
	feature.Each(h.states, func(w feature.Saver) { saves = append(saves, w.Save()) })
	return func(ctx context.Context) error {
		var err error
		for _, save := range saves {
			err = errors.Join(err, save(ctx))
		}
		return err
	}
}

// restore restores the unsaved work of a newly opened project. Without any it starts with the project file.
func (s *Session) restore() {
	s.comp = s.project.StoredState().Composition()
	s.projectFile.Begin()
	kept, ok := s.autosave.Claim(s.project.Dir)
	if ok {
		s.restoreUnsaved(kept)
	}
	s.presets.AdoptDrafts()
	s.recovery.Find(kept.Settled)
}

func (s *Session) restoreUnsaved(kept presets.Unsaved) {
	file := s.project.File()
	if kept.Edited {
		s.comp = kept.Composition
		if kept.Base != file.Digest() && file.Exists() {
			s.notifyUser(message.New("dossier.toml has changed since these unsaved changes were made; they are still here", nil))
		}
	} else {
		// Focus is not part of the file.
		s.comp = s.comp.ForMessage(kept.Composition)
	}
	s.projectFile.Compare()
	feature.Each(s.states, func(r feature.Restorer) { r.RestoreUnsaved(kept) })
	if !kept.Edited && kept.Base != file.Digest() {
		s.presets.Recognize()
	}
}

// Keep saves all unsaved work, as before the project is closed, and waits until it is saved. The error is why some of
// it would be lost then.
func (s *Session) Keep() error {
	lost, err := s.keepUnsaved()
	s.autosave.SaveSoon() // as that of an open window, if the project stays open
	if lost {
		return err
	}
	return nil
}

// finish saves all unsaved work before the project is closed, and removes work of other windows that was recovered or
// discarded.
func (s *Session) finish() error {
	_, err := s.keepUnsaved()
	if err == nil && s.project != nil {
		err = s.recovery.RemoveSettled()
	}
	return err
}

// keepUnsaved saves all unsaved work, including discussions and notes, and waits until it is saved. If there is an
// error, it reports whether any work is stored nowhere.
func (s *Session) keepUnsaved() (lost bool, err error) {
	s.saves.Finish()
	s.snapshots.Finish()
	if err = s.autosave.Finish(); err != nil {
		lost = s.project != nil && autosaveHost{host{Session: s}}.HasUnsaved()
	}
	feature.Each(s.states, func(f feature.Finisher) {
		failed := f.Finish()
		lost, err = lost || failed != nil, errors.Join(err, failed)
	})
	return lost, err
}
