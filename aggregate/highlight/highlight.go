// Package highlight finds keywords, strings, comments and other elements of source
// code, to colour them in a preview.
//
// [Lines] is a pure function and safe for concurrent use. Call it in the background: a lexer
// processes some 400 KB per second. It never fails. Text that is too long, an unknown language or
// a crashing lexer gives plain text. A language's lexer is compiled on first use.
package highlight

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"

	"dossier/aggregate/text"
)

// Style is how a run of text is drawn.
type Style uint8

// Styles. Plain is the text between runs.
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

// Run is a range of bytes [Start, End) of a line in one style.
type Run struct {
	Start, End int
	Style      Style
}

// Limits of highlighted text. Beyond them colours do not help, and the lexers' regular
// expressions can take quadratic time in the length of a line.
const (
	MaxText = 256 << 10 // bytes
	MaxLine = 2000      // characters; a longer line is plain, the others are not
)

// Lines returns the runs of each line of src: in order, not empty, disjoint and never [Plain].
// Lines end with \n; a preceding \r belongs to the line but to no run. The result has an element
// per line, or is nil if the whole text is plain. If ctx ends, the remaining lines are plain.
//
// language is the name of a language in lower case, such as go, python or cpp.
func Lines(ctx context.Context, language, src string) [][]Run {
	if language == "" || language == "text" || src == "" || len(src) > MaxText || !utf8.ValidString(src) {
		return nil
	}
	lexer := lexers.Get(text.FenceInfo(language))
	if lexer == nil {
		return nil
	}
	p := newPainter(src)
	p.paint(ctx, lexer)
	return p.runs
}

// painter assigns the tokens of a lexer to lines.
type painter struct {
	lines []string // as seen by the lexer
	runs  [][]Run
	line  int // position of the next token
	at    int
}

func newPainter(src string) *painter {
	lines := strings.Split(strings.TrimSuffix(src, "\n"), "\n")
	for i, line := range lines {
		line = strings.TrimSuffix(line, "\r")
		if len(line) > MaxLine && utf8.RuneCountInString(line) > MaxLine {
			line = "" // hidden from the lexer
		}
		lines[i] = line
	}
	return &painter{lines: lines, runs: make([][]Run, len(lines))}
}

// paint runs the lexer. Each of its regular expressions has a time limit, so that the context is
// checked often enough.
func (p *painter) paint(ctx context.Context, lexer chroma.Lexer) {
	// Lexers report errors by panicking. Tokens up to there are kept.
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

// add styles the next token. It returns false if the token does not match the text: a lexer that
// drops or changes text would colour the wrong places.
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

// run adds a run, trimmed of white space, and merges it with an adjacent one of the same style.
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

// styleOf maps token types to styles.
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
