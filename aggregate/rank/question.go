package rank

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// maxQuestion bounds what of a question is read, in bytes.
const maxQuestion = 64 << 10

// question is what a text asks for.
type question struct {
	words  map[string]float64 // stemmed; 1 in the first line, less below it
	times  map[string]int     // by the stem, how often it is said
	said   map[string]string  // by the stem, as it was written first
	pairs  map[string]float64 // two words beside each other, as [pairOf] has them
	idents map[string]float64 // tokens as they are written: names in code, or words
	asks   [Roles]bool        // the roles that it speaks of
	named  []string           // what may be a path, in lower case
	stems  map[string]string  // of the words that were taken
}

// later is what counts of a word behind the first line, which says what a text is about.
const later = 0.4

// newQuestion takes a text apart.
func newQuestion(s string) *question {
	q := &question{words: map[string]float64{}, times: map[string]int{}, said: map[string]string{}, pairs: map[string]float64{}, idents: map[string]float64{}, stems: map[string]string{}}
	first, rest, _ := strings.Cut(strings.TrimSpace(s[:min(len(s), maxQuestion)]), "\n")
	q.take(first, 1)
	q.take(rest, later)
	q.speaksOf(first)
	q.named = pathsIn(s)
	return q
}

func (q *question) take(s string, weight float64) {
	last := ""
	eachToken(s, func(token string) {
		if utf8.RuneCountInString(token) > 2 {
			q.idents[token] = max(q.idents[token], weight)
		}
		eachWord(token, func(word string) {
			if stopWords()[word] {
				return
			}
			stemmed, ok := q.stems[word]
			if !ok {
				stemmed = stem(word)
				q.stems[word] = stemmed
			}
			q.times[stemmed]++
			if last != "" {
				q.pairs[pairOf(last, stemmed)] = max(q.pairs[pairOf(last, stemmed)], weight)
			}
			last = stemmed
			if q.words[stemmed] = max(q.words[stemmed], weight); q.said[stemmed] == "" {
				q.said[stemmed] = word
			}
		})
	})
}

// roleWords are what a question says that asks for files of a role.
var roleWords = map[Role][]string{
	Test:      {"test", "tests", "testing", "spec", "specs", "benchmark", "benchmarks", "fixture", "fixtures", "flaky"},
	Docs:      {"doc", "docs", "documentation", "readme", "changelog", "manual", "guide", "tutorial"},
	Example:   {"example", "examples", "sample", "samples", "demo", "demos", "snippet", "snippets", "docs", "playground"},
	Config:    {"config", "configuration", "ci", "workflow", "workflows", "build", "makefile", "cmake", "dependency", "dependencies", "lint", "linter"},
	Vendored:  {"vendor", "vendored", "third-party"},
	Generated: {"generated"},
}

func (q *question) speaksOf(s string) {
	said := map[string]bool{}
	eachToken(s, func(token string) { said[strings.ToLower(token)] = true })
	for role, words := range roleWords {
		for _, w := range words {
			q.asks[role] = q.asks[role] || said[w]
		}
	}
}

// isIdentifier reports whether a token looks like a name in code and not like a word: it has
// an underscore, a dollar, or a capital behind a small letter.
func isIdentifier(s string) bool {
	small, letters, inner := false, 0, false
	for _, r := range s {
		switch {
		case r == '_' || r == '$':
			inner = true
			continue
		case unicode.IsUpper(r):
			inner = inner || small
		case unicode.IsLower(r):
			small = true
		}
		letters++
	}
	return inner && letters > 1
}

// stopWords say nothing of where something is: English, and what people say of changes.
var stopWords = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`
		the a an of to in for and or is are be on with by it this that as at from not no if was were will can
		used use using when which into than then so but also only its we i you they their them he she his her our us
		my me your do does did done doing has have had having been being am would should could may might must shall
		there here where who whom what why how all any both each few more most other some such own same too very
		just now about above after again against before below between down during further off once out over under
		until up while because through these those new old like via per etc don doesn didn isn aren wasn won wouldn
		couldn shouldn ve ll re
		fix fixes fixed add adds added adding remove removes removed removing update updates updated updating
		change changes changed make makes made making support supports supported allow allows allowed improve
		improves improved ensure ensures instead issue issues bug pr feat chore refactor refactored cleanup minor
		please need needs needed want wants co authored signed com org`) {
		m[w] = true
	}
	return m
})
