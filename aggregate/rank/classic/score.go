package classic

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

// Options define how files are scored, and how many are selected.
type Options struct {
	// The weights of the signals.
	Keywords, FileType, Component, Route, Recency float64

	MaxTokens    int     // max tokens of all files included in full
	MaxFullFiles int     // max files included in full; 0 is none
	MinScore     float64 // files with a lower score are excluded

	// BareFence does not count the line end after a file's closing fence as part of its tokens. The contexts that
	// were recorded count it; the formula by which the scorer was described does not.
	BareFence bool

	// Recent maps each recently edited file to the number of later work steps: 0 for the files of the latest step.
	// Files of the same step have the same number.
	Recent map[string]int
}

// Defaults returns the published weights and limits of the scorer.
func Defaults() Options {
	return Options{
		Keywords: 0.4, FileType: 0.25, Component: 0.2, Route: 0.1, Recency: 0.05,
		MaxTokens: 4000, MaxFullFiles: 5, MinScore: 0.1,
	}
}

// question is a query, parsed once for all files.
type question struct {
	lower    string
	keywords []string
	route    bool // it mentions pages
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

// stopWords are words without information about a file.
var stopWords = map[string]bool{
	"the": true, "a": true, "an": true, "to": true, "make": true, "change": true, "update": true,
	"add": true, "fix": true, "is": true, "it": true, "in": true, "on": true, "for": true,
}

// keywords returns the words of a lower-case query that have at least three code points and are not stop words, in
// their order. A repeated word is counted each time.
func keywords(lower string) []string {
	words := strings.FieldsFunc(lower, func(r rune) bool {
		return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f || strings.ContainsRune("-_.,;:!?()", r)
	})
	return slices.DeleteFunc(words, func(w string) bool { return stopWords[w] || len([]rune(w)) < 3 })
}

// keywordShare returns the share of the keywords that occur anywhere in a lower-case text.
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

// typePriorities maps extensions in lower case to priorities.
var typePriorities = map[string]float64{".tsx": 1, ".ts": 0.8, ".css": 0.6, ".scss": 0.6}

// typePriority returns how likely a question means a file of this type.
func typePriority(path string) float64 {
	_, ext := cutExt(path)
	if p, ok := typePriorities[strings.ToLower(ext)]; ok {
		return p
	}
	return 0.4
}

// cutExt splits off the extension of a path: the last dot, if only letters follow it.
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

// baseName returns the part of a path after the last slash.
func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// componentBonus returns a bonus if the question contains the name of the file, of three code points or more.
func componentBonus(path string, q question) float64 {
	name, _ := cutExt(baseName(path))
	name = strings.ToLower(name)
	if len([]rune(name)) >= 3 && strings.Contains(q.lower, name) {
		return 0.3
	}
	return 0
}

// routeWords are the words that mark a question about pages.
var routeWords = []string{"page", "route", "navigate", "navigation", "home", "homepage", "/"}

// routeBonus returns a bonus for a page if the question mentions pages.
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

// recencyBonus returns a bonus for recently edited files, which decreases with each later step.
func (o Options) recencyBonus(path string) float64 {
	later, ok := o.Recent[path]
	if !ok {
		return 0
	}
	return 0.15 * math.Pow(0.7, float64(later))
}
