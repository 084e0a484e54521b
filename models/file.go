package models

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// ViewMode is how much of a file is shown in the document.
type ViewMode string

// View modes. The zero value means [Full].
const (
	Full     ViewMode = "full"     // the complete text
	Summary  ViewMode = "summary"  // the purpose of the file in a few lines
	Skeleton ViewMode = "skeleton" // the source without function bodies
	Outline  ViewMode = "outline"  // one line per symbol
	Masked   ViewMode = "masked"   // the symbols in AstMask
	Custom   ViewMode = "custom"   // the slices
	None     ViewMode = "none"     // only the heading
)

// ViewModes returns the view modes in menu order.
func ViewModes() []ViewMode {
	return []ViewMode{Full, Skeleton, Outline, Summary, Masked, Custom, None}
}

// MaskMode is how much of a symbol is shown in a masked file.
type MaskMode string

// Mask modes.
const (
	MaskDef  MaskMode = "def"  // the complete definition with its doc comment
	MaskSig  MaskMode = "sig"  // the signature with its doc comment
	MaskHide MaskMode = "hide" // nothing
)

// FileItem is an entry of a composition: a file, a folder or a glob, and how much of each file is
// shown. Create it with [NewFileItem], because AutoAggregate is true by default.
type FileItem struct {
	Path           string              // slash-separated, relative to the project's files; absolute paths need the user's permission
	AutoAggregate  bool                // false lists the file in the result but excludes it from the document
	ForceFull      bool                // full text, overriding view mode and strategy
	ViewMode       ViewMode            // never empty once parsed
	Selected       bool                // preserved but unused; the window has its own selection
	AstSignatures  bool                // show a full file as its skeleton
	AstDefinitions bool                // show a full file as its top-level definitions
	AstMask        map[string]MaskMode // by symbol path; used if ViewMode is Masked
	CustomSlices   []Slice             // used if ViewMode is Custom, or out of focus
	InjectedAt     *float64            // Unix seconds of the last time it was sent; only in snapshots
	MaxBytes       int64               // the size limit of this file; 0 means the project's
	Text           []TextOption        // of this entry instead of those of the composition; nil means not set
	Proposed       bool                // Fit added it or set its view mode; false once the user changes it
	Extra          map[string]any      // unknown keys, preserved
	Problem        string              // why the entry names no file, as in a [FieldError]; empty if it does
}

// NewFileItem returns the entry for a bare path.
func NewFileItem(path string) FileItem {
	return FileItem{Path: path, AutoAggregate: true, ViewMode: Full}
}

// ParseFileItem parses an entry from a string or a table. key is its path.
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
		Text:           f.textOptions("text"),
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

// broken reports whether the entry names no file, or a slice has no lines.
func (it FileItem) broken() bool {
	return it.Problem != "" || slices.ContainsFunc(it.CustomSlices, func(s Slice) bool { return s.Problem != "" })
}

// Bare reports whether the entry has no properties except its path.
func (it FileItem) Bare() bool { return len(it.Fields()) == 1 }

// Fields returns the stored form, without default values.
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
	if it.Text != nil {
		w.add("text", anyList(TextOptionNames(it.Text)))
	}
	w.addIf(it.Proposed, "proposed", true)
	return w.rest(it.Extra)
}

// Clone returns a deep copy.
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
	it.Text = slices.Clone(it.Text)
	if it.InjectedAt != nil {
		at := *it.InjectedAt
		it.InjectedAt = &at
	}
	it.Extra = maps.Clone(it.Extra)
	return it
}

// MarshalJSON encodes the stored form.
func (it FileItem) MarshalJSON() ([]byte, error) { return it.Fields().MarshalJSON() }

// UnmarshalJSON decodes a string or an object.
func (it *FileItem) UnmarshalJSON(data []byte) error {
	return readJSON(it, data, "file", ParseFileItem)
}

// Slice is a range of lines of a file, with data for locating it after the file has changed.
// Lines are counted from 1, inclusive.
type Slice struct {
	StartLine   int
	EndLine     int
	Tag         string         // empty if there is none
	Comment     string         // empty if there is none
	ContentHash string         // "sha256:" and the hex hash of the lines joined by \n; empty if written by hand
	AnchorLines []string       // lines around and at both ends
	Extra       map[string]any // unknown keys, preserved
	// Problem is why the lines are unknown, beginning with the key: "start_line is missing". The
	// lines are then those that could be parsed, or 0. It is empty for valid slices.
	Problem string
	Written any // the stored value if Problem is set
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
			f.fail(end, fmt.Sprintf("%d is before start_line %d", s.EndLine, s.StartLine))
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

// value returns the stored value: Fields, or the original value if it was not a table.
func (s Slice) value() any {
	if _, table := s.Written.(map[string]any); s.Problem != "" && !table {
		return s.Written
	}
	return s.Fields()
}

// MarshalJSON encodes the stored form.
func (s Slice) MarshalJSON() ([]byte, error) { return s.Fields().MarshalJSON() }

// UnmarshalJSON decodes an object.
func (s *Slice) UnmarshalJSON(data []byte) error {
	v, err := fromJSON(data)
	if err != nil {
		return err
	}
	var found report
	*s = parseSlice("slice", v, &found)
	return found.err()
}
