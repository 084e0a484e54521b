package snapshots

import (
	"context"
	"errors"

	"dossier/aggregate"
	kept "dossier/presets/snapshots"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// Replay is what the preview shows in the place of the document that is put together.
type Replay struct {
	project.Sent
	Again  bool  // rendered again with the files of today, and so not what was sent
	Peek   bool  // it is only looked at, by selecting its row; see [Part.Peek]
	Damage error // why it is not what was sent; nil: its bytes were verified, or have no record

	in aggregate.Input // of what was rendered again
}

// Replayed returns what the preview shows of before; false when it shows what is put
// together now.
func (p *Part) Replayed() (Replay, bool) {
	if p.replay == nil {
		return Replay{}, false
	}
	return *p.replay, true
}

// Replay shows a snapshot in the preview, byte for byte as it was sent, until
// [Part.LeaveReplay]. What is damaged is only shown where damaged is set: as far as it can be
// read. One without a text is not.
func (p *Part) Replay(id project.SnapshotID, damaged bool) {
	p.peeking = project.SnapshotID{}
	p.Load(id, func(sent project.Sent, err error) {
		if err != nil && !(damaged && errors.As(err, new(*kept.DamageError)) && !errors.Is(err, kept.ErrNoText)) {
			p.host.Fail(err)
			return
		}
		p.showReplay(&Replay{Sent: sent, Damage: err})
	})
}

// Peek shows a snapshot in the preview without the replay mode: until [Part.LeavePeek], and until
// anything is changed, copied or written, which is done with the current document as if nothing was
// shown. In the replay mode it shows the snapshot in that mode. What cannot be read is not shown.
func (p *Part) Peek(id project.SnapshotID) {
	if p.replay != nil && p.replay.ID == id && !p.replay.Again {
		return
	}
	p.peeking = id
	p.Load(id, func(sent project.Sent, err error) {
		switch {
		case p.peeking != id:
		case err != nil:
			p.LeavePeek()
		default:
			p.showReplay(&Replay{Sent: sent, Peek: p.replay == nil || p.replay.Peek})
		}
	})
}

// LeavePeek shows the current document again where [Part.Peek] showed another one. It leaves the
// replay mode as it is.
func (p *Part) LeavePeek() {
	p.peeking = project.SnapshotID{}
	if p.replay != nil && p.replay.Peek {
		p.showReplay(nil)
	}
}

// RenderAgain shows what the composition of a snapshot gives with the files of today, in the
// preview and nowhere else.
func (p *Part) RenderAgain(id project.SnapshotID) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.peeking = project.SnapshotID{}
	folder, in, builder := opened.Snapshots().Folder(id.Copied), p.host.Input(), opened.Builder
	p.reading.Start(func(ctx context.Context) func() {
		record, err := folder.Read(id.Name)
		if err != nil {
			return func() { p.NoteDamage(id, err); p.host.Fail(err) }
		}
		in.Composition = project.Restored(record)
		if _, err := builder.Refresh(ctx); err != nil {
			return func() { p.host.Fail(err) }
		}
		doc, err := builder.Build(ctx, in, nil)
		if err != nil {
			return func() { p.host.Fail(err) }
		}
		doc = countSoon(ctx, builder, doc)
		return func() {
			p.showReplay(&Replay{Sent: project.Sent{ID: id, Record: record, Document: doc}, Again: true, in: in})
		}
	})
}

// RefuseInReplay reports whether a snapshot is replayed, and then tells the user how to go on: what copies
// or writes the document does nothing while another text is shown in its place. One that is only
// looked at goes.
func (p *Part) RefuseInReplay() bool {
	p.LeavePeek()
	if p.replay == nil {
		return false
	}
	p.host.Tell(message.New("The window shows the snapshot {{.Name}}: copy it with Copy snapshot, or go back to now first", map[string]any{"Name": p.replay.ID.Name}))
	return true
}

// LeaveReplay shows the current document again. Every change of the composition, the discussions and
// the notes does so too.
func (p *Part) LeaveReplay() {
	p.peeking = project.SnapshotID{}
	if p.replay != nil {
		p.showReplay(nil)
	}
}

func (p *Part) showReplay(r *Replay) {
	p.replay = r
	p.host.Showing()
}

// CopyReplay copies what the preview shows of before.
func (p *Part) CopyReplay() {
	r, ok := p.Replayed()
	if !ok {
		return
	}
	if !r.Again {
		p.copySent(r.Sent)
		return
	}
	fields := map[string]any{"Name": r.ID.Name, "Tokens": p.host.Cost(r.Document.Tokens)}
	p.host.CopyThen(r.Document.Text(), message.New("Copied {{.Name}} with the files of today, {{.Tokens}} tokens", fields), func() { p.KeepCopy(r.Document, r.in) })
}

// Restore puts together again what made a snapshot: one step, which undo takes back. Files are
// those of today; paths outside the project need leave as ever.
func (p *Part) Restore(id project.SnapshotID) {
	if p.host.Project() == nil {
		return
	}
	folder := p.host.Project().Snapshots().Folder(id.Copied)
	p.reading.Start(func(context.Context) func() {
		record, err := folder.Read(id.Name)
		return func() {
			if err != nil {
				p.NoteDamage(id, err)
				p.host.Fail(err)
				return
			}
			p.LeaveReplay()
			p.host.Edit(message.Named("restore {{.Name}}", id.Name), func(e *project.Edit) { e.Composition = project.RestoredOver(e.Composition, record) })
			p.host.TellComposed(func(files int) message.Message {
				return message.Count("Restored {{.Name}}: {{.N}} files", files, map[string]any{"Name": id.Name})
			}, id.Name)
		}
	})
}
