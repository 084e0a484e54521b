// Package highlight finds the parts of a text that a reader expects in colour.
//
// [Lines] is a pure function of its input and never fails: a language that is not
// known, a text that is too large or not UTF-8, a lexer that gives up all mean plain
// text. It uses
// the lexers of chroma, of which each is loaded when its language first comes up, and
// may be called from any goroutine.
package highlight

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

const (
	// MaxBytes is how long a text may be: lexers are regular expressions, at about a
	// megabyte a second.
	MaxBytes = 256 << 10
	// maxLine is how long a line may be, in bytes. Minified code is slow to colour, and
	// nobody reads it.
	maxLine = 2000
)

// Style is what a part of a line is.
type Style uint8

// The styles. Plain parts are left out of the runs.
const (
	Plain Style = iota
	Keyword
	String
	Comment
	Number
	Name // of a function or type, where it is defined or plainly one
	Heading
)

// Run is a part of a line in one style: the bytes [Start, End) of it.
type Run struct {
	Start, End int
	Style      Style
}

// Lines returns the runs of every line of a text, in order and without overlap. A
// language is named as in the fences of a document. The result is nil when the text is
// to be shown plain, or when the context ended first.
func Lines(ctx context.Context, language, text string) (lines [][]Run) {
	if len(text) > MaxBytes || longLine(text) || !utf8.ValidString(text) {
		return nil
	}
	lexer := lexers.Get(language)
	if lexer == nil || lexer == lexers.Fallback {
		return nil
	}
	// A lexer's expression can fail in ways that its author did not think of; a
	// preview without colours is the worst that may come of it.
	defer func() {
		if recover() != nil {
			lines = nil
		}
	}()
	next, err := chroma.Coalesce(lexer).Tokenise(&chroma.TokeniseOptions{State: "root"}, text)
	if err != nil {
		return nil
	}
	lines = make([][]Run, 1, strings.Count(text, "\n")+1)
	at, seen := 0, 0
	for token := next(); token != chroma.EOF; token = next() {
		if seen++; seen%256 == 0 && ctx.Err() != nil {
			return nil
		}
		style := styleOf(token.Type)
		for rest := token.Value; rest != ""; {
			part, after, newline := strings.Cut(rest, "\n")
			if part != "" && style != Plain {
				last := len(lines) - 1
				lines[last] = append(lines[last], Run{at, at + len(part), style})
			}
			at += len(part)
			if newline {
				lines = append(lines, nil)
				at = 0
			}
			rest = after
		}
	}
	return lines
}

func longLine(text string) bool {
	for line := range strings.Lines(text) {
		if len(line) > maxLine {
			return true
		}
	}
	return false
}

// styleOf reduces the many types of a lexer to the few that are told apart.
func styleOf(t chroma.TokenType) Style {
	switch {
	case t == chroma.KeywordConstant:
		return Number
	case t.InCategory(chroma.Keyword), t == chroma.NameTag, t == chroma.CommentPreproc:
		return Keyword
	case t.InCategory(chroma.Comment):
		return Comment
	case t.InSubCategory(chroma.LiteralNumber):
		return Number
	case t.InCategory(chroma.Literal):
		return String
	case t == chroma.NameFunction, t == chroma.NameClass, t == chroma.NameFunctionMagic:
		return Name
	case t == chroma.GenericHeading, t == chroma.GenericSubheading:
		return Heading
	}
	return Plain
}
