package secrets

import (
	"math"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// The rules of gitleaks accept a token only before a quote, a space or a semicolon, and after a
// character that is not a letter, digit or underscore. In a URL, a call, a tag or an escape
// sequence, most tokens have other neighbours. So the boundaries are removed from the embedded
// rules (withoutBoundaries) and replaced by one definition (edges): a token ends before a character that it
// cannot contain, and begins likewise.
//
// If a form is distinctive, the token is found even among letters and digits, which are redacted
// with it. Otherwise more evidence is required. Each of these exceptions prevents a false
// positive, as shown by TestEdgesAvoid:
//   - what begins like a token may be part of base64 or of a hash (maxAdjacent, inBase64)
//   - a form that is not certain may be that of an identifier (mayBeIdentifier)
//   - the form of an assigned value is that of any word or hash (assigned)

// boundaries are the forms in which gitleaks rules express that a token ends or begins. Those in
// the first list may be anywhere in an expression, the others at its end or beginning.
var boundaries = struct{ anywhere, last, first []string }{
	anywhere: []string{"(?:[\\x60'\"\\s;]|\\\\[nr]|$)", "(?:[\\x60'\"\\s;]|\\\\[nr]|$|\\b)"},
	last:     []string{`\b`, `(?:[^\w-]|\z)`, `(?:[^a-zA-Z0-9+/]|\z)`, "(?:$|[\\\\'\"\\x60\\s<),])", `(?:\s|\z)`, `(?:\B|\s|\z)`},
	first:    []string{`\b`, "(?:^|[\\\\'\"\\x60\\s>=:(,)])"},
}

// withoutBoundaries returns the expression of an embedded rule without its boundaries.
func withoutBoundaries(expr string) string {
	const fold = "(?i)"
	for _, b := range boundaries.anywhere {
		expr = strings.ReplaceAll(expr, b, "")
	}
	for _, b := range boundaries.last {
		expr = strings.TrimSuffix(expr, b)
	}
	flags := expr[:len(expr)-len(strings.TrimPrefix(expr, fold))]
	expr = expr[len(flags):]
	for _, b := range boundaries.first {
		expr = strings.TrimPrefix(expr, b)
	}
	for _, inner := range [][2]string{{`|\b(`, `|(`}, {`(\b(`, `((`}, {`)\b)`, `))`}, {`\b|`, `|`}} {
		expr = strings.ReplaceAll(expr, inner[0], inner[1])
	}
	return flags + expr
}

// edges define where the tokens of a rule end and begin.
type edges struct {
	bytes    [256]bool // bytes of the variable part
	assigned bool      // the token is an assigned value, and its form alone is not distinctive
	// maxAdjacent is the max number of letters and digits, of those allowed in the token, directly before
	// or after it: unlimited if its form is certain by itself, a few if it may occur by chance in
	// base64, none if it may occur in a hash or in code.
	maxAdjacent int
}

const (
	quotes = "'\"`"
	digits = "0123456789"

	hexDigits = digits + "abcdefABCDEF"

	anyRun   = math.MaxInt
	shortRun = 16
)

// edgesOf returns the edges of a rule, given its expression in gitleaks and the bare one, which
// has already been compiled.
func edgesOf(expr, bare string) *edges {
	re, err := syntax.Parse(bare, syntax.Perl)
	if err != nil {
		return nil
	}
	e := &edges{assigned: strings.Contains(bare, assignment)}
	var last value
	last.addLast(re)
	if e.bytes = last.bytes; e.bytes[' '] || e.bytes['\n'] { // quoted and multi-line values have their own delimiters
		e.bytes = [256]bool{}
	}
	for _, c := range quotes {
		e.bytes[c] = false
	}
	if e.assigned {
		e.bytes['='] = false // base64 padding is not part of the form
	}
	clear(e.bytes[utf8.RuneSelf:])                 // case variants of s and k, which no token contains
	const certain, likely, formed = 26.5, 19.5, 30 // bits of information
	fixed, all := bits(re)
	switch {
	case e.assigned || expr == bare && fixed > 0: // gitleaks finds it anywhere
		e.maxAdjacent = anyRun
	case fixed >= certain:
		e.maxAdjacent = anyRun
	case fixed >= likely || fixed > 0 && all >= formed:
		e.maxAdjacent = shortRun
	}
	return e
}

// addLast adds the bytes of the last repetition in an expression, and reports whether there is
// one.
func (v *value) addLast(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		v.add(re)
		return true
	case syntax.OpLiteral:
		return strings.ContainsRune(quotes, re.Rune[len(re.Rune)-1])
	case syntax.OpAlternate:
		found := false
		for _, sub := range re.Sub {
			found = v.addLast(sub) || found
		}
		return found
	}
	for _, sub := range slices.Backward(re.Sub) {
		padding := (sub.Op == syntax.OpQuest || sub.Op == syntax.OpRepeat && sub.Min == 0) && len(sub.Sub) == 1
		if v.addLast(sub) && !padding {
			return true
		}
	}
	return false
}

// bits returns about how unlikely it is that random base64 matches an expression, in bits: for
// the fixed characters, and for all. A hash digit counts less than another letter, and a letter
// that repeats the previous one almost nothing.
func bits(re *syntax.Regexp) (fixed, all float64) {
	const letter, hex, again, base64 = 6, 4, 1, 64
	switch re.Op {
	case syntax.OpLiteral:
		for i, c := range re.Rune {
			switch {
			case i > 0 && re.Rune[i-1] == c:
				fixed += again
			case strings.ContainsRune("0123456789abcdef", c):
				fixed += hex
			default:
				fixed += letter
			}
		}
		return fixed, fixed
	case syntax.OpCharClass:
		var v value
		v.add(re)
		n := 0
		for c, in := range v.bytes {
			if in && isWord(byte(c)) {
				n++
			}
		}
		return 0, math.Log2(base64 / float64(min(max(n, 1), base64)))
	case syntax.OpAlternate:
		fixed, all = bits(re.Sub[0])
		for _, sub := range re.Sub {
			f, a := bits(sub)
			fixed, all = min(fixed, f), min(all, a)
		}
		return fixed, all
	case syntax.OpStar, syntax.OpQuest:
		return 0, 0
	case syntax.OpRepeat:
		fixed, all = bits(re.Sub[0])
		return float64(re.Min) * fixed, float64(re.Min) * all
	}
	for _, sub := range re.Sub {
		f, a := bits(sub)
		fixed, all = fixed+f, all+a
	}
	return fixed, all
}

// token returns the range of the token in a match of a bare expression; false if it is part of
// something else.
func (e *edges) token(text string, secret, match window) (window, bool) {
	value, rest := text[secret.start:secret.end], text[secret.end:]
	if !e.assigned && secret.start == match.start && (e.precedingLen(text, secret.start) > e.maxAdjacent || e.maxAdjacent != anyRun && inBase64(text, secret)) {
		return secret, false
	}
	if secret.end != match.end {
		return secret, true
	}
	switch {
	case isTerminated(rest):
	case e.assigned && !strings.ContainsAny(value, digits): // linkedin = LinkedInProvider(
		return secret, false
	case e.maxAdjacent != anyRun && e.bytes['2'] && mayBeIdentifier(value): // s.ReadUint16LengthPrefixed(
		return secret, false
	}
	run := 0
	for run < min(len(rest), lineReach) && e.bytes[rest[run]] {
		run++
	}
	if e.assigned && run > 0 || run > e.maxAdjacent { // "twitter.svg": "7d865e959b2466918c9863afca942d0f…
		return secret, false
	}
	secret.end += run
	return secret, true
}

// mayBeIdentifier reports whether a value may be an identifier: hardly any digits, and words. In random
// letters and digits, five of eight differ in kind from the previous one: lower case, upper case,
// digit.
func mayBeIdentifier(value string) bool {
	numbers := strings.FieldsFunc(value, func(c rune) bool { return c < '0' || c > '9' })
	changes, pairs := changes(value)
	return len(numbers) < 2 && changes*100 < pairs*45
}

// changes returns how many letters and digits of a text differ in kind from the previous one, and
// out of how many.
func changes(text string) (n, of int) {
	kind := func(c byte) int {
		switch {
		case '0' <= c && c <= '9':
			return 1
		case 'a' <= c && c <= 'z':
			return 2
		}
		return 3
	}
	previous := byte(0)
	for i := range len(text) {
		c := text[i]
		if !isLetterOrDigit(c) {
			continue
		}
		if previous != 0 {
			of++
			if kind(c) != kind(previous) {
				n++
			}
		}
		previous = c
	}
	return n, of
}

// inBase64 reports whether a token is surrounded by base64 on its line, and so may be part of it.
// The parts of a path or URL around a token are words, in which fewer letters change their kind.
func inBase64(text string, token window) bool {
	const distance, minimum = 64, 48 // bytes on each side; letters and digits on both
	start, end := token.start, token.end
	for start > max(0, token.start-distance) && isBase64(text[start-1]) {
		start--
	}
	for end < min(len(text), token.end+distance) && isBase64(text[end]) {
		end++
	}
	around := text[start:token.start] + text[token.end:end]
	changes, of := changes(around)
	return of >= minimum && changes*100 >= of*40 && strings.ContainsAny(around, digits)
}

func isBase64(c byte) bool { return isLetterOrDigit(c) || c == '+' || c == '/' }

// isTerminated reports whether the text after a value terminates it in some notation of assignments.
func isTerminated(rest string) bool {
	return rest == "" || isSpace(rest[0]) || strings.IndexByte("'\"`;", rest[0]) >= 0 || strings.HasPrefix(rest, `\n`) || strings.HasPrefix(rest, `\r`)
}

// precedingLen returns the number of letters and digits before a token that it could contain itself,
// not counting escape sequences.
func (e *edges) precedingLen(text string, at int) int {
	n := 0
	for n <= shortRun && at > n && e.bytes[text[at-n-1]] && isLetterOrDigit(text[at-n-1]) && !endsWithEscape(text[:at-n]) {
		n++
	}
	return n
}

func isLetterOrDigit(c byte) bool { return c != '_' && isWord(c) }

// endsWithEscape reports whether a text ends with an escape sequence: \n, \x22, \u0022, %20 or a
// terminal colour.
func endsWithEscape(text string) bool {
	text = text[max(0, len(text)-2*shortRun):]
	hexadecimal := func(prefix string, digits int) bool {
		at := len(text) - digits
		return at >= len(prefix) && strings.HasSuffix(text[:at], prefix) && strings.Trim(text[at:], hexDigits) == ""
	}
	if n := len(text); n >= 2 && text[n-2] == '\\' && strings.IndexByte("abefnrtv0", text[n-1]) >= 0 {
		return true
	}
	if color, ok := strings.CutSuffix(text, "m"); ok {
		if i := strings.LastIndexByte(color, '['); i >= 0 && strings.Trim(color[i+1:], digits+";") == "" {
			return true
		}
	}
	return hexadecimal(`%`, 2) || hexadecimal(`=`, 2) || hexadecimal(`\x`, 2) || hexadecimal(`\u`, 4)
}
