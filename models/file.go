package models

import (
	"errors"
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

// ParseViewMode reads a view mode; the empty string is [Full].
func ParseViewMode(s string) (ViewMode, error) {
	if s == "" {
		return Full, nil
	}
	if m := ViewMode(s); slices.Contains(ViewModes(), m) {
		return m, nil
	}
	return "", errors.New("view mode " + unknownWord(s, ViewModes()))
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
	Extra          map[string]any      // unknown keys, kept
}

// NewFileItem returns the entry that a bare path stands for.
func NewFileItem(path string) FileItem {
	return FileItem{Path: path, AutoAggregate: true, ViewMode: Full}
}

// ParseFileItem reads an entry from a string or a table. key is where it stood.
func ParseFileItem(key string, v any) (FileItem, error) {
	var errs []error
	item := parseFileItem(key, v, &errs)
	return item, errors.Join(errs...)
}

func parseFileItem(key string, v any, errs *[]error) FileItem {
	switch v := v.(type) {
	case string:
		if v == "" {
			*errs = append(*errs, &FieldError{key, "must not be an empty path"})
		}
		return NewFileItem(v)
	case map[string]any, Fields:
	default:
		*errs = append(*errs, &FieldError{key, "must be a path or a table, not " + kindOf(v)})
		return NewFileItem("")
	}
	f := newForm(key, v, errs)
	item := FileItem{
		Path:           f.str("path", ""),
		AutoAggregate:  f.boolean("auto_aggregate", true),
		ForceFull:      f.boolean("force_full", false),
		ViewMode:       choice(f, "view_mode", Full, ViewModes()),
		Selected:       f.boolean("selected", false),
		AstSignatures:  f.boolean("ast_signatures", false),
		AstDefinitions: f.boolean("ast_definitions", false),
		InjectedAt:     f.number("injected_at"),
		MaxBytes:       f.integer("max_bytes", 0, 0),
	}
	if item.Path == "" && f.table != nil {
		f.fail("path", "must not be empty")
	}
	mask := f.sub("ast_mask")
	for _, symbol := range mask.keys() {
		if item.AstMask == nil {
			item.AstMask = map[string]MaskMode{}
		}
		item.AstMask[symbol] = choice(mask, symbol, MaskDef, []MaskMode{MaskDef, MaskSig, MaskHide})
	}
	for i, s := range f.list("custom_slices") {
		item.CustomSlices = append(item.CustomSlices, parseSlice(ElementKey(f.key("custom_slices"), i), s, errs))
	}
	item.Extra = f.rest()
	return item
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
			list[i] = s.Fields()
		}
		w.add("custom_slices", list)
	}
	if it.InjectedAt != nil {
		w.add("injected_at", *it.InjectedAt)
	}
	w.addIf(it.MaxBytes != 0, "max_bytes", it.MaxBytes)
	return w.rest(it.Extra)
}

// Clone returns a copy that shares nothing that can change.
func (it FileItem) Clone() FileItem {
	it.AstMask = maps.Clone(it.AstMask)
	it.CustomSlices = slices.Clone(it.CustomSlices)
	for i, s := range it.CustomSlices {
		it.CustomSlices[i].AnchorLines = slices.Clone(s.AnchorLines)
		it.CustomSlices[i].Extra = maps.Clone(s.Extra)
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
	v, err := fromJSON(data)
	if err != nil {
		return err
	}
	*it, err = ParseFileItem("file", v)
	return err
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
}

func parseSlice(key string, v any, errs *[]error) Slice {
	f := newForm(key, v, errs)
	s := Slice{
		StartLine:   int(f.integer("start_line", 1, 0)),
		EndLine:     int(f.integer("end_line", 1, 0)),
		Tag:         f.str("tag", ""),
		Comment:     f.str("comment", ""),
		ContentHash: f.str("content_hash", ""),
		AnchorLines: f.strings("anchor_lines"),
	}
	if s.StartLine > 0 && s.EndLine > 0 && s.EndLine < s.StartLine {
		f.fail("end_line", fmt.Sprintf("%d lies before start_line %d", s.EndLine, s.StartLine))
	}
	for _, needed := range []string{"start_line", "end_line"} {
		if _, ok := f.table[needed]; !ok && f.table != nil {
			f.fail(needed, "is missing")
		}
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
	w.add("start_line", int64(s.StartLine))
	w.add("end_line", int64(s.EndLine))
	w.addIf(s.Tag != "", "tag", s.Tag)
	w.addIf(s.Comment != "", "comment", s.Comment)
	w.addIf(s.ContentHash != "", "content_hash", s.ContentHash)
	w.addStrings("anchor_lines", s.AnchorLines)
	return w.rest(s.Extra)
}

// MarshalJSON writes the stored form.
func (s Slice) MarshalJSON() ([]byte, error) { return s.Fields().MarshalJSON() }

// UnmarshalJSON reads an object.
func (s *Slice) UnmarshalJSON(data []byte) error {
	v, err := fromJSON(data)
	if err != nil {
		return err
	}
	var errs []error
	*s = parseSlice("slice", v, &errs)
	return errors.Join(errs...)
}
