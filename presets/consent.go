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

// answer is the file that says what a project asked for when the person answered last, by the
// hash of each thing.
type answer struct {
	Project string   `json:"project"`
	Asked   []string `json:"asked"`
}

// Answered returns the hashes of what the project in dir asked for when the person answered
// last. It lies with the person, as what they have allowed does.
func (s *State) Answered(dir string) []string {
	dir = realFolder(dir)
	a, ok := read[answer](s, "answers", store.Key(dir))
	if !ok || a.Project != dir {
		return nil
	}
	return a.Asked
}

// Answer keeps that the person has answered for all that the project in dir asks for now.
func (s *State) Answer(ctx context.Context, dir string, asked []string) error {
	dir = realFolder(dir)
	return s.write(ctx, "answers", store.Key(dir), answer{dir, asked})
}

// readable is the file that says which possible secrets of a project the user was asked about.
type readable struct {
	Project string   `json:"project"`
	Asked   []string `json:"asked"` // ids of rule and hash, the last ones first
}

// MaxReadable is how many possible secrets of a project the user was asked about are remembered.
const MaxReadable = 2000

// AskedReadable returns the ids of the possible secrets of the project in dir that the user was asked about
// before they went out readable.
func (s *State) AskedReadable(dir string) []string {
	dir = realFolder(dir)
	r, ok := read[readable](s, "readable", store.Key(dir))
	if !ok || r.Project != dir {
		return nil
	}
	return r.Asked
}

// AskReadable stores that the user was asked about possible secrets of the project in dir, beside those before.
func (s *State) AskReadable(ctx context.Context, dir string, ids []string) error {
	dir = realFolder(dir)
	return update(ctx, s, "readable", store.Key(dir), func(r readable) readable {
		if r.Project != dir {
			r = readable{Project: dir}
		}
		r.Asked = slices.DeleteFunc(r.Asked, func(id string) bool { return slices.Contains(ids, id) })
		r.Asked = slices.Concat(ids, r.Asked)
		r.Asked = r.Asked[:min(len(r.Asked), MaxReadable)]
		return r
	})
}
