// Package highlight finds keywords, strings, comments and other elements of source
// code, to colour them in a preview.
//
// A preview seldom has a whole file: it has slices, masks with elided bodies and differences. So a language is described
// by how its tokens look, not by a grammar, and a text that begins or ends anywhere has most of its colours.
//
// [Lines] is a pure function, safe for concurrent use, and linear in the length of the text: it processes some 50 MB
// per second. It never fails. A text that is too long or in an unknown language is plain.
package highlight

import (
	"strings"
	"unicode/utf8"

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
	Name // of a function, type, tag, key or attribute
	Heading
	Added   // a line that a difference adds
	Removed // a line that a difference removes
)

// Run is a range of bytes [Start, End) of a line in one style.
type Run struct {
	Start, End int
	Style      Style
}

// Limits of highlighted text. Beyond them the runs would take more memory than the text, for colours that are not seen.
const (
	MaxText = 1 << 20 // bytes
	MaxLine = 2000    // characters; a longer line is plain, the others are not
)

// Lines returns the runs of each line of src: in order, not empty, disjoint and never [Plain].
// Lines end with \n; a preceding \r belongs to the line but to no run. The result has an element
// per line, or is nil if the language is unknown, or the text empty, too long or not UTF-8.
//
// language is an id of [text.Language], such as go, python or cpp.
func Lines(language, src string) [][]Run {
	lex := lexerOf(text.FenceInfo(language))
	if lex == nil || src == "" || len(src) > MaxText || !utf8.ValidString(src) {
		return nil
	}
	s := &scanner{src: src}
	lex(s)
	return s.lines()
}

// A lexer emits the tokens of the scanner's text. It may end before the text does.
type lexer func(*scanner)

// token is a range of bytes of the whole text, which may span lines.
type token struct {
	start, end int
	style      Style
}

// scanner is a text, the position in it, and the tokens found before that position.
type scanner struct {
	src    string
	at     int
	eol    int // the end of the line that contains the position, if it is not before it
	tokens []token
}

// longest is how many bytes of a line are looked at for the end of a token. It keeps the lexers linear in texts that
// open a token everywhere and close none.
const longest = 2000

// rest returns the text from the position on.
func (s *scanner) rest() string { return s.src[s.at:] }

// has reports whether the text continues with prefix.
func (s *scanner) has(prefix string) bool { return strings.HasPrefix(s.src[s.at:], prefix) }

// peek returns the byte n bytes after the position; 0 outside of the text.
func (s *scanner) peek(n int) byte {
	if i := s.at + n; i >= 0 && i < len(s.src) {
		return s.src[i]
	}
	return 0
}

// take moves the position by n bytes, which are a token of the style.
func (s *scanner) take(n int, style Style) {
	end := min(s.at+n, len(s.src))
	if style != Plain && end > s.at {
		s.tokens = append(s.tokens, token{s.at, end, style})
	}
	s.at = end
}

// takeTo takes the text up to and including the next end; all of it without one.
func (s *scanner) takeTo(end string, style Style) {
	if n := strings.Index(s.rest(), end); n >= 0 {
		s.take(n+len(end), style)
		return
	}
	s.take(len(s.src), style)
}

// takeLine takes the text up to the next end of a line, without it.
func (s *scanner) takeLine(style Style) { s.take(s.lineLength(), style) }

// lineLength returns the number of bytes up to the next end of a line.
func (s *scanner) lineLength() int {
	if s.eol < s.at || s.eol == 0 {
		s.eol = len(s.src)
		if n := strings.IndexByte(s.rest(), '\n'); n >= 0 {
			s.eol = s.at + n
		}
	}
	return s.eol - s.at
}

// line returns the text up to the next end of a line.
func (s *scanner) line() string { return s.src[s.at : s.at+s.lineLength()] }

// ahead returns at most [longest] bytes of the line.
func (s *scanner) ahead() string { return s.src[s.at : s.at+min(s.lineLength(), longest)] }

// before returns at most [longest] bytes of the line that precede the position.
func (s *scanner) before() string {
	text := s.src[max(0, s.at-longest):s.at]
	return text[strings.LastIndexByte(text, '\n')+1:]
}

// skip moves the position over spaces and tabs.
func (s *scanner) skip() {
	for s.at < len(s.src) && (s.src[s.at] == ' ' || s.src[s.at] == '\t') {
		s.at++
	}
}

// atLineStart reports whether only spaces and tabs precede the position in its line.
func (s *scanner) atLineStart() bool {
	for i := s.at - 1; i >= 0; i-- {
		switch s.src[i] {
		case ' ', '\t':
		default:
			return s.src[i] == '\n'
		}
	}
	return true
}

// embed lets another lexer find the tokens of the next n bytes, which it sees as a text of their own.
func (s *scanner) embed(n int, lex lexer) {
	inner := &scanner{src: s.src[s.at : s.at+n]}
	if lex != nil {
		lex(inner)
	}
	for _, t := range inner.tokens {
		s.tokens = append(s.tokens, token{t.start + s.at, t.end + s.at, t.style})
	}
	s.at += n
}

// lines divides the tokens into lines. White space at both ends of a line's part is in no run, and adjacent parts of
// one style are one run.
func (s *scanner) lines() [][]Run {
	runs := make([][]Run, 0, strings.Count(s.src, "\n")+1)
	next := 0 // the first token that ends after the current line begins
	for at := 0; at < len(s.src); {
		end := len(s.src)
		if n := strings.IndexByte(s.src[at:], '\n'); n >= 0 {
			end = at + n
		}
		line := strings.TrimSuffix(s.src[at:end], "\r")
		isLong := len(line) > MaxLine && utf8.RuneCountInString(line) > MaxLine
		var of []Run
		for ; next < len(s.tokens) && s.tokens[next].start < end; next++ {
			t := s.tokens[next]
			if !isLong {
				of = appendRun(of, line, max(t.start-at, 0), min(t.end-at, len(line)), t.style)
			}
			if t.end > end {
				break
			}
		}
		runs = append(runs, of)
		at = end + 1
	}
	return runs
}

// appendRun appends a range of a line, without white space at its ends, or extends the last run by it.
func appendRun(runs []Run, line string, start, end int, style Style) []Run {
	for start < end && isSpace(line[start]) {
		start++
	}
	for start < end && isSpace(line[end-1]) {
		end--
	}
	if start >= end {
		return runs
	}
	if n := len(runs); n > 0 && runs[n-1].Style == style && strings.Trim(line[runs[n-1].End:start], " \t") == "" {
		runs[n-1].End = end
		return runs
	}
	return append(runs, Run{start, end, style})
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }
