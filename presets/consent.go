package presets

import (
	"context"
	"slices"

	"dossier/presets/store"
)

// maxConsents bounds what is kept for a project: a person agrees anew whenever what is
// asked for has changed, and only the last few can come again.
const maxConsents = 32

// consents is the file that says what a person has agreed to for a project, by the hash of
// each request.
type consents struct {
	Project  string   `json:"project"`
	Requests []string `json:"requests"` // the last one first
}

// Consented reports whether the person has agreed to a request of the project in dir. A
// request that differs in anything has another key. What is kept lies with the person:
// what comes with a clone cannot agree to anything.
func (s *State) Consented(dir, key string) bool {
	dir = realFolder(dir)
	c, ok := read[consents](s, "consents", store.Key(dir))
	return ok && c.Project == dir && slices.Contains(c.Requests, key)
}

// Consent keeps that the person has agreed to a request of the project in dir.
func (s *State) Consent(ctx context.Context, dir, key string) error {
	dir = realFolder(dir)
	return update(ctx, s, "consents", store.Key(dir), func(c consents) consents {
		if c.Project != dir {
			c = consents{Project: dir}
		}
		c.Requests = slices.DeleteFunc(c.Requests, func(k string) bool { return k == key })
		c.Requests = slices.Insert(c.Requests, 0, key)
		c.Requests = c.Requests[:min(len(c.Requests), maxConsents)]
		return c
	})
}
