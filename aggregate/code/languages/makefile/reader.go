package makefile

import (
	"bytes"
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// reader processes the logical lines of a source.
type reader struct {
	src         []byte
	structure   *code.Structure
	rule        rule
	define      code.Span // the line of an open define
	defineName  string
	defineDepth int
	comments    []code.Span // those alone on their lines
}

// rule is the rule whose recipe is being read; zero for none.
type rule struct {
	open         bool
	name         string // "" if it is not listed
	line, recipe code.Span
	end          int // end of the last line that belongs to it
	conditionals int // number of conditionals opened in it
}

// comments returns the comments of a source that are alone on their lines, outside recipes.
func comments(src []byte) []code.Span { return readAll(src).comments }

func read(src []byte) *code.Structure { return readAll(src).structure }

func readAll(src []byte) *reader {
	r := &reader{src: src, structure: &code.Structure{}}
	for at := 0; at < len(src); {
		end := r.logicalEnd(at)
		r.line(code.Span{Start: at, End: end})
		at = end + 1
	}
	r.endRule()
	r.structure.Broken = r.defineDepth > 0
	r.structure.Finish(nil)
	return r
}

// logicalEnd returns the end of a line including continuation lines.
func (r *reader) logicalEnd(at int) int {
	for {
		n := bytes.IndexByte(r.src[at:], '\n')
		if n < 0 {
			return len(r.src)
		}
		at += n
		text := bytes.TrimSuffix(r.src[:at], []byte("\r"))
		if (len(text)-len(bytes.TrimRight(text, `\`)))%2 == 0 {
			return at
		}
		at++
	}
}

// line processes a logical line.
func (r *reader) line(span code.Span) {
	text := r.src[span.Start:span.End]
	line := grammar.Trimmed(r.src, span)
	word, rest, _ := strings.Cut(strings.ReplaceAll(string(r.src[line.Start:line.End]), "\t", " "), " ")
	switch {
	case r.defineDepth > 0:
		r.inDefine(word, line)
	case line.Empty():
	case text[0] == '\t' && r.rule.open:
		r.rule.begin(line.Start)
		r.rule.recipe.End, r.rule.end = line.End, line.End
	case word[0] == '#':
		r.comments = append(r.comments, line)
	case isConflict(text):
	case r.conditional(word, line):
	case word == "define" || word == "override" && strings.HasPrefix(rest, "define "):
		r.endRule()
		name := strings.Fields(strings.TrimPrefix(rest, "define "))
		r.define, r.defineDepth = line, 1
		if r.defineName = ""; len(name) > 0 {
			r.defineName = strings.TrimRight(name[0], ":=?+")
		}
	case word == "include" || word == "-include" || word == "sinclude":
		r.endRule()
		r.structure.AddImports(strings.Fields(strings.ReplaceAll(rest, "\\\n", " "))...)
	default:
		r.endRule()
		r.statement(line)
	}
}

func isConflict(line []byte) bool {
	for _, mark := range []string{"<<<<<<< ", "||||||| ", "=======", ">>>>>>> "} {
		if bytes.HasPrefix(line, []byte(mark)) {
			return true
		}
	}
	return false
}

// conditional reports whether a line is part of a conditional. One that is opened inside a rule
// belongs to it until it is closed.
func (r *reader) conditional(word string, line code.Span) bool {
	word, _, _ = strings.Cut(word, "(")
	switch word {
	case "ifeq", "ifneq", "ifdef", "ifndef":
		r.rule.begin(line.Start)
		r.rule.conditionals++
	case "else", "endif":
		if r.rule.conditionals == 0 {
			r.endRule() // the conditional encloses it
			return true
		}
		if word == "endif" {
			r.rule.conditionals--
			r.rule.recipe.End, r.rule.end = line.End, line.End
		}
	default:
		return false
	}
	return true
}

// begin records the start of the first line of a recipe.
func (r *rule) begin(at int) {
	if r.recipe.Start == 0 {
		r.recipe.Start = at
	}
}

// inDefine processes a line of a define.
func (r *reader) inDefine(word string, line code.Span) {
	switch word {
	case "define":
		r.defineDepth++
	case "endef":
		r.defineDepth--
	}
	if r.defineDepth > 0 || r.defineName == "" {
		return
	}
	body := grammar.Trimmed(r.src, code.Span{Start: r.define.End, End: line.Start})
	r.add(code.Symbol{
		Kind: code.Macro, Name: r.defineName, Node: code.Span{Start: r.define.Start, End: line.End}, Head: r.define,
	}, body)
}

// endRule lists the current rule.
func (r *reader) endRule() {
	ended := r.rule
	r.rule = rule{}
	if ended.name == "" {
		return
	}
	body := ended.recipe
	if body.End < body.Start {
		body = code.Span{} // a conditional that encloses other rules
	}
	r.add(code.Symbol{
		Kind: code.Rule, Name: ended.name, Node: code.Span{Start: ended.line.Start, End: ended.end}, Head: ended.line,
	}, body)
}

// add lists a symbol whose body is elided.
func (r *reader) add(sym code.Symbol, body code.Span) {
	sym.Name = grammar.OneLine(sym.Name)
	sym.Whole, sym.Doc = sym.Node, grammar.HashComments.Above(r.src, sym.Node.Start)
	r.structure.Symbols = append(r.structure.Symbols, sym)
	text := elision
	if sym.Kind == code.Rule && body.Start > 0 && r.src[body.Start-1] == '\n' {
		text = "\t" + elision // the recipe begins with a conditional
	}
	if body.Len() > len(text) {
		r.structure.Cuts = append(r.structure.Cuts, code.Cut{Span: body, Text: text})
	}
}

// elision replaces recipes and multi-line values.
const elision = "..."

// statement processes an assignment or the first line of a rule.
func (r *reader) statement(line code.Span) {
	at, operator := r.operator(line)
	name := strings.Join(strings.Fields(strings.ReplaceAll(string(r.src[line.Start:at]), "\\\n", " ")), " ")
	switch {
	case name == "" || operator == "":
	case strings.HasSuffix(operator, "="):
		r.assign(name, operator, at, line)
	case !isSpecial(name) && !r.assigns(at+len(operator), line.End):
		r.rule = rule{open: true, name: name, line: line, end: line.End}
	default:
		r.rule.open = true // its recipe, if any, contains no statements
	}
}

// assign lists the variable in an assignment.
func (r *reader) assign(name, operator string, at int, line code.Span) {
	words := strings.Fields(name)
	for len(words) > 1 && slices.Contains([]string{"export", "override", "private", "unexport"}, words[0]) {
		words = words[1:]
	}
	value := grammar.Trimmed(r.src, code.Span{Start: at + len(operator), End: line.End})
	head := line
	if bytes.IndexByte(r.src[value.Start:value.End], '\n') < 0 {
		value = code.Span{}
	} else {
		head.End = value.Start
	}
	if operator != "+=" && len(words) == 1 {
		r.add(code.Symbol{Kind: code.Variable, Name: words[0], Node: line, Head: grammar.Trimmed(r.src, head)}, value)
	} else if value.Len() > len(elision) {
		r.structure.Cuts = append(r.structure.Cuts, code.Cut{Span: value, Text: elision})
	}
}

// operator finds the operator that separates a name from a value, or targets from prerequisites.
// It ignores expansions, $( ).
func (r *reader) operator(line code.Span) (at int, operator string) {
	depth := 0
	for at := line.Start; at < line.End; at++ {
		rest := r.src[at:line.End]
		switch c := rest[0]; {
		case c == '\\':
			at++
		case c == '(' || c == '{':
			depth++
		case c == ')' || c == '}':
			depth = max(0, depth-1)
		case depth > 0:
		case c == '#':
			return line.Start, ""
		case c == ':' || c == '=' || c == '?' || c == '+' || c == '!' || c == '&':
			for _, operator := range []string{":::=", "::=", ":=", "?=", "+=", "!=", "=", "&::", "&:", "::", ":"} {
				if bytes.HasPrefix(rest, []byte(operator)) {
					return at, operator
				}
			}
		}
	}
	return line.Start, ""
}

// assigns reports whether the rest of a rule's line is a target-specific assignment.
func (r *reader) assigns(start, end int) bool {
	_, operator := r.operator(code.Span{Start: start, End: end})
	semicolon := bytes.IndexByte(r.src[start:end], ';')
	equals := bytes.IndexByte(r.src[start:end], '=')
	return strings.HasSuffix(operator, "=") && (semicolon < 0 || equals < semicolon)
}

// isSpecial reports whether a target is built into make: .PHONY.
func isSpecial(name string) bool {
	word, _, _ := strings.Cut(name, " ")
	return len(word) > 1 && word[0] == '.' && word == strings.ToUpper(word) && !strings.ContainsAny(word, "/%$")
}
