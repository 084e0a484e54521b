package project

import (
	"context"
	"errors"

	"dossier/aggregate"
	"dossier/models"
	"dossier/presets/snapshots"
)

// CurrentDocument denotes the document as it would be built now, in place of a snapshot's name.
const CurrentDocument = "now"

// SnapshotText is a complete snapshot, as JSON.
type SnapshotText struct {
	Name     string        `json:"name"`
	Record   models.Fields `json:"record"`
	Document string        `json:"document"`
}

// Report returns the snapshot for JSON.
func (s Sent) Report() SnapshotText {
	return SnapshotText{s.ID.Name, s.Record.Fields(), s.Document.Text()}
}

// Revision is a document to compare: a snapshot or the current one.
type Revision struct {
	Name     string              // of the snapshot, or [CurrentDocument]
	Document *aggregate.Document // counted
	Warnings []aggregate.Warning // of the build, or of a damaged snapshot
}

// LoadNamed reads the named snapshot; see [Snapshots.Find]. A readable damaged one is returned
// together with a [*snapshots.DamageError].
func (s Snapshots) LoadNamed(name string, copied bool) (Sent, error) {
	id, err := s.Find(name, copied)
	if err != nil {
		return Sent{}, err
	}
	return s.Load(id)
}

// Damaged reports whether an error is that of a damaged but readable snapshot.
func Damaged(err error) bool {
	return errors.As(err, new(*snapshots.DamageError)) && !errors.Is(err, snapshots.ErrNoText)
}

// Revision returns the named document: a snapshot as read by [Snapshots.LoadNamed], or [CurrentDocument].
// Damaged snapshots are errors unless damaged is set.
func (s Snapshots) Revision(ctx context.Context, name string, copied, damaged bool) (v Revision, err error) {
	if v.Name = name; name == CurrentDocument {
		if v.Document, err = s.p.Builder.Build(ctx, s.p.Input(), nil); err != nil {
			return v, err
		}
		v.Warnings = v.Document.Warnings
	} else {
		sent, err := s.LoadNamed(name, copied)
		if damaged && Damaged(err) {
			v.Warnings, err = []aggregate.Warning{{Message: err.Error()}}, nil
		}
		if err != nil {
			return v, err
		}
		v.Document, v.Name = sent.Document, sent.ID.Name
	}
	if !v.Document.Tokens.Exact {
		v.Document, err = s.p.Builder.Count(ctx, v.Document, nil)
	}
	return v, err
}

// ComparisonReport is the difference between two documents, as JSON.
type ComparisonReport struct {
	Old  string `json:"was"`
	New  string `json:"now"`
	Same bool   `json:"same"`
	aggregate.Difference
	Unified string `json:"unified,omitempty"` // a unified diff of the text
}

// CompareRevisions compares two documents; unified adds a unified diff of the text.
func CompareRevisions(old, new Revision, unified bool) ComparisonReport {
	d := aggregate.Compare(old.Document, new.Document)
	r := ComparisonReport{Old: old.Name, New: new.Name, Same: d.Same(), Difference: d}
	if unified {
		r.Unified = d.Unified(old.Name, new.Name)
	}
	return r
}

// States of a snapshot whose bytes are verified.
const (
	SnapshotOK       = "ok"
	SnapshotDamaged  = "damaged"
	SnapshotNoRecord = "no record"
)

// VerifyReport is the result of verifying a snapshot, as JSON.
type VerifyReport struct {
	Name   string `json:"name"`
	State  string `json:"state"` // ok, damaged or no record
	Damage string `json:"damage,omitempty"`
}

// Verify compares snapshots with their records; without ids, all written or all copied ones. It
// returns the context's error, or why the folder cannot be listed.
func (s Snapshots) Verify(ctx context.Context, copied bool, ids ...SnapshotID) ([]VerifyReport, error) {
	if len(ids) == 0 {
		list, err := s.Folder(copied).List()
		if err != nil {
			return nil, err
		}
		for _, h := range list {
			ids = append(ids, SnapshotID{Copied: copied, Name: h.Name})
		}
	}
	rows := make([]VerifyReport, len(ids))
	for i, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rows[i] = VerifyReport{Name: id.Name, State: SnapshotOK}
		switch err := s.Folder(id.Copied).Verify(id.Name); {
		case err == nil:
		case errors.Is(err, snapshots.ErrNoRecord):
			rows[i].State = SnapshotNoRecord
		default:
			rows[i].State, rows[i].Damage = SnapshotDamaged, err.Error()
		}
	}
	return rows, nil
}

// Pin protects a snapshot from pruning, or removes the protection.
func (s Snapshots) Pin(ctx context.Context, id SnapshotID, on bool) error {
	return s.Folder(id.Copied).Pin(ctx, id.Name, on)
}

// Describe sets the description of a snapshot.
func (s Snapshots) Describe(ctx context.Context, id SnapshotID, text string) error {
	return s.Folder(id.Copied).Describe(ctx, id.Name, text)
}

// Delete deletes a snapshot.
func (s Snapshots) Delete(id SnapshotID) error { return s.Folder(id.Copied).Delete(id.Name) }

// Prune returns the names of the snapshots that a rule selects, newest first, and deletes them if yes is set.
func (s Snapshots) Prune(ctx context.Context, copied bool, rule snapshots.Rule, yes bool) (names []string, err error) {
	folder := s.Folder(copied)
	var gone []snapshots.Head
	if yes {
		gone, err = folder.Prune(ctx, rule)
	} else {
		var list []snapshots.Head
		list, err = folder.List()
		gone = snapshots.Prunable(list, rule)
	}
	for _, h := range gone {
		names = append(names, h.Name)
	}
	return names, err
}

// Export copies the text of a snapshot to a file, and its record if record is set, and returns
// the written paths. An existing file is only replaced if replace is set. A damaged snapshot is
// copied unchanged, with a warning.
func (s Snapshots) Export(ctx context.Context, id SnapshotID, target string, record, replace bool) (paths []string, warnings []aggregate.Warning, err error) {
	folder := s.Folder(id.Copied)
	if err := folder.Verify(id.Name); err != nil && !errors.Is(err, snapshots.ErrNoRecord) {
		if !errors.As(err, new(*snapshots.DamageError)) {
			return nil, nil, err
		}
		warnings = append(warnings, aggregate.Warning{Message: err.Error()})
	}
	paths, err = folder.Export(ctx, id.Name, target, record, replace)
	if err != nil {
		return nil, warnings, err
	}
	return paths, warnings, nil
}
