package presets

import (
	"context"
	"slices"

	"dossier/presets/store"
)

// maxConsents is the max number of consents stored per project: the user consents again whenever
// a request changes, so only the last few can recur.
const maxConsents = 32

// consents is the file of a user's consents for a project, by the hash of each request.
type consents struct {
	Project  string   `json:"project"`
	Requests []string `json:"requests"` // most recent first
}

// Consented reports whether the user has consented to a request of the project in dir. Any change
// of a request changes its key. Consents are stored in the user's state folder, so that nothing
// in a clone can consent to anything.
func (s *State) Consented(dir, key string) bool {
	dir = realFolder(dir)
	c, ok := read[consents](s, "consents", store.Key(dir))
	return ok && c.Project == dir && slices.Contains(c.Requests, key)
}

// Consent stores the user's consent to a request of the project in dir.
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

// prompted is a file of the requests or findings that the user was asked about in a project.
type prompted struct {
	Project string   `json:"project"`
	IDs     []string `json:"asked"`
}

// prompted returns the list in the file of a kind for the project in dir.
func (s *State) prompted(kind, dir string) []string {
	dir = realFolder(dir)
	a, ok := read[prompted](s, kind, store.Key(dir))
	if !ok || a.Project != dir {
		return nil
	}
	return a.IDs
}

// Answered returns the hashes of the requests of the project in dir when the user last answered.
// They are stored in the user's state folder, like permissions.
func (s *State) Answered(dir string) []string { return s.prompted("answers", dir) }

// Answer stores that the user has answered all current requests of the project in dir.
func (s *State) Answer(ctx context.Context, dir string, hashes []string) error {
	dir = realFolder(dir)
	return s.write(ctx, "answers", store.Key(dir), prompted{dir, hashes})
}

// MaxReadable is the max number of possible secrets stored per project that the user was asked
// about.
const MaxReadable = 2000

// ReadablePrompted returns the ids of the possible secrets of the project in dir that the user was
// asked about before they were sent unredacted: of rule and hash, most recent first.
func (s *State) ReadablePrompted(dir string) []string { return s.prompted("readable", dir) }

// AddReadablePrompted adds possible secrets of the project in dir to those that the user was asked about.
func (s *State) AddReadablePrompted(ctx context.Context, dir string, ids []string) error {
	dir = realFolder(dir)
	return update(ctx, s, "readable", store.Key(dir), func(r prompted) prompted {
		if r.Project != dir {
			r = prompted{Project: dir}
		}
		r.IDs = slices.DeleteFunc(r.IDs, func(id string) bool { return slices.Contains(ids, id) })
		r.IDs = slices.Concat(ids, r.IDs)
		r.IDs = r.IDs[:min(len(r.IDs), MaxReadable)]
		return r
	})
}
