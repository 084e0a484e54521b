package words

import (
	"encoding/json"
	"fmt"
)

// Texts contains the texts of a language by the English ones.
type Texts map[string]Forms

// Forms are the plural forms of a text. A text without a number, or of a language with one form, has only Other.
type Forms struct{ One, Other string }

// of returns the form for a number: English and German have two forms, Chinese and Japanese one.
func (f Forms) of(n int) string {
	if n == 1 && f.One != "" {
		return f.One
	}
	return f.Other
}

// Parse parses the translations of a language: an object whose values are texts, or objects with
// the forms "one" and "other" of texts that depend on a number.
func Parse(data []byte) (Texts, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return nil, err
	}
	texts := make(Texts, len(all))
	for key, raw := range all {
		var f Forms
		if err := json.Unmarshal(raw, &f.Other); err != nil {
			var forms map[string]string
			if err := json.Unmarshal(raw, &forms); err != nil {
				return nil, fmt.Errorf("%q is neither a text nor forms of one", key)
			}
			f = Forms{One: forms["one"], Other: forms["other"]}
		}
		texts[key] = f
	}
	return texts, nil
}
