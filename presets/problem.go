package presets

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"

	"dossier/models"
	"dossier/presets/tomledit"
)

// Problem is a problem in a file to report to the user: an invalid value or an unknown key.
type Problem struct {
	Path         string
	Line, Column int    // from 1
	Key          string // as in [models.FieldError]
	Text         string
}

func (p Problem) Error() string {
	return fmt.Sprintf("%s, line %d: %s: %s", p.Path, p.Line, p.Key, p.Text)
}

func (d document) problem(key, text string) Problem {
	var at tomledit.Position
	ok := false
	if d.at != nil {
		if p := d.at(); p != nil {
			at, ok = p.Find(key)
		}
	}
	if !ok {
		at.Line, at.Column = 1, 1
	}
	return Problem{Path: d.path, Line: at.Line, Column: at.Column, Key: key, Text: text}
}

// problems adds positions to the errors of a parser.
func (d document) problems(err error) []Problem {
	var out []Problem
	for _, fe := range models.FieldErrors(err) {
		out = append(out, d.problem(fe.Key, fe.Problem))
	}
	slices.SortStableFunc(out, byPlace)
	return out
}

func byPlace(a, b Problem) int {
	if a.Line != b.Line {
		return a.Line - b.Line
	}
	return a.Column - b.Column
}

// unknown adds positions to unknown keys.
func (d document) unknown(keys []models.UnknownKey) []Problem {
	var out []Problem
	for _, k := range keys {
		text := "is not a setting; it is ignored and preserved"
		if near := nearest(k.Name, k.Known); near != "" {
			text += fmt.Sprintf("; did you mean %s?", near)
		}
		out = append(out, d.problem(k.Key(), text))
	}
	slices.SortStableFunc(out, byPlace)
	return out
}

// nearest returns the word that key is most likely a misspelling of, or "".
func nearest(key string, known []string) string {
	best, found := 3, "" // a distance above two means another word
	length := utf8.RuneCountInString(key)
	for _, word := range known {
		if more := length - len(word); more >= best || -more >= best {
			continue // at least the difference in length
		}
		if n := levenshtein.ComputeDistance(key, word); n < best && n*2 < len(word) {
			best, found = n, word
		}
	}
	return found
}
