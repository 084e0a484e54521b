package chat

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/aggregate/markdown"
	"dossier/models"
)

// maxNesting bounds how deep a message is looked for in lists and objects: what is
// deeper is not understood. Each level is read once more, so that without a bound the time
// would grow with the square of the depth.
const maxNesting = 8

// looksJSON matches the beginning of what can only be meant as JSON.
var looksJSON = regexp.MustCompile(`^\s*(\{\s*["}]|\[\s*(\{|\[|"|\]\s*$))`)

// readJSON reads an export, or messages as the interfaces of models take them; false
// when the text is none, and not meant to be JSON either.
func readJSON(text string, n names) (Chat, bool) {
	first := strings.TrimLeft(text, " \t\r\n")
	meant := looksJSON.MatchString(first)
	if !meant && !strings.Contains(text, "\n{") {
		return Chat{}, false
	}
	values, bad := decode(text)
	if !meant && len(bad) == 0 {
		return Chat{}, false
	}
	r := reader{names: n}
	r.list(values, 0)
	switch {
	case r.messages > 0, len(bad) == 0 && len(r.chats) > 0:
	case !meant, len(bad) > 0 && len(values) > 0:
		return Chat{}, false // text that begins as JSON does
	}
	r.unknown = append(r.unknown, bad...)
	return r.chat(text), true
}

// reader gathers the conversations of a value.
type reader struct {
	names    names
	chats    []*begun // in the order in which they begin
	open     *begun   // takes the next message; nil before the first
	added    int      // entries
	messages int      // those of them that are objects
	unknown  []damage
	since    int // the entries before the last of unknown
}

// begun is a conversation that is being read.
type begun struct {
	Conversation
	at    int
	holds bool // conversations, and not only messages
}

// begin begins a conversation, which takes the messages until end is called.
func (r *reader) begin(o object, at int) (end func()) {
	outer := r.open
	if outer != nil {
		outer.holds = true
	}
	r.open = &begun{Conversation: Conversation{Title: o.title(), Time: o.when()}, at: at}
	r.chats = append(r.chats, r.open)
	return func() { r.open = outer }
}

func (r *reader) add(e models.Entry, at int) {
	if r.open == nil {
		r.begin(nil, at)
	}
	r.open.Entries = append(r.open.Entries, e)
	r.added++
}

// chat returns what was read, with the lines of the text.
func (r *reader) chat(text string) Chat {
	var c Chat
	lines := lineCounter{text: text}
	for _, one := range r.chats {
		if one.holds && len(one.Entries) == 0 {
			continue // a list of conversations
		}
		one.Line = lines.of(one.at)
		for _, e := range one.Entries {
			if one.Time.IsZero() {
				one.Time = e.Time
			}
		}
		one.Number = len(c.Conversations) + 1
		c.Conversations = append(c.Conversations, one.Conversation)
	}
	slices.SortStableFunc(r.unknown, func(a, b damage) int { return a.at - b.at })
	lines = lineCounter{text: text}
	for _, d := range r.unknown {
		c.Unknown = append(c.Unknown, Unknown{lines.of(d.at), lines.of(max(d.at, d.end-1)), d.problem})
	}
	return c
}

// lineCounter says in which line a byte stands. It counts on from the last one that it
// was asked for.
type lineCounter struct {
	text     string
	at, line int
}

func (c *lineCounter) of(at int) int {
	if at < c.at {
		c.at, c.line = 0, 0
	}
	c.line += strings.Count(c.text[c.at:at], "\n")
	c.at = at
	return c.line + 1
}

// value reads a conversation, a list of them, or a list of messages.
func (r *reader) value(v value, depth int) {
	if depth <= maxNesting {
		if list, ok := v.list(); ok {
			r.list(list, depth+1)
			return
		}
		if o, ok := v.object(); ok && (r.conversation(o, v.at, depth) || r.message(o, v.at, depth)) {
			return
		}
	}
	r.skip(v, depth)
}

func (r *reader) list(list []value, depth int) {
	for _, v := range list {
		if s, ok := v.text(); ok { // the old shape of a discussion
			r.add(readExcerpt(strings.TrimSpace(s), r.names), v.at)
			continue
		}
		r.value(v, depth)
	}
}

// skip reports what is no message. What follows another of its kind is one with it.
func (r *reader) skip(v value, depth int) {
	d := damage{v.at, v.at + len(v.raw), noMessage(v, depth)}
	if n := len(r.unknown); n > 0 && r.unknown[n-1].problem == d.problem && r.since == r.added {
		r.unknown[n-1].end = d.end
		return
	}
	r.unknown, r.since = append(r.unknown, d), r.added
}

// noMessage says what stands where a message should.
func noMessage(v value, depth int) string {
	if depth > maxNesting {
		return fmt.Sprintf("no message: lists and objects that lie more than %d deep", maxNesting)
	}
	o, ok := v.object()
	switch {
	case !ok:
		return "no message: neither an object nor a text"
	case len(o) == 0:
		return "no message: an empty object"
	}
	const shown = 3
	var keys []string
	for _, key := range slices.Sorted(maps.Keys(o)) {
		keys = append(keys, strconv.Quote(key))
	}
	if n := len(keys) - shown; n > 0 {
		keys = append(keys[:shown], fmt.Sprintf("%d more", n))
	}
	if len(keys) == 1 {
		return "no message: an object with the key " + keys[0]
	}
	return "no message: an object with the keys " + strings.Join(keys, ", ")
}

// conversation reads an object that holds messages.
func (r *reader) conversation(o object, at, depth int) bool {
	if nodes, ok := o.object("mapping"); ok {
		branch, ok := branchOf(nodes, o.text("current_node"))
		if ok {
			defer r.begin(o, at)()
			r.branch(branch, depth)
		}
		return ok
	}
	for _, key := range []string{"chat_messages", "messages", "conversations", "contents", "history", "entries", "choices"} {
		list, ok := o[key].list()
		if !ok {
			continue
		}
		if key != "choices" { // those are messages of the conversation that asked for them
			defer r.begin(o, at)()
		}
		for _, first := range []string{"system", "systemInstruction", "system_instruction"} {
			if content := textOf(o[first], depth); content != "" {
				r.add(models.Entry{Role: system, Content: content}, at)
			}
		}
		r.list(list, depth+1)
		return true
	}
	return false
}

// branchOf returns the messages of a conversation of ChatGPT's export, the first one
// first. The export holds a tree of them, of which the branch that ends at the current one
// is what was on the screen.
func branchOf(nodes object, current string) (branch []value, ok bool) {
	if _, ok := nodes[current]; !ok {
		if current, ok = lastLeaf(nodes); !ok {
			return nil, false
		}
	}
	seen := map[string]bool{}
	for id := current; !seen[id]; {
		seen[id] = true
		n, ok := nodes.object(id)
		if !ok {
			break
		}
		if m := n["message"]; !m.null() {
			branch = append(branch, m)
		}
		id = n.text("parent")
	}
	slices.Reverse(branch)
	return branch, true
}

// lastLeaf returns the leaf whose message is the last one.
func lastLeaf(nodes object) (id string, ok bool) {
	type leaf struct {
		id string
		at float64
	}
	var leaves []leaf
	for id := range nodes {
		n, ok := nodes.object(id)
		if children, _ := n["children"].list(); ok && len(children) == 0 {
			m, _ := n.object("message")
			leaves = append(leaves, leaf{id, m.number("create_time")})
		}
	}
	if len(leaves) == 0 {
		return "", false
	}
	last := slices.MaxFunc(leaves, func(a, b leaf) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
	return last.id, true
}

// branch reads messages, but for those that were not to be seen.
func (r *reader) branch(branch []value, depth int) {
	for _, v := range branch {
		m, _ := v.object()
		meta, _ := m.object("metadata")
		hidden := string(meta["is_visually_hidden_from_conversation"].raw) == "true"
		empty := m.role() != "" && m.role() != user && textOf(m["content"], depth) == ""
		if !hidden && !empty && !r.message(m, v.at, depth) {
			r.skip(v, depth)
		}
	}
}

// message reads one message.
func (r *reader) message(o object, at, depth int) bool {
	role := o.role()
	if role == "" {
		if inner, ok := o.object("message"); ok && inner.role() != "" { // one of a log, or of an answer
			if inner.when().IsZero() {
				for _, key := range timeKeys() {
					if inner[key].raw == nil {
						inner[key] = o[key]
					}
				}
			}
			return r.message(inner, at, depth+1)
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
		if v := o[key]; !v.null() {
			parts = append(parts, fenced(v))
			found = true
		}
	}
	if !found {
		return false
	}
	r.add(models.Entry{Role: role, Content: strings.Join(parts, "\n\n"), Time: o.when()}, at)
	r.messages++
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

// title returns what a conversation is called; empty when it does not say.
func (o object) title() string {
	for _, key := range []string{"title", "name", "topic", "subject"} {
		if title := strings.Join(strings.Fields(o.text(key)), " "); title != "" {
			return title
		}
	}
	return ""
}

// textOf returns the text of a content: a string, or parts of which those that are no
// text stand as JSON.
func textOf(v value, depth int) string {
	if v.null() {
		return ""
	}
	if s, ok := v.text(); ok {
		return s
	}
	if depth > maxNesting {
		return fenced(v)
	}
	if list, ok := v.list(); ok {
		var parts []string
		for _, e := range list {
			if part := textOf(e, depth+1); part != "" {
				parts = append(parts, part)
			}
		}
		return strings.Join(parts, "\n\n")
	}
	o, ok := v.object()
	if !ok {
		return string(v.raw)
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
	return fenced(v)
}

// fenced returns JSON for a reader, in a fence.
func fenced(v value) string {
	code := indented(v)
	ticks := markdown.Fence(code)
	return ticks + "json\n" + code + "\n" + ticks
}
