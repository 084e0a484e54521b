package session

import (
	"context"
	"reflect"
	"slices"

	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
)

// driftState is what a session knows of drifts. It follows the disk while rows are in
// view.
type driftState struct {
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
// yet. [Session.SnapshotsInView] asks for it.
func (s *Session) Drift(id project.SnapshotID) (project.Drift, bool) {
	d, ok := s.snaps.drifts.known[id]
	return d, ok
}

// SnapshotsInView says which snapshots are in view: what has changed since them is found
// beside the window, and anew when the disk changes.
func (s *Session) SnapshotsInView(ids []project.SnapshotID) {
	d := &s.snaps.drifts
	d.inView = ids
	for _, id := range ids {
		if _, known := d.known[id]; !known && !slices.Contains(d.asked, id) {
			s.compareSnapshots()
			return
		}
	}
}

// compareSnapshots compares the files of the snapshots in view with those on the disk.
func (s *Session) compareSnapshots() {
	d := &s.snaps.drifts
	if s.project == nil || len(d.inView) == 0 {
		return
	}
	d.asked = slices.Clone(d.inView) // those that cannot be compared too: they are not asked for again
	job := project.DriftJob{Root: s.project.Reader(), Sums: d.sums, Read: map[string]project.FileSum{}}
	for _, id := range d.inView {
		if row, ok := s.Snapshot(id); ok && row.Recorded && row.Damage == nil {
			files, known := d.files[id]
			if !known || files.Row != row {
				files = project.RecordedFiles{Row: row}
			}
			job.Todo = append(job.Todo, project.DriftTask{Folder: s.project.Snapshots().Folder(id.Copied), RecordedFiles: files})
		}
	}
	d.comparing.Start(func(ctx context.Context) func() {
		found, err := job.Run(ctx)
		if err != nil {
			return nil
		}
		return func() { s.drifted(found, job) }
	})
}

// drifted takes in what was found.
func (s *Session) drifted(found map[project.SnapshotID]project.Drift, job project.DriftJob) {
	d := &s.snaps.drifts
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
		s.notify(change.Snapshots)
	}
}
