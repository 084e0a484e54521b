package session

import (
	"regexp"
	"slices"

	"dossier/aggregate"
	"dossier/models/order"
)

// Warnings are problems and notes about the project's files, the document and the watcher.
func (s *Session) Warnings() []aggregate.Warning {
	if s.project == nil {
		return nil
	}
	out := slices.Concat(s.project.Warnings(), s.document.Doc().Warnings)
	if err := s.tree.Limit(); err != nil {
		out = append(out, aggregate.Warning{Message: err.Error()})
	}
	return out
}

// WarningGroup is a message about one or several files.
type WarningGroup struct {
	Message string // numbers that differ are replaced by …
	Note    bool   // nothing is wrong
	List    []aggregate.Warning
}

// CountWarnings counts problems and notes.
func CountWarnings(list []aggregate.Warning) (problems, notes int) {
	for _, w := range list {
		if w.Note {
			notes++
		} else {
			problems++
		}
	}
	return problems, notes
}

// figures matches the differences between two messages of one kind: numbers, and lists of them.
var figures = regexp.MustCompile(`[0-9]+(?:(?:[-–,]| and |, )[0-9]+)*`)

// GroupWarnings groups warnings of one kind: problems before notes, each in order of first
// occurrence.
func GroupWarnings(list []aggregate.Warning) []WarningGroup {
	type key struct {
		note bool
		kind string
	}
	at := map[key]int{}
	var groups []WarningGroup
	for _, w := range list {
		kind := figures.ReplaceAllString(w.Message, "…")
		k := key{w.Note, kind}
		i, ok := at[k]
		if !ok {
			i = len(groups)
			at[k] = i
			groups = append(groups, WarningGroup{Message: w.Message, Note: w.Note})
		}
		if g := &groups[i]; g.Message != w.Message {
			g.Message = kind
		}
		groups[i].List = append(groups[i].List, w)
	}
	return order.First(groups, func(g WarningGroup) bool { return !g.Note })
}
