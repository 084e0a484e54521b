package snapshots

import (
	"context"
	"reflect"
	"slices"

	"dossier/ui/project"
	"dossier/ui/session/jobs"
)

// drifts holds the known changes since snapshots, and from one to the next. It follows the disk
// while rows are visible.
type drifts struct {
	comparing *jobs.Latest
	inView    []project.SnapshotPair
	compared  []project.SnapshotPair // the running or last comparison
	known     map[project.SnapshotID]project.Drift
	changes   map[project.SnapshotPair]project.SnapshotChange
	files     map[project.SnapshotID]project.RecordedFiles // of records read so far
	sums      map[string]project.FileSum                   // of files read so far, by path
}

// maxDriftFiles is the maximum number of files of records in memory: beyond it records are read
// again.
const maxDriftFiles = 200_000

// Drift returns the changes since a snapshot; false if they are unknown, perhaps only until
// [Part.InView] determines them.
func (p *Part) Drift(id project.SnapshotID) (project.Drift, bool) {
	d, ok := p.drifts.known[id]
	return d, ok
}

// Change returns how a snapshot differs from another; false if that is unknown, perhaps only until
// [Part.InView] determines it.
func (p *Part) Change(pair project.SnapshotPair) (project.SnapshotChange, bool) {
	c, ok := p.drifts.changes[pair]
	return c, ok
}

// InView sets the visible snapshots, each with the one that it is compared with. The changes since
// them, and from one to the next, are determined in the background, and again when the disk
// changes.
func (p *Part) InView(pairs []project.SnapshotPair) {
	d := &p.drifts
	d.inView = pairs
	for _, pair := range pairs {
		if _, known := d.changes[pair]; !known && !slices.Contains(d.compared, pair) {
			p.FilesChanged()
			return
		}
	}
}

// FilesChanged compares the files of the visible snapshots with those on the disk.
func (p *Part) FilesChanged() {
	d, opened := &p.drifts, p.host.Project()
	if opened == nil || len(d.inView) == 0 {
		return
	}
	d.compared = slices.Clone(d.inView) // including those that cannot be compared: they are not compared again
	job := project.DriftJob{Root: opened.Reader(), Sums: d.sums, Read: map[string]project.FileSum{}}
	job.Pairs = d.compared
	listed := map[project.SnapshotID]bool{}
	add := func(id project.SnapshotID, onlyRead bool) {
		row, ok := p.Row(id)
		if !ok || !row.Recorded || row.Damage != nil || listed[id] {
			return
		}
		listed[id] = true
		files, known := d.files[id]
		if !known || files.Row != row {
			files = project.RecordedFiles{Row: row}
		}
		job.Todo = append(job.Todo, project.DriftTask{Folder: opened.Snapshots().Folder(id.Copied), RecordedFiles: files, OnlyRead: onlyRead})
	}
	for _, pair := range d.inView {
		add(pair.ID, false)
	}
	for _, pair := range d.inView {
		add(pair.Before, true)
	}
	d.comparing.Start(func(ctx context.Context) func() {
		found, changes, err := job.Run(ctx)
		if err != nil {
			return nil
		}
		return func() { p.drifted(found, changes, job) }
	})
}

// drifted handles the result.
func (p *Part) drifted(found map[project.SnapshotID]project.Drift, changes map[project.SnapshotPair]project.SnapshotChange, job project.DriftJob) {
	d := &p.drifts
	changed := !reflect.DeepEqual(found, d.known) || !reflect.DeepEqual(changes, d.changes)
	d.known, d.changes = found, changes // rows that are not visible are compared when they become visible
	d.files = map[project.SnapshotID]project.RecordedFiles{}
	total := 0
	for _, one := range job.Todo {
		if total += len(one.Files); total <= maxDriftFiles {
			d.files[one.Row.ID] = one.RecordedFiles
		}
	}
	d.sums = job.Read
	if changed {
		p.host.Changed()
	}
}
