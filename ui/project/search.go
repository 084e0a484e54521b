package project

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/models"
)

// EntryMatch is a match in the content of an entry. Positions are in bytes.
type EntryMatch struct {
	Discussion string
	Entry      int
	Start, End int
}

// SearchEntries searches all discussions for a text and stops after ten thousand matches. A
// query without capitals ignores case. It returns the context's error.
func SearchEntries(ctx context.Context, all models.Discussions, query string) ([]EntryMatch, error) {
	var out []EntryMatch
	if query == "" {
		return nil, nil
	}
	find := Finder(query)
	for _, d := range all.List {
		for i, e := range d.History {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for from := 0; from < len(e.Content); {
				start, end := find(e.Content[from:], query)
				if start < 0 {
					break
				}
				if len(out) == MaxMatches {
					return out, nil
				}
				out = append(out, EntryMatch{d.Name, i, from + start, from + end})
				from += max(end, start+1)
			}
		}
	}
	return out, nil
}

// MaxMatches is the max number of matches; later ones are not counted.
const MaxMatches = 10_000

// Finder returns a function that finds query in a text, ignoring case unless query has capitals.
func Finder(query string) func(s, query string) (start, end int) {
	if query == strings.ToLower(query) {
		return indexFold
	}
	return indexExact
}

func indexExact(s, query string) (int, int) {
	at := strings.Index(s, query)
	return at, at + len(query)
}

// indexFold returns the first match of query, which is in lower case, in s, ignoring case.
func indexFold(s, query string) (int, int) {
	first, _ := utf8.DecodeRuneInString(query)
	for i, r := range s {
		if unicode.ToLower(r) != first {
			continue
		}
		if end, ok := hasPrefixFold(s[i:], query); ok {
			return i, i + end
		}
	}
	return -1, -1
}

func hasPrefixFold(s, query string) (int, bool) {
	at := 0
	for _, want := range query {
		r, n := utf8.DecodeRuneInString(s[at:])
		if n == 0 || unicode.ToLower(r) != want {
			return 0, false
		}
		at += n
	}
	return at, true
}

// Match is an occurrence of the searched text.
type Match struct {
	Line       int // in the document
	Start, End int // bytes within the line
}

// SearchLines returns the positions of query in lines, counted from 0: at most [MaxMatches]; more
// reports that there are others. A query without capitals ignores case.
func SearchLines(ctx context.Context, lines int, lineAt func(int) string, query string) (matches []Match, more bool, err error) {
	if query == "" {
		return nil, false, nil
	}
	find := Finder(query)
	for n := range lines {
		if n%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, false, err
			}
		}
		line := lineAt(n)
		for from := 0; from < len(line); {
			start, end := find(line[from:], query)
			if start < 0 {
				break
			}
			if len(matches) == MaxMatches {
				return matches, true, nil
			}
			matches = append(matches, Match{n, from + start, from + end})
			from += max(end, start+1)
		}
	}
	return matches, false, nil
}
