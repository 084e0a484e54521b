package rank

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// maxQuestion is the maximum size of a question that is read, in bytes.
const maxQuestion = 64 << 10

// question is a parsed question.
type question struct {
	words    map[string]float64 // by stem, the weight: 1 in the first line, less after it
	times    map[string]int     // by stem, the number of occurrences
	original map[string]string  // by stem, its first written form
	pairs    map[string]float64 // adjacent words, in the form of [pairOf]
	idents   map[string]float64 // tokens as they are written: names in code, or words
	roles    [Roles]bool        // the roles that it mentions
	paths    []string           // possible paths, in lower case
	stems    map[string]string  // cached stems, by word
}

// restWeight is the weight of a word after the first line, which states the subject of a text.
const restWeight = 0.4

// newQuestion parses a question.
func newQuestion(s string) *question {
	q := &question{words: map[string]float64{}, times: map[string]int{}, original: map[string]string{}, pairs: map[string]float64{}, idents: map[string]float64{}, stems: map[string]string{}}
	first, rest, _ := strings.Cut(strings.TrimSpace(s[:min(len(s), maxQuestion)]), "\n")
	q.add(first, 1)
	q.add(rest, restWeight)
	q.addRoles(first)
	q.paths = pathsIn(s)
	return q
}

func (q *question) add(s string, weight float64) {
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
			if q.words[stemmed] = max(q.words[stemmed], weight); q.original[stemmed] == "" {
				q.original[stemmed] = word
			}
		})
	})
}

// roleWords are the words in a question that ask for files of a role.
var roleWords = map[Role][]string{
	Test:      {"test", "tests", "testing", "spec", "specs", "benchmark", "benchmarks", "fixture", "fixtures", "flaky"},
	Docs:      {"doc", "docs", "documentation", "readme", "changelog", "manual", "guide", "tutorial"},
	Example:   {"example", "examples", "sample", "samples", "demo", "demos", "snippet", "snippets", "docs", "playground"},
	Config:    {"config", "configuration", "ci", "workflow", "workflows", "build", "makefile", "cmake", "dependency", "dependencies", "lint", "linter"},
	Vendored:  {"vendor", "vendored", "third-party"},
	Generated: {"generated"},
}

func (q *question) addRoles(s string) {
	seen := map[string]bool{}
	eachToken(s, func(token string) { seen[strings.ToLower(token)] = true })
	for role, words := range roleWords {
		for _, w := range words {
			q.roles[role] = q.roles[role] || seen[w]
		}
	}
}

// isIdentifier reports whether a token looks like a name in code rather than a word: it contains an underscore, a
// dollar sign, or a capital after a lower-case letter.
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

// stopWords are words without information about a location: English ones, and those usual in descriptions of changes.
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
