package excludes

import (
	"context"
	"slices"

	"dossier/ui/project"
)

// Report describes a project's own ignore patterns and how one call changed their effect, as JSON.
type Report struct {
	Patterns []Pattern `json:"patterns"` // after this call
	Files    int       `json:"files"`    // that the project lists with them
	Gone     []string  `json:"gone"`     // files listed before this call and not after it
	Come     []string  `json:"come"`     // files listed after this call and not before it
}

// ReportOf describes the effect of a project's patterns.
func ReportOf(ctx context.Context, p *project.Project) (Report, error) {
	return since(ctx, p, p.Kept().Project.Exclude)
}

// Change saves the patterns of a project as change makes them of the present list and patterns, such as
// [Add] and [Remove] do, and reports the result. An error of change is returned, and nothing is saved.
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
	s, err := Look(ctx, p)
	if err != nil {
		return Report{}, err
	}
	was, err := s.Effect(ctx, before)
	if err != nil {
		return Report{}, err
	}
	effect, err := s.Effect(ctx, p.Kept().Project.Exclude)
	if err != nil {
		return Report{}, err
	}
	if effect, err = s.Count(ctx, effect); err != nil {
		return Report{}, err
	}
	gone, come := effect.From(was)
	return Report{
		Patterns: append([]Pattern{}, effect.Patterns...), Files: effect.Files(),
		Gone: append([]string{}, gone...), Come: append([]string{}, come...),
	}, nil
}
