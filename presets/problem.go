package presets

import (
	"fmt"
	"slices"
	"strings"
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

// unknown reports the keys of table, which stands at path, that are not among known.
func (d document) unknown(path string, table any, known []string) []Problem {
	var out []Problem
	values, _ := table.(map[string]any)
	for key := range values {
		if slices.Contains(known, key) {
			continue
		}
		text := "is no setting; it is ignored and kept"
		if near := nearest(key, known); near != "" {
			text += fmt.Sprintf("; did you mean %s?", near)
		}
		out = append(out, d.problem(models.JoinKey(path, key), text))
	}
	slices.SortFunc(out, func(a, b Problem) int { return strings.Compare(a.Key, b.Key) })
	return out
}

// unknownInFiles does so for a list of files.
func (d document) unknownInFiles(path string, list any) []Problem {
	var out []Problem
	items, _ := list.([]any)
	for i, item := range items {
		key := models.ElementKey(path, i)
		out = append(out, d.unknown(key, item, itemKeys)...)
		table, _ := item.(map[string]any)
		cuts, _ := table["custom_slices"].([]any)
		for k, cut := range cuts {
			out = append(out, d.unknown(models.ElementKey(models.JoinKey(key, "custom_slices"), k), cut, sliceKeys)...)
		}
	}
	return out
}

// unknownInScreenshots does so for a list of screenshots.
func (d document) unknownInScreenshots(path string, list any) []Problem {
	var out []Problem
	shots, _ := list.([]any)
	for i, shot := range shots {
		out = append(out, d.unknown(models.ElementKey(path, i), shot, screenshotKeys)...)
	}
	return out
}

// unknownInPresets does so for the table of presets.
func (d document) unknownInPresets() []Problem {
	var out []Problem
	presets, _ := d.values["presets"].(map[string]any)
	for name, preset := range presets {
		path := models.JoinKey("presets", name)
		out = append(out, d.unknown(path, preset, presetKeys)...)
		table, _ := preset.(map[string]any)
		out = append(out, d.unknownInFiles(models.JoinKey(path, "files"), table["files"])...)
		out = append(out, d.unknownInScreenshots(models.JoinKey(path, "screenshots"), table["screenshots"])...)
	}
	return out
}

// The keys that package models reads.
var (
	itemKeys = []string{
		"path", "auto_aggregate", "force_full", "view_mode", "selected", "ast_signatures",
		"ast_definitions", "ast_mask", "custom_slices", "injected_at", "max_bytes",
	}
	sliceKeys  = []string{"start_line", "end_line", "tag", "comment", "content_hash", "anchor_lines"}
	presetKeys = []string{"description", "files", "screenshots", "instruction"}

	screenshotKeys = []string{"path", "caption"}
)

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
