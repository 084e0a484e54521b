package snapshots

import (
	"context"
	"errors"

	"dossier/aggregate"
	"dossier/presets/snapshots"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// Replay is the snapshot that the preview shows instead of the document.
type Replay struct {
	project.Sent
	Again  bool  // rendered again with the current files, and therefore not what was sent
	Peek   bool  // only shown because its row is selected; see [Part.Peek]
	Damage error // why it differs from what was sent; nil if its bytes were verified, or have no record

	in aggregate.Input // input for rendering again
}

// Replayed returns the snapshot in the preview; false if it shows the current document.
func (p *Part) Replayed() (Replay, bool) {
	if p.replay == nil {
		return Replay{}, false
	}
	return *p.replay, true
}

// Replay shows a snapshot in the preview, byte for byte as it was sent, until [Part.LeaveReplay]. A
// damaged one is only shown if damaged is set, as far as it can be read. One without a text is not
// shown.
func (p *Part) Replay(id project.SnapshotID, damaged bool) {
	p.peeking = project.SnapshotID{}
	p.Load(id, func(sent project.Sent, err error) {
		if err != nil && !(damaged && errors.As(err, new(*snapshots.DamageError)) && !errors.Is(err, snapshots.ErrNoText)) {
			p.host.Fail(err)
			return
		}
		p.showReplay(&Replay{Sent: sent, Damage: err})
	})
}

// Peek shows a snapshot in the preview without the replay mode: until [Part.LeavePeek], or any
// change, copy or write, which uses the current document as usual. In the replay mode it replays
// the snapshot. An unreadable one is not shown.
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

// LeavePeek shows the current document again if [Part.Peek] showed another one. It does not leave
// the replay mode.
func (p *Part) LeavePeek() {
	p.peeking = project.SnapshotID{}
	if p.replay != nil && p.replay.Peek {
		p.showReplay(nil)
	}
}

// RenderAgain shows the composition of a snapshot with the current files, in the preview only.
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

// RefuseInReplay reports whether a snapshot is replayed, and then shows the user how to continue:
// nothing is copied or written while another text is shown. A snapshot shown by Peek is hidden
// instead.
func (p *Part) RefuseInReplay() bool {
	p.LeavePeek()
	if p.replay == nil {
		return false
	}
	p.host.Notify(message.New("The window shows the snapshot {{.Name}}: copy it with Copy snapshot, or go back to now first", map[string]any{"Name": p.replay.ID.Name}))
	return true
}

// LeaveReplay shows the current document again. Every change of the composition, the discussions
// and the notes does the same.
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

// CopyReplay copies the replayed text.
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
	p.host.CopyThen(r.Document.Text(), message.New("Copied {{.Name}} with today's files, {{.Tokens}} tokens", fields), func() { p.SaveCopy(r.Document, r.in) })
}

// Restore restores the composition of a snapshot, in one undo step. Files are the current ones;
// external paths need permission as usual.
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
			p.host.NotifyComposed(func(files int) message.Message {
				return message.Count("Restored {{.Name}}: {{.N}} files", files, map[string]any{"Name": id.Name})
			}, id.Name)
		}
	})
}
