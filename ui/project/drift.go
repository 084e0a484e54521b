package project

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"strings"
	"time"

	"dossier/aggregate/disk"
	"dossier/models"
	"dossier/presets/snapshots"
)

// Drift describes how the files of a snapshot have changed since it was created.
type Drift struct {
	Instruction string   // the first line of its instruction; empty if it had none
	Files       int      // of the snapshot
	Changed     []string // paths of files with other bytes, in the order of the snapshot
	Missing     []string // paths of files that no longer exist
	Unknown     []string // paths that cannot be inspected: unreadable or external
}

// Same reports whether no file has changed.
func (d Drift) Same() bool { return len(d.Changed)+len(d.Missing)+len(d.Unknown) == 0 }

// RecordedFiles are the files of a snapshot according to its record.
type RecordedFiles struct {
	Row   SnapshotRow // as it was when the record was read
	time  time.Time   // of the record
	Files []models.SnapshotFile

	contents snapshotContents
}

// FileSum is the SHA-256 of a file that was read.
type FileSum struct {
	size int64
	time time.Time
	sum  string
}

// DriftTask is a snapshot to compare with the disk. If its files are nil, they are read from its record.
type DriftTask struct {
	Folder *snapshots.Folder
	RecordedFiles
	OnlyRead bool // not compared with the disk; only needed for comparison with another snapshot
}

// DriftJob compares snapshots with the disk, and pairs of them with each other. Each file is
// inspected only once.
type DriftJob struct {
	Root  *disk.Root
	Todo  []DriftTask
	Pairs []SnapshotPair     // their snapshots are in Todo
	Sums  map[string]FileSum // previously known; not modified
	Read  map[string]FileSum // results of this run
}

// Run performs all comparisons. Snapshots whose records cannot be read are skipped together
// with their pairs. It returns the context's error.
func (j *DriftJob) Run(ctx context.Context) (map[SnapshotID]Drift, map[SnapshotPair]SnapshotChange, error) {
	found := map[SnapshotID]Drift{}
	contents := map[SnapshotID]*snapshotContents{}
	infos := map[string]pathState{}
	for i := range j.Todo {
		one := &j.Todo[i]
		if one.Files == nil {
			record, err := one.Folder.Read(one.Row.ID.Name)
			if err != nil {
				continue // the list shows the problem when the snapshot is read
			}
			one.Files, one.time, one.contents = record.Files, record.Time, contentsOf(record)
		}
		contents[one.Row.ID] = &one.contents
		if one.OnlyRead {
			continue
		}
		drift, err := j.drift(ctx, one.Files, one.time, infos)
		if err != nil {
			return nil, nil, err
		}
		drift.Instruction = firstLine(one.contents.instruction)
		found[one.Row.ID] = drift
	}
	changes := map[SnapshotPair]SnapshotChange{}
	for _, pair := range j.Pairs {
		now, before := contents[pair.ID], contents[pair.Before]
		if now != nil && (before != nil || pair.Before == SnapshotID{}) {
			changes[pair] = now.since(before)
		}
	}
	return found, changes, nil
}

// maxInstruction is the max length of a returned instruction in bytes.
const maxInstruction = 240

// firstLine returns the first line of a text that is not blank.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if len(line) > maxInstruction {
		line = strings.ToValidUTF8(line[:maxInstruction], "")
	}
	return strings.TrimSpace(line)
}

// drift compares the files of one snapshot. infos are the inspected files.
func (j *DriftJob) drift(ctx context.Context, files []models.SnapshotFile, made time.Time, infos map[string]pathState) (Drift, error) {
	drift := Drift{Files: len(files)}
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return drift, err
		}
		info, known := infos[file.Path]
		if !known {
			info.Info, info.err = j.Root.Stat(file.Path)
			infos[file.Path] = info
		}
		switch j.compare(ctx, file, made, info) {
		case changed:
			drift.Changed = append(drift.Changed, file.Path)
		case missing:
			drift.Missing = append(drift.Missing, file.Path)
		case unknown:
			drift.Unknown = append(drift.Unknown, file.Path)
		}
	}
	return drift, nil
}

// pathState is the state of a path on the disk.
type pathState struct {
	disk.Info
	err error
}

type verdict int

const (
	same verdict = iota
	changed
	missing
	unknown
)

// racy is the time before a snapshot within which size and time of a file are not conclusive,
// because another change within the tick of a clock leaves both unchanged.
const racy = 2 * time.Second

// compare determines how a file has changed: by its size and time first, and by its bytes if those
// are not conclusive.
func (j *DriftJob) compare(ctx context.Context, file models.SnapshotFile, made time.Time, info pathState) verdict {
	switch {
	case errors.Is(info.err, fs.ErrNotExist) && file.SHA256 == "":
		return same // it did not exist then either
	case errors.Is(info.err, fs.ErrNotExist):
		return missing
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

// sameTime compares the time of a file with a stored one in seconds since 1970 as a floating-point
// number, which is accurate to a quarter of a microsecond.
func sameTime(a, b time.Time) bool { return a.Sub(b).Abs() < time.Microsecond }

// sum returns the SHA-256 of a file's bytes in hex.
func (j *DriftJob) sum(ctx context.Context, path string, info disk.Info) (string, error) {
	for _, known := range []map[string]FileSum{j.Read, j.Sums} {
		if k, ok := known[path]; ok && k.size == info.Size && k.time.Equal(info.ModTime) {
			j.Read[path] = k
			return k.sum, nil
		}
	}
	file, err := j.Root.Read(ctx, path, max(info.Size, 1))
	if err != nil {
		return "", err
	}
	hash := sha256.Sum256(file.Data)
	k := FileSum{info.Size, info.ModTime, hex.EncodeToString(hash[:])}
	if time.Since(info.ModTime) > racy {
		j.Read[path] = k
	}
	return k.sum, nil
}
