package editors

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dossier/aggregate/code"
)

// OutlineEntry is a symbol that can become a slice.
type OutlineEntry struct {
	Title      string    // its name in the outline
	Path       string    // its name in a mask, and the tag of its slice
	Kind       code.Kind // empty if unknown
	Depth      int
	Start, End int // its lines, including its doc comment
}

// Outline is the tree of a text's symbols, which can be folded.
type Outline struct {
	entries []OutlineEntry
	keys    []string // by entry: its path, unique
	folded  map[string]bool
	visible []int
	known   bool
	err     error
}

func outlineOf(src string, s *code.Structure) []OutlineEntry {
	lines := code.NewLines(src)
	entries := make([]OutlineEntry, len(s.Symbols))
	for i, sym := range s.Symbols {
		start, end := lines.Of(sym.Whole)
		if !sym.Doc.Empty() {
			doc, _ := lines.Of(sym.Doc)
			start = min(start, doc)
		}
		entries[i] = OutlineEntry{Title: s.Title(i), Path: sym.Path, Kind: sym.Kind, Depth: sym.Depth, Start: start, End: end}
	}
	return entries
}

// Set replaces the symbols. Collapsed symbols stay collapsed.
func (o *Outline) Set(entries []OutlineEntry, err error) {
	o.entries, o.err, o.known = entries, err, true
	o.keys = make([]string, len(entries))
	seen := map[string]int{}
	for i, e := range entries {
		key := fmt.Sprintf("%d %s", e.Depth, e.Path)
		seen[key]++
		o.keys[i] = key + " " + strconv.Itoa(seen[key])
	}
	if o.folded == nil {
		o.folded = map[string]bool{}
	}
	o.layout()
}

func (o *Outline) layout() {
	o.visible = o.visible[:0]
	hidden := -1 // depth of the folded entry above, or -1
	for i, e := range o.entries {
		if hidden >= 0 && e.Depth > hidden {
			continue
		}
		hidden = -1
		o.visible = append(o.visible, i)
		if o.folded[o.keys[i]] {
			hidden = e.Depth
		}
	}
}

// Known reports whether the search for symbols has ended, and Err why there are none.
func (o *Outline) Known() bool { return o.known }

// Err returns why the file has no symbols.
func (o *Outline) Err() error { return o.err }

// Total returns the number of symbols.
func (o *Outline) Total() int { return len(o.entries) }

// Len returns the number of visible symbols.
func (o *Outline) Len() int { return len(o.visible) }

// Entry returns a visible symbol.
func (o *Outline) Entry(i int) OutlineEntry { return o.entries[o.visible[i]] }

// Key identifies a visible symbol independently of its position.
func (o *Outline) Key(i int) string { return o.keys[o.visible[i]] }

// Find returns the visible symbol with a key, or -1.
func (o *Outline) Find(key string) int {
	return slices.IndexFunc(o.visible, func(i int) bool { return o.keys[i] == key })
}

// Parent returns the visible symbol that contains a symbol, or -1.
func (o *Outline) Parent(i int) int {
	for k := i - 1; k >= 0; k-- {
		if o.Entry(k).Depth < o.Entry(i).Depth {
			return k
		}
	}
	return -1
}

// Foldable reports whether a visible symbol contains others, and whether they are folded.
func (o *Outline) Foldable(i int) (foldable, folded bool) {
	at := o.visible[i]
	return at+1 < len(o.entries) && o.entries[at+1].Depth > o.entries[at].Depth, o.folded[o.keys[at]]
}

// Fold collapses or expands a symbol.
func (o *Outline) Fold(i int, fold bool) {
	o.folded[o.Key(i)] = fold
	o.layout()
}

// named returns the symbols that match a name: exact matches first, then, ignoring case, equal
// names, prefixes and substrings.
func (o *Outline) named(name string) []Target {
	folded := strings.ToLower(name)
	var ranked [4][]Target
	for _, e := range o.entries {
		own := e.Title[strings.LastIndexByte(e.Title, '.')+1:]
		title, whole := strings.ToLower(own), strings.ToLower(e.Path)
		rank := -1
		switch {
		case own == name || e.Path == name:
			rank = 0
		case title == folded || whole == folded:
			rank = 1
		case strings.HasPrefix(title, folded) || strings.HasPrefix(whole, folded):
			rank = 2
		case strings.Contains(whole, folded):
			rank = 3
		}
		if rank >= 0 {
			ranked[rank] = append(ranked[rank], Target{First: e.Start, Last: e.End})
		}
	}
	return slices.Concat(ranked[:]...)
}
