package session

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/presets/snapshots"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// snapshotInterval is how often the list looks at the disk while it is shown: the folder
// of dossiers is ignored, and so not watched.
const snapshotInterval = 1500 * time.Millisecond

// snapshotState is what a session holds of the project's snapshots.
type snapshotState struct {
	list    []project.SnapshotRow // newest first
	listed  bool                  // whether list is what was found on the disk
	damaged map[project.SnapshotID]project.SnapshotDamage
	sent    project.Sent // the newest, with its text
	known   bool         // whether there is one

	shown bool // whether the list is in view
	timer *time.Timer

	listing, reading *jobs.Latest
	filing           *jobs.Serial
	drifts           driftState
	replay           *Replay
	trash            string // folder of what can be put back; empty: nothing was deleted
}

// newSnapshots prepares the state of a project that was just opened.
func (w *workspace) newSnapshots() {
	w.snaps = &snapshotState{
		damaged: map[project.SnapshotID]project.SnapshotDamage{}, listing: w.work.Latest(), reading: w.work.Latest(), filing: w.work.Serial(),
		drifts: driftState{comparing: w.work.Latest()},
	}
}

// Snapshots lists the project's snapshots, written and copied, the newest first, as they
// were found when the list was last looked at. It must not be changed.
func (s *Session) Snapshots() []project.SnapshotRow { return s.snaps.list }

// SnapshotsListed reports whether [Session.Snapshots] is known yet.
func (s *Session) SnapshotsListed() bool { return s.snaps.listed }

// Snapshot returns the row of a snapshot; false when it is not listed.
func (s *Session) Snapshot(id project.SnapshotID) (project.SnapshotRow, bool) {
	at := slices.IndexFunc(s.snaps.list, func(r project.SnapshotRow) bool { return r.ID == id })
	if at < 0 {
		return project.SnapshotRow{ID: id}, false
	}
	return s.snaps.list[at], true
}

// ShowSnapshots says whether the list is in view: it then follows the disk.
func (s *Session) ShowSnapshots(on bool) {
	snaps := s.snaps
	if s.project == nil || snaps.shown == on {
		return
	}
	if snaps.shown = on; on {
		s.lookAtSnapshots()
		return
	}
	if snaps.timer != nil {
		snaps.timer.Stop()
	}
}

// lookAtSnapshots lists the snapshots anew beside the window, and again after a while if
// the list is in view.
func (s *Session) lookAtSnapshots() {
	snaps, p, work := s.snaps, s.project, s.work
	if p == nil {
		return
	}
	written, copies := p.Snapshots().Folder(false), p.Snapshots().Folder(true)
	sent, known, damaged := snaps.sent.ID, snaps.known, maps.Clone(snaps.damaged)
	snaps.listing.Start(func(context.Context) func() {
		rows, err := project.ListSnapshots(written, copies)
		var last project.Sent
		found := false
		for err == nil && !found {
			at := project.NewestSnapshot(rows, damaged)
			if at < 0 {
				break
			}
			id, folder := rows[at].ID, written
			if id.Copied {
				folder = copies
			}
			if found = known && id == sent; found {
				break // it is in memory
			}
			loaded, wrong := project.LoadSnapshot(folder, id)
			if wrong != nil {
				damaged[id] = project.SnapshotDamage{Row: rows[at], Err: wrong}
				continue
			}
			last, found = loaded, true
		}
		return func() {
			if err != nil {
				s.fail(err)
			} else {
				maps.Copy(snaps.damaged, damaged)
				s.snapshotsFound(rows, last, found)
			}
			if snaps.shown {
				snaps.timer = time.AfterFunc(snapshotInterval, func() {
					s.Do(func() {
						if s.work == work && snaps.shown {
							s.lookAtSnapshots()
						}
					})
				})
			}
		}
	})
}

// snapshotsFound takes in what lies on the disk. last is the newest one where that is
// another one than before.
func (s *Session) snapshotsFound(rows []project.SnapshotRow, last project.Sent, found bool) {
	snaps := s.snaps
	for i := range rows {
		if d, ok := snaps.damaged[rows[i].ID]; ok && rows[i] == d.Row {
			rows[i].Damage = d.Err
		}
	}
	changed := !snaps.listed || !reflect.DeepEqual(rows, snaps.list)
	snaps.list, snaps.listed = rows, true
	switch {
	case found && last.Document != nil:
		snaps.sent, snaps.known, changed = last, true, true
	case !found && snaps.known:
		snaps.sent, snaps.known, changed = project.Sent{}, false, true
	}
	if changed {
		s.notify(change.Snapshots)
		s.compareSnapshots()
		s.prefix.Find()
	}
}

// LastSent returns the document that was written or copied last, by this window or
// another; false when there is none, or it is not known yet.
func (s *Session) LastSent() (project.Sent, bool) { return s.snaps.sent, s.snaps.known }

// wasSent takes in a document that was just written or copied.
func (s *Session) wasSent(sent project.Sent) {
	s.snaps.sent, s.snaps.known = sent, true
	s.notify(change.Snapshots)
	s.prefix.Find()
	s.lookAtSnapshots()
}

// LoadSnapshot reads a snapshot beside the window. A newer call ends an older one. What
// is damaged comes with its error, and as far as it can be read.
func (s *Session) LoadSnapshot(id project.SnapshotID, then func(project.Sent, error)) {
	if s.project == nil {
		return
	}
	folder := s.project.Snapshots().Folder(id.Copied)
	s.snaps.reading.Start(func(context.Context) func() {
		sent, err := project.LoadSnapshot(folder, id)
		return func() {
			s.noteDamage(id, err)
			then(sent, err)
		}
	})
}

// noteDamage marks the row of a snapshot that turned out not to be what was written.
func (s *Session) noteDamage(id project.SnapshotID, err error) {
	var damaged *snapshots.DamageError
	if !errors.As(err, &damaged) {
		return
	}
	for i := range s.snaps.list {
		if row := &s.snaps.list[i]; row.ID == id && row.Damage == nil {
			s.snaps.damaged[id] = project.SnapshotDamage{Row: *row, Err: damaged}
			row.Damage = damaged
			s.notify(change.Snapshots)
		}
	}
}

// Write writes the document, fresh from the disk, as the next dossier of the project
// and says where it went.
func (s *Session) Write() {
	if r := s.snaps.replay; r != nil {
		s.tell(message.New("The preview shows {{.Name}}; leave it to write what is put together now", map[string]any{"Name": r.ID.Name}))
		return
	}
	s.fresh(func(doc *aggregate.Document, _ int) {
		p, in, preset := s.project, s.input(), s.presets.Applied()
		missing, _ := countMissing(project.MissingIn(doc, s.comp, s.shots.List()))
		s.saving.Start(func(ctx context.Context) func() {
			doc := countSoon(ctx, p.Builder, doc)
			path, record, err := p.Snapshots().Write(doc, in, preset)
			return func() {
				var unasked *project.OutputError
				switch {
				case errors.As(err, &unasked) && s.AskOutput != nil:
					s.AskOutput(unasked)
					return
				case err != nil:
					s.fail(err)
					return
				}
				s.written = path
				fields := map[string]any{"Path": path, "Tokens": s.Cost(doc.Tokens), "Missing": missing}
				m := message.New("Wrote {{.Path}}, {{.Tokens}} tokens", fields)
				if missing > 0 {
					m = message.New("Wrote {{.Path}}, {{.Tokens}} tokens; missing: {{.Missing}}", fields)
					m.Review = true
				}
				s.tell(m)
				s.notify(change.Activity)
				name := filepath.Base(path)
				s.wasSent(project.Sent{ID: project.SnapshotID{Name: name[:len(name)-len(filepath.Ext(name))]}, Record: record, Document: doc})
			}
		})
	})
}

// AllowOutput lets dossiers go to the folder of an [*project.OutputError] from now on, and writes
// the document there.
func (s *Session) AllowOutput(target string) {
	s.Allow(target)
	s.Write()
	s.lookAtSnapshots()
}

// countPatience is how long a document that is written or kept waits for its tokens to be
// counted.
const countPatience = time.Second

// countedSoon is how large a document may be, in bytes, for its tokens to be waited for.
const countedSoon = 4 << 20

// countSoon returns a document with exact counts where they can be had at once.
func countSoon(ctx context.Context, builder *aggregate.Builder, doc *aggregate.Document) *aggregate.Document {
	if doc.Bytes <= countedSoon {
		ctx, cancel := context.WithTimeout(ctx, countPatience)
		defer cancel()
		if counted, err := builder.Count(ctx, doc, nil); err == nil {
			return counted
		}
	}
	return builder.Recount(doc)
}

// keepCopy keeps a document that the clipboard has taken, beside the window. What goes
// wrong is said, and nothing waits for it.
func (s *Session) keepCopy(doc *aggregate.Document, in aggregate.Input) {
	p, work := s.project, s.work
	made := p.Snapshots().Made(s.presets.Applied(), true)
	s.keepSent(func() project.Sent {
		counted := countSoon(work.Context(), p.Builder, doc)
		return project.Sent{Record: aggregate.RecordOf(counted, in, made), Document: counted}
	})
}

// keepSent keeps what was copied, if the person wants that. The same text twice in a row
// is kept once.
func (s *Session) keepSent(make func() project.Sent) {
	settings := s.user.Settings()
	if !settings.KeepCopies {
		return
	}
	folder := s.project.Snapshots().Folder(true)
	s.file(func(ctx context.Context) func() {
		sent := make()
		sent.ID.Copied = true
		list, err := folder.List()
		again := err == nil && len(list) > 0 && list[0].Recorded && list[0].Damage == nil && list[0].SHA256 == sent.Record.SHA256
		if again {
			sent.ID.Name = list[0].Name
		} else {
			sent.ID.Name, err = folder.Create(sent.Document, sent.Record)
		}
		if err == nil {
			_, err = folder.Prune(ctx, snapshots.Rule{Keep: settings.CopiesMax, Before: time.Now().AddDate(0, 0, -settings.CopiesDays)})
		}
		return func() {
			if err != nil {
				s.fail(fmt.Errorf("what was copied is not kept among the snapshots: %w", err))
			}
			if sent.ID.Name != "" {
				s.wasSent(sent)
			}
		}
	})
}

// CopySnapshot copies the text of a snapshot as it was sent, once it is verified.
func (s *Session) CopySnapshot(id project.SnapshotID) {
	s.LoadSnapshot(id, func(sent project.Sent, err error) {
		if err != nil {
			s.fail(err)
			return
		}
		s.copySent(sent)
	})
}

// copySent copies a document of before, which is sent once more.
func (s *Session) copySent(sent project.Sent) {
	fields := map[string]any{"Name": sent.ID.Name, "Tokens": s.Cost(sent.Document.Tokens)}
	s.copyThen(sent.Document.Text(), message.New("Copied {{.Name}} as it was sent, {{.Tokens}} tokens", fields), func() {
		if !sent.Record.HasSpans() {
			return // nobody knows what made it
		}
		s.keepSent(func() project.Sent {
			again := sent
			again.Record.Copied, again.Record.Pinned, again.Record.Time = true, false, time.Now().UTC()
			return again
		})
	})
}

// SnapshotPath returns where the text of a snapshot lies, to be opened by another
// program; empty where no project is open. Its folder is the one around it.
func (s *Session) SnapshotPath(id project.SnapshotID) string {
	if s.project == nil {
		return ""
	}
	return s.project.Snapshots().Path(id)
}

// file runs work on the folders of snapshots beside the window, one after the other. It
// is waited for when the project is left.
func (s *Session) file(work func(context.Context) func()) {
	s.snaps.filing.Start(func() func(context.Context) func() { return work })
}

// onSnapshots does something to snapshots beside the window, one thing after the other,
// and lists them anew. then is told when all went well and may be nil.
func (s *Session) onSnapshots(work func(context.Context) error, then func()) {
	if s.project == nil {
		s.fail(project.ErrNone)
		return
	}
	s.file(func(ctx context.Context) func() {
		err := work(ctx)
		return func() {
			switch {
			case err != nil:
				s.fail(err)
			case then != nil:
				then()
			}
			s.lookAtSnapshots()
		}
	})
}

// DescribeSnapshot gives a snapshot a description of one line.
func (s *Session) DescribeSnapshot(id project.SnapshotID, description string) {
	if s.project == nil {
		return
	}
	folder := s.project.Snapshots().Folder(id.Copied)
	s.onSnapshots(func(ctx context.Context) error { return folder.Describe(ctx, id.Name, description) }, nil)
}

// PinSnapshots keeps snapshots from being pruned, or lets them go again.
func (s *Session) PinSnapshots(ids []project.SnapshotID, on bool) {
	if s.project == nil {
		return
	}
	written, copies := s.project.Snapshots().Folder(false), s.project.Snapshots().Folder(true)
	s.onSnapshots(func(ctx context.Context) error {
		var errs []error
		for _, id := range ids {
			folder := written
			if id.Copied {
				folder = copies
			}
			errs = append(errs, folder.Pin(ctx, id.Name, on))
		}
		return errors.Join(errs...)
	}, nil)
}

// ExportSnapshot writes the text of a snapshot to a path that the person chose, and with
// record its record beside it. What has the name is replaced only where replace is set.
func (s *Session) ExportSnapshot(id project.SnapshotID, path string, record, replace bool) {
	if s.project == nil {
		return
	}
	folder := s.project.Snapshots().Folder(id.Copied)
	s.onSnapshots(func(ctx context.Context) error {
		_, err := folder.Export(ctx, id.Name, path, record, replace)
		return err
	}, func() {
		s.tell(message.New("Exported {{.Name}} to {{.Path}}", map[string]any{"Name": id.Name, "Path": text.Escape(path)}))
	})
}

// trashFolder returns the folder in which deleted snapshots wait for undo, until the
// project is left.
func (s *Session) trashFolder(copied bool) *snapshots.Folder {
	if s.snaps.trash == "" && s.Places.State != "" {
		s.snaps.trash = filepath.Join(s.Places.State, "trash", rand.Text())
	}
	kind := map[bool]string{false: "written", true: "copied"}[copied]
	return snapshots.Private(filepath.Join(s.snaps.trash, kind), s.project.Kept().Namespace(), project.Ext(), s.Places.State, copied)
}

// staleTrash is the age from which a trash is one that a killed window left.
const staleTrash = 7 * 24 * time.Hour

// emptyTrash removes a trash, and those that killed windows left. It is called beside
// the window.
func emptyTrash(trash string) {
	parent := filepath.Dir(trash)
	_ = os.RemoveAll(trash)
	entries, err := os.ReadDir(parent)
	if err != nil {
		return
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && time.Since(info.ModTime()) > staleTrash {
			_ = os.RemoveAll(filepath.Join(parent, e.Name()))
		}
	}
}

// moved is a snapshot on its way between its folder and the trash.
type moved struct {
	from, to *snapshots.Folder
	id       project.SnapshotID
	name     string // in to; it differs where the number was taken meanwhile
}

// moveAll moves snapshots, and returns the way back of those that were moved.
func moveAll(ways []moved) (back []moved, err error) {
	var errs []error
	for _, m := range ways {
		name, err := m.from.Move(m.name, m.to)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		back = append(back, moved{m.to, m.from, m.id, name})
	}
	return back, errors.Join(errs...)
}

// DeleteSnapshots deletes snapshots: one step, which undo takes back until the project
// is left.
func (s *Session) DeleteSnapshots(ids []project.SnapshotID) {
	if s.project == nil || len(ids) == 0 {
		return
	}
	var ways []moved
	for _, id := range ids {
		ways = append(ways, moved{s.project.Snapshots().Folder(id.Copied), s.trashFolder(id.Copied), id, id.Name})
	}
	label := message.Several("delete {{.N}} snapshots", len(ids), ids[0].Name)
	s.file(func(context.Context) func() {
		back, err := moveAll(ways)
		return func() {
			if err != nil {
				s.fail(err)
			}
			if len(back) > 0 {
				s.undo.Push(undo.Step{Label: label, Was: &deleted{s, back}})
				m := message.Count("Deleted {{.N}} snapshots", len(back), nil)
				m.Undo = true
				s.tell(m)
			}
			if r := s.snaps.replay; r != nil && slices.Contains(ids, r.ID) {
				s.LeaveReplay()
			}
			s.lookAtSnapshots()
		}
	})
}

// deleted are snapshots that were deleted: next takes that back or, once that is done, does
// it again.
type deleted struct {
	s    *Session
	next []moved
}

// Now returns the same.
func (d *deleted) Now() undo.State { return d }

// Restore moves them back, beside the window.
func (d *deleted) Restore() {
	d.s.file(func(context.Context) func() {
		back, err := moveAll(d.next)
		return func() {
			d.next = back
			if err != nil {
				d.s.fail(err)
			}
			d.s.lookAtSnapshots()
		}
	})
}

// PrunableSnapshots lists what a rule would delete of the written snapshots, or of the
// copied ones.
func (s *Session) PrunableSnapshots(copied bool, rule snapshots.Rule) []project.SnapshotRow {
	var heads []snapshots.Head
	rows := map[string]project.SnapshotRow{}
	for _, r := range s.snaps.list {
		if r.ID.Copied != copied {
			continue
		}
		h := snapshots.Head{Name: r.ID.Name, Recorded: r.Recorded, Damage: r.Damage}
		h.Pinned, h.Time = r.Pinned, r.Time
		heads, rows[h.Name] = append(heads, h), r
	}
	var out []project.SnapshotRow
	for _, h := range snapshots.Prunable(heads, rule) {
		out = append(out, rows[h.Name])
	}
	return out
}

// PruneSnapshots deletes what [Session.PrunableSnapshots] lists, as one step that undo
// takes back.
func (s *Session) PruneSnapshots(copied bool, rule snapshots.Rule) {
	var ids []project.SnapshotID
	for _, r := range s.PrunableSnapshots(copied, rule) {
		ids = append(ids, r.ID)
	}
	if len(ids) == 0 {
		s.tell(message.New("There is nothing to prune", nil))
		return
	}
	s.DeleteSnapshots(ids)
}
