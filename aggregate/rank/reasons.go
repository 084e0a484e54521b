package rank

import (
	"cmp"
	"slices"
	"strings"
)

// Reason explains a file's rank.
type Reason struct {
	Kind string `json:"kind"` // one of the constants
	Text string `json:"text"` // details: names, words with their places, or a path
}

// The kinds of reasons, in the order in which they are listed.
const (
	Named      = "named in the question" // the path in the question
	Symbols    = "symbols"               // names in the question that the file defines
	Words      = "words"                 // words of the question, each with its places
	LinkedFrom = "linked from"           // a good file that refers to a definition in this one
	LinksTo    = "links to"              // a good file that defines something that this one refers to
	TestedBy   = "tested by"             // a test that matches the question

	// Further kinds, for a change:
	Changed      = "changed"                     // how many lines the change touches in the file itself
	DefinesNames = "defines names of the change" // names that the changed lines use and the file defines
	UsesNames    = "uses names of the change"    // names that changed lines define or use, and the file uses
	HasRemoved   = "has names that are removed"  // names that the change removed and the file still has

	TestsChange = "tests what has changed" // changed files, each with a related file that the test also covers

	// Further kinds, from a history:
	CoChange  = "changes together"            // a good file that often changed in the same commits
	ChangedIn = "changed in"                  // a commit whose message matches the question, with its day
	ChangedBy = "changed by commits that say" // words of the question, each with how many of the commits that mention it changed the file
	Recent    = "recent"                      // the day of its last change, which is one of the newest commits
)

// maxReasonItems is the maximum number of names or words in a reason.
const maxReasonItems = 5

// termMatch is a term of a question in a file, and what it adds to the score.
type termMatch struct {
	term string
	hit  hit
	gain float64
}

// reasons returns the reasons for the terms of a file, those with the highest gain first.
func reasons(q *question, defined, words []termMatch) []Reason {
	var out []Reason
	byGain := func(a, b termMatch) int { return cmp.Or(-cmp.Compare(a.gain, b.gain), strings.Compare(a.term, b.term)) }
	slices.SortFunc(defined, byGain)
	slices.SortFunc(words, byGain)
	addReason := func(kind string, list []termMatch, format func(termMatch) string) {
		var texts []string
		for _, f := range list[:min(len(list), maxReasonItems)] {
			texts = append(texts, format(f))
		}
		if len(texts) > 0 {
			out = append(out, Reason{kind, strings.Join(texts, ", ")})
		}
	}
	addReason(Symbols, defined, func(f termMatch) string { return f.term })
	addReason(Words, words, func(f termMatch) string {
		return cmp.Or(q.original[f.term], f.term) + " (" + strings.Join(f.hit.places(), ", ") + ")"
	})
	return out
}

// places returns where a term occurs in a file: at most two places, the most informative ones.
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
