package javascript

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// plain returns a name without its quotes, on one line.
func plain(name string) string {
	text := name
	if n := len(name); n > 2 && (name[0] == '"' || name[0] == '\'') && name[n-1] == name[0] {
		text = name[1 : n-1]
	}
	words := strings.Join(strings.Fields(text), " ")
	if words == "" {
		words = strings.Join(strings.Fields(name), "")
	}
	return words
}

// isComponent reports whether a name is that of a React component or hook: Button, useButton.
// They are recognized by their names.
func isComponent(name string) bool {
	if rest, ok := strings.CutPrefix(name, "use"); ok {
		name = rest
	}
	first, size := utf8.DecodeRuneInString(name)
	return unicode.IsUpper(first) && strings.IndexFunc(name[size:], unicode.IsLower) >= 0
}

// isInterface reports whether a name is used for the interface of a component, which is never
// elided.
func isInterface(name string) bool {
	switch name {
	case "props", "emits", "propTypes":
		return true
	}
	return false
}
