package models

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
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
	equal := func(a, b FileItem) bool { return reflect.DeepEqual(a.Fields(), b.Fields()) }
	from, left := pair(old, new, path, equal, anyway)
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
// unpaired indices of old. Candidates have the same name; the rules in same are tried in order,
// and then the first candidate is used. No element of old is paired twice.
func pair[T any, K comparable](old, new []T, name func(T) K, same ...func(a, b T) bool) (from, left []int) {
	byName := map[K][]int{}
	for j, v := range old {
		byName[name(v)] = append(byName[name(v)], j)
	}
	from = make([]int, len(new))
	for i := range from {
		from[i] = -1
	}
	taken := make([]bool, len(old))
	for _, same := range same {
		for i, v := range new {
			for _, j := range byName[name(v)] {
				if from[i] < 0 && !taken[j] && same(old[j], v) {
					from[i], taken[j] = j, true
				}
			}
		}
	}
	for j := range old {
		if !taken[j] {
			left = append(left, j)
		}
	}
	return from, left
}

func anyway[T any](T, T) bool { return true }

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
	equal := func(a, b Screenshot) bool { return reflect.DeepEqual(a.Fields(), b.Fields()) }
	from, left := pair(old, new, func(s Screenshot) string { return s.Path }, equal, anyway)
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
	old, next := previous.Fields(), new.Fields()
	for _, key := range keysOf(old, next) {
		switch a, b := old.Get(key), next.Get(key); {
		case key == "ast_mask":
			out = append(out, compareMasks(previous.AstMask, new.AstMask)...)
		case key == "custom_slices":
			out = append(out, compareSlices(previous.CustomSlices, new.CustomSlices)...)
		case !reflect.DeepEqual(a, b):
			out = append(out, SettingDiff{key, a, b})
		}
	}
	return out
}

// compareFields returns the different settings of two tables.
func compareFields(old, new Fields) []SettingDiff {
	var out []SettingDiff
	for _, key := range keysOf(old, new) {
		if a, b := old.Get(key), new.Get(key); !reflect.DeepEqual(a, b) {
			out = append(out, SettingDiff{key, a, b})
		}
	}
	return out
}

// keysOf returns the keys of both, in order.
func keysOf(a, b Fields) []string {
	var keys []string
	for _, f := range slices.Concat(a, b) {
		if !slices.Contains(keys, f.Key) {
			keys = append(keys, f.Key)
		}
	}
	return keys
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
	equal := func(a, b Slice) bool { return reflect.DeepEqual(a.Fields(), b.Fields()) }
	from, left := pair(old, new, name, equal, anyway)
	var out []SettingDiff
	add := func(old, new any) { out = append(out, SettingDiff{"custom_slices", old, new}) }
	for i, s := range new {
		if from[i] < 0 {
			add(nil, s.Fields())
		} else if !equal(old[from[i]], s) {
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
