package tomledit

import (
	"fmt"
	"strings"

	"dossier/models"
)

// Format formats a new document: first values on one line or in a multi-line list, in order, then
// each [Block] and [Blocks] with headers. The result decodes to exactly these values.
func Format(fields models.Fields) ([]byte, error) {
	if s, ok := badText(fields); ok {
		return nil, fmt.Errorf("%q is not valid UTF-8 and cannot be stored in a TOML file", s)
	}
	w := writer{newline: "\n"}
	var b strings.Builder
	var below models.Fields
	for _, f := range fields {
		switch v := f.Value.(type) {
		case Block:
			below = append(below, f)
		case Blocks:
			if len(v) > 0 {
				below = append(below, f)
			}
		default:
			b.WriteString(w.line("", []string{f.Key}, v))
		}
	}
	for _, f := range below {
		if b.Len() > 0 {
			b.WriteString(w.newline)
		}
		switch v := f.Value.(type) {
		case Block:
			b.WriteString(w.block([]string{f.Key}, false, v))
		case Blocks:
			for i, one := range v {
				if i > 0 {
					b.WriteString(w.newline)
				}
				b.WriteString(w.block([]string{f.Key}, true, one))
			}
		}
	}
	return []byte(b.String()), nil
}
