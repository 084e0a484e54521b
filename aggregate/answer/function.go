package answer

import (
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/lazyregexp"
	"dossier/aggregate/text"
)

// codeBlock is one definition: its first line, the lines indented below it, and the comments and decorators above it.
type codeBlock struct {
	lines []string
	head  int // the first line that is neither a comment nor a decorator
}

var topLine = lazyregexp.New(`^(?://|#(?:[\s!\[#]|$)|/\*|\*|--|;;|@|\[[A-Z]|"""|''')`)

// codeBlocks returns the blocks that make up lines; nil if they contain anything else.
func codeBlocks(lines []string) []codeBlock {
	lines = trimBlank(lines)
	if len(lines) == 0 {
		return nil
	}
	depth := columns(indentOf(lines[0]), 4)
	var out []codeBlock
	current, open := codeBlock{head: -1}, 0
	flush := func() bool {
		current.lines = trimBlank(current.lines)
		ok := current.head >= 0 && len(current.lines) > current.head+1
		out = append(out, current)
		current, open = codeBlock{head: -1}, 0
		return ok
	}
	for _, s := range lines {
		c := trimSpace(s)
		if c == "" {
			current.lines = append(current.lines, s)
			continue
		}
		switch d := columns(indentOf(s), 4); {
		case open > 0: // between braces, with any indentation
		case d < depth:
			return nil
		case d > depth || closer(c):
		default:
			if current.head >= 0 && !flush() {
				return nil
			}
			if !topLine().MatchString(c) {
				current.head = len(current.lines)
			}
		}
		if current.head >= 0 {
			open = max(0, open+braces(c))
		}
		current.lines = append(current.lines, s)
	}
	if !flush() {
		return nil
	}
	return out
}

// literals matches parts of a line in which braces are ignored.
var literals = lazyregexp.New(`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|//.*$|/\*.*?\*/`)

// braces returns the number of braces that a line opens, minus those that it closes.
func braces(c string) int {
	if !strings.ContainsAny(c, "{}") {
		return 0
	}
	c = literals().ReplaceAllString(c, "")
	return strings.Count(c, "{") - strings.Count(c, "}")
}

// closer reports whether a line ends a block.
func closer(c string) bool {
	return strings.IndexByte("})]", c[0]) >= 0 || c == "end" || strings.HasPrefix(c, "end ") || c == "{" || strings.HasPrefix(c, "{ ")
}

// placeFunctions places code that consists only of functions of the file. ok is false if it does not.
func (f *File) placeFunctions(lines []string) (Placement, bool) {
	blocks := codeBlocks(lines)
	if len(blocks) == 0 {
		return Placement{}, false
	}
	s, numbers := f.structure()
	if s == nil {
		return Placement{}, false
	}
	covered := make([]bool, len(f.lines))
	p := Placement{Level: Certain, Note: "it takes the place of the function of its name"}
	for _, b := range blocks {
		found := f.symbols(s, numbers, b)
		if len(found) == 0 {
			return Placement{}, false
		}
		if len(found) > 1 {
			p.Level, p.Reason = Ambiguous, "the file has several of this name"
		}
		words := wordsOf(b.lines)
		for n, i := range found[:min(len(found), MaxChoices)] {
			c := f.replaceSymbol(s.Symbols[i], numbers, b)
			first, _ := numbers.Of(s.Symbols[i].Node)
			p.doubt(maybeOther(trimSpace(b.lines[b.head]), f.trimmed[first-1]))
			if names := missing(s, numbers, c.Lines.Start-1, c.Lines.End, i, words); len(names) > 0 {
				if some, ok := f.placeMembers(s, numbers, i, b); ok {
					c = some
					p.doubt("it has only some of the definitions in it: the others stay")
				}
				p.doubt(wouldDrop(names))
			}
			if n == 0 {
				p.Changes = append(p.Changes, c.Changes...)
				p.Lines = Lines{c.Lines.Start, c.Lines.End}
				for at := c.Lines.Start - 1; at < c.Lines.End; at++ {
					covered[at] = true
				}
			}
			if len(found) > 1 {
				p.Choices = append(p.Choices, c)
			}
		}
		if s.Symbols[found[0]].Rescued {
			p.doubt("the file could not be parsed: where the function ends is a guess")
		}
	}
	others := false
	for _, at := range f.nonBlank {
		others = others || !covered[at]
	}
	if !others { // it is the whole file
		return Placement{}, false
	}
	if len(blocks) > 1 {
		p.doubt("it may be the whole file, or functions of it: what it does not have stays")
	}
	if overlapping(p.Changes) {
		return Placement{}, false
	}
	if len(p.Changes) == 0 {
		return alreadyApplied(p.Lines), true
	}
	return p, true
}

// structure returns the symbols of the file, and the lines of the text that they refer to; nil if they are not known.
func (f *File) structure() (*code.Structure, code.Lines) {
	f.parsing.Do(func() {
		if f.Structure != nil {
			f.parsed = f.Structure()
		}
		if f.parsed == nil {
			return
		}
		f.index()
		f.numbers, f.defined = code.NewLines(f.plain()), map[int]bool{}
		for _, symbol := range f.parsed.Symbols {
			if first, last := f.numbers.Of(symbol.Node); first >= 1 && last > first && last <= len(f.lines) && defines(f.trimmed[first-1], symbol.Name) {
				f.defined[first-1] = true
			}
		}
	})
	return f.parsed, f.numbers
}

// plain returns the file's lines in the form that is parsed.
func (f *File) plain() string { return joinLines(f.lines) }

// Plain returns the file's text with \n at the end of each line, to which its Structure refers.
func (f *File) Plain() string { return f.plain() }

// symbols returns the symbols of the file that a block may define: those that begin with the same line, or those with
// its name.
func (f *File) symbols(s *code.Structure, numbers code.Lines, b codeBlock) []int {
	head := trimSpace(b.lines[b.head])
	var same, named []int
	for i, symbol := range s.Symbols {
		first, last := numbers.Of(symbol.Node)
		if !isCode(symbol) || first < 1 || first > len(f.lines) || last > len(f.lines) {
			continue
		}
		if f.trimmed[first-1] == head && last > first {
			same = append(same, i)
		}
		if last > first && defines(head, symbol.Name) && !isOther(head, f.trimmed[first-1], symbol) {
			named = append(named, i)
		}
	}
	if len(same) > 0 {
		return outermost(s, same)
	}
	return outermost(s, named)
}

// isCode reports whether a symbol is a definition of code, and not a part of a document, of data or of a style sheet.
func isCode(symbol code.Symbol) bool {
	switch symbol.Kind {
	case code.Heading, code.Key, code.Table, code.Rule:
		return false
	}
	return true
}

// outermost drops symbols that begin on the line of another one that contains them.
func outermost(s *code.Structure, list []int) []int {
	var out []int
	for _, i := range list {
		inner := false
		for _, j := range list {
			inner = inner || i != j && s.Within(i, j)
		}
		if !inner {
			out = append(out, i)
		}
	}
	return out
}

// defines reports whether a line defines a name: it contains it as a word, followed by what can follow a defined
// name.
func defines(line, name string) bool {
	from := text.IndexWord(line, name, wordByte)
	if from < 0 {
		return false
	}
	before, rest := strings.TrimSpace(line[:from]), strings.TrimSpace(line[from+len(name):])
	// Only words precede it: the rest is parameters, and the names in them.
	if strings.ContainsAny(before, "(={,;") && !(strings.HasPrefix(before, "func (") && strings.HasSuffix(before, ")")) {
		return false
	}
	return rest == "" || strings.IndexByte("(<[:={", rest[0]) >= 0 || !wordByte(rest[0]) || strings.HasPrefix(rest, "extends") || strings.HasPrefix(rest, "implements")
}

func wordByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// replaceSymbol returns the change that replaces a symbol by a block. Comments and decorators above the symbol are
// retained if the block has none.
func (f *File) replaceSymbol(symbol code.Symbol, numbers code.Lines, b codeBlock) Choice {
	first, last := numbers.Of(symbol.Node)
	from := first - 1
	lines := b.lines
	if whole, _ := numbers.Of(symbol.Whole); whole >= 1 && whole-1 < from && b.head > 0 {
		from = whole - 1
	}
	if !symbol.Doc.Empty() && b.head > 0 && topLine().MatchString(trimSpace(lines[0])) && trimSpace(lines[0])[0] != '@' {
		if doc, _ := numbers.Of(symbol.Doc); doc >= 1 {
			from = min(from, doc-1)
		}
	}
	if _, end := numbers.Of(symbol.Whole); end > last {
		last = end
	}
	old, new := indentOf(f.lines[first-1]), indentOf(lines[b.head])
	if old != new {
		m := relate([]string{lines[b.head]}, []string{old + trimSpace(lines[b.head])})
		lines = m.apply(lines)
	}
	return Choice{Lines{from + 1, last}, f.between(from, last, lines)}
}

// placeBlock places lines that are a single block of the file, such as a call with a function in it or a rule of a
// style sheet: it replaces the one that begins with the same line. ok is false if they are more than one block, if
// several begin with that line, or if the file contains little else.
func (f *File) placeBlock(lines []string) (Placement, bool) {
	lines = trimBlank(lines)
	if len(lines) < 3 {
		return Placement{}, false
	}
	first, last := lines[0], lines[len(lines)-1]
	depth := columns(indentOf(first), 4)
	for _, s := range lines[1 : len(lines)-1] {
		if trimSpace(s) != "" && columns(indentOf(s), 4) <= depth {
			return Placement{}, false
		}
	}
	places := f.byTrimmed[trimSpace(first)]
	if columns(indentOf(last), 4) != depth || len(places) != 1 {
		return Placement{}, false
	}
	start := places[0]
	end := start + 1
	for depth = columns(indentOf(f.lines[start]), 4); end < len(f.lines) && (f.trimmed[end] == "" || columns(indentOf(f.lines[end]), 4) > depth); end++ {
	}
	if end == len(f.lines) || f.trimmed[end] != trimSpace(last) || len(f.nonBlank)-(f.nonBlankBefore[end]-f.nonBlankBefore[start]) < minWhole {
		return Placement{}, false
	}
	m := match{indent: relate([]string{first, last}, []string{f.lines[start], f.lines[end]})}
	p := Placement{
		Level: Certain, Changes: f.between(start, end+1, m.indent.apply(lines)), Lines: Lines{start + 1, end + 1},
		Note: "it takes the place of the block that begins with the same line",
	}
	p.Level, p.Reason = f.blockLoss(start, end+1, lines)
	return p, true
}

// blockLoss returns the level of a block that replaces lines of the file, and why it is not certain: it would drop
// definitions, or many lines.
func (f *File) blockLoss(start, end int, lines []string) (Level, string) {
	if s, numbers := f.structure(); s != nil {
		if names := missing(s, numbers, start+1, end, -1, wordsOf(lines)); len(names) > 0 {
			return Likely, wouldDrop(names)
		}
	}
	if old, kept := f.nonBlankBefore[end]-f.nonBlankBefore[start], countNonBlank(lines); losesMany(old, kept) {
		return Likely, fmt.Sprintf("it would drop %d of %d lines of the block", old-kept, old)
	}
	return Certain, ""
}

// isInterior reports whether some lines begin and end within the file: their first one occurs in it once, and they
// include neither the file's first line nor its last one.
func (f *File) isInterior(lines []string) bool {
	lines = trimBlank(lines)
	if len(lines) == 0 || len(f.nonBlank) == 0 {
		return false
	}
	head, foot := f.trimmed[f.nonBlank[0]], f.trimmed[f.nonBlank[len(f.nonBlank)-1]]
	return len(f.byTrimmed[trimSpace(lines[0])]) == 1 && !slices.ContainsFunc(lines, func(s string) bool { return trimSpace(s) == head || trimSpace(s) == foot })
}
