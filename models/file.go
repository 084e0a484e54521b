package models

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ViewMode says how much of a file stands in the document.
type ViewMode string

// The view modes of the seed. The zero value reads as [Full].
const (
	Full     ViewMode = "full"     // the text as it is
	Summary  ViewMode = "summary"  // what the file is for, in a few lines
	Skeleton ViewMode = "skeleton" // the source without the bodies of functions
	Outline  ViewMode = "outline"  // one line a symbol
	Masked   ViewMode = "masked"   // the symbols that AstMask names
	Custom   ViewMode = "custom"   // the slices
	None     ViewMode = "none"     // the heading alone
)

// ViewModes lists the view modes in the order of menus.
func ViewModes() []ViewMode {
	return []ViewMode{Full, Skeleton, Outline, Summary, Masked, Custom, None}
}

// MaskMode says how much of one symbol stands in a masked file.
type MaskMode string

// The mask modes of the seed.
const (
	MaskDef  MaskMode = "def"  // the whole definition with its doc comment
	MaskSig  MaskMode = "sig"  // the signature with its doc comment
	MaskHide MaskMode = "hide" // nothing
)

// FileItem is one entry of a composition: a file, a folder or a glob, and how much
// of each file is shown. Use [NewFileItem]: the zero value shows nothing, because
// AutoAggregate is true by default.
type FileItem struct {
	Path           string              // slash-separated, relative to the project's files; absolute paths need the person's leave
	AutoAggregate  bool                // false lists the file in the result and keeps it out of the document
	ForceFull      bool                // full text, whatever the view mode and the strategy say
	ViewMode       ViewMode            // never empty once parsed
	Selected       bool                // read and kept; the window has a selection of its own
	AstSignatures  bool                // a full file shows its skeleton
	AstDefinitions bool                // a full file shows its top-level definitions
	AstMask        map[string]MaskMode // by symbol path; used when ViewMode is Masked
	CustomSlices   []Slice             // used when ViewMode is Custom, and out of focus
	InjectedAt     *float64            // Unix seconds of the last time it was sent; set in snapshots only
	MaxBytes       int64               // the size limit of this file; 0 is the project's
	Proposed       bool                // a proposal of Fit added it or set its view; false once the user changes it
	Extra          map[string]any      // unknown keys, kept
	Problem        string              // why the entry names no file, as in a [FieldError]; empty when it does
}

// NewFileItem returns the entry that a bare path stands for.
func NewFileItem(path string) FileItem {
	return FileItem{Path: path, AutoAggregate: true, ViewMode: Full}
}

// ParseFileItem reads an entry from a string or a table. key is where it stood.
func ParseFileItem(key string, v any) (FileItem, error) {
	var found report
	item := parseFileItem(key, v, &found)
	return item, found.err()
}

func parseFileItem(key string, v any, found *report) FileItem {
	nameless := func(problem string) FileItem {
		found.errs = append(found.errs, &FieldError{key, problem})
		item := NewFileItem("")
		item.Problem = problem
		return item
	}
	switch v := v.(type) {
	case string:
		if v == "" {
			return nameless("must not be an empty path")
		}
		return NewFileItem(v)
	case map[string]any, Fields:
	default:
		return nameless("must be a path or a table, not " + kindOf(v))
	}
	f := newForm(key, v, found)
	var name string
	problem := problemIn(key, found, func() {
		n := len(found.errs)
		if name = f.str("path", ""); name == "" && len(found.errs) == n {
			f.fail("path", "must not be empty")
		}
	})
	item := FileItem{
		Path:           name,
		Problem:        problem,
		AutoAggregate:  f.boolean("auto_aggregate", true),
		ForceFull:      f.boolean("force_full", false),
		ViewMode:       choice(f, "view_mode", Full, ViewModes()),
		Selected:       f.boolean("selected", false),
		AstSignatures:  f.boolean("ast_signatures", false),
		AstDefinitions: f.boolean("ast_definitions", false),
		InjectedAt:     f.number("injected_at"),
		MaxBytes:       f.integer("max_bytes", 0, 0),
		Proposed:       f.boolean("proposed", false),
	}
	mask := f.sub("ast_mask")
	for _, symbol := range mask.keys() {
		if item.AstMask == nil {
			item.AstMask = map[string]MaskMode{}
		}
		item.AstMask[symbol] = choice(mask, symbol, MaskDef, []MaskMode{MaskDef, MaskSig, MaskHide})
	}
	for i, s := range f.list("custom_slices") {
		item.CustomSlices = append(item.CustomSlices, parseSlice(ElementKey(f.key("custom_slices"), i), s, found))
	}
	item.Extra = f.rest()
	return item
}

// broken reports whether the entry names no file, or one of its slices no lines.
func (it FileItem) broken() bool {
	return it.Problem != "" || slices.ContainsFunc(it.CustomSlices, func(s Slice) bool { return s.Problem != "" })
}

// Bare reports whether the path alone says all there is to say.
func (it FileItem) Bare() bool { return len(it.Fields()) == 1 }

// Fields returns the stored form; what equals the default is left out.
func (it FileItem) Fields() Fields {
	var w writer
	w.add("path", it.Path)
	w.addIf(!it.AutoAggregate, "auto_aggregate", false)
	w.addIf(it.ForceFull, "force_full", true)
	w.addIf(it.ViewMode != Full && it.ViewMode != "", "view_mode", string(it.ViewMode))
	w.addIf(it.Selected, "selected", true)
	w.addIf(it.AstSignatures, "ast_signatures", true)
	w.addIf(it.AstDefinitions, "ast_definitions", true)
	if len(it.AstMask) > 0 {
		var mask writer
		for _, symbol := range slices.Sorted(maps.Keys(it.AstMask)) {
			mask.add(symbol, string(it.AstMask[symbol]))
		}
		w.add("ast_mask", mask.fields)
	}
	if len(it.CustomSlices) > 0 {
		list := make([]any, len(it.CustomSlices))
		for i, s := range it.CustomSlices {
			list[i] = s.value()
		}
		w.add("custom_slices", list)
	}
	if it.InjectedAt != nil {
		w.add("injected_at", *it.InjectedAt)
	}
	w.addIf(it.MaxBytes != 0, "max_bytes", it.MaxBytes)
	w.addIf(it.Proposed, "proposed", true)
	return w.rest(it.Extra)
}

// Clone returns a copy that shares nothing that can change.
func (it FileItem) Clone() FileItem {
	it.AstMask = maps.Clone(it.AstMask)
	it.CustomSlices = slices.Clone(it.CustomSlices)
	for i, s := range it.CustomSlices {
		it.CustomSlices[i].AnchorLines = slices.Clone(s.AnchorLines)
		it.CustomSlices[i].Extra = maps.Clone(s.Extra)
		if table, ok := s.Written.(map[string]any); ok {
			it.CustomSlices[i].Written = maps.Clone(table)
		}
	}
	if it.InjectedAt != nil {
		at := *it.InjectedAt
		it.InjectedAt = &at
	}
	it.Extra = maps.Clone(it.Extra)
	return it
}

// MarshalJSON writes the stored form.
func (it FileItem) MarshalJSON() ([]byte, error) { return it.Fields().MarshalJSON() }

// UnmarshalJSON reads a string or an object.
func (it *FileItem) UnmarshalJSON(data []byte) error {
	return readJSON(it, data, "file", ParseFileItem)
}

// Slice is a range of lines of a file, with what finds it again when the file has
// changed. Lines count from 1 and both ends belong to it.
type Slice struct {
	StartLine   int
	EndLine     int
	Tag         string         // empty: none
	Comment     string         // empty: none
	ContentHash string         // "sha256:" and the hex of the lines joined by \n; empty when written by hand
	AnchorLines []string       // the lines around and at both ends
	Extra       map[string]any // unknown keys, kept
	// Problem says why it is not known which lines these are, by the key: start_line is
	// missing. The lines are then those that could be read, or 0. It is empty for all
	// others.
	Problem string
	Written any // what stands there where Problem is set
}

func parseSlice(key string, v any, found *report) Slice {
	const start, end = "start_line", "end_line"
	var f form
	var s Slice
	s.Problem = problemIn(key, found, func() {
		f = newForm(key, v, found)
		if v == nil {
			f.fail("", "must be a table, not nothing")
		}
		s.StartLine, s.EndLine = int(f.integer(start, 1, 0)), int(f.integer(end, 1, 0))
		for _, needed := range []string{start, end} {
			if _, ok := f.table[needed]; !ok && f.table != nil {
				f.fail(needed, "is missing")
			}
		}
		if s.StartLine > 0 && s.EndLine > 0 && s.EndLine < s.StartLine {
			f.fail(end, fmt.Sprintf("%d lies before start_line %d", s.EndLine, s.StartLine))
		}
	})
	s.Tag = f.str("tag", "")
	s.Comment = f.str("comment", "")
	s.ContentHash = f.str("content_hash", "")
	s.AnchorLines = f.strings("anchor_lines")
	if s.Problem != "" {
		s.Written = plainValue(v)
	}
	if s.ContentHash != "" && !strings.HasPrefix(s.ContentHash, "sha256:") {
		f.fail("content_hash", "must begin with sha256:")
	}
	s.Extra = f.rest()
	return s
}

// Fields returns the stored form.
func (s Slice) Fields() Fields {
	var w writer
	if s.Problem == "" {
		w.add("start_line", int64(s.StartLine))
		w.add("end_line", int64(s.EndLine))
	} else {
		written, _ := s.Written.(map[string]any)
		for _, key := range []string{"start_line", "end_line"} {
			if v, ok := written[key]; ok {
				w.add(key, ordered(v))
			}
		}
	}
	w.addIf(s.Tag != "", "tag", s.Tag)
	w.addIf(s.Comment != "", "comment", s.Comment)
	w.addIf(s.ContentHash != "", "content_hash", s.ContentHash)
	w.addStrings("anchor_lines", s.AnchorLines)
	return w.rest(s.Extra)
}

// value returns what stands in the list: Fields, or what was no table when it was read.
func (s Slice) value() any {
	if _, table := s.Written.(map[string]any); s.Problem != "" && !table {
		return s.Written
	}
	return s.Fields()
}

// MarshalJSON writes the stored form.
func (s Slice) MarshalJSON() ([]byte, error) { return s.Fields().MarshalJSON() }

// UnmarshalJSON reads an object.
func (s *Slice) UnmarshalJSON(data []byte) error {
	v, err := fromJSON(data)
	if err != nil {
		return err
	}
	var found report
	*s = parseSlice("slice", v, &found)
	return found.err()
}
