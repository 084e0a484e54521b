package project

import "context"

// AccessReport lists the external paths that a project may access, and how a call has changed them, as JSON.
type AccessReport struct {
	Project string   `json:"project"` // the absolute path of its folder
	Allowed []string `json:"allowed"` // after the call, in byte order
	Added   []string `json:"added"`   // by the call, in the order given
	Revoked []string `json:"revoked"` // by the call, in the order given
}

// Report returns the current permissions.
func (a Access) Report() AccessReport {
	return AccessReport{Project: a.p.Dir, Allowed: NonNil(a.Allowed()), Added: []string{}, Revoked: []string{}}
}

// ReportAllow calls [Access.Allow] and reports the result.
func (a Access) ReportAllow(ctx context.Context, names ...string) (AccessReport, error) {
	added, err := a.Allow(ctx, names...)
	return a.changed(added, nil, err)
}

// ReportRevoke calls [Access.Revoke] and reports the result.
func (a Access) ReportRevoke(ctx context.Context, names ...string) (AccessReport, error) {
	revoked, err := a.Revoke(ctx, names...)
	return a.changed(nil, revoked, err)
}

// changed returns the permissions after a call that changed them.
func (a Access) changed(added, revoked []string, err error) (AccessReport, error) {
	if err != nil {
		return AccessReport{}, err
	}
	r := a.Report()
	r.Added, r.Revoked = NonNil(added), NonNil(revoked)
	return r, nil
}
