package models

import (
	"maps"
)

// Screenshot is an entry of the screenshots: an image, or a pattern that matches several.
type Screenshot struct {
	Path    string         // slash-separated, relative to the project's screenshots, or absolute; may be a glob
	Caption string         // shown below the image; empty if there is none
	Extra   map[string]any // unknown keys, preserved
}

// ParseScreenshot parses an entry from a string or a table. key is its path.
func ParseScreenshot(key string, v any) (Screenshot, error) {
	var found report
	s := parseScreenshot(key, v, &found)
	return s, found.err()
}

func parseScreenshot(key string, v any, found *report) Screenshot {
	var s Screenshot
	switch v := v.(type) {
	case string:
		s.Path = v
	case map[string]any, Fields:
		f := newForm(key, v, found)
		s = Screenshot{Path: f.str("path", ""), Caption: f.str("caption", ""), Extra: f.rest()}
	default:
		found.errs = append(found.errs, &FieldError{key, "must be a path or a table, not " + kindOf(v)})
		return s
	}
	if s.Path == "" {
		found.errs = append(found.errs, &FieldError{key, "must not be an empty path"})
	}
	return s
}

// screenshots parses a list of screenshots without the entries that have no path.
func (f form) screenshots(key string) []Screenshot {
	return elements(f, key, func(i int, v any) (Screenshot, bool) {
		s := parseScreenshot(ElementKey(f.key(key), i), v, f.found)
		return s, s.Path != ""
	})
}

// Bare reports whether the entry has no properties except its path.
func (s Screenshot) Bare() bool { return s.Caption == "" && len(s.Extra) == 0 }

// Fields returns the stored form as a table.
func (s Screenshot) Fields() Fields {
	var w writer
	w.add("path", s.Path)
	w.addIf(s.Caption != "", "caption", s.Caption)
	return w.rest(s.Extra)
}

// Value returns the stored value: the path if it is bare, else Fields.
func (s Screenshot) Value() any {
	if s.Bare() {
		return s.Path
	}
	return s.Fields()
}

// MarshalJSON encodes the stored form.
func (s Screenshot) MarshalJSON() ([]byte, error) { return s.Fields().MarshalJSON() }

// UnmarshalJSON decodes a string or an object.
func (s *Screenshot) UnmarshalJSON(data []byte) error {
	return readJSON(s, data, "screenshot", ParseScreenshot)
}

// Clone returns a deep copy.
func (s Screenshot) Clone() Screenshot {
	s.Extra = maps.Clone(s.Extra)
	return s
}

// screenshotValues returns the stored form of a list.
func screenshotValues(list []Screenshot) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s.Value()
	}
	return out
}
