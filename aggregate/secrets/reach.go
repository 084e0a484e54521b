package secrets

import (
	"math"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// reach is how far from a keyword a match of an expression can begin and end.
type reach struct {
	// containsKeyword is set if every match contains a keyword, so that only the surroundings of keywords
	// are searched. Otherwise the whole text is searched if it contains a keyword.
	containsKeyword bool
	extent                 // of a match
	head            extent // of its first parts, which already contain a keyword
	// value is what follows the keyword and the assignment; nil if anything may.
	value *value
	// run is what directly follows a keyword; nil if anything may, or if value or tail is set.
	run *value
	// tail matches what follows a keyword, in at least tailMin bytes and within tailLength bytes from
	// its end; nil if unknown. It returns nil if the expression cannot be compiled. It is compiled on
	// first use: a short text, such as a name, is often shorter than tailMin.
	tail                func() *regexp.Regexp
	tailMin, tailLength int
}

// extent is how long the matches of an expression can be.
type extent struct {
	bytes     int  // max length without unbounded parts
	toWordEnd bool // may extend to the end of a word of any length
	toLineEnd bool // may extend to the end of the line
	toAnyLine bool // may extend over several lines
}

// extentOf returns the extent of an expression.
func extentOf(re *syntax.Regexp) extent {
	var e extent
	e.bytes = e.length(re)
	return e
}

// value is the form of a secret assigned to a name.
type value struct {
	minLength int       // min length in bytes
	bytes     [256]bool // its possible bytes
}

// assignment is the part after the keyword in the expressions of many rules.
const assignment = `)(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`

// reachOf returns the reach of an expression, which has already been compiled.
func reachOf(expr string, keywords []string) reach {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return reach{}
	}
	r := reach{containsKeyword: len(keywords) > 0 && alwaysContains(re.Simplify(), keywords)}
	r.extent = extentOf(re)
	if !r.containsKeyword {
		return r
	}
	r.head = extentOf(headOf(re, keywords))
	r.value = assignedValue(expr, keywords)
	if r.value != nil {
		_, after, _ := strings.Cut(expr, assignment)
		if tail, err := syntax.Parse(`(?i:(?:`+assignment+after+`)`, syntax.Perl); err == nil {
			r.setTail(tail)
		}
	} else if tail := afterKeyword(re, keywords); tail != nil {
		r.setTail(tail)
	}
	if run := (&value{minLength: math.MaxInt}); r.value == nil && r.tail == nil && run.followsKeyword(re, keywords) {
		r.run = run
	}
	return r
}

// headOf returns the part of an expression up to where each match contains one of the keywords: a match that begins
// farther before a keyword contains an earlier one, too.
func headOf(re *syntax.Regexp, keywords []string) *syntax.Regexp {
	contains := func(parts ...*syntax.Regexp) bool { return partsContain([]string{""}, parts, keywords) }
	switch {
	case !contains(re): // only with its neighbors
	case re.Op == syntax.OpCapture:
		return headOf(re.Sub[0], keywords)
	case re.Op == syntax.OpAlternate:
		heads := make([]*syntax.Regexp, len(re.Sub))
		for i, sub := range re.Sub {
			heads[i] = headOf(sub, keywords)
		}
		return &syntax.Regexp{Op: syntax.OpAlternate, Sub: heads, Flags: re.Flags}
	case re.Op == syntax.OpConcat:
		for i, part := range re.Sub {
			if contains(re.Sub[:i+1]...) {
				head := append(slices.Clone(re.Sub[:i]), headOf(part, keywords))
				return &syntax.Regexp{Op: syntax.OpConcat, Sub: head, Flags: re.Flags}
			}
		}
	}
	return re
}

// setTail sets what follows a keyword, unless it is unbounded.
func (r *reach) setTail(re *syntax.Regexp) {
	limits := extentOf(re)
	if limits.toLineEnd || limits.toAnyLine {
		return
	}
	r.tailMin, r.tailLength = minLength(re), limits.bytes+1 // one more, because the end of the text may match
	r.tail = sync.OnceValue(func() *regexp.Regexp {
		tail, _ := regexp.Compile(`\A(?:` + re.String() + `)`)
		return tail
	})
}

// afterKeyword returns the expression after the only keyword, if that is a separate part; nil otherwise.
func afterKeyword(re *syntax.Regexp, keywords []string) *syntax.Regexp {
	if re.Op != syntax.OpConcat || len(keywords) != 1 {
		return nil
	}
	for i, part := range re.Sub {
		if part.Op == syntax.OpLiteral && strings.ToLower(string(part.Rune)) == keywords[0] {
			return &syntax.Regexp{Op: syntax.OpConcat, Sub: re.Sub[i+1:], Flags: re.Flags}
		}
	}
	return nil
}

// followsKeyword reports whether every match of an expression contains a keyword directly followed by a
// run of bytes of one kind, and adds to v these bytes and the shortest run.
func (v *value) followsKeyword(re *syntax.Regexp, keywords []string) bool {
	switch re.Op {
	case syntax.OpCapture:
		return v.followsKeyword(re.Sub[0], keywords)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !v.followsKeyword(sub, keywords) })
	case syntax.OpConcat:
		for i, next := range re.Sub[1:] {
			if n := minLength(next); n > 1 && next.Op == syntax.OpRepeat && endsIn(re.Sub[i], keywords) {
				v.minLength = min(v.minLength, n)
				v.add(next)
				return true
			}
		}
		return slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return v.followsKeyword(sub, keywords) })
	}
	return false
}

// endsIn reports whether a literal ends with one of the words.
func endsIn(re *syntax.Regexp, words []string) bool {
	literal := strings.ToLower(string(re.Rune))
	return re.Op == syntax.OpLiteral && slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(literal, w) })
}

// hasRunAt reports whether a run of a value's bytes of its min length begins at an offset.
func (v *value) hasRunAt(text string, at int) bool {
	if at+v.minLength > len(text) {
		return false
	}
	for i := at; i < at+v.minLength; i++ {
		if !v.bytes[text[i]] {
			return false
		}
	}
	return true
}

// tailMargin is the number of bytes examined after a match of a tail.
const tailMargin = 32

// windowAt reports whether what follows a keyword that ends at an offset may belong to a match, and
// returns the window to search.
func (r *rule) windowAt(text string, at int) (window, bool) {
	to := r.reach()
	if to.run != nil && !to.run.hasRunAt(text, at) || to.value != nil && !to.value.canFollow(text, at) {
		return window{}, false
	}
	if to.tail == nil {
		return r.windowAround(text, at), true
	}
	if len(text)-at < to.tailMin {
		return window{}, false
	}
	tail := to.tail()
	if tail == nil {
		return r.windowAround(text, at), true
	}
	end := min(len(text), at+to.tailLength)
	if found := tail.FindStringIndex(text[at:end]); found != nil {
		return window{max(0, at-min(to.head.bytes, to.bytes-to.tailLength+1)), min(len(text), at+found[1]+tailMargin)}, true
	}
	long := to.toWordEnd && end < len(text) && strings.IndexFunc(text[at+to.tailLength/2:end], unicode.IsSpace) < 0
	return r.windowAround(text, at), long // it may extend to the end of a long word
}

// assignedValue returns the assigned value in an expression that consists of a name ending with a
// keyword, an assignment and a value; nil for any other expression.
func assignedValue(expr string, keywords []string) *value {
	before, after, ok := strings.Cut(expr, assignment)
	if !ok || !endsWith(lastGroup(before), keywords) {
		return nil
	}
	re, err := syntax.Parse("(?i:"+after+")", syntax.Perl)
	if err == nil && re.Op == syntax.OpConcat {
		re = re.Sub[0]
	}
	if err != nil || re.Op != syntax.OpCapture {
		return nil
	}
	v := &value{minLength: minLength(re)}
	v.add(re)
	return v
}

// lastGroup returns the content of the group that is open at the end of an expression.
func lastGroup(expr string) string {
	depth := 0
	for i := len(expr) - 1; i >= 0; i-- {
		switch expr[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth < 0 {
				return strings.TrimPrefix(expr[i+1:], "?:")
			}
		}
	}
	return expr
}

// endsWith reports whether every match of an expression ends with one of the words.
func endsWith(expr string, words []string) bool {
	re, err := syntax.Parse("(?i:"+expr+")", syntax.Perl)
	if err != nil {
		return false
	}
	all, ok := expansions(re)
	return ok && !slices.ContainsFunc(all, func(s string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(s, w) })
	})
}

// minLength returns the min length of a match in bytes.
func minLength(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpStar, syntax.OpQuest:
		return 0
	case syntax.OpRepeat:
		return re.Min * minLength(re.Sub[0])
	case syntax.OpAlternate:
		minimum := minLength(re.Sub[0])
		for _, sub := range re.Sub {
			minimum = min(minimum, minLength(sub))
		}
		return minimum
	}
	sum := 0
	for _, sub := range re.Sub {
		sum += minLength(sub)
	}
	return sum
}

// add adds the bytes that occur in matches of an expression.
func (v *value) add(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		v.addRange(0, unicode.MaxRune)
	case syntax.OpLiteral:
		for _, c := range re.Rune {
			v.addRange(c, c)
			for other := unicode.SimpleFold(c); other != c; other = unicode.SimpleFold(other) {
				v.addRange(other, other)
			}
		}
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			v.addRange(re.Rune[i], re.Rune[i+1])
		}
	}
	for _, sub := range re.Sub {
		v.add(sub)
	}
}

func (v *value) addRange(from, to rune) {
	for c := from; c <= min(to, utf8.RuneSelf-1); c++ {
		v.bytes[c] = true
	}
	if to >= utf8.RuneSelf {
		for i := utf8.RuneSelf; i < len(v.bytes); i++ {
			v.bytes[i] = true
		}
	}
}

// canFollow reports whether a value can follow a keyword that ends at an offset, after an
// [assignment].
func (v *value) canFollow(text string, at int) bool {
	const maxAssignment, maxQuotes = 24, 10 // limits of the assignment and of the value's quotes
	for end := min(len(text), at+maxAssignment); ; at++ {
		if at == end {
			return false
		}
		c := text[at]
		if strings.IndexByte("=>:|?,", c) >= 0 {
			break
		}
		if !isWord(c) && strings.IndexByte(" \t\n\r\f\v.-'\"", c) < 0 {
			return false
		}
	}
	run := 0
	for i := at + 1; i < len(text); i++ {
		if v.bytes[text[i]] {
			if run++; run >= v.minLength {
				return true
			}
		} else if run = 0; i > at+maxQuotes {
			return false
		}
	}
	return false
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// length returns the max length of a match in bytes, and sets the flags of unbounded parts.
func (e *extent) length(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune) * utf8.UTFMax
	case syntax.OpCharClass:
		return maxCharWidth(re)
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return utf8.UTFMax
	case syntax.OpStar, syntax.OpPlus:
		e.unbounded(re.Sub[0])
		return e.length(re.Sub[0])
	case syntax.OpRepeat:
		if re.Max < 0 {
			e.unbounded(re.Sub[0])
			return re.Min * e.length(re.Sub[0])
		}
		return re.Max * e.length(re.Sub[0])
	case syntax.OpAlternate:
		longest := 0
		for _, sub := range re.Sub {
			longest = max(longest, e.length(sub))
		}
		return longest
	}
	sum := 0
	for _, sub := range re.Sub {
		sum += e.length(sub)
	}
	return sum
}

func (e *extent) unbounded(re *syntax.Regexp) {
	switch {
	case canMatch(re, '\n'):
		e.toAnyLine = true
	case canMatch(re, ' '):
		e.toLineEnd = true
	default:
		e.toWordEnd = true
	}
}

// canMatch reports whether a character can occur in a match of an expression.
func canMatch(re *syntax.Regexp, c rune) bool {
	switch re.Op {
	case syntax.OpAnyChar:
		return true
	case syntax.OpAnyCharNotNL:
		return c != '\n'
	case syntax.OpLiteral:
		return slices.Contains(re.Rune, c)
	case syntax.OpCharClass:
		for i := 0; i < len(re.Rune); i += 2 {
			if re.Rune[i] <= c && c <= re.Rune[i+1] {
				return true
			}
		}
	}
	return slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return canMatch(sub, c) })
}

// maxCharWidth returns the max length in bytes of a character of a class.
func maxCharWidth(re *syntax.Regexp) int {
	const longS, kelvin = '\u017f', '\u212a' // case variants of s and k
	width := 1
	for i := 0; i < len(re.Rune); i += 2 {
		switch c := re.Rune[i]; {
		case re.Rune[i+1] < utf8.RuneSelf:
		case c == re.Rune[i+1] && (c == longS || c == kelvin):
			width = 2 // many of them are unlikely
		default:
			return utf8.UTFMax
		}
	}
	return width
}

// alwaysContains reports whether every match of an expression contains one of the words, ignoring case. It
// may return false negatives.
func alwaysContains(re *syntax.Regexp, words []string) bool {
	return partsContain([]string{""}, []*syntax.Regexp{re}, words)
}

// partsContain is [alwaysContains] for consecutive parts after one of the texts in run.
func partsContain(run []string, parts []*syntax.Regexp, words []string) bool {
	lacks := func(s string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s, w) })
	}
	for len(parts) > 0 {
		part, rest := parts[0], parts[1:]
		next, ok := expansions(part)
		if ok {
			next, ok = concatenate(run, next)
		}
		switch {
		case ok:
			if !slices.ContainsFunc(next, lacks) {
				return true
			}
			run, parts = next, rest
			continue
		case part.Op == syntax.OpCapture || part.Op == syntax.OpConcat:
			parts = slices.Concat(part.Sub, rest)
			continue
		case part.Op == syntax.OpPlus || part.Op == syntax.OpRepeat && part.Min > 0:
			if partsContain(run, part.Sub, words) {
				return true
			}
		case part.Op == syntax.OpAlternate:
			if !slices.ContainsFunc(part.Sub, func(sub *syntax.Regexp) bool { return !partsContain(run, []*syntax.Regexp{sub}, words) }) {
				return true
			}
		}
		run, parts = []string{""}, rest
	}
	return false
}

// maxExpansions is the max number of texts matched by an expression that are enumerated.
const maxExpansions = 128

// expansions returns all texts matched by an expression, in lower case; false if there are
// infinitely or too many. Characters that are not letters, digits or marks are dropped.
func expansions(re *syntax.Regexp) ([]string, bool) {
	switch re.Op {
	case syntax.OpEmptyMatch, syntax.OpBeginText, syntax.OpEndText, syntax.OpBeginLine, syntax.OpEndLine,
		syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return []string{""}, true
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}, true
	case syntax.OpCharClass:
		return classExpansions(re)
	case syntax.OpCapture:
		return expansions(re.Sub[0])
	case syntax.OpQuest:
		all, ok := expansions(re.Sub[0])
		return append(all, ""), ok
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			some, ok := expansions(sub)
			if all = append(all, some...); !ok || len(all) > maxExpansions {
				return nil, false
			}
		}
		return all, true
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range re.Sub {
			some, ok := expansions(sub)
			if ok {
				all, ok = concatenate(all, some)
			}
			if !ok {
				return nil, false
			}
		}
		return all, true
	}
	return nil, false
}

func classExpansions(re *syntax.Regexp) ([]string, bool) {
	var all []string
	for i := 0; i < len(re.Rune); i += 2 {
		for c := re.Rune[i]; c <= re.Rune[i+1]; c++ {
			if all = append(all, string(unicode.ToLower(c))); len(all) > 16 {
				return nil, false
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all), true
}

func concatenate(before, after []string) ([]string, bool) {
	if len(before)*len(after) > maxExpansions {
		return nil, false
	}
	var all []string
	for _, a := range before {
		for _, b := range after {
			all = append(all, a+b)
		}
	}
	return all, true
}
