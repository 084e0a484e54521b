package consent

import (
	"context"
	"fmt"

	"dossier/ui/project"
)

// Report is what a project file requests outside its folder, as JSON.
type Report struct {
	Project string `json:"project"` // the absolute path of its folder
	Key     string `json:"key"`     // of the list; another list has another key
	Asks    []Ask  `json:"asks"`
	More    int    `json:"more"`    // requests beyond [Most], which are not listed
	Allowed bool   `json:"allowed"` // whether this call allowed the whole list
}

// ReportOf returns what a project requests now. The error is the context's.
func ReportOf(ctx context.Context, p *project.Project) (Report, error) {
	q, err := Of(ctx, p)
	return report(p, q), err
}

// AllowAll allows everything that a project requests, for the user and this project. It fails and
// changes nothing when key is not that of the list as it is now.
func AllowAll(ctx context.Context, p *project.Project, key string) (Report, error) {
	q, err := Of(ctx, p)
	if err != nil {
		return Report{}, err
	}
	if key != q.Key() {
		return Report{}, fmt.Errorf("the project asks for something else than the list %q: read it again with dossier allow --asked", key)
	}
	if err := Answer(ctx, p, q, q.Asks); err != nil {
		return Report{}, err
	}
	r := report(p, q)
	r.Allowed = true
	return r, nil
}

func report(p *project.Project, q Question) Report {
	return Report{Project: p.Dir, Key: q.Key(), Asks: append([]Ask{}, q.Asks...), More: q.More}
}
