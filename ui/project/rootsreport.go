package project

import (
	"context"
	"errors"

	"dossier/aggregate/disk"
	"dossier/models"
)

// RootState is whether a root is read.
type RootState string

// States of a root.
const (
	RootRead            RootState = "read"
	RootNeedsPermission RootState = "asks"    // the user has to allow its folder
	RootMissing         RootState = "missing" // its folder does not exist
	RootRefused         RootState = "refused" // it cannot be a root, or cannot be read
)

// State returns whether the root is read.
func (r Root) State() RootState {
	switch {
	case r.Err == nil:
		return RootRead
	case r.PermissionPath() != "":
		return RootNeedsPermission
	case errors.Is(r.Err, disk.ErrNotFound):
		return RootMissing
	}
	return RootRefused
}

// RootReport describes one root, as JSON.
type RootReport struct {
	Label   string    `json:"label"`
	Path    string    `json:"path"`   // as in the project file
	Folder  string    `json:"folder"` // absolute
	State   RootState `json:"state"`
	Files   int       `json:"files"`             // listed in its tree
	Problem string    `json:"problem,omitempty"` // why it is not read, and what to do
}

// RootsReport describes the roots of a project and how a call has changed them, as JSON.
type RootsReport struct {
	Project string       `json:"project"` // the absolute path of its folder
	Roots   []RootReport `json:"roots"`   // after the call, sorted by label
	Added   string       `json:"added,omitempty"`
	Removed string       `json:"removed,omitempty"`
	Rows    []string     `json:"rows"` // entries of files and screenshots that were removed with the root
}

// Report describes the roots. It lists the project's files.
func (r Roots) Report(ctx context.Context) (RootsReport, error) {
	report := RootsReport{Project: r.p.Dir, Roots: []RootReport{}, Rows: []string{}}
	t, err := r.p.Tree(ctx)
	if err != nil {
		return report, err
	}
	for _, one := range r.List() {
		files, _ := t.Folder(models.RootFolder(one.Label))
		said := RootReport{Label: one.Label, Path: one.Path, Folder: one.Dir, State: one.State(), Files: len(files)}
		if one.Err != nil {
			said.Problem = one.problem()
		}
		report.Roots = append(report.Roots, said)
	}
	return report, nil
}

// ReportAdd calls [Roots.Add] and reports the result.
func (r Roots) ReportAdd(ctx context.Context, label, dir string) (RootsReport, error) {
	root, _, err := r.Add(ctx, label, dir)
	if err != nil {
		return RootsReport{}, err
	}
	report, err := r.Report(ctx)
	report.Added = root.Label
	return report, err
}

// ReportRemove calls [Roots.Remove], removing the root's entries from the project file, and reports the result.
func (r Roots) ReportRemove(ctx context.Context, label string) (RootsReport, error) {
	_, rows, err := r.Remove(ctx, label, true)
	if err != nil {
		return RootsReport{}, err
	}
	report, err := r.Report(ctx)
	report.Removed, report.Rows = label, NonNil(rows)
	return report, err
}
