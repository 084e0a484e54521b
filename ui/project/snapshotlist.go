package project

import (
	"slices"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/presets/snapshots"
)

// SnapshotRow is a snapshot in the list.
type SnapshotRow struct {
	ID          SnapshotID
	Number      int
	Time        time.Time
	Preset      string
	Model       string // id of the model whose context window applied
	Files       int
	Tokens      aggregate.Count // as recorded; see [ForModel]
	Bytes       int64
	Format      string // name of the format; empty means the default
	Description string
	Pinned      bool
	Copied      bool  // to the clipboard
	Recorded    bool  // otherwise its input is unknown, and it can only be viewed and copied
	Damage      error // detected damage, or nil

	touched time.Time // time of the last change of one of its files
}

// SnapshotDamage is the error of reading a snapshot. It applies while the snapshot is unchanged.
type SnapshotDamage struct {
	Row SnapshotRow
	Err error
}

// NewestSnapshot returns the index of the snapshot that was sent last, or -1. It skips
// snapshots known to be damaged while they are unchanged.
func NewestSnapshot(rows []SnapshotRow, damaged map[SnapshotID]SnapshotDamage) int {
	return slices.IndexFunc(rows, func(r SnapshotRow) bool {
		d, known := damaged[r.ID]
		return r.Recorded && r.Damage == nil && !(known && d.Row == r)
	})
}

// List returns the project's written and copied snapshots, newest first.
func (s Snapshots) List() ([]SnapshotRow, error) {
	f := s.p.foldersOf(s.p.StoredState())
	return ListSnapshots(f.written, f.copies)
}

// ListSnapshots returns the snapshots of both folders, newest first.
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
		// Each list preserves its order; see [snapshots.Merge].
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

// recordedCount returns the token count of a document in its record.
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
