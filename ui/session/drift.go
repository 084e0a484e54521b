package session

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"time"

	"dossier/aggregate/disk"
	"dossier/models"
	"dossier/presets/snapshots"
)

// Drift says what has become of the files of a snapshot since it was made, and what it
// asked for.
type Drift struct {
	Asked   string   // the first line of its instruction; empty where it had none
	Files   int      // of the snapshot
	Changed []string // paths of files with other bytes, in the order of the snapshot
	Gone    []string // paths where there is no file any more
	Unknown []string // paths that cannot be looked at: they may not be read, or lead outside
}

// Same reports whether every file is as it was.
func (d Drift) Same() bool { return len(d.Changed)+len(d.Gone)+len(d.Unknown) == 0 }

// driftState is what a session knows of drifts. It follows the disk while rows are in
// view.
type driftState struct {
	comparing *latest
	inView    []SnapshotID
	asked     []SnapshotID // what the job that runs, or ran last, compares
	known     map[SnapshotID]Drift
	files     map[SnapshotID]filesOf // of records that were read
	sums      map[string]sumOf       // of files that were read, by path
}

type filesOf struct {
	row   SnapshotRow // as it was then
	time  time.Time   // of the record
	files []models.SnapshotFile
	asked string
}

type sumOf struct {
	size int64
	time time.Time
	sum  string
}

// maxDriftFiles bounds the files of records that are kept in memory: beyond it records
// are read again.
const maxDriftFiles = 200_000

// Drift returns what has changed since a snapshot; false when that is not known, or not
// yet. [Session.SnapshotsInView] asks for it.
func (s *Session) Drift(id SnapshotID) (Drift, bool) {
	d, ok := s.snaps.drifts.known[id]
	return d, ok
}

// SnapshotsInView says which snapshots are in view: what has changed since them is found
// beside the window, and anew when the disk changes.
func (s *Session) SnapshotsInView(ids []SnapshotID) {
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
	job := driftJob{root: s.project.reader(), sums: d.sums, read: map[string]sumOf{}}
	for _, id := range d.inView {
		if row, ok := s.Snapshot(id); ok && row.Recorded && row.Damage == nil {
			files, known := d.files[id]
			if !known || files.row != row {
				files = filesOf{row: row}
			}
			job.todo = append(job.todo, drifting{s.project.Snapshots(id.Copied), files})
		}
	}
	d.comparing.start(func(ctx context.Context) func() {
		found, err := job.run(ctx)
		if err != nil {
			return nil
		}
		return func() { s.drifted(found, job) }
	})
}

// drifted takes in what was found.
func (s *Session) drifted(found map[SnapshotID]Drift, job driftJob) {
	d := &s.snaps.drifts
	changed := !reflect.DeepEqual(found, d.known)
	d.known = found // rows that are not in view are compared when they come into it
	d.files = map[SnapshotID]filesOf{}
	total := 0
	for _, one := range job.todo {
		if total += len(one.files); total <= maxDriftFiles {
			d.files[one.row.ID] = one.filesOf
		}
	}
	d.sums = job.read
	if changed {
		s.notify(SnapshotsChanged)
	}
}

type drifting struct {
	folder *snapshots.Folder
	filesOf
}

// driftJob compares snapshots with the disk. Each file is looked at once for all.
type driftJob struct {
	root *disk.Root
	todo []drifting
	sums map[string]sumOf // known before; not to be changed
	read map[string]sumOf // and now
}

func (j *driftJob) run(ctx context.Context) (map[SnapshotID]Drift, error) {
	found := map[SnapshotID]Drift{}
	infos := map[string]looked{}
	for i := range j.todo {
		one := &j.todo[i]
		if one.files == nil {
			record, err := one.folder.Read(one.row.ID.Name)
			if err != nil {
				continue // its row says so once somebody reads it
			}
			one.files, one.time = record.Files, record.Time
			one.asked = firstLine(record.Composition.Instruction)
		}
		drift, err := j.drift(ctx, one.files, one.time, infos)
		if err != nil {
			return nil, err
		}
		drift.Asked = one.asked
		found[one.row.ID] = drift
	}
	return found, nil
}

// maxAsked bounds what is kept of an instruction, in bytes.
const maxAsked = 240

// firstLine returns the first line of a text that is not blank.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if len(line) > maxAsked {
		line = strings.ToValidUTF8(line[:maxAsked], "")
	}
	return strings.TrimSpace(line)
}

// drift compares the files of one snapshot. infos are the files that were looked at.
func (j *driftJob) drift(ctx context.Context, files []models.SnapshotFile, made time.Time, infos map[string]looked) (Drift, error) {
	drift := Drift{Files: len(files)}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return drift, err
		}
		info, known := infos[file.Path]
		if !known {
			info.Info, info.err = j.root.Stat(file.Path)
			infos[file.Path] = info
		}
		switch j.compare(ctx, file, made, info) {
		case changed:
			drift.Changed = append(drift.Changed, file.Path)
		case gone:
			drift.Gone = append(drift.Gone, file.Path)
		case unknown:
			drift.Unknown = append(drift.Unknown, file.Path)
		}
	}
	return drift, nil
}

// looked is what a path is on the disk.
type looked struct {
	disk.Info
	err error
}

type verdict int

const (
	same verdict = iota
	changed
	gone
	unknown
)

// racy is how long before a snapshot a file may have changed for its size and time to
// tell nothing: another change within the tick of a clock leaves both as they are.
const racy = 2 * time.Second

// compare says what has become of a file: by its size and time first, and by its bytes
// where those leave a doubt.
func (j *driftJob) compare(ctx context.Context, file models.SnapshotFile, made time.Time, info looked) verdict {
	switch {
	case errors.Is(info.err, fs.ErrNotExist) && file.SHA256 == "":
		return same // it was not there then either
	case errors.Is(info.err, fs.ErrNotExist):
		return gone
	case info.err != nil && file.SHA256 == "":
		return same
	case info.err != nil:
		return unknown
	case file.SHA256 == "" && info.Kind != disk.Regular:
		return same
	case file.SHA256 == "" || info.Size != file.Size:
		return changed
	case sameTime(info.ModTime, file.ModTime) && made.Sub(file.ModTime) > racy:
		return same
	}
	sum, err := j.sum(ctx, file.Path, info.Info)
	switch {
	case err != nil:
		return unknown
	case sum == file.SHA256:
		return same
	}
	return changed
}

// sameTime compares the time of a file with one that was kept in seconds since 1970 as
// a floating-point number, which is good to a quarter of a microsecond.
func sameTime(a, b time.Time) bool { return a.Sub(b).Abs() < time.Microsecond }

// sum returns the SHA-256 of a file's bytes in hex.
func (j *driftJob) sum(ctx context.Context, path string, info disk.Info) (string, error) {
	for _, known := range []map[string]sumOf{j.read, j.sums} {
		if k, ok := known[path]; ok && k.size == info.Size && k.time.Equal(info.ModTime) {
			j.read[path] = k
			return k.sum, nil
		}
	}
	file, err := j.root.Read(ctx, path, max(info.Size, 1))
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256(file.Data)
	k := sumOf{info.Size, info.ModTime, hex.EncodeToString(hash[:])}
	if time.Since(info.ModTime) > racy {
		j.read[path] = k
	}
	return k.sum, nil
}
