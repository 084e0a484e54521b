package dockerfile

import (
	"bytes"
	"regexp"
	"unicode"

	"dossier/aggregate/code"
)

// reader reads one instruction at a time.
type reader struct {
	src    []byte
	at     int
	escape byte

	comments []code.Span
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
		back := r.at
		for {
			if r.at >= len(r.src) {
				r.at = back
				break
			}
			start := r.at
			line := bytes.TrimRight(r.line(), "\r\n")
			if len(m[1]) > 0 {
				line = bytes.TrimLeft(line, "\t")
			}
			if bytes.Equal(line, m[2]) {
				in.End = start + len(bytes.TrimRight(r.src[start:r.at], "\r\n"))
				break
			}
		}
	}
}
