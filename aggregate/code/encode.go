package code

import (
	"encoding/binary"
	"errors"
	"slices"
)

// encodingVersion begins the encoding of a structure. If it differs, the source is parsed again.
const encodingVersion = 3

// errEncoding reports an invalid encoding.
var errEncoding = errors.New("not a structure of this version")

// Append appends the encoding of s to b: variable-length numbers in field order.
func (s *Structure) Append(b []byte) []byte {
	w := writer{b: append(b, encodingVersion)}
	w.bool(s.Broken)
	w.int(len(s.Failed))
	for _, span := range s.Failed {
		w.span(span)
	}
	w.int(len(s.Packages))
	for _, name := range s.Packages {
		w.string(name)
	}
	w.int(len(s.Imports))
	for _, in := range s.Imports {
		w.string(in.Name)
		w.span(in.Written)
	}
	w.int(len(s.Cuts))
	at := 0
	for _, c := range s.Cuts {
		w.int(c.Start - at)
		w.int(c.Len())
		w.string(c.Text)
		at = c.End
	}
	w.int(len(s.Symbols))
	kinds := Kinds()
	for i := range s.Symbols {
		sym := &s.Symbols[i]
		w.int(slices.Index(kinds, sym.Kind) + 1)
		w.string(sym.Name)
		w.string(sym.Path)
		w.int(sym.Depth)
		w.int(sym.Parent + 1)
		w.bool(sym.Rescued)
		for _, span := range []Span{sym.Node, sym.Whole, sym.Doc, sym.Group.Span, sym.Group.Members, sym.Head, sym.Fold.Span} {
			w.span(span)
		}
		w.string(sym.Fold.Text)
		w.int(len(sym.Own))
		for _, span := range sym.Own {
			w.span(span)
		}
	}
	return w.b
}

// Read decodes the structure of a source of size bytes. Every span in the result is within the
// source, even if the data is invalid.
func Read(b []byte, size int) (*Structure, error) {
	if len(b) == 0 || b[0] != encodingVersion {
		return nil, errEncoding
	}
	r := reader{b: b[1:], size: size}
	s := &Structure{Broken: r.int(1) == 1}
	for range r.count() {
		s.Failed = append(s.Failed, r.span())
	}
	for range r.count() {
		s.Packages = append(s.Packages, r.string())
	}
	s.Imports = make([]Import, r.count())
	for i := range s.Imports {
		s.Imports[i] = Import{Name: r.string(), Written: r.span()}
	}
	s.Cuts = make([]Cut, r.count())
	at := 0
	for i := range s.Cuts {
		start := at + r.int(size)
		s.Cuts[i].Span = r.checkedSpan(start, r.int(size))
		s.Cuts[i].Text = r.string()
		at = s.Cuts[i].End
	}
	s.Symbols = make([]Symbol, r.count())
	kinds := Kinds()
	for i := range s.Symbols {
		sym := &s.Symbols[i]
		if kind := r.int(len(kinds)); kind > 0 {
			sym.Kind = kinds[kind-1]
		} else {
			r.failed = true
		}
		sym.Name, sym.Path = r.string(), r.string()
		sym.Depth, sym.Parent = r.int(i), r.int(i)-1
		sym.Rescued = r.int(1) == 1
		sym.Node, sym.Whole, sym.Doc = r.span(), r.span(), r.span()
		sym.Group.Span, sym.Group.Members = r.span(), r.span()
		sym.Head, sym.Fold.Span = r.span(), r.span()
		sym.Fold.Text = r.string()
		for range r.count() {
			sym.Own = append(sym.Own, r.span())
		}
	}
	if r.failed || len(r.b) > 0 {
		return nil, errEncoding
	}
	return s, nil
}

type writer struct{ b []byte }

func (w *writer) int(n int) { w.b = binary.AppendUvarint(w.b, uint64(max(0, n))) }

func (w *writer) bool(v bool) {
	if v {
		w.int(1)
	} else {
		w.int(0)
	}
}

func (w *writer) span(s Span) {
	w.int(s.Start)
	w.int(s.Len())
}

func (w *writer) string(s string) {
	w.int(len(s))
	w.b = append(w.b, s...)
}

// reader reads numbers. After the first error all numbers are zero.
type reader struct {
	b      []byte
	size   int // of the source
	failed bool
}

// int reads a number up to most.
func (r *reader) int(limit int) int {
	n, width := binary.Uvarint(r.b)
	if r.failed || width <= 0 || n > uint64(max(0, limit)) {
		r.failed = true
		return 0
	}
	r.b = r.b[width:]
	return int(n)
}

// count reads the number of elements that follow, each of at least one byte.
func (r *reader) count() int { return r.int(len(r.b)) }

func (r *reader) string() string {
	n := r.int(len(r.b))
	if n > len(r.b) {
		r.failed = true
		return ""
	}
	s := string(r.b[:n])
	r.b = r.b[n:]
	return s
}

func (r *reader) span() Span { return r.checkedSpan(r.int(r.size), r.int(r.size)) }

func (r *reader) checkedSpan(start, length int) Span {
	if start+length > r.size {
		r.failed = true
		return Span{}
	}
	return Span{start, start + length}
}
