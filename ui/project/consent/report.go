package consent

import (
	"context"
	"fmt"

	"dossier/ui/project"
)

// Report contains the requests of a project file for access outside its folder, as JSON.
type Report struct {
	Project     string       `json:"project"` // the absolute path of its folder
	Key         string       `json:"key"`     // identifies the list of requests
	Permissions []Permission `json:"asks"`
	More        int          `json:"more"`    // number of requests beyond [MaxPermissions], which are not listed
	Allowed     bool         `json:"allowed"` // the call has allowed the whole list
}

// ReportOf returns the current requests of a project. It returns the context's error.
func ReportOf(ctx context.Context, p *project.Project) (Report, error) {
	q, err := Of(ctx, p)
	return report(p, q), err
}

// AllowAll allows everything that a project requests, for the user and this project. If key
// does not match the current list, it returns an error and changes nothing.
func AllowAll(ctx context.Context, p *project.Project, key string) (Report, error) {
	q, err := Of(ctx, p)
	if err != nil {
		return Report{}, err
	}
	if key != q.Key() {
		return Report{}, fmt.Errorf("the requests of the project differ from the list %q: run dossier allow --asked again", key)
	}
	if err := Answer(ctx, p, q, q.Permissions); err != nil {
		return Report{}, err
	}
	r := report(p, q)
	r.Allowed = true
	return r, nil
}

func report(p *project.Project, q Question) Report {
	return Report{Project: p.Dir, Key: q.Key(), Permissions: append([]Permission{}, q.Permissions...), More: q.More}
}
