package presets

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"dossier/models"
	"dossier/presets/tomledit"
)

// Problem is something in a file that a person should look at: a value that breaks a
// rule, or a key that nobody knows.
type Problem struct {
	Path         string
	Line, Column int    // count from 1
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

// problems gives the errors of a parser their places.
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

// unknown gives the keys that nobody reads their places.
func (d document) unknown(keys []models.UnknownKey) []Problem {
	var out []Problem
	for _, k := range keys {
		text := "is no setting; it is ignored and kept"
		if near := nearest(k.Name, k.Known); near != "" {
			text += fmt.Sprintf("; did you mean %s?", near)
		}
		out = append(out, d.problem(k.Key(), text))
	}
	slices.SortStableFunc(out, byPlace)
	return out
}

// nearest returns the word that key was most likely meant to be, or "".
func nearest(key string, known []string) string {
	best, found := 3, "" // more than two slips are another word
	length := utf8.RuneCountInString(key)
	for _, word := range known {
		if more := length - len(word); more >= best || -more >= best {
			continue // each letter too many is a slip
		}
		if n := distance(key, word); n < best && n*2 < len(word) {
			best, found = n, word
		}
	}
	return found
}

// distance is the number of letters to insert, delete or replace (Levenshtein).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := 1
			if x[i] == y[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(diagonal+cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}
