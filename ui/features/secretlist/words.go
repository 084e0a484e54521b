package secretlist

import (
	"context"
	"slices"

	"dossier/models"
	"dossier/ui/project"
)

// words are the user's decisions, in the project's file and in the user's own.
type words struct{ project, own difference }

func (w words) empty() bool { return w.project.empty() && w.own.empty() }

// keep stores them, and returns the inverse of what was stored, even if there is an error. A file
// that would not change is not written.
func (w words) keep(ctx context.Context, opened *project.Project) (back words, err error) {
	kept := opened.StoredState()
	if _, undone := w.project.apply(kept.Project.Secrets); !undone.empty() {
		var made difference
		err = opened.ChangeSecrets(ctx, func(s *models.SecretRules) { *s, made = w.project.apply(*s) })
		if err != nil {
			return back, err
		}
		back.project = made
	}
	if _, undone := w.own.apply(kept.Library.Secrets); !undone.empty() {
		var made difference
		err = opened.User().ChangeSecrets(ctx, func(s *models.SecretRules) { *s, made = w.own.apply(*s) })
		if err != nil {
			return back, err
		}
		back.own = made
	}
	return back, nil
}

// difference is what is added to rules and what is removed from them.
type difference struct{ add, drop models.SecretRules }

func (d difference) empty() bool { return none(d.add) && none(d.drop) }

func none(s models.SecretRules) bool { return len(s.Allow)+len(s.Redact)+len(s.Show) == 0 }

// apply returns rules with the difference applied, and its inverse.
func (d difference) apply(rules models.SecretRules) (next models.SecretRules, back difference) {
	for _, field := range []func(*models.SecretRules) *[]string{
		func(s *models.SecretRules) *[]string { return &s.Allow },
		func(s *models.SecretRules) *[]string { return &s.Redact },
		func(s *models.SecretRules) *[]string { return &s.Show },
	} {
		old, add, drop := *field(&rules), *field(&d.add), *field(&d.drop)
		added := slices.DeleteFunc(slices.Clone(add), func(s string) bool { return slices.Contains(old, s) })
		dropped := slices.DeleteFunc(slices.Clone(old), func(s string) bool { return !slices.Contains(drop, s) })
		left := slices.DeleteFunc(slices.Clone(old), func(s string) bool { return slices.Contains(drop, s) })
		*field(&next), *field(&back.add), *field(&back.drop) = append(left, added...), dropped, added
	}
	return next, back
}
