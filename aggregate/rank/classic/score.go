package classic

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// Options say how files are scored, and how many are taken.
type Options struct {
	// What each signal counts.
	Keywords, FileType, Component, Route, Recency float64

	MaxTokens    int     // of the files that are taken whole, together
	MaxFullFiles int     // how many are taken whole; 0 is none
	MinScore     float64 // files below it are left out

	// BareFence leaves the line end behind a file's fence out of its tokens. The contexts that
	// were recorded count it; the formula that the scorer was described with does not.
	BareFence bool

	// Recent holds, for each file that was worked on lately, how many steps of work came after it:
	// 0 for the files of the last step. Files of one step count the same.
	Recent map[string]int
}

// Defaults returns the weights and limits that the scorer is known with.
func Defaults() Options {
	return Options{
		Keywords: 0.4, FileType: 0.25, Component: 0.2, Route: 0.1, Recency: 0.05,
		MaxTokens: 4000, MaxFullFiles: 5, MinScore: 0.1,
	}
}

// question is a query, taken apart once for all files.
type question struct {
	lower    string
	keywords []string
	route    bool // it speaks of pages
}

func newQuestion(query string) question {
	lower := strings.ToLower(query)
	return question{lower, keywords(lower), slices.ContainsFunc(routeWords, func(w string) bool { return strings.Contains(lower, w) })}
}

func (o Options) score(path, lower string, q question) float64 {
	sum := float64(keywordShare(lower, q.keywords) * o.Keywords)
	sum += float64(typePriority(path) * o.FileType)
	sum += float64(componentBonus(path, q) * o.Component)
	sum += float64(routeBonus(path, q) * o.Route)
	sum += float64(o.recencyBonus(path) * o.Recency)
	return max(0, min(1, sum))
}

// stopWords say nothing about a file.
var stopWords = map[string]bool{
	"the": true, "a": true, "an": true, "to": true, "make": true, "change": true, "update": true,
	"add": true, "fix": true, "is": true, "it": true, "in": true, "on": true, "for": true,
}

// keywords returns the words of a query in lower case that have three code points or more
// and say something, in their order; one that stands there twice counts twice.
func keywords(lower string) []string {
	words := strings.FieldsFunc(lower, func(r rune) bool {
		return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f || strings.ContainsRune("-_.,;:!?()", r)
	})
	return slices.DeleteFunc(words, func(w string) bool { return stopWords[w] || len([]rune(w)) < 3 })
}

// keywordShare returns which part of the keywords a text in lower case holds, anywhere.
func keywordShare(lower string, keywords []string) float64 {
	if len(keywords) == 0 {
		return 0
	}
	found := 0
	for _, w := range keywords {
		if strings.Contains(lower, w) {
			found++
		}
	}
	return float64(found) / float64(len(keywords))
}

// typePriorities are by the extension in lower case.
var typePriorities = map[string]float64{".tsx": 1, ".ts": 0.8, ".css": 0.6, ".scss": 0.6}

// typePriority says how likely a file of this kind is to be meant.
func typePriority(path string) float64 {
	_, ext := cutExt(path)
	if p, ok := typePriorities[strings.ToLower(ext)]; ok {
		return p
	}
	return 0.4
}

// cutExt cuts a path before its extension: a dot and letters at the end, and no other.
func cutExt(path string) (before, ext string) {
	i := strings.LastIndexByte(path, '.')
	if i < 0 || i == len(path)-1 {
		return path, ""
	}
	for _, c := range []byte(path[i+1:]) {
		if c|0x20 < 'a' || 'z' < c|0x20 {
			return path, ""
		}
	}
	return path[:i], path[i:]
}

// baseName returns what stands behind the last slash.
func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// componentBonus is for a file whose name, of three code points or more, the question holds.
func componentBonus(path string, q question) float64 {
	name, _ := cutExt(baseName(path))
	name = strings.ToLower(name)
	if len([]rune(name)) >= 3 && strings.Contains(q.lower, name) {
		return 0.3
	}
	return 0
}

// routeWords are what a question about pages holds.
var routeWords = []string{"page", "route", "navigate", "navigation", "home", "homepage", "/"}

// routeBonus is for a page when the question speaks of pages.
func routeBonus(path string, q question) float64 {
	if q.route && isPage(path) {
		return 0.2
	}
	return 0
}

func isPage(path string) bool {
	switch strings.ToLower(baseName(path)) {
	case "page.tsx", "layout.tsx", "page.ts", "layout.ts":
		return true
	}
	return false
}

// recencyBonus is for files that were worked on, and shrinks with each step that came after.
func (o Options) recencyBonus(path string) float64 {
	later, ok := o.Recent[path]
	if !ok {
		return 0
	}
	return 0.15 * math.Pow(0.7, float64(later))
}
