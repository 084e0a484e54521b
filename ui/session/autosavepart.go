package session

import (
	"context"
	"errors"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/session/autosave"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// autosaveHost is what autosave needs beside what every part does.
type autosaveHost struct{ host }

// Autosave keeps what is unsaved, and where the window stands.
func (s *Session) Autosave() *autosave.Part { return s.autosave }

// SaveSoon keeps what is unsaved within a second.
func (h host) SaveSoon() { h.autosave.Soon() }

// Slot is where what is unsaved of the project is kept; nil while none is open.
func (h host) Slot() *presets.Slot { return h.autosave.Slot() }

// Before lets the window say where it stands.
func (h autosaveHost) Before() {
	if h.BeforeSave != nil {
		h.BeforeSave()
	}
}

// Unsaved is what is unsaved now.
func (h autosaveHost) Unsaved() presets.Unsaved {
	unsent := h.discussion.Unsent()
	kept := presets.Unsaved{
		Composition: h.comp, Edited: h.projectFile.Modified(), Base: h.project.File().Digest(),
		Expanded: h.tree.Model().OpenFolders(), Sections: h.preview.Folded(), Sort: string(h.tree.Model().Sort()),
		Settled: h.left.Settled(), Unsent: unsent.Content, UnsentRole: unsent.Role, Answer: h.requests.Kept(),
	}
	h.presets.Keep(&kept)
	return kept
}

// HasUnsaved reports whether something is kept that is nowhere else.
func (h autosaveHost) HasUnsaved() bool {
	return h.projectFile.Modified() || h.discussion.Unsent().Content != "" || len(h.presets.State().Drafts) > 0 || h.requests.Kept() != ""
}

// Kept drops the drafts of the command line where they came from, now that they are kept here.
func (h autosaveHost) Kept() func(context.Context) error {
	opened, taken := h.project, h.presets.Taken()
	return func(ctx context.Context) error {
		if len(taken) == 0 {
			return nil
		}
		return opened.Presets().DropDrafts(ctx, taken...)
	}
}

// Discard puts together what is saved, as if nothing unsaved had been found.
func (h autosaveHost) Discard() {
	was := recovered{h.step(), h.discussion.Unsent()}
	h.undo.Push(undo.Step{Label: message.New("discard what was unsaved", nil), Was: was})
	h.discussion.SetUnsent("", "")
	h.compose(h.project.Kept().Composition())
	h.presets.Recognize()
	h.notify(change.Presets | change.Project | change.Discussion | change.Left)
	m := message.New("Discarded what was unsaved", nil)
	m.Undo = true
	h.tell(m)
}

// Besides writes what is remembered of missing files.
func (h autosaveHost) Besides() func(context.Context) error { return h.missing.Save() }

// restore finds what was unsaved in the project that was just opened, and begins with its file
// otherwise.
func (s *Session) restore() {
	s.comp = s.project.Kept().Composition()
	s.projectFile.Begin()
	kept, ok := s.autosave.Claim(s.project.Dir)
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
			s.tell(message.New("dossier.toml has changed since these unsaved changes were made; they are still here", nil))
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
	s.discussion.RestoreUnsent(models.Entry{Role: kept.UnsentRole, Content: kept.Unsent})
	s.requests.Restore(kept.Answer)
	s.tree.Restore(kept.Expanded, kept.Sort)
	s.preview.SetFolded(kept.Sections)
}

// keepUnsaved keeps what is unsaved before it returns, the discussions and the notes too.
func (s *Session) keepUnsaved() error {
	err := s.autosave.Finish()
	if err == nil && s.project != nil {
		err = s.left.RemoveSettled()
	}
	return errors.Join(err, s.discussion.Finish(), s.notes.Finish())
}
