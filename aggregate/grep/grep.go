// Package grep finds the lines of texts that match a pattern: a literal text or a regular expression, optionally
// whole words, case-sensitive or not.
//
// A pattern is matched against one line at a time, without its line end, so that no match spans lines and ^, $, \A
// and \z are the ends of a line. Regular expressions are those of package regexp, whose matching time is linear in
// the text for every expression.
//
// Texts are valid UTF-8. If a pattern contains literal text, that is searched first, at several hundred megabytes per
// second; a pattern without any, such as [xyz]\d, takes a hundred times as long.
//
// A [Matcher] is safe for concurrent use. The package does not access the disk.
package grep

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/aggregate/prefilter"
)

// MaxPattern is the maximum length of a pattern, in bytes.
const MaxPattern = 4 << 10

// Case is how a pattern treats the case of letters.
type Case string

// The cases.
const (
	Smart       Case = ""            // ignores case unless the pattern contains a capital
	Sensitive   Case = "sensitive"   // matches case
	Insensitive Case = "insensitive" // ignores case
)

// Query describes what to search for.
type Query struct {
	Pattern string
	Regexp  bool // Pattern is a regular expression rather than literal text
	Word    bool // matches only whole words
	Case    Case
}

// Matcher is a compiled query.
type Matcher struct {
	re     *regexp.Regexp
	filter prefilter.Filter
	cased  bool // whether the case of letters counts
}

// ErrEmpty means that a query has no pattern.
var ErrEmpty = errors.New("there is nothing to search for: the pattern is empty")

// Compile compiles a query. The error describes what is wrong with its pattern.
func Compile(q Query) (*Matcher, error) {
	switch {
	case q.Pattern == "":
		return nil, ErrEmpty
	case len(q.Pattern) > MaxPattern:
		return nil, fmt.Errorf("the pattern has %d bytes; at most %d are searched for", len(q.Pattern), MaxPattern)
	case !q.Regexp && strings.ContainsAny(q.Pattern, "\r\n"):
		return nil, errors.New("the pattern has a line break, and lines are searched one by one: search for a part that is on one line")
	}
	expr := q.Pattern
	if !q.Regexp {
		expr = regexp.QuoteMeta(strings.ToValidUTF8(q.Pattern, "\ufffd"))
	}
	parsed, err := syntax.Parse(expr, syntax.Perl&^syntax.OneLine)
	if err != nil {
		wrong := new(syntax.Error)
		if errors.As(err, &wrong) {
			return nil, fmt.Errorf("%q is not a valid regular expression: %s: %q", q.Pattern, wrong.Code, wrong.Expr)
		}
		return nil, fmt.Errorf("%q is not a valid regular expression: %w", q.Pattern, err)
	}
	byLine(parsed)
	expr = "(?:" + parsed.String() + ")"
	if q.Word {
		before, after := true, true
		if !q.Regexp {
			first, _ := utf8.DecodeRuneInString(q.Pattern)
			last, _ := utf8.DecodeLastRuneInString(q.Pattern)
			before, after = inWord(first), inWord(last)
		}
		if before {
			expr = `\b` + expr
		}
		if after {
			expr += `\b`
		}
	}
	cased := q.Case == Sensitive || q.Case == Smart && capitals(parsed)
	if !cased {
		expr = "(?i)" + expr
	}
	re, err := regexp.Compile(expr)
	if err != nil { // the expression is too large
		return nil, fmt.Errorf("%q is a regular expression that cannot be searched for: %w", q.Pattern, err)
	}
	return &Matcher{re, prefilter.Of(expr), cased}, nil
}

// MatchesCase reports whether the case of letters counts. An invalid pattern has no capitals.
func (q Query) MatchesCase() bool {
	if q.Case != Smart {
		return q.Case == Sensitive
	}
	m, err := Compile(q)
	return err == nil && m.cased
}

// WithCase returns the query with letters whose case counts, or not: as [Smart] if that decides so.
func (q Query) WithCase(counts bool) Query {
	q.Case = Smart
	switch {
	case q.MatchesCase() == counts:
	case counts:
		q.Case = Sensitive
	default:
		q.Case = Insensitive
	}
	return q
}

// inWord reports whether there is a \b between a rune and a space.
func inWord(r rune) bool {
	return r == '_' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// byLine replaces the ends of a text by those of a line.
func byLine(e *syntax.Regexp) {
	switch e.Op {
	case syntax.OpBeginText:
		e.Op = syntax.OpBeginLine
	case syntax.OpEndText:
		e.Op, e.Flags = syntax.OpEndLine, e.Flags&^syntax.WasDollar
	}
	for _, sub := range e.Sub {
		byLine(sub)
	}
}

// capitals reports whether an expression contains a capital letter. Classes such as \W do not count.
func capitals(e *syntax.Regexp) bool {
	if e.Op == syntax.OpLiteral && e.Flags&syntax.FoldCase == 0 {
		for _, r := range e.Rune {
			if unicode.IsUpper(r) {
				return true
			}
		}
	}
	for _, sub := range e.Sub {
		if capitals(sub) {
			return true
		}
	}
	return false
}

// May reports whether a text may contain a matching line. If it returns false, none matches. It is cheap compared
// with [Matcher.Lines].
func (m *Matcher) May(text []byte) bool { return m.filter.May(text) }

// Line is a matching line.
type Line struct {
	Number     int    // from 1
	Text       string // without its line end
	Start, End int    // the first match, as byte offsets in Text
}

// Lines calls each for the matching lines of a text, in order, until it returns false.
func (m *Matcher) Lines(text string, each func(Line) bool) {
	number, counted := 1, 0 // number is that of the line that begins at counted
	scan := m.filter.Scan(text)
	for at := 0; at < len(text); {
		if !m.filter.Blind() {
			if at = scan.Next(at); at == len(text) {
				return
			}
		}
		start := strings.LastIndexByte(text[:at], '\n') + 1
		end, next := len(text), len(text)
		if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
			end, next = at+i, at+i+1
		}
		line := strings.TrimSuffix(text[start:end], "\r")
		if loc := m.re.FindStringIndex(line); loc != nil {
			number += strings.Count(text[counted:start], "\n")
			counted = start
			if !each(Line{number, line, loc[0], loc[1]}) {
				return
			}
		}
		at = next
	}
}
