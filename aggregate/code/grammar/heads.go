package grammar

import (
	"bytes"
	"regexp"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/prefilter"
)

// Heads tell the lines on which declarations begin by their text: for the places where a
// grammar fails. They need not know what is no code, which the tree tells, nor what is
// local to a function, which the indent tells.
type Heads struct {
	Modifiers string // words between bars that may stand before any of them
	Lines     []Head // in the order in which they are tried
}

// Head is how the line of a declaration looks.
type Head struct {
	// Kind is that of the declaration. A variable or a constant counts in the first column
	// only, a method in a type only. None is a block that is not listed and gives what it
	// holds its name.
	Kind code.Kind
	// Expr is a regular expression of what stands behind the modifiers. The name is in
	// parentheses, the last ones that match anything; a group called owner holds the type that
	// it belongs to.
	Expr string
}

// Parts of the expressions of heads.
const (
	// Name is a name, in parentheses.
	Name = `([\p{L}_$][\p{L}\p{N}_$]*)`
	// Quoted is a name, or one between backticks.
	Quoted = "(?:`([^`\n]+)`|" + Name + ")"
	// TypeName is a type as C# and Java write it.
	TypeName = `(?:[\w.?]+(?:<[^;={}()]*>)?(?:\[[,\s]*\])*[?*]*|\([^()\n]*\))`
	// annotations stand before a declaration on its line.
	annotations = `(?:@[\w.:]+(?:\([^()\n]*\))?\s+|#?\[[^\]\n]*\]\s*)*`
)

// head is one of [Heads.Lines], ready to be tried.
type head struct {
	*regexp.Regexp
	filter  prefilter.Filter
	isOpen  bool // it begins what others are listed in: a type, or a block that gives a name
	byOwner int  // the group of the owner; -1 when there is none
}

// compile makes an expression of each line.
func (h Heads) compile() []head {
	lead := `^` + annotations
	if h.Modifiers != "" {
		lead += `(?:(?:` + h.Modifiers + `)(?:\([^()\n]*\)|\[[^\]\n]*\])?\s+)*`
	}
	lines := make([]head, len(h.Lines))
	for i, l := range h.Lines {
		expr := regexp.MustCompile(lead + `(?:` + l.Expr + `)`)
		lines[i] = head{
			Regexp: expr, filter: prefilter.Of(l.Expr), byOwner: expr.SubexpIndex("owner"),
			isOpen: l.Kind == "" || l.Kind.HoldsMembers() || l.Kind == code.Namespace || l.Kind == code.Module,
		}
	}
	return lines
}

// start is a line on which a declaration begins. Of one that the grammar found only line
// and kind are told.
type start struct {
	line  int
	kind  code.Kind
	name  code.Span
	owner string
	end   int  // where what may open a body is looked for: behind the name, or before its arrow
	found bool // by the grammar
}

// head reads a line on which a declaration may begin; its name is told as a part of it.
func (l *Language) head(line []byte) (s start, ok bool) {
	if first, _, _ := bytes.Cut(line[:min(len(line), maxName)], []byte(" ")); statements[string(first)] {
		return s, false
	}
	for i, h := range l.heads() {
		if !h.filter.May(line) {
			continue
		}
		m := h.FindSubmatchIndex(line)
		if m == nil {
			continue
		}
		owner := h.byOwner
		for g := len(m)/2 - 1; g > 0 && s.name.Empty(); g-- {
			if g != owner {
				s.name = code.Span{Start: max(m[2*g], 0), End: max(m[2*g+1], 0)}
			}
		}
		if s.name.Empty() || statements[string(line[s.name.Start:s.name.End])] {
			s.name = code.Span{}
			continue
		}
		if s.kind = l.Heads.Lines[i].Kind; owner > 0 && m[2*owner] >= 0 {
			s.owner = string(line[m[2*owner]:m[2*owner+1]])
		}
		if s.end = s.name.End; bytes.HasSuffix(line[s.end:max(s.end, m[1])], []byte("=>")) {
			s.end = m[1] - len("=>")
		}
		return s, true
	}
	return s, false
}

// statements are words that no declaration begins with and that are no names, in any of
// the languages.
var statements = words("return else new throw await yield goto case default if for foreach while switch do try catch finally using lock in is as " +
	"not and or assert delete typeof sizeof echo print elif elsif unless until end then when match guard defer import package")

func words(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
