package project

import (
	"context"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/models"
)

// SnapshotReport is a snapshot in a list, as JSON.
type SnapshotReport struct {
	Name        string          `json:"name"`
	Path        string          `json:"path"`
	Time        time.Time       `json:"time"`
	Preset      string          `json:"preset,omitempty"`
	Model       string          `json:"model,omitempty"`
	Files       int             `json:"files"`
	Tokens      aggregate.Count `json:"tokens"`
	Bytes       int64           `json:"bytes"`
	Description string          `json:"description,omitempty"`
	Pinned      bool            `json:"pinned"`
	Copied      bool            `json:"copied"`
	Recorded    bool            `json:"recorded"`
	Damage      string          `json:"damage,omitempty"`
	Changes     *ChangesReport  `json:"changes,omitempty"` // if requested
}

// ChangesReport describes how the files of a snapshot have changed since.
type ChangesReport struct {
	Changed []string `json:"changed"`
	Missing []string `json:"gone"`
	Unknown []string `json:"unknown"`
}

// Report describes the written or copied snapshots, newest first. With changes it also
// describes how their files have changed since, reading those that may have changed.
func (s Snapshots) Report(ctx context.Context, copied, changes bool) ([]SnapshotReport, error) {
	list, err := s.Folder(copied).List()
	if err != nil {
		return nil, err
	}
	rows := make([]SnapshotReport, len(list))
	for i, h := range list {
		id := SnapshotID{Copied: copied, Name: h.Name}
		rows[i] = SnapshotReport{
			Name: h.Name, Path: s.Path(id), Time: h.When().UTC(), Preset: h.Preset, Model: h.Model, Files: h.FileCount,
			Tokens: recordedCount(h), Bytes: h.Size, Description: h.Description,
			Pinned: h.Pinned, Copied: h.Copied, Recorded: h.Recorded,
		}
		if h.Damage != nil {
			rows[i].Damage = h.Damage.Error()
		}
		if changes && h.Recorded && h.Damage == nil {
			drift, err := s.Drift(ctx, id)
			if err != nil {
				rows[i].Damage = err.Error()
				continue
			}
			rows[i].Changes = &ChangesReport{NonNil(drift.Changed), NonNil(drift.Missing), NonNil(drift.Unknown)}
		}
	}
	return rows, nil
}

// ChangesSince returns the changes since a snapshot. name is as in [Snapshots.Find]; the prefix copied/
// selects a copy. If only is set, the document contains nothing else of the project's files.
func (s Snapshots) ChangesSince(name string, only bool) (models.Changes, error) {
	name, copied := strings.CutPrefix(name, "copied/")
	id, err := s.Find(name, copied)
	if err != nil {
		return models.Changes{}, err
	}
	return models.Changes{Since: id.Name, Copied: id.Copied, Only: only}, nil
}
