package yaml

import (
	"bytes"
	"fmt"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Listed levels, not counting documents.
const (
	allLevels = 2 // of keys with any value
	maxLevels = 4
)

// outline selects the listed entries.
type outline struct {
	src     []byte
	entries []entry
	about   []about // by entry
}

// about is information on an entry derived from its children.
type about struct {
	name, kind string // of an item or a document
	first      int    // index of its first key, or 0
	named      bool   // one of its items has a name
}

// structure returns the structure with the listed entries of a source.
func structure(src []byte, entries []entry) *code.Structure {
	o := outline{src, entries, make([]about, len(entries))}
	documents := o.describe()
	s := &code.Structure{}
	below := make([]int, len(entries)) // the level of an entry's children, or -1 if it is not listed
	for i, e := range entries {
		listed := documents > 1 && o.about[i].first > 0
		if e.role != document {
			level := below[e.parent]
			below[i] = level + 1
			if listed = level >= 0 && o.lists(i, level); !listed {
				below[i] = -1
			}
		}
		if listed {
			s.Symbols = append(s.Symbols, o.symbol(i))
		}
	}
	s.Finish(nil)
	return s
}

// describe computes about and returns the number of documents with keys.
func (o *outline) describe() (documents int) {
	for i, e := range o.entries {
		if e.role != key {
			continue
		}
		in := &o.about[e.parent]
		if in.first == 0 {
			in.first = i // no key is entry 0, because it is in a document
		}
		outer := o.entries[e.parent]
		switch {
		case e.value == "":
		case outer.role == document && e.name == "kind":
			in.kind = e.value
		case outer.role != key && (e.name == "name" || e.name == "id" && in.name == ""):
			in.name = e.value
			if outer.parent >= 0 {
				o.about[outer.parent].named = true
			}
		case outer.name == "metadata" && e.name == "name" && o.entries[outer.parent].role == document:
			o.about[outer.parent].name = e.value // a Kubernetes object
		}
	}
	for i, e := range o.entries {
		if e.role == document && o.about[i].first > 0 {
			documents++
			if o.about[i].name == "" && o.about[i].kind == "" {
				o.about[i].name = fmt.Sprintf("document %d", documents)
			}
		}
	}
	return documents
}

// lists reports whether an item or a key is listed at a level.
func (o *outline) lists(i, level int) bool {
	e, a := &o.entries[i], o.about[i]
	outer := &o.entries[e.parent]
	switch {
	case level >= maxLevels || e.role == key && (strings.TrimSpace(e.name) == "" || e.name == "<<"):
		return false
	case e.role == item:
		return a.first > 0 && (outer.role == document || o.about[e.parent].named)
	}
	return a.first > 0 || a.named || level < allLevels && outer.role != item
}

// symbol returns the symbol of an entry.
func (o *outline) symbol(i int) code.Symbol {
	e, a := o.entries[i], o.about[i]
	sym := code.Symbol{Kind: code.Key, Name: e.name, Node: e.span, Whole: e.span, Head: e.span}
	text := " ..."
	switch e.role {
	case document:
		sym.Kind, sym.Name = code.Module, strings.TrimSpace(a.kind+" "+a.name)
		first := o.entries[a.first].span.Start
		sym.Head.End = first + o.lineEnd(first, e.span.End)
		text = "\n..."
	case item:
		sym.Head.End = e.span.Start + o.lineEnd(e.span.Start, e.span.End)
		if sym.Name = a.name; sym.Name == "" {
			at := o.entries[a.first].span.Start // possibly on the next line
			first, _, _ := bytes.Cut(o.src[at:at+o.lineEnd(at, e.span.End)], []byte(" #"))
			sym.Name = string(first)
		}
		text = "\n" + strings.Repeat(" ", e.column+len("- ")) + "..."
	case key:
		if bytes.IndexByte(o.src[e.span.Start:e.span.End], '\n') >= 0 {
			sym.Head.End = e.head
		}
		sym.Doc = o.docAbove(e)
	}
	sym.Name = grammar.OneLine(sym.Name)
	if rest := (code.Span{Start: sym.Head.End, End: e.span.End}); !rest.Empty() {
		sym.Fold = code.Cut{Span: rest, Text: text}
	}
	return sym
}

// lineEnd returns the end of a line or of a span, whichever is first.
func (o *outline) lineEnd(start, end int) int {
	line, _, _ := bytes.Cut(o.src[start:end], []byte("\n"))
	return len(bytes.TrimRight(line, " \t\r"))
}

// docAbove returns the comment above a key, without more deeply indented lines, which belong to
// the entry above.
func (o *outline) docAbove(e entry) code.Span {
	doc := grammar.HashComments.Above(o.src, e.span.Start)
	for !doc.Empty() {
		column := doc.Start - 1 - bytes.LastIndexByte(o.src[:doc.Start], '\n')
		if column <= e.column {
			break
		}
		next := bytes.IndexByte(o.src[doc.Start:doc.End], '\n')
		if next < 0 {
			return code.Span{}
		}
		doc = grammar.Trimmed(o.src, code.Span{Start: doc.Start + next, End: doc.End})
	}
	return doc
}
