package session

import (
	"cmp"
	"context"
	"errors"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/session/message"
)

// View is where the window stands in a project.
type View struct {
	Tab       string // the id of the tab
	Place     string // of the preview: see [preview.Place]
	PlaceLine int
}

// scrollPlace is the key of the preview's place among the scroll positions.
const scrollPlace = "preview "

// View returns where the window stood in the project.
func (s *Session) View() View { return s.view }

// SetView says where the window stands.
func (s *Session) SetView(v View) { s.view = v }

// Geometry returns the size of the window as it was left.
func (s *Session) Geometry() presets.Geometry { return s.geometry }

// SetGeometry says how large the window is.
func (s *Session) SetGeometry(g presets.Geometry) { s.geometry = g }

// restore finds what was unsaved in the project, and begins with its file otherwise.
func (s *Session) restore() {
	s.comp = s.project.Kept().Project.Composition()
	s.projectFile.Begin()
	kept, ok := s.slot.Load()
	if ok {
		s.restoreKept(kept)
	}
	s.presets.TakeDrafts()
	s.left.Find(kept.Settled)
}

func (s *Session) restoreKept(kept presets.Unsaved) {
	file := s.project.File()
	if kept.Edited {
		s.comp = kept.Composition
		if kept.Base != file.Digest() && file.Exists() {
			s.tell(message.New("dossier.toml has changed since this was put together; what was unsaved is still here", nil))
		}
	} else {
		// Focus is not part of the file.
		s.comp = s.comp.ForMessage(kept.Composition)
	}
	s.projectFile.Compare()
	s.presets.Restore(kept)
	if !kept.Edited && kept.Base != file.Digest() {
		s.presets.Recognize()
	}
	s.view.Tab = kept.Tab
	s.discussion.RestoreUnsent(models.Entry{Role: kept.UnsentRole, Content: kept.Unsent})
	for key, line := range kept.Scroll {
		if len(key) > len(scrollPlace) && key[:len(scrollPlace)] == scrollPlace {
			s.view.Place, s.view.PlaceLine = key[len(scrollPlace):], int(line)
		}
	}
	s.tree.Restore(kept.Expanded, kept.Sort)
	s.preview.SetFolded(kept.Sections)
}

// snapshot is what is unsaved, to be kept.
func (s *Session) snapshot() presets.Unsaved {
	unsent := s.discussion.Unsent()
	kept := presets.Unsaved{
		Composition: s.comp, Edited: s.projectFile.Modified(), Base: s.project.File().Digest(),
		Tab:      s.view.Tab,
		Expanded: s.tree.Model().OpenFolders(), Sections: s.preview.Folded(), Sort: string(s.tree.Model().Sort()),
		Settled: s.left.Settled(), Unsent: unsent.Content, UnsentRole: unsent.Role,
	}
	s.presets.Keep(&kept)
	if s.view.Place != "" {
		kept.Scroll = map[string]float32{scrollPlace + s.view.Place: float32(s.view.PlaceLine)}
	}
	return kept
}

// SaveSoon keeps what is unsaved within a second.
func (s *Session) SaveSoon() { s.saveSoon() }

func (s *Session) saveSoon() {
	if !s.saveLater.Waiting() && s.project != nil {
		s.saveLater.Start(autosaveDelay, s.flush)
	}
}

// flush keeps what is unsaved, beside the window.
func (s *Session) flush() {
	s.saveLater.Stop()
	if s.project == nil {
		return
	}
	write := s.unsaved()
	s.keep(func(ctx context.Context) {
		if err := write(ctx); ctx.Err() == nil {
			s.Do(func() { s.sayNotKept(err) })
		}
	})
}

// sayNotKept says why what is unsaved could not be kept, once for each reason: it is tried
// again after every change.
func (s *Session) sayNotKept(err error) {
	said := s.notKept
	s.notKept = ""
	if err == nil {
		return
	}
	if s.notKept = err.Error(); s.notKept != said {
		s.fail(err)
	}
}

// flushNow keeps what is unsaved before it returns.
func (s *Session) flushNow() error {
	s.saveLater.Stop()
	write := s.unsaved()
	<-s.kept
	err := write(context.Background())
	if err == nil && s.project != nil {
		err = s.left.RemoveSettled()
	}
	return errors.Join(err, s.discussion.Finish())
}

// hasUnsaved reports whether something is kept that is nowhere else.
func (s *Session) hasUnsaved() bool {
	return s.projectFile.Modified() || s.discussion.Unsent().Content != "" || len(s.presets.State().Drafts) > 0
}

// unsaved returns what writes the session as it is now into the person's state folder.
func (s *Session) unsaved() func(context.Context) error {
	if s.BeforeSave != nil {
		s.BeforeSave()
	}
	geometry := s.geometry
	if s.project == nil {
		return func(ctx context.Context) error { return s.store.SetGeometry(ctx, geometry) }
	}
	slot, session, marks := s.slot, s.snapshot(), s.missing.Save()
	opened, taken := s.project, s.presets.Taken()
	save := func(ctx context.Context) error {
		err := slot.Save(ctx, session)
		if err == nil && len(taken) > 0 {
			err = opened.Presets().DropDrafts(ctx, taken...)
		}
		return err
	}
	return func(ctx context.Context) error {
		// They go to one folder: what is wrong with it is said once.
		return cmp.Or(save(ctx), s.store.SetGeometry(ctx, geometry), marks(ctx))
	}
}

// keep writes into the person's state folder beside the window, one write after the
// other in the order of the calls: an older state never replaces a newer one.
func (s *Session) keep(write func(context.Context)) {
	if s.jobs.Ended() {
		return // Close has kept it
	}
	before, done := s.kept, make(chan struct{})
	s.kept = done
	s.jobs.Go(func() {
		defer close(done)
		<-before
		write(s.jobs.Context())
	})
}
