package chat

import (
	"bytes"
	"cmp"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"time"

	"dossier/aggregate/text"
	"dossier/models"
)

// maxNesting bounds how deep a message is looked for in lists and objects: what is
// deeper is not understood. Each level is read once more, so that without a bound the time
// would grow with the square of the depth.
const maxNesting = 8

// object is a JSON object whose values are read when they are needed.
type object map[string]json.RawMessage

// parseJSON reads an export, or messages as the interfaces of models take them; false
// when it is no JSON, or JSON without a message.
func parseJSON(pasted string) ([]models.Entry, bool) {
	trimmed := strings.TrimSpace(pasted)
	if trimmed[0] != '{' && trimmed[0] != '[' {
		return nil, false
	}
	var values []json.RawMessage // one, or one a line
	for d := json.NewDecoder(strings.NewReader(trimmed)); ; {
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			if len(values) == 0 || d.InputOffset() < int64(len(trimmed)) {
				return nil, false
			}
			break
		}
		values = append(values, v)
	}
	var r reader
	r.list(values, 0)
	return r.entries, r.understood
}

// reader gathers the messages of a value.
type reader struct {
	entries    []models.Entry
	understood bool // whether any was one
}

// value reads a conversation, a list of them, or a list of messages.
func (r *reader) value(v json.RawMessage, depth int) {
	if depth <= maxNesting {
		if list, ok := listOf(v); ok {
			r.list(list, depth+1)
			return
		}
		if o, ok := objectOf(v); ok && (r.conversation(o, depth) || r.message(o, depth)) {
			return
		}
	}
	r.unknown(v)
}

// stringOf, listOf and objectOf read a value of one kind; false when it is of
// another. They look at its first byte, because decoding reads all of it.

func stringOf(v json.RawMessage) (s string, ok bool) {
	ok = begins(v, '"') && json.Unmarshal(v, &s) == nil
	return s, ok
}

func listOf(v json.RawMessage) (list []json.RawMessage, ok bool) {
	ok = begins(v, '[') && json.Unmarshal(v, &list) == nil
	return list, ok
}

func objectOf(v json.RawMessage) (o object, ok bool) {
	ok = begins(v, '{') && json.Unmarshal(v, &o) == nil
	return o, ok
}

func begins(v json.RawMessage, c byte) bool { return len(v) > 0 && v[0] == c }

func (r *reader) list(list []json.RawMessage, depth int) {
	for _, v := range list {
		if s, ok := stringOf(v); ok { // the old shape of a discussion
			r.add(readExcerpt(strings.TrimSpace(s), newNames(nil)))
			continue
		}
		r.value(v, depth)
	}
}

// unknown keeps what is no message.
func (r *reader) unknown(v json.RawMessage) {
	r.entries = append(r.entries, models.Entry{Role: user, Content: indented(v)})
}

func (r *reader) add(e models.Entry) {
	r.entries = append(r.entries, e)
	r.understood = true
}

// conversation reads an object that holds messages.
func (r *reader) conversation(o object, depth int) bool {
	if mapping, ok := o.object("mapping"); ok {
		return r.mapping(mapping, o.text("current_node"), depth)
	}
	for _, key := range []string{"chat_messages", "messages", "conversations", "contents", "history", "entries", "choices"} {
		list, ok := listOf(o[key])
		if !ok {
			continue
		}
		for _, first := range []string{"system", "systemInstruction", "system_instruction"} {
			if content := textOf(o[first], depth); content != "" {
				r.add(models.Entry{Role: system, Content: content})
			}
		}
		r.understood = r.understood || len(list) == 0
		r.list(list, depth+1)
		return true
	}
	return false
}

// mapping reads a conversation of ChatGPT's export: a tree of messages, of which the
// branch that ends at the current one is what was on the screen.
func (r *reader) mapping(nodes object, current string, depth int) bool {
	type node struct {
		Message  object   `json:"message"`
		Parent   string   `json:"parent"`
		Children []string `json:"children"`
	}
	read := func(id string) (n node, ok bool) {
		raw, ok := nodes[id]
		return n, ok && json.Unmarshal(raw, &n) == nil
	}
	if _, ok := nodes[current]; !ok {
		// Any leaf: the one of the last message.
		type leaf struct {
			id string
			at float64
		}
		var leaves []leaf
		for id := range nodes {
			if n, ok := read(id); ok && len(n.Children) == 0 {
				leaves = append(leaves, leaf{id, n.Message.number("create_time")})
			}
		}
		if len(leaves) == 0 {
			return false
		}
		current = slices.MaxFunc(leaves, func(a, b leaf) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) }).id
	}
	var branch []object
	seen := map[string]bool{}
	for id := current; !seen[id]; {
		seen[id] = true
		n, ok := read(id)
		if !ok {
			break
		}
		if n.Message != nil {
			branch = append(branch, n.Message)
		}
		id = n.Parent
	}
	for _, m := range slices.Backward(branch) {
		meta, _ := m.object("metadata")
		var hidden bool
		_ = json.Unmarshal(meta["is_visually_hidden_from_conversation"], &hidden)
		if !hidden && (textOf(m["content"], depth) != "" || m.role() == user) {
			r.message(m, depth)
		}
	}
	return true
}

// message reads one message.
func (r *reader) message(o object, depth int) bool {
	role := o.role()
	if role == "" {
		if inner, ok := o.object("message"); ok && inner.role() != "" { // one of a log, or of an answer
			if inner.when().IsZero() {
				for _, key := range timeKeys() {
					if inner[key] == nil {
						inner[key] = o[key]
					}
				}
			}
			return r.message(inner, depth+1)
		}
		return false
	}
	var parts []string
	found := false
	for _, key := range []string{"content", "parts", "text", "value", "message", "body"} {
		v, ok := o[key]
		if !ok {
			continue
		}
		found = true
		if content := textOf(v, depth); content != "" {
			parts = append(parts, content)
			break // another key says the same again
		}
	}
	for _, key := range []string{"tool_calls", "function_call"} {
		if v := o[key]; len(v) > 0 && string(v) != "null" {
			parts = append(parts, indented(v))
			found = true
		}
	}
	if !found {
		return false
	}
	r.add(models.Entry{Role: role, Content: strings.Join(parts, "\n\n"), Time: o.when()})
	return true
}

// role returns who speaks, by the names of this program; empty when the object does not
// say.
func (o object) role() string {
	name := ""
	for _, key := range []string{"role", "author", "sender", "from", "speaker"} {
		if inner, ok := o.object(key); ok {
			name = inner.text("role")
		} else {
			name = o.text(key)
		}
		if name != "" {
			break
		}
	}
	switch strings.ToLower(name) {
	case "user", "human":
		return user
	case "assistant", "ai", "model", "bot", "gpt", "chatgpt", "claude":
		return ai
	case "system", "developer":
		return system
	case "tool", "function", "ipython":
		return tool
	}
	return name
}

func timeKeys() []string { return []string{"time", "created_at", "create_time", "timestamp"} }

// when returns the time of a message: a text by RFC 3339, or seconds, or milliseconds.
func (o object) when() time.Time {
	for _, key := range timeKeys() {
		if t, err := time.Parse(time.RFC3339Nano, o.text(key)); err == nil {
			return t.UTC().Truncate(time.Second)
		}
		n := o.number(key)
		if n >= 1e11 {
			n /= 1000
		}
		if n > 0 && n < 1e11 {
			return time.Unix(int64(math.Floor(n)), 0).UTC()
		}
	}
	return time.Time{}
}

func (o object) text(key string) string {
	s, _ := stringOf(o[key])
	return s
}

func (o object) number(key string) float64 {
	var n float64
	if v := o[key]; len(v) > 0 && (v[0] == '-' || v[0] >= '0' && v[0] <= '9') {
		_ = json.Unmarshal(v, &n)
	}
	return n
}

func (o object) object(key string) (object, bool) { return objectOf(o[key]) }

// textOf returns the text of a content: a string, or parts of which those that are no
// text stand as JSON.
func textOf(v json.RawMessage, depth int) string {
	if len(v) == 0 || string(v) == "null" {
		return ""
	}
	if s, ok := stringOf(v); ok {
		return s
	}
	if depth > maxNesting {
		return indented(v)
	}
	if list, ok := listOf(v); ok {
		var parts []string
		for _, e := range list {
			if part := textOf(e, depth+1); part != "" {
				parts = append(parts, part)
			}
		}
		return strings.Join(parts, "\n\n")
	}
	o, ok := objectOf(v)
	if !ok {
		return string(v)
	}
	switch kind := o.text("type"); kind {
	case "", "text", "input_text", "output_text", "thinking", "reasoning":
		for _, key := range []string{"text", "parts", "content", "thinking"} {
			if inner, ok := o[key]; ok {
				return textOf(inner, depth+1)
			}
		}
	case "tool_result":
		return textOf(o["content"], depth+1)
	}
	return indented(v)
}

// indented returns JSON for a reader, in a fence.
func indented(v json.RawMessage) string {
	var b bytes.Buffer
	if json.Indent(&b, v, "", "  ") != nil {
		b.Write(v)
	}
	ticks := text.Fence(b.String())
	return ticks + "json\n" + b.String() + "\n" + ticks
}
