// Package snapshots manages the project's snapshots in a session: the list of written and copied
// documents, sending, replaying, and the changes since. The list follows the disk while it is
// visible. Slow work runs in the background, in jobs of the project; changes of files are completed
// before the project is closed.
package snapshots

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"time"

	"dossier/presets/snapshots"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
)

// interval is the polling interval of the visible list: the folder of dossiers is ignored, and
// therefore not watched.
const interval = 1500 * time.Millisecond

// Host is the subset of the session that the snapshots depend on.
type Host interface {
	feature.Source
	feature.Tokens
	feature.Editor
	feature.Undo
	feature.Reporter
	feature.Sending

	// Applied returns the preset that the composition is based on; without a name if there is none.
	Applied() project.PresetRef
	// CopyThen copies a text and reports it; then is called once the clipboard holds it.
	CopyThen(content string, done message.Message, then func())
	// Allow lets the project write to a folder.
	Allow(target string)
	// Sent is called after another document was sent, Wrote after one was written, and Showing after
	// the replayed snapshot has changed.
	Sent()
	Wrote()
	Showing()
}

// Part is the controller of one project's snapshots. It belongs to the session's goroutine.
type Part struct {
	host    Host
	list    []project.SnapshotRow // newest first
	listed  bool                  // whether list was read from the disk
	damaged map[project.SnapshotID]project.SnapshotDamage
	sent    project.Sent // the newest one, with its text
	known   bool         // whether there is one
	written string       // path of the last dossier written in this session

	shown    bool        // whether the list is visible
	again    *jobs.Later // delays the next poll
	listing  *jobs.Latest
	reading  *jobs.Latest
	writing  *jobs.Latest
	changing *jobs.Serial // changes of the folders of snapshots

	drifts drifts
	replay *Replay
	// peeking is the snapshot that is being read for, or shown by, Peek; without a name if there is
	// none.
	peeking project.SnapshotID
	trash   string // folder of deleted snapshots; empty if nothing was deleted
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	return &Part{
		host: host, damaged: map[project.SnapshotID]project.SnapshotDamage{},
		again: work.Later(), listing: work.Latest(), reading: work.Latest(), writing: work.Latest(), changing: work.Serial(),
		drifts: drifts{comparing: work.Latest()},
	}
}

// Busy reports whether work is pending: snapshots are listed, read, compared or changed.
func (p *Part) Busy() bool {
	return p.listing.Busy() || p.reading.Busy() || p.writing.Busy() || p.changing.Busy() || p.drifts.comparing.Busy()
}

// Finish waits for pending changes of the folders of snapshots, and delivers their results.
func (p *Part) Finish() { p.changing.Finish() }

// List returns the project's snapshots, written and copied, newest first, as last read. It must not
// be modified.
func (p *Part) List() []project.SnapshotRow { return p.list }

// Listed reports whether [Part.List] has been read.
func (p *Part) Listed() bool { return p.listed }

// Row returns the row of a snapshot; false if it is not listed.
func (p *Part) Row(id project.SnapshotID) (project.SnapshotRow, bool) {
	at := slices.IndexFunc(p.list, func(r project.SnapshotRow) bool { return r.ID == id })
	if at < 0 {
		return project.SnapshotRow{ID: id}, false
	}
	return p.list[at], true
}

// SetVisible sets whether the list is visible: it then follows the disk.
func (p *Part) SetVisible(on bool) {
	if p.host.Project() == nil || p.shown == on {
		return
	}
	if p.shown = on; on {
		p.Refresh()
	} else {
		p.again.Stop()
	}
}

// Refresh lists the snapshots again in the background, and periodically while the list is visible.
func (p *Part) Refresh() {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	look := poll{
		written: opened.Snapshots().Folder(false), copies: opened.Snapshots().Folder(true),
		sent: p.sent.ID, known: p.known, damaged: maps.Clone(p.damaged),
	}
	p.listing.Start(func(context.Context) func() {
		err := look.run()
		return func() {
			if err != nil {
				p.host.Fail(err)
			} else {
				p.showPoll(look)
			}
			if p.shown {
				p.again.Start(interval, p.Refresh)
			}
		}
	})
}

// poll is one poll of the folders of snapshots.
type poll struct {
	written, copies *snapshots.Folder
	sent            project.SnapshotID // the known newest one
	known           bool               // whether there was one; after run, whether there is one
	damaged         map[project.SnapshotID]project.SnapshotDamage

	rows []project.SnapshotRow
	last project.Sent // the newest; without a document if it is already known
}

// run lists the snapshots and reads the newest intact one, unless it is in memory.
func (l *poll) run() error {
	rows, err := project.ListSnapshots(l.written, l.copies)
	if err != nil {
		return err
	}
	l.rows = rows
	for {
		at := project.NewestSnapshot(rows, l.damaged)
		if at < 0 {
			l.known = false
			return nil
		}
		id, folder := rows[at].ID, l.written
		if l.known && id == l.sent {
			return nil
		}
		if id.Copied {
			folder = l.copies
		}
		loaded, wrong := project.LoadSnapshot(folder, id)
		if wrong == nil {
			l.last, l.known = loaded, true
			return nil
		}
		l.damaged[id] = project.SnapshotDamage{Row: rows[at], Err: wrong}
	}
}

// showPoll handles the snapshots on the disk.
func (p *Part) showPoll(l poll) {
	maps.Copy(p.damaged, l.damaged)
	for i := range l.rows {
		if d, ok := p.damaged[l.rows[i].ID]; ok && l.rows[i] == d.Row {
			l.rows[i].Damage = d.Err
		}
	}
	changed := !p.listed || !reflect.DeepEqual(l.rows, p.list)
	p.list, p.listed = l.rows, true
	switch {
	case l.last.Document != nil:
		p.sent, p.known, changed = l.last, true, true
	case !l.known && p.known:
		p.sent, p.known, changed = project.Sent{}, false, true
	}
	if changed {
		p.host.Changed()
		p.FilesChanged()
		p.host.Sent()
	}
}

// LastSent returns the document most recently written or copied by this window or another; false if
// there is none, or it is not known yet.
func (p *Part) LastSent() (project.Sent, bool) { return p.sent, p.known }

// Load reads a snapshot in the background. A newer call cancels an older one. A damaged snapshot is
// returned with its error, as far as it can be read.
func (p *Part) Load(id project.SnapshotID, then func(project.Sent, error)) {
	if p.host.Project() == nil {
		return
	}
	folder := p.host.Project().Snapshots().Folder(id.Copied)
	p.reading.Start(func(context.Context) func() {
		sent, err := project.LoadSnapshot(folder, id)
		return func() {
			p.NoteDamage(id, err)
			then(sent, err)
		}
	})
}

// NoteDamage marks the row of a snapshot that differs from what was written.
func (p *Part) NoteDamage(id project.SnapshotID, err error) {
	var damaged *snapshots.DamageError
	if !errors.As(err, &damaged) {
		return
	}
	for i := range p.list {
		if row := &p.list[i]; row.ID == id && row.Damage == nil {
			p.damaged[id] = project.SnapshotDamage{Row: *row, Err: damaged}
			row.Damage = damaged
			p.host.Changed()
		}
	}
}

// Path returns the path of a snapshot's text, for other programs; empty if no project is open.
func (p *Part) Path(id project.SnapshotID) string {
	if p.host.Project() == nil {
		return ""
	}
	return p.host.Project().Snapshots().Path(id)
}
