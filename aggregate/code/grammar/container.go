package grammar

import (
	"bytes"
	"slices"

	"dossier/aggregate/code"
)

// maxHeader is the max length of a header in bytes: a line may be a megabyte long.
const maxHeader = 1000

// Container reports whether an offset is the start of the body of a type or a named block, judged
// by the header before it ([Heads]), and returns which. The kind of a block that is not listed is
// "".
func (l *Language) Container(src []byte, at int) (kind code.Kind, name string, ok bool) {
	text := bytes.TrimRight(src[max(0, at-maxHeader):at], " \t\r\n")
	text = text[bytes.LastIndexByte(text, '\n')+1:]
	return l.container(text[bytes.LastIndexAny(text, "{};")+1:])
}

// container parses a one-line header.
func (l *Language) container(header []byte) (kind code.Kind, name string, ok bool) {
	line := slices.Concat(bytes.TrimSpace(header), []byte(" {"))
	if !slices.ContainsFunc(l.heads(), func(h head) bool { return h.isOpen && h.filter.May(line) }) {
		return "", "", false
	}
	s, ok := l.head(line)
	if !ok || s.owner != "" || s.kind != "" && !s.kind.HasMembers() && s.kind != code.Namespace && s.kind != code.Module {
		return "", "", false
	}
	// The body of a function in the header is not that of the container, as in class A extends
	// mixin(() => {. A default value of a type parameter includes what follows: class A<T = B> {.
	rest := bytes.TrimSpace(line[s.name.End : len(line)-1])
	switch count := func(c byte) int { return bytes.Count(rest, []byte{c}) }; {
	case count('(') != count(')'), count('[') != count(']'), bytes.HasSuffix(rest, []byte("=>")), bytes.HasSuffix(rest, []byte("->")):
		return "", "", false
	case bytes.HasSuffix(rest, []byte("=")) && count('<') <= count('>'):
		return "", "", false
	}
	return s.kind, string(line[s.name.Start:s.name.End]), true
}

// open converts a definition that the grammar takes for a function or a value, but whose header
// is that of a container: it is never omitted as a whole. It reports whether it did.
func (l *Language) open(d *Definition) bool {
	if !d.Value.Empty() && isMultiline(d.Src, d.Value) {
		if _, _, ok := l.Container(d.Src, d.Value.Start); ok {
			d.Value = code.Span{}
			return true
		}
	}
	if d.Body.Empty() {
		return false
	}
	kind, name, ok := l.Container(d.Src, d.Body.Start)
	if start := d.Span.Start; !ok && d.Node != nil && start < d.Body.Start {
		header := d.Src[start:min(d.Body.Start, start+maxHeader)]
		kind, name, ok = l.container(bytes.ReplaceAll(header, []byte("\n"), []byte(" ")))
	}
	if !ok {
		return false
	}
	if d.Node != nil && !d.Scope {
		d.Kind, d.Scope, d.Name, d.Owner, d.Members = kind, kind == "", name, "", d.Body
	}
	d.Body, d.BodyText = code.Span{}, ""
	return true
}
