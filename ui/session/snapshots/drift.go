package snapshots

import (
	"context"
	"reflect"
	"slices"

	"dossier/ui/project"
	"dossier/ui/session/jobs"
)

// drifts is what is known of what has changed since snapshots. It follows the disk while
// rows are in view.
type drifts struct {
	comparing *jobs.Latest
	inView    []project.SnapshotID
	asked     []project.SnapshotID // what the job that runs, or ran last, compares
	known     map[project.SnapshotID]project.Drift
	files     map[project.SnapshotID]project.RecordedFiles // of records that were read
	sums      map[string]project.FileSum                   // of files that were read, by path
}

// maxDriftFiles bounds the files of records that are kept in memory: beyond it records
// are read again.
const maxDriftFiles = 200_000

// Drift returns what has changed since a snapshot; false when that is not known, or not
// yet. [Part.InView] asks for it.
func (p *Part) Drift(id project.SnapshotID) (project.Drift, bool) {
	d, ok := p.drifts.known[id]
	return d, ok
}

// InView says which snapshots are in view: what has changed since them is found beside the
// window, and anew when the disk changes.
func (p *Part) InView(ids []project.SnapshotID) {
	d := &p.drifts
	d.inView = ids
	for _, id := range ids {
		if _, known := d.known[id]; !known && !slices.Contains(d.asked, id) {
			p.FilesChanged()
			return
		}
	}
}

// FilesChanged compares the files of the snapshots in view with those on the disk.
func (p *Part) FilesChanged() {
	d, opened := &p.drifts, p.host.Project()
	if opened == nil || len(d.inView) == 0 {
		return
	}
	d.asked = slices.Clone(d.inView) // those that cannot be compared too: they are not asked for again
	job := project.DriftJob{Root: opened.Reader(), Sums: d.sums, Read: map[string]project.FileSum{}}
	for _, id := range d.inView {
		if row, ok := p.Row(id); ok && row.Recorded && row.Damage == nil {
			files, known := d.files[id]
			if !known || files.Row != row {
				files = project.RecordedFiles{Row: row}
			}
			job.Todo = append(job.Todo, project.DriftTask{Folder: opened.Snapshots().Folder(id.Copied), RecordedFiles: files})
		}
	}
	d.comparing.Start(func(ctx context.Context) func() {
		found, err := job.Run(ctx)
		if err != nil {
			return nil
		}
		return func() { p.drifted(found, job) }
	})
}

// drifted takes in what was found.
func (p *Part) drifted(found map[project.SnapshotID]project.Drift, job project.DriftJob) {
	d := &p.drifts
	changed := !reflect.DeepEqual(found, d.known)
	d.known = found // rows that are not in view are compared when they come into it
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
