package smartcontext

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// MarshalJSON encodes the compatible form, with the items of each depth in order. Its char_count
// is 0, as in the original: each item has its own count.
func (s Snapshot) MarshalJSON() ([]byte, error) {
	items := orderedObject{}
	for _, d := range s.Depths {
		layer := orderedObject{}
		for _, item := range d.Items {
			layer = append(layer, member{item.Path, item})
		}
		items = append(items, member{strconv.Itoa(d.Depth), layer})
	}
	return marshal(orderedObject{
		{"items", items},
		{"skipped_items", newSet(s.Skipped).list},
		{"truncated_items", newSet(s.Truncated).list},
		{"missing_items", newSet(s.Missing).list},
		{"char_count", 0},
	})
}

// orderedObject is a JSON object whose keys keep their order.
type orderedObject []member

type member struct {
	key   string
	value any
}

// MarshalJSON implements [json.Marshaler].
func (o orderedObject) MarshalJSON() ([]byte, error) {
	out := []byte{'{'}
	for i, m := range o {
		if i > 0 {
			out = append(out, ',')
		}
		key, err := marshal(m.key)
		if err != nil {
			return nil, err
		}
		value, err := marshal(m.value)
		if err != nil {
			return nil, err
		}
		out = append(append(append(out, key...), ':'), value...)
	}
	return append(out, '}'), nil
}

// marshal encodes a value without escaping HTML characters.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}
