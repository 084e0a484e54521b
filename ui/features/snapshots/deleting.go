package snapshots

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dossier/presets/snapshots"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// trashFolder returns the folder for deleted snapshots, which undo restores until the project is
// closed.
func (p *Part) trashFolder(copied bool) *snapshots.Folder {
	state := p.host.Project().User().Places().State
	if p.trash == "" && state != "" {
		p.trash = filepath.Join(state, "trash", rand.Text())
	}
	kind := map[bool]string{false: "written", true: "copied"}[copied]
	return snapshots.Private(filepath.Join(p.trash, kind), p.host.Project().StoredState().Namespace(), project.TextExts(), state, copied)
}

// staleTrash is the age from which a trash folder belongs to a killed window.
const staleTrash = 7 * 24 * time.Hour

// Cleanup returns a function that permanently removes the snapshots deleted here, and the trash of
// killed windows. Call it in the background when the project is closed, after its jobs have ended.
func (p *Part) Cleanup() func() {
	trash := p.trash
	return func() {
		if trash != "" {
			emptyTrash(trash)
		}
	}
}

// emptyTrash removes a trash folder, and those of killed windows next to it.
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

// moved is a move of a snapshot between its folder and the trash.
type moved struct {
	from, to *snapshots.Folder
	name     string // name in to, which differs if the number was taken in the meantime
}

// moveAll moves snapshots. It returns the reverse moves of those that it moved, and the moves that failed.
func moveAll(ways []moved) (back, failed []moved, err error) {
	var errs []error
	for _, m := range ways {
		name, err := m.from.Move(m.name, m.to)
		if err != nil {
			errs, failed = append(errs, err), append(failed, m)
			continue
		}
		back = append(back, moved{m.to, m.from, name})
	}
	return back, failed, errors.Join(errs...)
}

// Delete deletes snapshots, in one undo step, which can be undone until the project is closed.
func (p *Part) Delete(ids []project.SnapshotID) {
	if p.host.Project() == nil || len(ids) == 0 {
		return
	}
	var ways []moved
	for _, id := range ids {
		ways = append(ways, moved{p.host.Project().Snapshots().Folder(id.Copied), p.trashFolder(id.Copied), id.Name})
	}
	label := message.Several("delete {{.N}} snapshots", len(ids), ids[0].Name)
	p.changing.Run(func(context.Context) func() {
		back, _, err := moveAll(ways)
		return func() {
			if err != nil {
				p.host.Fail(err)
			}
			if len(back) > 0 {
				p.host.Push(undo.Step{Label: label, Old: &deleted{p: p, next: back}})
				m := message.Count("Deleted {{.N}} snapshots", len(back), nil)
				m.Undo = true
				p.host.Notify(m)
			}
			if r := p.replay; r != nil && slices.Contains(ids, r.ID) {
				p.LeaveReplay()
			}
			p.Refresh()
		}
	})
}

// deleted is an undo step of deleted snapshots: next reverts the deletion or, after that, repeats
// it. What could not be moved is tried again with the same action.
type deleted struct {
	p            *Part
	next, failed []moved
}

// Current returns d.
func (d *deleted) Current() undo.State { return d }

// Restore moves the snapshots back, in the background.
func (d *deleted) Restore() {
	d.p.changing.Run(func(context.Context) func() {
		back, failed, err := moveAll(d.next)
		return func() {
			d.next, d.failed = append(back, d.failed...), failed
			if err != nil {
				d.p.host.Fail(err)
			}
			d.p.Refresh()
		}
	})
}

// Prunable returns the written or copied snapshots that a rule would delete.
func (p *Part) Prunable(copied bool, rule snapshots.Rule) []project.SnapshotRow {
	var heads []snapshots.Head
	rows := map[string]project.SnapshotRow{}
	for _, r := range p.list {
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

// Prune deletes what [Part.Prunable] returns, in one undo step.
func (p *Part) Prune(copied bool, rule snapshots.Rule) {
	var ids []project.SnapshotID
	for _, r := range p.Prunable(copied, rule) {
		ids = append(ids, r.ID)
	}
	if len(ids) == 0 {
		p.host.Notify(message.New("There is nothing to prune", nil))
		return
	}
	p.Delete(ids)
}
