package models

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// MaxLinkDepth is the max number of links followed from a context's items.
const MaxLinkDepth = 64

// MaxTemplate is the max size of each part of a template in bytes.
const MaxTemplate = 64 << 10

// WrapDepth is the depth of the template around a whole context.
const WrapDepth = -1

// LinkOptions are the options of a smart context. Nil values are not set; 0, false and an empty
// list are set. The stored form is compatible with the original tool.
type LinkOptions struct {
	LinkDepth        *int     // 0 to [MaxLinkDepth]
	Inlinks          *bool    // follow links in both directions
	IncludeInlinks   *bool    // alias of Inlinks
	ExcludedHeadings []string // patterns of headings whose sections are excluded
	MaxLen           *int     // max code points of each item with its template, and of the whole with its wrapper; 0 means no limit
	TotalMaxLen      *int     // max code points of all items, and of the whole; 0 means no limit
	// Templates enclose the items of a depth, or at [WrapDepth] the whole context.
	Templates map[int]LinkTemplate
	Extra     map[string]any // unknown keys, preserved
}

// LinkTemplate is the text around an item, with the placeholders {{ITEM_PATH}}, {{ITEM_NAME}},
// {{ITEM_EXT}} and {{ITEM_DEPTH}}; around a whole context, {{FILE_TREE}}.
type LinkTemplate struct{ Before, After string }

// DefaultLinkOptions returns the defaults of options that are not set.
func DefaultLinkOptions() LinkOptions {
	zero, no := 0, false
	return LinkOptions{
		LinkDepth: &zero, Inlinks: &no, ExcludedHeadings: []string{}, MaxLen: &zero, TotalMaxLen: &zero,
		Templates: map[int]LinkTemplate{},
	}
}

// Depth returns the number of links to follow.
func (o LinkOptions) Depth() int { return min(or(o.LinkDepth, 0), MaxLinkDepth) }

// WithInlinks reports whether links are followed in both directions.
func (o LinkOptions) WithInlinks() bool { return or(o.Inlinks, false) || or(o.IncludeInlinks, false) }

// Limits returns the max code points of an item and of all items; 0 means no limit.
func (o LinkOptions) Limits() (each, total int) { return or(o.MaxLen, 0), or(o.TotalMaxLen, 0) }

func or[T any](p *T, absent T) T {
	if p == nil {
		return absent
	}
	return *p
}

// WithDefaults returns o with the options that are not set taken from below; templates are merged by
// depth. Unknown keys are those of o.
func (o LinkOptions) WithDefaults(below LinkOptions) LinkOptions {
	out := o.Clone()
	below = below.Clone()
	if out.LinkDepth == nil {
		out.LinkDepth = below.LinkDepth
	}
	no := false
	switch { // two names of one option: the nearer one overrides the other
	case o.Inlinks != nil:
	case o.IncludeInlinks != nil && !*o.IncludeInlinks:
		out.Inlinks = &no
	default:
		out.Inlinks = below.Inlinks
	}
	if o.Inlinks == nil && o.IncludeInlinks == nil {
		out.IncludeInlinks = below.IncludeInlinks
	}
	if out.ExcludedHeadings == nil {
		out.ExcludedHeadings = below.ExcludedHeadings
	}
	if out.MaxLen == nil {
		out.MaxLen = below.MaxLen
	}
	if out.TotalMaxLen == nil {
		out.TotalMaxLen = below.TotalMaxLen
	}
	if below.Templates != nil {
		maps.Copy(below.Templates, out.Templates)
		out.Templates = below.Templates
	}
	return out
}

// Clone returns a deep copy.
func (o LinkOptions) Clone() LinkOptions {
	o.LinkDepth, o.MaxLen, o.TotalMaxLen = clonePtr(o.LinkDepth), clonePtr(o.MaxLen), clonePtr(o.TotalMaxLen)
	o.Inlinks, o.IncludeInlinks = clonePtr(o.Inlinks), clonePtr(o.IncludeInlinks)
	o.ExcludedHeadings, o.Templates = slices.Clone(o.ExcludedHeadings), maps.Clone(o.Templates)
	o.Extra = maps.Clone(o.Extra)
	return o
}

func clonePtr[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// ParseLinkOptions parses the stored form.
func ParseLinkOptions(key string, v any) (LinkOptions, error) {
	var found report
	f := newForm(key, v, &found)
	o := parseLinkOptions(f)
	o.Extra = f.rest()
	return o, found.err()
}

// parseLinkOptions parses everything except unknown keys.
func parseLinkOptions(f form) LinkOptions {
	o := LinkOptions{
		LinkDepth:        optionalInt(f, "link_depth", MaxLinkDepth),
		Inlinks:          optionalBool(f, "inlinks"),
		IncludeInlinks:   optionalBool(f, "include_inlinks"),
		ExcludedHeadings: f.strings("excluded_headings"),
		MaxLen:           optionalInt(f, "max_len", 1<<31-1),
		TotalMaxLen:      optionalInt(f, "total_max_len", 1<<31-1),
	}
	if _, ok := f.take("templates"); ok {
		o.Templates = parseLinkTemplates(f.sub("templates"))
	}
	return o
}

// ParseLinkTemplates parses templates by depth from JSON: {"-1": {"before": "", "after": ""},
// "0": …}.
func ParseLinkTemplates(data []byte) (map[int]LinkTemplate, error) {
	v, err := fromJSON(data)
	if err != nil {
		return nil, err
	}
	var found report
	f := newForm("templates", v, &found)
	out := parseLinkTemplates(f)
	for _, unknown := range found.unknown {
		found.errs = append(found.errs, &FieldError{unknown.Key(), "is not one of " + strings.Join(unknown.Known, ", ")})
	}
	return out, found.err()
}

func parseLinkTemplates(f form) map[int]LinkTemplate {
	out := map[int]LinkTemplate{}
	for _, key := range f.keys() {
		depth, err := strconv.Atoi(key)
		if err != nil || depth < WrapDepth || depth > MaxLinkDepth || strconv.Itoa(depth) != key {
			f.fail(key, fmt.Sprintf("must be a depth from 0 to %d, or %d for the text around all items", MaxLinkDepth, WrapDepth))
			continue
		}
		t := f.sub(key)
		out[depth] = LinkTemplate{templateText(t, "before"), templateText(t, "after")}
		t.rest()
	}
	return out
}

func templateText(f form, key string) string {
	s := f.str(key, "")
	if len(s) > MaxTemplate {
		f.fail(key, fmt.Sprintf("must have at most %d bytes, not %d", MaxTemplate, len(s)))
		return ""
	}
	return s
}

func optionalInt(f form, key string, most int) *int {
	if _, ok := f.take(key); !ok {
		return nil
	}
	n := f.integer(key, 0, -1)
	switch {
	case n < 0:
		return nil // the error has been reported
	case n > int64(most):
		f.fail(key, fmt.Sprintf("must be at most %d, not %d", most, n))
		return nil
	}
	whole := int(n)
	return &whole
}

func optionalBool(f form, key string) *bool {
	if _, ok := f.take(key); !ok {
		return nil
	}
	b := f.boolean(key, false)
	return &b
}

// LinkOptionKeys returns the keys of the stored form.
func LinkOptionKeys() []string {
	return []string{"link_depth", "inlinks", "include_inlinks", "excluded_headings", "max_len", "total_max_len", "templates"}
}

// Fields returns the stored form.
func (o LinkOptions) Fields() Fields {
	w := o.known()
	return w.rest(o.Extra)
}

func (o LinkOptions) known() writer {
	var w writer
	addPointer(&w, "link_depth", o.LinkDepth)
	addPointer(&w, "inlinks", o.Inlinks)
	addPointer(&w, "include_inlinks", o.IncludeInlinks)
	w.addStrings("excluded_headings", o.ExcludedHeadings)
	addPointer(&w, "max_len", o.MaxLen)
	addPointer(&w, "total_max_len", o.TotalMaxLen)
	if o.Templates != nil {
		var templates writer
		for _, depth := range slices.Sorted(maps.Keys(o.Templates)) {
			t := o.Templates[depth]
			templates.add(strconv.Itoa(depth), Fields{{"before", t.Before}, {"after", t.After}})
		}
		w.add("templates", templates.form())
	}
	return w
}

// addPointer adds a value that is set, as int64 or bool.
func addPointer[T int | bool](w *writer, key string, p *T) {
	if p == nil {
		return
	}
	switch v := any(*p).(type) {
	case int:
		w.add(key, int64(v))
	default:
		w.add(key, v)
	}
}

// form returns the fields; an empty form is an empty table.
func (w *writer) form() Fields {
	if w.fields == nil {
		return Fields{}
	}
	return w.fields
}

// MarshalJSON encodes the stored form.
func (o LinkOptions) MarshalJSON() ([]byte, error) { return o.Fields().MarshalJSON() }

// UnmarshalJSON decodes an object.
func (o *LinkOptions) UnmarshalJSON(data []byte) error {
	return readJSON(o, data, "options", ParseLinkOptions)
}
