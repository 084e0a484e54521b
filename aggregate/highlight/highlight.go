// Package highlight says which parts of a text of code are keywords, strings, comments
// and so on, for a preview that colours them.
//
// [Lines] is a pure function; it may be called from any goroutine and belongs on none
// that must not wait: a lexer reads some 400 KB a second. It never fails. Text
// that is too long, a language that is not known and a lexer that breaks all give plain
// text. A language's lexer is compiled when it is first needed.
package highlight

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// Style is how a run of text is drawn.
type Style uint8

// The styles. Plain is what lies between runs.
const (
	Plain Style = iota
	Keyword
	String
	Comment
	Number
	Name // of a function, type, tag or attribute
	Heading
	Punctuation
)

// Run is a part of a line in one style: bytes from Start up to End of the line.
type Run struct {
	Start, End int
	Style      Style
}

// The limits of what is styled. Beyond them colours help nobody, and the lexers' patterns
// can take time by the square of a line.
const (
	MaxText = 256 << 10 // bytes of a text
	MaxLine = 2000      // characters of a line; a longer one is plain, the others are not
)

// Lines returns the runs of each line of src, in order, none empty, none overlapping and
// none [Plain]. Lines end at \n; a \r before it belongs to the line and to no run. The
// result has an element for each line, or is nil when the whole text is plain. When ctx
// ends, the lines that were not reached are plain.
//
// language is the name of a language in lower case, such as go, python or cpp.
func Lines(ctx context.Context, language, src string) [][]Run {
	if language == "" || language == "text" || src == "" || len(src) > MaxText || !utf8.ValidString(src) {
		return nil
	}
	lexer := lexers.Get(language)
	if lexer == nil {
		return nil
	}
	p := newPainter(src)
	p.paint(ctx, lexer)
	return p.runs
}

// painter lays the tokens of a lexer over lines.
type painter struct {
	lines []string // what the lexer sees of them
	runs  [][]Run
	line  int // where the next token begins
	at    int
}

func newPainter(src string) *painter {
	lines := strings.Split(strings.TrimSuffix(src, "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		if len(line) > MaxLine && utf8.RuneCountInString(line) > MaxLine {
			line = "" // the lexer does not see it
		}
		lines[i] = line
	}
	return &painter{lines: lines, runs: make([][]Run, len(lines))}
}

// paint runs the lexer. Its patterns have a time limit of their own each, so that the
// context is looked at again soon enough.
func (p *painter) paint(ctx context.Context, lexer chroma.Lexer) {
	// Lexers report what they cannot do by panics. What they have said so far stands.
	defer func() { _ = recover() }()
	tokens, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, strings.Join(p.lines, "\n")+"\n")
	if err != nil {
		return
	}
	for t := tokens(); t != chroma.EOF && ctx.Err() == nil; t = tokens() {
		if !p.add(t.Value, styleOf(t.Type)) {
			return
		}
	}
}

// add styles the next token. It reports false when the token is not what comes next in
// the text: a lexer that drops or changes text would colour the wrong places.
func (p *painter) add(value string, style Style) bool {
	for value != "" {
		part, rest, newline := strings.Cut(value, "\n")
		if p.line == len(p.lines) {
			return false
		}
		if !strings.HasPrefix(p.lines[p.line][p.at:], part) {
			return false
		}
		p.run(part, style)
		p.at += len(part)
		if newline {
			if p.at != len(p.lines[p.line]) {
				return false
			}
			p.line, p.at = p.line+1, 0
		}
		value = rest
	}
	return true
}

// run adds a run without the white space at its ends, which has no colour, and joins it
// to the one before when they touch.
func (p *painter) run(part string, style Style) {
	trimmed := strings.TrimLeft(part, " \t")
	start := p.at + len(part) - len(trimmed)
	trimmed = strings.TrimRight(trimmed, " \t")
	if style == Plain || trimmed == "" {
		return
	}
	runs := p.runs[p.line]
	end := start + len(trimmed)
	if n := len(runs); n > 0 && runs[n-1].Style == style && strings.Trim(p.lines[p.line][runs[n-1].End:start], " \t") == "" {
		runs[n-1].End = end
		return
	}
	p.runs[p.line] = append(runs, Run{start, end, style})
}

// styleOf reduces the lexers' types to the styles.
func styleOf(t chroma.TokenType) Style {
	switch t {
	case chroma.CommentPreproc, chroma.CommentPreprocFile:
		return Keyword
	case chroma.NameFunction, chroma.NameFunctionMagic, chroma.NameClass, chroma.NameTag, chroma.NameAttribute,
		chroma.NameDecorator, chroma.NameException, chroma.NameNamespace, chroma.NameEntity:
		return Name
	case chroma.NameKeyword, chroma.NameBuiltin, chroma.NameBuiltinPseudo, chroma.OperatorWord:
		return Keyword
	case chroma.GenericHeading, chroma.GenericSubheading:
		return Heading
	case chroma.GenericInserted:
		return String
	case chroma.GenericDeleted:
		return Keyword
	}
	switch {
	case t.InCategory(chroma.Comment):
		return Comment
	case t.InCategory(chroma.Keyword):
		return Keyword
	case t.InSubCategory(chroma.LiteralString):
		return String
	case t.InSubCategory(chroma.LiteralNumber), t == chroma.LiteralDate:
		return Number
	case t.InCategory(chroma.Operator), t.InCategory(chroma.Punctuation):
		return Punctuation
	}
	return Plain
}
