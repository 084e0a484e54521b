package project

import (
	"bytes"
	"context"
	"encoding/json"
)

// JSON returns JSON in which each string is redacted separately, because a secret may be escaped in
// JSON, and the result must stay valid. Strings for which safe returns true are unchanged; it may
// be nil. It returns the context's error, or why src is not JSON.
func (r *Redacting) JSON(ctx context.Context, src []byte, safe func(string) bool) ([]byte, error) {
	out := make([]byte, 0, len(src))
	for i := 0; i < len(src); {
		if src[i] != '"' {
			out = append(out, src[i])
			i++
			continue
		}
		end := i + 1
		for end < len(src) && src[end] != '"' {
			if src[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end+1, len(src))
		var old string
		if err := json.Unmarshal(src[i:end], &old); err != nil {
			return nil, err
		}
		new := old
		if safe == nil || !safe(old) {
			var err error
			if new, err = r.Text(ctx, "", old); err != nil {
				return nil, err
			}
		}
		if new == old {
			out = append(out, src[i:end]...)
		} else {
			encoded, err := encodeString(new)
			if err != nil {
				return nil, err
			}
			out = append(out, encoded...)
		}
		i = end
	}
	return out, nil
}

// encodeString returns a string as JSON, without escapes for HTML.
func encodeString(s string) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return nil, err
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}
