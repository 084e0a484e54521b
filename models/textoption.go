package models

import (
	"fmt"
	"slices"
	"strings"
)

// TextOption changes the text of files in the document.
type TextOption string

// Text options.
const (
	LineNumbers       TextOption = "line-numbers"          // each line of a file begins with its number
	WithoutComments   TextOption = "without-comments"      // except documentation comments
	WithoutDocs       TextOption = "without-documentation" // documentation comments
	WithoutBlankLines TextOption = "without-blank-lines"   // in code
	ShortData         TextOption = "short-data"            // long base64 data is shortened
	NameGenerated     TextOption = "name-generated"        // only the names of generated and minified files
)

// TextOptions returns all text options in menu order.
func TextOptions() []TextOption {
	return []TextOption{LineNumbers, WithoutComments, WithoutDocs, WithoutBlankLines, ShortData, NameGenerated}
}

// WithTextOption returns a list of text options with one of them switched on or off, in menu
// order. The result is not nil.
func WithTextOption(list []TextOption, option TextOption, on bool) []TextOption {
	out := []TextOption{}
	for _, o := range TextOptions() {
		if o == option && on || o != option && slices.Contains(list, o) {
			out = append(out, o)
		}
	}
	return out
}

// TextOf returns the text options of an entry: its own, or else those of the composition.
func (c Composition) TextOf(entry FileItem) []TextOption {
	if entry.Text != nil {
		return entry.Text
	}
	return c.Text
}

// ViewOptions returns a composition with only the settings of c that determine how files are shown.
func (c Composition) ViewOptions() Composition {
	return Composition{Strategy: c.Strategy, SummaryOnly: c.SummaryOnly, Format: c.Format, Text: c.Text}
}

// NoTextOptions is the name of an empty list of text options.
const NoTextOptions = "none"

// ParseTextOptions parses names of text options, separated by commas, or [NoTextOptions]. The result
// is not nil unless there is an error.
func ParseTextOptions(names string) ([]TextOption, error) {
	if names == NoTextOptions {
		return []TextOption{}, nil
	}
	list := strings.Split(names, ",")
	for i := range list {
		list[i] = strings.TrimSpace(list[i])
	}
	options, unknown := textOptionsOf(list)
	if options == nil {
		return nil, fmt.Errorf("there is no text option %q; the options are %s, or %s", unknown, strings.Join(TextOptionNames(TextOptions()), ", "), NoTextOptions)
	}
	return options, nil
}

// textOptionsOf returns the options with some names, in menu order, or nil and the first unknown name.
func textOptionsOf(names []string) (options []TextOption, unknown string) {
	options = []TextOption{}
	for _, name := range names {
		if !slices.Contains(TextOptions(), TextOption(name)) {
			return nil, name
		}
		options = WithTextOption(options, TextOption(name), true)
	}
	return options, ""
}

// TextOptionNames returns the stored form of text options: their names.
func TextOptionNames[T ~string](list []T) []string {
	names := make([]string, len(list))
	for i, o := range list {
		names[i] = string(o)
	}
	return names
}

// textOptions reads a list of text options in menu order. It returns nil if the key is missing.
func (f form) textOptions(key string) []TextOption {
	if _, ok := f.table[key]; !ok {
		return nil
	}
	options, _ := textOptionsOf(f.strings(key))
	if options == nil {
		f.fail(key, "must contain only "+strings.Join(TextOptionNames(TextOptions()), ", "))
	}
	return options
}
