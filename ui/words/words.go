// Package words are the window's words in the user's language. Keys are the English texts
// themselves; English is complete, and other languages are files beside it.
package words

import (
	"embed"
	"sync"

	"fyne.io/fyne/v2/lang"

	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/session/message"
)

//go:embed translations
var translations embed.FS

// Load makes the words known. It is called before any is said; further calls do nothing.
func Load() error { return load() }

var load = sync.OnceValue(func() error { return lang.AddTranslationsFS(translations, "translations") })

// Say returns a text in the user's language.
func Say(text string) string { return kit.Keys(lang.L(text)) }

// With fills the fields of a text in the user's language.
func With(text string, fields map[string]any) string { return kit.Keys(lang.L(text, fields)) }

// Count chooses the form of a text for a number, which is its field N.
func Count(text string, n int) string {
	return lang.N(text, n, map[string]any{"N": kit.Count(int64(n))})
}

// messagePath is as much of a path as a message has room for, in runes.
const messagePath = 56

// Message returns a message in the user's language, with those that follow it.
func Message(m message.Message) string {
	text := single(m)
	for _, more := range m.More {
		text += " · " + single(more)
	}
	return text
}

// single returns a message without those that follow it.
func single(m message.Message) string {
	fields := make(map[string]any, len(m.Fields))
	for name, v := range m.Fields {
		switch v := v.(type) {
		case int:
			fields[name] = kit.Count(int64(v))
		case aggregate.Count:
			fields[name] = Tokens(v)
		case string:
			if fields[name] = v; name == "Path" {
				fields[name] = kit.ShortenPath(v, messagePath)
			}
		default:
			fields[name] = v
		}
	}
	if m.Plural {
		return lang.N(m.Text, m.N, fields)
	}
	return lang.L(m.Text, fields)
}
