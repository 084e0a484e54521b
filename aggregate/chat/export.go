package chat

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"dossier/aggregate/format/markdown"
	"dossier/models"
)

// maxNesting is the max depth of a message in lists and objects; deeper ones are not understood.
// Each level is scanned again, so without a bound the time would grow with the square of the
// depth.
const maxNesting = 8

// Keys of messages and their properties, in order of precedence.
var (
	listKeys    = []string{"chat_messages", "messages", "conversations", "contents", "history", "entries", "choices"}
	systemKeys  = []string{"system", "systemInstruction", "system_instruction"}
	contentKeys = []string{"content", "parts", "text", "value", "message", "body"}
	callKeys    = []string{"tool_calls", "function_call"}
	roleKeys    = []string{"role", "author", "sender", "from", "speaker"}
	timeKeys    = []string{"time", "created_at", "create_time", "timestamp"}
	titleKeys   = []string{"title", "name", "topic", "subject"}
	partKeys    = []string{"text", "parts", "content", "thinking"} // of a part of a message's content
)

const hiddenKey = "is_visually_hidden_from_conversation"

// looksJSON matches the beginning of text that can only be JSON.
var looksJSON = regexp.MustCompile(`^\s*(\{\s*["}]|\[\s*(\{|\[|"|\]\s*$))`)

// readJSON parses an export, or messages in the format of an API. It returns false if the text is
// neither that nor damaged JSON.
func readJSON(text string, n names) (Chat, bool) {
	first := strings.TrimLeft(text, " \t\r\n")
	likelyJSON := looksJSON.MatchString(first)
	if !likelyJSON && !strings.Contains(text, "\n{") {
		return Chat{}, false
	}
	parts, bad := decode(text)
	if !likelyJSON && len(bad) == 0 {
		return Chat{}, false
	}
	r := reader{names: n}
	for _, part := range parts {
		r.readList(part.series(), 0)
	}
	switch {
	case r.messages > 0, len(bad) == 0 && len(r.chats) > 0:
	case !likelyJSON, len(bad) > 0 && len(parts) > 0:
		return Chat{}, false // text that happens to begin like JSON
	}
	r.unknown = append(r.unknown, bad...)
	return r.result(text), true
}

// reader collects the conversations in a value.
type reader struct {
	names              names
	chats              []*openConversation // in the order in which they begin
	open               *openConversation   // receives the next message; nil before the first
	added              int                 // number of entries
	messages           int                 // number of entries that are objects
	unknown            []damage
	addedBeforeUnknown int // number of entries before the last element of unknown
}

// openConversation is a conversation being parsed.
type openConversation struct {
	Conversation
	at               int
	hasConversations bool // contains conversations, not only messages
}

// begin begins a conversation, which receives the messages until end is called.
func (r *reader) begin(o object, at int) (end func()) {
	outer := r.open
	if outer != nil {
		outer.hasConversations = true
	}
	r.open = &openConversation{Conversation: Conversation{Title: o.title(), Time: o.timestamp()}, at: at}
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

// result returns the result with the line numbers in the text.
func (r *reader) result(text string) Chat {
	var c Chat
	lines := lineCounter{text: text}
	for _, one := range r.chats {
		if one.hasConversations && len(one.Entries) == 0 {
			continue // a list of conversations
		}
		one.Line = lines.lineAt(one.at)
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
		c.Unknown = append(c.Unknown, Unknown{lines.lineAt(d.at), lines.lineAt(max(d.at, d.end-1)), d.problem})
	}
	return c
}

// lineCounter converts byte offsets to line numbers. It counts on from the previous offset.
type lineCounter struct {
	text     string
	at, line int
}

func (c *lineCounter) lineAt(at int) int {
	if at < c.at {
		c.at, c.line = 0, 0
	}
	c.line += strings.Count(c.text[c.at:at], "\n")
	c.at = at
	return c.line + 1
}

// readValue parses a conversation, a list of them, or a list of messages.
func (r *reader) readValue(v value, depth int) {
	if depth <= maxNesting {
		if v.begins('[') {
			r.readList(v.elements(), depth+1)
			return
		}
		if o, ok := v.object(); ok && (r.readConversation(o, v.at, depth) || r.readMessage(o, v.at, depth)) {
			return
		}
	}
	r.addUnknown(v, depth)
}

func (r *reader) readList(list series, depth int) {
	for v, ok := list.next(); ok; v, ok = list.next() {
		if s, ok := v.text(); ok { // the old form of a discussion
			r.add(readExcerpt(strings.Clone(strings.TrimSpace(s)), r.names), v.at)
			continue
		}
		r.readValue(v, depth)
	}
}

// addUnknown reports a value that is not a message. Consecutive values of the same kind are combined.
func (r *reader) addUnknown(v value, depth int) {
	d := damage{v.at, v.at + len(v.raw), describeUnknown(v, depth)}
	if n := len(r.unknown); n > 0 && r.unknown[n-1].problem == d.problem && r.addedBeforeUnknown == r.added {
		r.unknown[n-1].end = d.end
		return
	}
	r.unknown, r.addedBeforeUnknown = append(r.unknown, d), r.added
}

// describeUnknown describes a value in place of a message.
func describeUnknown(v value, depth int) string {
	if depth > maxNesting {
		return fmt.Sprintf("no message: lists and objects nested more than %d levels deep", maxNesting)
	}
	if !v.begins('{') {
		return "no message: neither an object nor a text"
	}
	const shown = 3
	first, n := v.firstKeys(shown)
	for i, key := range first {
		first[i] = strconv.Quote(key)
	}
	if n > shown {
		first = append(first, fmt.Sprintf("%d more", n-shown))
	}
	switch n {
	case 0:
		return "no message: an empty object"
	case 1:
		return "no message: an object with the key " + first[0]
	}
	return "no message: an object with the keys " + strings.Join(first, ", ")
}

// firstKeys returns the first keys of an object in alphabetical order, and the number of all
// keys.
func (v value) firstKeys(most int) (first []string, n int) {
	var all []uint64 // hashes, because keys may be many and long
	seed := maphash.MakeSeed()
	list := v.fields()
	for key, _, ok := list.next(); ok; key, _, ok = list.next() {
		all = append(all, maphash.String(seed, key))
		if at, known := slices.BinarySearch(first, key); !known && at < most {
			first = slices.Insert(first, at, key)
			first = first[:min(len(first), most)]
		}
	}
	slices.Sort(all)
	return first, len(slices.Compact(all))
}

// readConversation parses an object that contains messages.
func (r *reader) readConversation(o object, at, depth int) bool {
	if nodes := o.get("mapping"); nodes.begins('{') {
		branch, ok := branchOf(treeOf(nodes), o.text("current_node"))
		if ok {
			defer r.begin(o, at)()
			r.readBranch(branch, depth)
		}
		return ok
	}
	for _, key := range listKeys {
		list := o.get(key)
		if !list.begins('[') {
			continue
		}
		if key != "choices" { // those are messages of the enclosing conversation
			defer r.begin(o, at)()
		}
		for _, first := range systemKeys {
			if content := textOf(o.get(first), depth); content != "" {
				r.add(models.Entry{Role: system, Content: content}, at)
			}
		}
		r.readList(list.elements(), depth+1)
		return true
	}
	return false
}

// tree is the message tree of a conversation in a ChatGPT export: the offset of each node.
type tree struct {
	value
	starts map[string]int
}

func treeOf(nodes value) tree {
	t := tree{nodes, map[string]int{}}
	list := nodes.fields()
	for id, node, ok := list.next(); ok; id, node, ok = list.next() {
		t.starts[id] = node.at - nodes.at
	}
	return t
}

func (t tree) node(id string) (o object, ok bool) {
	start, ok := t.starts[id]
	if !ok {
		return nil, false
	}
	return t.part(start, t.end(start)).object()
}

// branchOf returns the messages of a conversation in a ChatGPT export, in order. The export
// contains a tree; the branch that ends at the current node is the one that was displayed.
func branchOf(nodes tree, current string) (branch []value, ok bool) {
	if _, ok := nodes.starts[current]; !ok {
		if current, ok = lastLeaf(nodes); !ok {
			return nil, false
		}
	}
	seen := map[string]bool{}
	for id := current; !seen[id]; {
		seen[id] = true
		n, ok := nodes.node(id)
		if !ok {
			break
		}
		if m := n.get("message"); !m.isNull() {
			branch = append(branch, m)
		}
		id = n.text("parent")
	}
	slices.Reverse(branch)
	return branch, true
}

// lastLeaf returns the leaf with the latest message.
func lastLeaf(nodes tree) (last string, ok bool) {
	var latest float64
	for id := range nodes.starts {
		n, isNode := nodes.node(id)
		if !isNode || n.get("children").isNonEmptyList() {
			continue
		}
		m, _ := n.object("message")
		at := m.number("create_time")
		if !ok || cmp.Or(cmp.Compare(at, latest), cmp.Compare(id, last)) > 0 {
			last, latest, ok = id, at, true
		}
	}
	return last, ok
}

// isNonEmptyList reports whether a value is a non-empty list.
func (v value) isNonEmptyList() bool {
	list := v.elements()
	_, ok := list.next()
	return ok
}

// readBranch parses messages except hidden ones.
func (r *reader) readBranch(branch []value, depth int) {
	for _, v := range branch {
		m, _ := v.object()
		meta, _ := m.object("metadata")
		hidden := meta.get(hiddenKey).raw == "true"
		empty := m.role() != "" && m.role() != user && textOf(m.get("content"), depth) == ""
		if !hidden && !empty && !r.readMessage(m, v.at, depth) {
			r.addUnknown(v, depth)
		}
	}
}

// readMessage parses one message.
func (r *reader) readMessage(o object, at, depth int) bool {
	role := o.role()
	if role == "" {
		if inner, ok := o.object("message"); ok && inner.role() != "" { // a log record, or an API response
			if inner.timestamp().IsZero() {
				for _, key := range timeKeys {
					if inner.get(key).isMissing() {
						inner.set(key, o.get(key))
					}
				}
			}
			return r.readMessage(inner, at, depth+1)
		}
		return false
	}
	var content strings.Builder
	found := false
	for _, key := range contentKeys {
		v := o.get(key)
		if v.isMissing() {
			continue
		}
		found = true
		if addText(&content, v, depth); content.Len() > 0 {
			break // other keys repeat the same content
		}
	}
	for _, key := range callKeys {
		if v := o.get(key); !v.isNull() {
			addFenced(&content, v)
			found = true
		}
	}
	if !found {
		return false
	}
	r.add(models.Entry{Role: role, Content: content.String(), Time: o.timestamp()}, at)
	r.messages++
	return true
}

// role returns the role of a message, as named in this program; empty if unknown.
func (o object) role() string {
	name := ""
	for _, key := range roleKeys {
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
	return strings.Clone(name)
}

// timestamp returns the time of a message: RFC 3339 text, seconds or milliseconds.
func (o object) timestamp() time.Time {
	for _, key := range timeKeys {
		if text := o.text(key); text != "" { // an error would allocate
			if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
				return t.UTC().Truncate(time.Second)
			}
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

// title returns the title of a conversation; empty if it has none.
func (o object) title() string {
	for _, key := range titleKeys {
		if title := strings.Join(strings.Fields(o.text(key)), " "); title != "" {
			return strings.Clone(title)
		}
	}
	return ""
}

// textOf returns the text of a content: a string, or parts; parts that are not text are shown as
// JSON.
func textOf(v value, depth int) string {
	var b strings.Builder
	addText(&b, v, depth)
	return b.String()
}

// addText appends the text of a content as a paragraph.
func addText(b *strings.Builder, v value, depth int) {
	if v.isNull() {
		return
	}
	if s, ok := v.text(); ok {
		addParagraph(b, s)
		return
	}
	if depth > maxNesting {
		addFenced(b, v)
		return
	}
	if v.begins('[') {
		list := v.elements()
		for e, ok := list.next(); ok; e, ok = list.next() {
			addText(b, e, depth+1)
		}
		return
	}
	o, ok := v.object()
	if !ok {
		addParagraph(b, v.raw)
		return
	}
	switch kind := o.text("type"); kind {
	case "", "text", "input_text", "output_text", "thinking", "reasoning":
		for _, key := range partKeys {
			if inner := o.get(key); !inner.isMissing() {
				addText(b, inner, depth+1)
				return
			}
		}
	case "tool_result":
		addText(b, o.get("content"), depth+1)
		return
	}
	addFenced(b, v)
}

func addParagraph(b *strings.Builder, s string) {
	if b.Len() > 0 && s != "" {
		b.WriteString("\n\n")
	}
	b.WriteString(s)
}

// addFenced appends JSON in a code fence. Indentation does not change its strings, which may
// contain backticks.
func addFenced(b *strings.Builder, v value) {
	ticks := markdown.Fence(v.raw)
	addParagraph(b, ticks+"json\n")
	b.Write(v.indented())
	b.WriteString("\n" + ticks)
}
