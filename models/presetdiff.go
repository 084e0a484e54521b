package models

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// PresetDiff is the difference between two presets, old and new. It does not include names and
// unknown keys.
type PresetDiff struct {
	Added       []FileItem      `json:"added,omitempty"`   // entries of new, in its order
	Removed     []FileItem      `json:"removed,omitempty"` // entries of old, in its order
	Changed     []EntryDiff     `json:"changed,omitempty"` // entries of both, in the order of new
	Moved       bool            `json:"moved,omitempty"`   // the common entries are in a different order
	Screenshots ScreenshotsDiff `json:"screenshots,omitzero"`
	Instruction *SettingDiff    `json:"instruction,omitempty"` // nil if equal
	Prompts     *SettingDiff    `json:"prompts,omitempty"`     // nil if equal
	Description *SettingDiff    `json:"description,omitempty"` // nil if equal
	Notes       *SettingDiff    `json:"notes,omitempty"`       // nil if equal, ignoring order
	Format      *SettingDiff    `json:"format,omitempty"`      // nil if equal
	Text        *SettingDiff    `json:"text,omitempty"`        // nil if equal
	Git         *SettingDiff    `json:"git,omitempty"`         // nil if equal; each value is one line
}

// EntryDiff is an entry with different settings in two presets.
type EntryDiff struct {
	Path     string        `json:"path"`
	Settings []SettingDiff `json:"settings"` // not empty
}

// SettingDiff is a setting with both values in stored form; nil means the default. Key is that of
// the file; each symbol of a mask is a separate setting, as in ast_mask.Login, and so is each
// slice, as custom_slices.
type SettingDiff struct {
	Key string `json:"key"`
	Old any    `json:"was"`
	New any    `json:"now"`
}

// ScreenshotsDiff is the difference between two lists of screenshots.
type ScreenshotsDiff struct {
	Added   []string    `json:"added,omitempty"`
	Removed []string    `json:"removed,omitempty"`
	Changed []EntryDiff `json:"changed,omitempty"` // with different captions
	Moved   bool        `json:"moved,omitempty"`
}

// Same reports whether there is no difference.
func (d ScreenshotsDiff) Same() bool {
	return len(d.Added)+len(d.Removed)+len(d.Changed) == 0 && !d.Moved
}

// Texts returns the differences of the settings that are one text each, in the order of lists.
func (d PresetDiff) Texts() []SettingDiff {
	var out []SettingDiff
	for _, s := range []*SettingDiff{d.Instruction, d.Prompts, d.Description, d.Notes, d.Format, d.Text, d.Git} {
		if s != nil {
			out = append(out, *s)
		}
	}
	return out
}

// Same reports whether there is no difference.
func (d PresetDiff) Same() bool {
	return d.SameContent() && d.Description == nil
}

// SameContent reports whether both presets produce the same document, ignoring their
// descriptions.
func (d PresetDiff) SameContent() bool {
	return len(d.Added)+len(d.Removed)+len(d.Changed) == 0 && !d.Moved && d.Screenshots.Same() && d.Instruction == nil && d.Prompts == nil && d.Notes == nil && d.Format == nil && d.Text == nil && d.Git == nil
}

// ComparePresets returns the difference between two presets. Entries with the same path are
// paired if they are equal, and the others in order.
func ComparePresets(old, new Preset) PresetDiff {
	var d PresetDiff
	for _, field := range presetFields {
		field.compare(&d, &old, &new)
	}
	return d
}

func compareFiles(d *PresetDiff, old, new []FileItem) {
	path := func(item FileItem) string { return item.Path }
	from, left := pair(old, new, path, FileItem.Fields)
	for i, item := range new {
		if from[i] < 0 {
			d.Added = append(d.Added, item)
		} else if settings := compareEntries(old[from[i]], item); len(settings) > 0 {
			d.Changed = append(d.Changed, EntryDiff{item.Path, settings})
		}
	}
	for _, i := range left {
		d.Removed = append(d.Removed, old[i])
	}
	d.Moved = !rising(from)
}

// pair returns, for each element of new, the index of its counterpart in old, or -1, and the
// unpaired indices of old. Counterparts have the same name: first the elements whose stored form is
// equal are paired, each with the first that remains, and then the others in order. No element of
// old is paired twice.
func pair[T any, K comparable](old, new []T, name func(T) K, fields func(T) Fields) (from, left []int) {
	from = make([]int, len(new))
	for i := range from {
		from[i] = -1
	}
	taken := make([]bool, len(old))
	// A file from elsewhere can have thousands of elements of one name, so that no element may be
	// compared with each of them.
	pairBy := func(key func(T) any) {
		remaining := map[any][]int{}
		for j, v := range old {
			if !taken[j] {
				remaining[key(v)] = append(remaining[key(v)], j)
			}
		}
		for i, v := range new {
			if from[i] >= 0 {
				continue
			}
			k := key(v)
			if list := remaining[k]; len(list) > 0 {
				from[i], taken[list[0]], remaining[k] = list[0], true, list[1:]
			}
		}
	}
	type element struct {
		name K
		form string
	}
	pairBy(func(v T) any { return element{name(v), string(appendForm(nil, fields(v)))} })
	pairBy(func(v T) any { return name(v) })
	for j := range old {
		if !taken[j] {
			left = append(left, j)
		}
	}
	return from, left
}

// appendForm appends a text of a stored value, which is different for different values.
func appendForm(b []byte, v any) []byte {
	switch v := v.(type) {
	case Fields:
		b = append(b, '{')
		for _, f := range v {
			b = append(appendForm(strconv.AppendQuote(b, f.Key), f.Value), ',')
		}
		return append(b, '}')
	case map[string]any:
		b = append(b, '(')
		for _, key := range slices.Sorted(maps.Keys(v)) {
			b = append(appendForm(strconv.AppendQuote(b, key), v[key]), ',')
		}
		return append(b, ')')
	case []any:
		b = append(b, '[')
		for _, e := range v {
			b = append(appendForm(b, e), ',')
		}
		return append(b, ']')
	case string:
		return strconv.AppendQuote(b, v)
	}
	return fmt.Appendf(b, "%T %v", v, v)
}

// rising reports whether the common elements have the same order.
func rising(from []int) bool {
	last := -1
	for _, i := range from {
		if i >= 0 && i < last {
			return false
		}
		last = max(last, i)
	}
	return true
}

func compareScreenshots(old, new []Screenshot) ScreenshotsDiff {
	from, left := pair(old, new, func(s Screenshot) string { return s.Path }, Screenshot.Fields)
	var d ScreenshotsDiff
	for i, s := range new {
		if from[i] < 0 {
			d.Added = append(d.Added, s.Path)
		} else if settings := compareFields(old[from[i]].Fields(), s.Fields()); len(settings) > 0 {
			d.Changed = append(d.Changed, EntryDiff{s.Path, settings})
		}
	}
	for _, i := range left {
		d.Removed = append(d.Removed, old[i].Path)
	}
	d.Moved = !rising(from)
	return d
}

func compareTexts(key, old, new string) *SettingDiff {
	if old == new {
		return nil
	}
	return &SettingDiff{key, orNil(old), orNil(new)}
}

// compareChoices compares two lists, ignoring order; nil is no choice.
func compareChoices[T ~string](key string, old, new []T) *SettingDiff {
	if (old == nil) == (new == nil) && slices.Equal(slices.Sorted(slices.Values(old)), slices.Sorted(slices.Values(new))) {
		return nil
	}
	choice := func(list []T) any {
		if list == nil {
			return nil
		}
		return anyList(TextOptionNames(list))
	}
	return &SettingDiff{key, choice(old), choice(new)}
}

func orNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// compareEntries returns the different settings of two entries with one path.
func compareEntries(previous, new FileItem) []SettingDiff {
	var out []SettingDiff
	for _, s := range joinFields(previous.Fields(), new.Fields()) {
		switch {
		case s.Key == "ast_mask":
			out = append(out, compareMasks(previous.AstMask, new.AstMask)...)
		case s.Key == "custom_slices":
			out = append(out, compareSlices(previous.CustomSlices, new.CustomSlices)...)
		case !reflect.DeepEqual(s.Old, s.New):
			out = append(out, s)
		}
	}
	return out
}

// compareFields returns the different settings of two tables.
func compareFields(old, new Fields) []SettingDiff {
	return slices.DeleteFunc(joinFields(old, new), func(s SettingDiff) bool { return reflect.DeepEqual(s.Old, s.New) })
}

// joinFields returns the values of all keys of both tables, in order.
func joinFields(old, new Fields) []SettingDiff {
	out := make([]SettingDiff, 0, len(old)+len(new))
	at := make(map[string]int, len(old))
	for i, f := range old {
		at[f.Key] = i
		out = append(out, SettingDiff{f.Key, f.Value, nil})
	}
	for _, f := range new {
		if i, ok := at[f.Key]; ok {
			out[i].New = f.Value
		} else {
			out = append(out, SettingDiff{f.Key, nil, f.Value})
		}
	}
	return out
}

func compareMasks(old, new map[string]MaskMode) []SettingDiff {
	all := maps.Clone(old)
	if all == nil {
		all = map[string]MaskMode{}
	}
	maps.Copy(all, new)
	var out []SettingDiff
	for _, symbol := range slices.Sorted(maps.Keys(all)) {
		if old[symbol] != new[symbol] {
			out = append(out, SettingDiff{JoinKey("ast_mask", symbol), orNil(string(old[symbol])), orNil(string(new[symbol]))})
		}
	}
	return out
}

// compareSlices pairs equal slices, then those with the same tag, or without tags and with the
// same start.
func compareSlices(old, new []Slice) []SettingDiff {
	name := func(s Slice) any {
		if s.Tag != "" {
			return s.Tag
		}
		return s.StartLine
	}
	from, left := pair(old, new, name, Slice.Fields)
	var out []SettingDiff
	add := func(old, new any) { out = append(out, SettingDiff{"custom_slices", old, new}) }
	for i, s := range new {
		if from[i] < 0 {
			add(nil, s.Fields())
		} else if !reflect.DeepEqual(old[from[i]].Fields(), s.Fields()) {
			add(old[from[i]].Fields(), s.Fields())
		}
	}
	for _, i := range left {
		add(old[i].Fields(), nil)
	}
	if len(out) == 0 && !rising(from) {
		add(sliceForms(old), sliceForms(new))
	}
	return out
}

func sliceForms(list []Slice) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s.Fields()
	}
	return out
}

// String returns a short description of the setting: its key and both values.
func (d SettingDiff) String() string {
	return fmt.Sprintf("%s %s → %s", d.Key, settingText(d.Old), settingText(d.New))
}

// Value returns what the setting is now, for display.
func (d SettingDiff) Value() string { return settingText(d.New) }

// settingText returns a value for display; "–" is the default. A slice is shown as its lines and
// its tag.
func settingText(v any) string {
	switch v := v.(type) {
	case nil:
		return "–"
	case Fields:
		if start, end := v.Get("start_line"), v.Get("end_line"); start != nil && end != nil {
			text := fmt.Sprintf("lines %v-%v", start, end)
			if tag, ok := v.Get("tag").(string); ok {
				text += " " + tag
			}
			return text
		}
	case []any:
		texts := make([]string, len(v))
		for i, e := range v {
			texts[i] = settingText(e)
		}
		return strings.Join(texts, ", ")
	}
	return fmt.Sprint(v)
}
