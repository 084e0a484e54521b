package project

import (
	"slices"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/presets/snapshots"
)

// SnapshotRow is a snapshot as the list shows it.
type SnapshotRow struct {
	ID          SnapshotID
	Number      int
	Time        time.Time
	Preset      string
	Model       string // the id of the one whose context window was selected
	Files       int
	Tokens      aggregate.Count // as they were recorded; see [Scaled]
	Bytes       int64
	Format      string // the name of the format; empty: the default
	Description string
	Pinned      bool
	Copied      bool  // it went to the clipboard
	Recorded    bool  // otherwise its input is unknown: it can only be shown and copied
	Damage      error // the damage, as far as known; nil: it is unchanged

	touched time.Time // time of the last change of one of its files
}

// SnapshotDamage is the error of reading a snapshot, while the snapshot stays unchanged.
type SnapshotDamage struct {
	Row SnapshotRow
	Err error
}

// NewestSnapshot returns the index of the snapshot that was sent last, or -1. Snapshots known to be
// damaged are skipped while they stay unchanged.
func NewestSnapshot(rows []SnapshotRow, damaged map[SnapshotID]SnapshotDamage) int {
	return slices.IndexFunc(rows, func(r SnapshotRow) bool {
		d, known := damaged[r.ID]
		return r.Recorded && r.Damage == nil && !(known && d.Row == r)
	})
}

// List lists the project's snapshots, written and copied, the newest first.
func (s Snapshots) List() ([]SnapshotRow, error) {
	f := s.p.foldersOf(s.p.Kept())
	return ListSnapshots(f.written, f.copies)
}

// ListSnapshots lists both folders.
func ListSnapshots(written, copies *snapshots.Folder) ([]SnapshotRow, error) {
	own, err := written.List()
	if err != nil {
		return nil, err
	}
	copied, err := copies.List()
	if err != nil {
		return nil, err
	}
	rows := make([]SnapshotRow, 0, len(own)+len(copied))
	for len(own)+len(copied) > 0 {
		// Each list keeps its order: see [snapshots.Merge].
		if len(copied) == 0 || len(own) > 0 && !copied[0].When().After(own[0].When()) {
			rows = append(rows, rowOf(own[0], false))
			own = own[1:]
		} else {
			rows = append(rows, rowOf(copied[0], true))
			copied = copied[1:]
		}
	}
	return rows, nil
}

// recordedCount is the count of a document in its record.
func recordedCount(h snapshots.Head) aggregate.Count {
	v, ok := tokens.ParseVocabulary(h.Vocabulary)
	return aggregate.Count{N: int(h.Tokens), Exact: h.Exact && ok, Vocabulary: v}
}

func rowOf(h snapshots.Head, copied bool) SnapshotRow {
	return SnapshotRow{
		ID: SnapshotID{copied, h.Name}, Number: h.Number, Time: h.When(), Preset: h.Preset, Model: h.Model, Files: h.FileCount,
		Tokens: recordedCount(h), Bytes: h.Size, Format: h.Format, Description: h.Description,
		Pinned: h.Pinned, Copied: copied || h.Copied, Recorded: h.Recorded, Damage: h.Damage, touched: h.Touched,
	}
}
