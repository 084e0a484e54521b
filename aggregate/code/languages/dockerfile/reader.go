package dockerfile

import (
	"bytes"
	"regexp"
	"slices"
	"unicode"

	"dossier/aggregate/code"
)

// reader reads one instruction at a time.
type reader struct {
	src    []byte
	at     int
	escape byte

	comments []code.Span
	lines    [2]map[string][]int // offsets of the lines by text, without line endings; the second without leading tabs
}

// instruction is an instruction, on one or several lines.
type instruction struct {
	code.Span
	text []byte // joined lines without comments
}

// heredoc matches the start of a heredoc: <<EOF, <<-"EOF".
var heredoc = regexp.MustCompile(`<<(-?)["']?([A-Za-z_][A-Za-z0-9_]*)["']?`)

// escape returns the line continuation character: a backslash, or the one set by a directive at
// the start of the file.
func escape(src []byte) byte {
	for line := range bytes.Lines(src) {
		key, value, isDirective := bytes.Cut(bytes.TrimPrefix(bytes.TrimSpace(line), []byte("#")), []byte("="))
		if !isDirective || !bytes.HasPrefix(bytes.TrimSpace(line), []byte("#")) {
			break
		}
		if bytes.EqualFold(bytes.TrimSpace(key), []byte("escape")) && string(bytes.TrimSpace(value)) == "`" {
			return '`'
		}
	}
	return '\\'
}

// comments returns the comments of a source.
func comments(src []byte) []code.Span {
	r := reader{src: src, escape: escape(src)}
	for ok := true; ok; {
		_, ok = r.next()
	}
	return r.comments
}

// next returns the next instruction, and false after the last one.
func (r *reader) next() (instruction, bool) {
	var in instruction
	for r.at < len(r.src) {
		start := r.at
		line := r.line()
		text := bytes.TrimSpace(line)
		if len(text) == 0 {
			continue
		}
		if text[0] == '#' {
			r.comments = append(r.comments, code.Span{Start: start, End: r.at})
			continue // also between the lines of an instruction
		}
		if in.Empty() {
			in.Start = start + bytes.IndexByte(line, text[0])
		}
		in.End = start + len(bytes.TrimRightFunc(line, unicode.IsSpace))
		if text[len(text)-1] == r.escape {
			in.text = append(append(in.text, text[:len(text)-1]...), ' ')
			continue
		}
		in.text = append(in.text, text...)
		r.heredocs(&in)
		return in, true
	}
	return in, !in.Empty()
}

func (r *reader) line() []byte {
	line := r.src[r.at:]
	if n := bytes.IndexByte(line, '\n'); n >= 0 {
		line = line[:n+1]
	}
	r.at += len(line)
	return line
}

// heredocs skips the heredocs of an instruction. The lines of an unclosed one are instructions.
func (r *reader) heredocs(in *instruction) {
	word, _, _ := bytes.Cut(in.text, []byte(" "))
	switch string(bytes.ToUpper(word)) {
	case "RUN", "COPY", "ADD", "ONBUILD":
	default:
		return
	}
	for _, m := range heredoc.FindAllSubmatch(in.text, -1) {
		if start, ok := r.find(string(m[2]), len(m[1])); ok {
			r.at = start
			in.End = start + len(bytes.TrimRight(r.line(), "\r\n"))
		}
	}
}

// find returns the offset of the next line with a text; tabs is 1 if leading tabs are ignored. The lines are indexed,
// because a source may consist of heredocs without an end.
func (r *reader) find(text string, tabs int) (start int, ok bool) {
	if r.lines[tabs] == nil {
		r.lines[tabs] = map[string][]int{}
		at := 0
		for line := range bytes.Lines(r.src) {
			key := bytes.TrimRight(line, "\r\n")
			if tabs == 1 {
				key = bytes.TrimLeft(key, "\t")
			}
			r.lines[tabs][string(key)] = append(r.lines[tabs][string(key)], at)
			at += len(line)
		}
	}
	starts := r.lines[tabs][text]
	i, _ := slices.BinarySearch(starts, r.at)
	if i == len(starts) {
		return 0, false
	}
	return starts[i], true
}
