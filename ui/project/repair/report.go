package repair

import (
	"context"

	"dossier/models"
	"dossier/ui/project"
)

// Report describes the missing items of a composition, as JSON.
type Report struct {
	Accepted []Item `json:"accepted"` // by the call, with their new paths
	Missing  []Item `json:"missing"`
}

// ReportOf describes the missing items of a composition, with candidates.
func ReportOf(ctx context.Context, p *project.Project, c models.Composition) (Report, error) {
	list, err := Check(ctx, p, c)
	return Report{Accepted: []Item{}, Missing: append([]Item{}, list...)}, err
}

// ReportAccepted calls [AcceptCertain] and reports the result.
func ReportAccepted(ctx context.Context, p *project.Project, ref project.PresetRef) (Report, error) {
	accepted, left, err := AcceptCertain(ctx, p, ref)
	return Report{Accepted: append([]Item{}, accepted...), Missing: append([]Item{}, left...)}, err
}
