package project

import (
	"fmt"
	"regexp"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/models/order"
)

// WarningGroup is a message about one or several files.
type WarningGroup struct {
	Message string // differing numbers are replaced by …
	Note    bool   // not a problem
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

// figures matches the parts in which messages of one kind differ: numbers, and lists of them.
var figures = regexp.MustCompile(`0x[0-9a-f]+|[0-9]+(?:(?:[-–,]| and |, )[0-9]+)*`)

// GroupWarnings groups warnings of one kind: problems before notes, each in order of first
// occurrence.
func GroupWarnings(list []aggregate.Warning) []WarningGroup {
	return order.First(kindsOf(list), func(g WarningGroup) bool { return !g.Note })
}

// kindsOf groups warnings of one kind, in order of first occurrence.
func kindsOf(list []aggregate.Warning) []WarningGroup {
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
	return groups
}

// maxPerKind is the max number of warnings of one kind with a line each; of more, namedOfAKind are named on one line.
const (
	maxPerKind   = 5
	namedOfAKind = 3
)

// WarningLines formats warnings for a terminal, one per line; more than five of one kind are a
// single line that names the first ones. They are in order of first occurrence.
func WarningLines(list []aggregate.Warning) []string {
	var lines []string
	for _, g := range kindsOf(list) {
		if len(g.List) <= maxPerKind || g.List[0].Path == "" {
			for _, w := range g.List {
				lines = append(lines, w.String())
			}
			continue
		}
		var named []string
		for _, w := range g.List[:namedOfAKind] {
			named = append(named, text.Escape(w.Path))
		}
		lines = append(lines, fmt.Sprintf("%d files: %s: %s and %d more", len(g.List), g.Message, strings.Join(named, ", "), len(g.List)-namedOfAKind))
	}
	return lines
}
