package grammar

import (
	"bytes"
	"regexp"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/prefilter"
)

// Heads describe the first lines of declarations by their text, for parts of a source where the
// grammar fails. They need not distinguish code from comments and strings, which the tree does,
// nor recognize local declarations, which the indentation does.
type Heads struct {
	Modifiers string // words separated by bars that may precede any declaration
	Lines     []Head // in the order in which they are tried
}

// Head describes the first line of a declaration.
type Head struct {
	// Kind is the kind of the declaration. A variable or a constant is only recognized in the
	// first column, a method only in a type. An empty kind is a block that is not listed but
	// qualifies the names in it.
	Kind code.Kind
	// Expr is a regular expression for the text after the modifiers. The name is the last group
	// that matches; a group named owner is the type of a method.
	Expr string
}

// Parts of expressions.
const (
	// Name matches a name, as a group.
	Name = `([\p{L}_$][\p{L}\p{N}_$]*)`
	// Quoted matches a name, possibly in backticks.
	Quoted = "(?:`([^`\n]+)`|" + Name + ")"
	// TypeName matches a type in C# or Java.
	TypeName = `(?:[\w.?]+(?:<[^;={}()]*>)?(?:\[[,\s]*\])*[?*]*|\([^()\n]*\))`
	// annotations match annotations before a declaration on its line.
	annotations = `(?:@[\w.:]+(?:\([^()\n]*\))?\s+|#?\[[^\]\n]*\]\s*)*`
)

// head is a compiled element of [Heads.Lines].
type head struct {
	*regexp.Regexp
	filter  prefilter.Filter
	isOpen  bool // it contains other symbols: a type, or a block that qualifies names
	byOwner int  // the owner group; -1 if there is none
}

// compile compiles the expressions.
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
			isOpen: l.Kind == "" || l.Kind.HasMembers() || l.Kind == code.Namespace || l.Kind == code.Module,
		}
	}
	return lines
}

// declStart is the first line of a declaration. For one that the grammar found, only line and kind
// are set.
type declStart struct {
	line      int
	kind      code.Kind
	name      code.Span
	owner     string
	end       int  // where the search for the body starts: after the name, or before its arrow
	byGrammar bool // by the grammar
}

// head parses the possible first line of a declaration, including its name.
func (l *Language) head(line []byte) (s declStart, ok bool) {
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

// statements are words in any language that neither begin a declaration nor are names.
var statements = words("return else new throw await yield goto case default if for foreach while switch do try catch finally using lock in is as " +
	"not and or assert delete typeof sizeof echo print elif elsif unless until end then when match guard defer import package")

func words(list string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		set[word] = true
	}
	return set
}
