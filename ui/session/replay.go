package session

import (
	"context"
	"errors"

	"dossier/aggregate"
	"dossier/presets/snapshots"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/message"
)

// Replay is what the preview shows in the place of the document that is put together.
type Replay struct {
	project.Sent
	Again  bool  // rendered again with the files of today, and so not what was sent
	Damage error // why it is not what was sent; nil: its bytes were verified, or have no record

	in aggregate.Input // of what was rendered again
}

// Replayed returns what the preview shows of before; false when it shows what is put
// together now.
func (s *Session) Replayed() (Replay, bool) {
	if s.snaps.replay == nil {
		return Replay{}, false
	}
	return *s.snaps.replay, true
}

// Replay shows a snapshot in the preview, byte for byte as it was sent, until
// [Session.LeaveReplay]. What is damaged is only shown where damaged is set: as far as
// it can be read.
func (s *Session) Replay(id project.SnapshotID, damaged bool) {
	s.LoadSnapshot(id, func(sent project.Sent, err error) {
		if err != nil && !(damaged && errors.As(err, new(*snapshots.DamageError))) {
			s.fail(err)
			return
		}
		s.showReplay(&Replay{Sent: sent, Damage: err})
	})
}

// RenderAgain shows what the composition of a snapshot gives with the files of today,
// in the preview and nowhere else.
func (s *Session) RenderAgain(id project.SnapshotID) {
	if s.project == nil {
		return
	}
	folder, in, builder := s.project.Snapshots().Folder(id.Copied), s.input(), s.project.Builder
	s.snaps.reading.Start(func(ctx context.Context) func() {
		record, err := folder.Read(id.Name)
		if err != nil {
			return func() { s.noteDamage(id, err); s.fail(err) }
		}
		in.Composition = project.Restored(record)
		if _, err := builder.Refresh(ctx); err != nil {
			return func() { s.fail(err) }
		}
		doc, err := builder.Build(ctx, in, nil)
		if err != nil {
			return func() { s.fail(err) }
		}
		doc = countSoon(ctx, builder, doc)
		return func() {
			s.showReplay(&Replay{Sent: project.Sent{ID: id, Record: record, Document: doc}, Again: true, in: in})
		}
	})
}

// LeaveReplay shows what is put together now again.
func (s *Session) LeaveReplay() {
	if s.snaps.replay != nil {
		s.showReplay(nil)
	}
}

func (s *Session) showReplay(r *Replay) {
	s.snaps.replay = r
	s.preview.SetDocument(s.Document())
	s.notify(change.Document | change.Counts | change.Snapshots)
}

// copyReplay copies what the preview shows of before.
func (s *Session) copyReplay() {
	r := *s.snaps.replay
	if !r.Again {
		s.copySent(r.Sent)
		return
	}
	fields := map[string]any{"Name": r.ID.Name, "Tokens": s.Cost(r.Document.Tokens)}
	s.copyThen(r.Document.Text(), message.New("Copied {{.Name}} with the files of today, {{.Tokens}} tokens", fields), func() { s.keepCopy(r.Document, r.in) })
}

// RestoreSnapshot puts together again what made a snapshot: one step, which undo takes
// back. Files are those of today; paths outside the project need leave as ever.
func (s *Session) RestoreSnapshot(id project.SnapshotID) {
	if s.project == nil {
		return
	}
	folder := s.project.Snapshots().Folder(id.Copied)
	s.snaps.reading.Start(func(context.Context) func() {
		record, err := folder.Read(id.Name)
		return func() {
			if err != nil {
				s.noteDamage(id, err)
				s.fail(err)
				return
			}
			comp := project.Restored(record)
			s.LeaveReplay()
			s.change(message.Named("restore {{.Name}}", id.Name), "", func(e *project.Edit) { e.Composition = comp })
			m := message.Count("Restored {{.Name}}: {{.N}} entries", len(comp.Files), map[string]any{"Name": id.Name})
			s.tellPutTogether(m, id.Name)
		}
	})
}
