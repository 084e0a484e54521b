// Package words provides the window's texts in the user's language. Keys are the English texts themselves;
// English is complete, and other languages are files next to it. General properties of languages, such as the
// format of numbers, are in package language.
//
// An English text with two meanings has a key for each: a suffix after a bar distinguishes the key of the
// second meaning, as in "none" and "none|tree", and the English file has both without the suffix.
package words

import (
	"embed"
	"fmt"
	"strings"
	"sync/atomic"

	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/language"
	"dossier/ui/session/message"
)

//go:embed translations/*.json
var translations embed.FS

// senseMark separates an English text from its meaning, which is for translators.
const senseMark = "|"

// spoken contains the texts in use: those of the language, then the English ones.
var spoken atomic.Pointer[[]Texts]

// Load loads the English texts. It is called before any text is used; it does nothing if a language is in use.
func Load() error {
	if spoken.Load() != nil {
		return nil
	}
	return Use(language.English())
}

// Use sets the current language. It is called once, before the window is built: visible texts do not change.
func Use(l *language.Language) error {
	own, err := Of(l)
	if err != nil {
		return err
	}
	english, err := Of(language.English())
	if err != nil {
		return err
	}
	language.Use(l)
	SetTexts(own, english)
	return nil
}

// SetTexts sets the texts in use: each text is looked up in the first element that has it.
func SetTexts(texts ...Texts) { spoken.Store(&texts) }

// Of returns the texts of a language.
func Of(l *language.Language) (Texts, error) {
	data, err := translations.ReadFile("translations/" + l.ID + ".json")
	if err != nil {
		return nil, fmt.Errorf("read the texts in %s: %w", l.Name, err)
	}
	texts, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("read the texts in %s: %w", l.Name, err)
	}
	return texts, nil
}

// forms returns the forms of a text in the first language that has it, or the text itself.
func forms(text string) Forms {
	if all := spoken.Load(); all != nil {
		for _, texts := range *all {
			if f, ok := texts[text]; ok {
				return f
			}
		}
	}
	text, _, _ = strings.Cut(text, senseMark)
	return Forms{Other: text}
}

// Say returns a text in the user's language.
func Say(text string) string { return kit.Keys(forms(text).Other) }

// With fills the fields of a text in the user's language.
func With(text string, fields map[string]any) string {
	return kit.Keys(fill(forms(text).Other, fields))
}

// Count returns the form of a text for a number, which is its field N.
func Count(text string, n int) string {
	return kit.Keys(fill(forms(text).of(n), map[string]any{"N": kit.Count(int64(n))}))
}

// CountIfAny returns what [Count] returns in a list, to which others can be appended; it is empty unless n is positive.
func CountIfAny(text string, n int) []string {
	if n <= 0 {
		return nil
	}
	return []string{Count(text, n)}
}

// fill replaces the fields of a text by their values. Fields in a value are not replaced.
func fill(text string, fields map[string]any) string {
	if !strings.Contains(text, "{{.") {
		return text
	}
	pairs := make([]string, 0, 2*len(fields))
	for name, value := range fields {
		pairs = append(pairs, "{{."+name+"}}", fmt.Sprint(value))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// messagePath is the maximum length of a path in a message, in runes.
const messagePath = 56

// Message returns a message in the user's language, followed by its additional messages.
func Message(m message.Message) string {
	text := single(m)
	for _, more := range m.More {
		text += " · " + single(more)
	}
	return text
}

// single returns a message without its additional messages.
func single(m message.Message) string {
	fields := make(map[string]any, len(m.Fields))
	for name, v := range m.Fields {
		switch v := v.(type) {
		case int:
			fields[name] = kit.Count(int64(v))
		case aggregate.Count:
			fields[name] = Tokens(v)
		case message.Term:
			fields[name] = Say(string(v))
		case string:
			if fields[name] = v; name == "Path" {
				fields[name] = kit.ShortenPath(v, messagePath)
			}
		default:
			fields[name] = v
		}
	}
	text := forms(m.Text).Other
	if m.Plural {
		text = forms(m.Text).of(m.N)
	}
	if said := fill(text, fields); !strings.HasPrefix(m.Text, "{{.Problem}}") {
		return said
	}
	return sentence(fill(text, fields))
}
