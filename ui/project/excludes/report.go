package excludes

import (
	"context"
	"slices"

	"dossier/ui/project"
)

// Report describes a project's own ignore patterns and how a call has changed their effect, as JSON.
type Report struct {
	Patterns []Pattern `json:"patterns"` // after the call
	Files    int       `json:"files"`    // listed with the patterns
	Hidden   []string  `json:"gone"`     // files that are no longer listed after the call
	Come     []string  `json:"come"`     // files that are newly listed after the call
}

// ReportOf describes the effect of a project's patterns.
func ReportOf(ctx context.Context, p *project.Project) (Report, error) {
	return since(ctx, p, p.StoredState().Project.Exclude)
}

// Change saves the result of change for the project's current list and patterns; change is a function such as
// [Add] or [Remove]. It reports the result. If change returns an error, it is returned, and nothing is saved.
func Change(ctx context.Context, p *project.Project, change func(list []string, patterns ...string) ([]string, error), patterns ...string) (Report, error) {
	var before []string
	err := p.ChangeExcluded(ctx, func(list []string) ([]string, error) {
		before = slices.Clone(list)
		return change(list, patterns...)
	})
	if err != nil {
		return Report{}, err
	}
	return since(ctx, p, before)
}

// since describes the effect of the patterns compared with an earlier list.
func since(ctx context.Context, p *project.Project, before []string) (Report, error) {
	s, err := NewSurvey(ctx, p)
	if err != nil {
		return Report{}, err
	}
	old, err := s.Effect(ctx, before)
	if err != nil {
		return Report{}, err
	}
	effect, err := s.Effect(ctx, p.StoredState().Project.Exclude)
	if err != nil {
		return Report{}, err
	}
	if effect, err = s.Count(ctx, effect); err != nil {
		return Report{}, err
	}
	gone, come := effect.From(old)
	return Report{
		Patterns: append([]Pattern{}, effect.Patterns...), Files: effect.Files(),
		Hidden: append([]string{}, gone...), Come: append([]string{}, come...),
	}, nil
}
