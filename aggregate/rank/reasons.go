package rank

import (
	"cmp"
	"slices"
	"strings"
)

// Reason says why a file is where it is in a ranking.
type Reason struct {
	Kind string `json:"kind"` // one of the constants
	Text string `json:"text"` // which: names, words with where they stand, or a path
}

// The kinds of reasons, in the order in which they are told.
const (
	Named      = "named in the question" // the path that names it
	Symbols    = "symbols"               // names that the question has and the file defines
	Words      = "words"                 // words of the question, each with where it stands
	LinkedFrom = "linked from"           // a good file that refers to what this one defines
	LinksTo    = "links to"              // a good file that defines what this one refers to
	TestedBy   = "tested by"             // a test that the question fits

	// And beside a change:
	Changed      = "changed"                     // how many lines the change touches in the file itself
	DefinesNames = "defines names of the change" // names that the changed lines use and the file defines
	UsesNames    = "uses names of the change"    // names that changed lines define or use, and the file uses
	HasRemoved   = "has names that are removed"  // names that the change removed and the file still has

	TestsChange = "tests what has changed" // changed files, each with a file that the test covers too and that uses it or is used by it

	// And of a history:
	ChangesTogether = "changes together"            // a good file that often changed in the same commits
	ChangedIn       = "changed in"                  // a commit whose message the question fits, with its day
	ChangedBy       = "changed by commits that say" // words of the question, with how many of the commits that say each changed the file
	Recent          = "recent"                      // the day of its last change, one of the newest commits
)

// maxTold is how many names or words a reason tells.
const maxTold = 5

// found is a term of a question that a file has, with what it adds to the score.
type found struct {
	term string
	hit  hit
	gain float64
}

// reasons tells the terms of a file, what counts most first.
func reasons(q *question, defined, words []found) []Reason {
	var out []Reason
	byGain := func(a, b found) int { return cmp.Or(-cmp.Compare(a.gain, b.gain), strings.Compare(a.term, b.term)) }
	slices.SortFunc(defined, byGain)
	slices.SortFunc(words, byGain)
	told := func(kind string, list []found, spell func(found) string) {
		var said []string
		for _, f := range list[:min(len(list), maxTold)] {
			said = append(said, spell(f))
		}
		if len(said) > 0 {
			out = append(out, Reason{kind, strings.Join(said, ", ")})
		}
	}
	told(Symbols, defined, func(f found) string { return f.term })
	told(Words, words, func(f found) string {
		return cmp.Or(q.said[f.term], f.term) + " (" + strings.Join(f.hit.places(), ", ") + ")"
	})
	return out
}

// places names where a term stands in a file, at most two, the most telling ones.
func (h hit) places() []string {
	var out []string
	if h.name > 0 {
		out = append(out, "name")
	}
	if h.dirs > 0 {
		out = append(out, "path")
	}
	for _, f := range []struct {
		field field
		name  string
	}{{defField, "symbols"}, {bodyField, "code"}, {proseField, "comments"}, {stringField, "strings"}} {
		if levelIn(uint32(h.packed), f.field) > 0 {
			out = append(out, f.name)
		}
	}
	return out[:min(len(out), 2)]
}
