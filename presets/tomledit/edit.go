package tomledit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"dossier/models"
)

// Edit sets the key at Path to Value, creating the enclosing tables as needed. The value is a
// string, bool, int64, float64, [time.Time], []any of these, [models.Fields] or one of [Block]
// and [Blocks]; nil removes the key and everything below it. Lists and tables are compared with
// the existing ones and changed only where they differ: unchanged elements keep their bytes and
// comments, even if they move. An edit made by [Rename] has no value.
type Edit struct {
	Path  []string
	Value any
	name  *string // the key's new name; may be nil
}

// Set returns the edit that sets the key at path to a value.
func Set(v any, path ...string) Edit { return Edit{Path: path, Value: v} }

// Delete returns the edit that removes the key at path.
func Delete(path ...string) Edit { return Edit{Path: path} }

// Apply is [Bounds.Apply] for hand-written documents.
func Apply(data []byte, edits ...Edit) ([]byte, error) { return usual.Apply(data, edits...) }

// Apply applies the edits in order and returns the new document. It returns the error of
// [Bounds.Decode] if data is invalid, a [*LimitError] if the result would be, or an error that
// names the key that could not be changed. It does not modify data.
func (b Bounds) Apply(data []byte, edits ...Edit) ([]byte, error) {
	values, err := b.Decode(data)
	if err != nil {
		return nil, err
	}
	next, _, err := b.Edit(data, values, edits...)
	return next, err
}

// Edit is Apply for data that has already been decoded to values. It returns the new document and
// its value.
func (b Bounds) Edit(data []byte, values map[string]any, edits ...Edit) ([]byte, map[string]any, error) {
	head, body := []byte(nil), data
	if bytes.HasPrefix(data, mark) {
		head, body = mark, data[len(mark):]
	}
	if next, got, ok := b.applyCombined(body, values, edits); ok {
		return slices.Concat(head, next), got, nil
	}
	for _, edit := range edits {
		next, meant, err := apply(body, values, edit)
		if err != nil {
			return nil, nil, err
		}
		if next == nil {
			continue
		}
		got, err := b.Decode(next)
		if errors.As(err, new(*LimitError)) {
			return nil, nil, err
		}
		if err != nil || !equal(got, meant) {
			return nil, nil, fmt.Errorf("%s cannot be changed without touching other parts of the file; change it by hand", models.PathKey(edit.Path))
		}
		body, values = next, got
	}
	return slices.Concat(head, body), values, nil
}

// applyCombined applies edits in one pass, so that many cost hardly more than one. It returns false if
// they must be applied one by one: there are too few to be worth it, they overlap, or the result
// is not the intended one.
func (b Bounds) applyCombined(src []byte, values map[string]any, edits []Edit) (next []byte, got map[string]any, ok bool) {
	if len(edits) < few || !apart(edits) {
		return nil, nil, false
	}
	root, err := parse(src)
	if err != nil {
		return nil, nil, false
	}
	e := newEditor(src)
	meant := values
	for _, edit := range edits {
		if _, bad := badText(edit.Value); bad || checkTables(values, edit) != nil {
			return nil, nil, false
		}
		e.set(root, values, edit.Path, edit.value())
		if meant = intended(src, root, meant, edit); meant == nil {
			meant = map[string]any{}
		}
	}
	if next, err = e.splice(); next == nil || err != nil {
		return nil, nil, false
	}
	if got, err = b.Decode(next); err != nil || !equal(got, meant) {
		return nil, nil, false
	}
	return next, got, true
}

// few is the number of edits up to which they are applied one by one: those of a single user
// action.
const few = 8

// apart reports whether no two edits overlap, and none is a [Rename].
func apart(edits []Edit) bool {
	paths := make([][]string, len(edits))
	for i, edit := range edits {
		if edit.name != nil || len(edit.Path) == 0 {
			return false
		}
		paths[i] = edit.Path
	}
	slices.SortFunc(paths, slices.Compare)
	for i, p := range paths[1:] {
		if before := paths[i]; len(before) <= len(p) && slices.Equal(before, p[:len(before)]) {
			return false
		}
	}
	return true
}

// apply applies one edit and returns the intended value of the document; nil means that there is
// nothing to change.
func apply(src []byte, values map[string]any, edit Edit) (next []byte, meant map[string]any, err error) {
	switch {
	case len(edit.Path) == 0:
		return nil, nil, errors.New("a change must name a key")
	case edit.name != nil:
		return rename(src, values, edit)
	}
	next, root, err := set(src, values, edit)
	if next == nil || err != nil {
		return nil, nil, err
	}
	return next, intended(src, root, values, edit), nil
}

// set sets or removes a key. It also returns the tree of src.
func set(src []byte, values map[string]any, edit Edit) (next []byte, root *node, err error) {
	if s, ok := badText(edit.Value); ok {
		return nil, nil, fmt.Errorf("%s: %q is not valid UTF-8 and cannot be stored in a TOML file", models.PathKey(edit.Path), s)
	}
	if err := checkTables(values, edit); err != nil {
		return nil, nil, err
	}
	if root, err = parse(src); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", models.PathKey(edit.Path), err)
	}
	e := newEditor(src)
	e.set(root, values, edit.Path, edit.value())
	next, err = e.splice()
	return next, root, err
}

// checkTables returns an error if a value other than a table is on the path of an edit.
func checkTables(values map[string]any, edit Edit) error {
	for i, within := 1, any(values); i < len(edit.Path); i++ {
		table, _ := within.(map[string]any)
		next, ok := table[edit.Path[i-1]]
		if _, isTable := next.(map[string]any); ok && !isTable {
			return fmt.Errorf("%s cannot be set: %s is not a table in the file", models.PathKey(edit.Path), models.PathKey(edit.Path[:i]))
		}
		within = next
	}
	return nil
}

// value returns the value to set; nil removes the key.
func (edit Edit) value() any {
	if empty(edit.Value) {
		return nil
	}
	return edit.Value
}

// empty reports whether v is an empty list of blocks.
func empty(v any) bool {
	list, ok := v.(Blocks)
	return ok && len(list) == 0
}

// splice is a replacement of bytes in the document. Splices at the same offset are applied in the
// order in which they were made, insertions before replacements.
type splice struct {
	span
	text    string
	section bool // a removal that includes the blank lines after it
}

type editor struct {
	writer
	src     []byte
	splices []splice
}

// newEditor returns an editor that uses the line endings of the document.
func newEditor(src []byte) *editor {
	e := &editor{src: src, writer: writer{newline: "\n"}}
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		e.newline = "\r\n"
	}
	return e
}

func (e *editor) replace(start, end int, text string) {
	e.splices = append(e.splices, splice{span: span{start, end}, text: text})
}

// splice returns the document with all changes applied.
func (e *editor) splice() ([]byte, error) {
	if len(e.splices) == 0 {
		return nil, nil
	}
	e.widen()
	e.trimEnd()
	out, err := splicing(e.src, span{0, len(e.src)}, e.splices)
	// Text added before the last section, which was removed, is now at the end.
	if blankEnd := []byte(e.newline + e.newline); bytes.HasSuffix(out, blankEnd) && !bytes.HasSuffix(e.src, blankEnd) {
		out = append(bytes.TrimRight(out, "\r\n"), e.newline...)
	}
	return out, err
}

// widen extends each removed section by the blank lines after it, up to the next insertion.
func (e *editor) widen() {
	added := map[int]bool{}
	for _, s := range e.splices {
		if s.start == s.end {
			added[s.start] = true
		}
	}
	for i := range e.splices {
		s := &e.splices[i]
		for s.section && s.end < len(e.src) && !added[s.end] {
			next := endOfLine(e.src, s.end)
			if !blank(e.src[s.end:next]) {
				break
			}
			s.end = next
		}
	}
}

// trimEnd extends a removal at the end of the document by the blank lines before it.
func (e *editor) trimEnd() {
	start := len(e.src)
	cut := slices.Clone(e.splices)
	slices.SortFunc(cut, func(a, b splice) int { return b.end - a.end })
	for _, s := range cut {
		if s.text != "" && s.end >= start {
			return // there is an insertion
		}
		if s.text == "" && s.end >= start {
			start = min(start, s.start)
		}
	}
	if start == len(e.src) {
		return
	}
	end := start
	for start > 0 {
		above := startOfLine(e.src, start-1)
		if !blank(e.src[above:start]) {
			break
		}
		start = above
	}
	e.replace(start, end, "")
}

func splicing(src []byte, at span, splices []splice) ([]byte, error) {
	slices.SortStableFunc(splices, func(a, b splice) int {
		if a.start != b.start {
			return a.start - b.start
		}
		return min(a.end-a.start, 1) - min(b.end-b.start, 1) // insertions first
	})
	out := []byte{}
	pos := at.start
	for _, s := range splices {
		if s.start < pos && s.text != "" {
			return nil, errShape
		}
		if s.start > pos {
			out = append(out, src[pos:s.start]...)
		}
		out = append(out, s.text...)
		pos = max(pos, s.end)
	}
	return append(out, src[pos:at.end]...), nil
}

// set sets the value at path below n to v; nil removes it. old is the current value of n.
func (e *editor) set(n *node, old any, path []string, v any) {
	if len(path) == 0 {
		e.value(n, old, v)
		return
	}
	values, _ := old.(map[string]any)
	if !n.table() || n.form == inlineTable {
		if n.form == inlineTable || v != nil {
			e.value(n, old, with(values, path, v))
		}
		return
	}
	c := n.child[path[0]]
	switch {
	case c != nil && v == nil && len(path) == 1:
		e.remove(c)
	case c != nil:
		e.set(c, values[path[0]], path[1:], v)
	case v != nil:
		e.insert(n, []models.Field{{Key: path[0], Value: wrap(path[1:], v)}})
	}
}

// wrap nests v in tables, one for each part of path.
func wrap(path []string, v any) any {
	for _, key := range slices.Backward(path) {
		v = Block{{Key: key, Value: v}}
	}
	return v
}

// with returns m as fields, with the value at path set or, if it is nil, removed.
func with(m map[string]any, path []string, v any) models.Fields {
	fields := fieldsOf(m)
	i := slices.IndexFunc(fields, func(f models.Field) bool { return f.Key == path[0] })
	if i < 0 {
		if v == nil {
			return fields
		}
		return append(fields, models.Field{Key: path[0], Value: wrap(path[1:], v)})
	}
	if len(path) > 1 {
		sub, ok := fields[i].Value.(map[string]any)
		if !ok && v == nil {
			return fields
		}
		v = with(sub, path[1:], v)
	}
	if v == nil {
		return slices.Delete(fields, i, i+1)
	}
	fields[i].Value = v
	return fields
}

// value changes the value of n to want.
func (e *editor) value(n *node, old, want any) {
	if equal(old, plain(want)) {
		return
	}
	if !n.inSections() {
		column := utf8.RuneCount(e.src[n.line.start:n.value.start])
		indent := string(e.src[n.line.start : n.line.start+indentOf(e.src[n.line.start:n.line.end])])
		e.replace(n.value.start, n.value.end, e.inlined(n, old, want, column, indent))
		return
	}
	fields, table := fieldList(want)
	list := tables(want)
	switch {
	case n.form == blocks && len(list) > 0:
		olds, _ := old.([]any)
		e.blocks(n, olds, list)
	case n.form != blocks && table:
		values, _ := old.(map[string]any)
		e.table(n, values, fields)
	default:
		if n.form != block {
			e.insert(n.parent, []models.Field{{Key: n.name, Value: want}})
		}
		e.remove(n)
	}
}

// fieldList returns the fields of a table in any of its representations.
func fieldList(v any) (models.Fields, bool) {
	switch v := v.(type) {
	case models.Fields:
		return v, true
	case Block:
		return models.Fields(v), true
	case map[string]any:
		return fieldsOf(v), true
	}
	return nil, false
}

// tables returns the elements of a list if all of them are tables.
func tables(v any) []models.Fields {
	var out []models.Fields
	for _, e := range elements(v) {
		fields, ok := fieldList(e)
		if !ok {
			return nil
		}
		out = append(out, fields)
	}
	return out
}

// elements returns the elements of a list in any of its representations.
func elements(v any) []any {
	switch v := v.(type) {
	case []any:
		return v
	case Blocks:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = e
		}
		return list
	}
	return nil
}

// table changes the content of n, a table in sections, to fields.
func (e *editor) table(n *node, old map[string]any, fields models.Fields) {
	var added []models.Field
	keep := map[string]bool{}
	for _, f := range fields {
		if empty(f.Value) {
			continue
		}
		keep[f.Key] = true
		if c := n.child[f.Key]; c != nil {
			e.value(c, old[f.Key], f.Value)
			continue
		}
		added = append(added, f)
	}
	e.insert(n, added)
	for _, key := range n.keys {
		if !keep[key] {
			e.remove(n.child[key])
		}
	}
}

// remove removes n and everything below it from the document.
func (e *editor) remove(n *node) {
	section := n.inSections() && n.form != dotted
	for _, s := range n.spans() {
		e.splices = append(e.splices, splice{span: s, section: section})
	}
}

func blank(line []byte) bool { return len(bytes.TrimSpace(line)) == 0 }

// insert adds fields to n, a table in sections: keys after its last key, blocks after everything
// that belongs to it.
func (e *editor) insert(n *node, fields []models.Field) {
	var own, below []models.Field
	for _, f := range fields {
		if empty(f.Value) {
			continue
		}
		_, one := f.Value.(Block)
		_, many := f.Value.(Blocks)
		if (one || many) && n.form != dotted {
			below = append(below, f)
		} else {
			own = append(own, f)
		}
	}
	if len(own) > 0 {
		e.insertKeys(n, own)
	}
	if len(below) > 0 {
		e.insertBlock(n.endOfAll(len(e.src)), e.block(n.path(), false, Block(below)))
	}
}

// endOfAll returns the offset at which blocks of n can be added.
func (n *node) endOfAll(size int) int {
	if n.form == top {
		return size
	}
	return n.end()
}

// insertKeys adds lines to the section that contains the keys of n.
func (e *editor) insertKeys(n *node, fields []models.Field) {
	lines := func(indent string, prefix []string) string {
		var b strings.Builder
		for _, f := range fields {
			b.WriteString(e.line(indent, append(slices.Clone(prefix), f.Key), f.Value))
		}
		return b.String()
	}
	switch n.form {
	case implicit:
		first := n.spans()[0].start
		e.replace(first, first, "["+e.path(n.path())+"]"+e.newline+lines("", nil)+e.newline)
		return
	case dotted:
		at := n.lastLine()
		end := endOfLine(e.src, at.end-1)
		prefix := n.path()[len(n.home.path()):]
		e.replace(end, end, e.lineBreak(end)+lines(e.indent(at.start), prefix))
		return
	}
	at := n.section.keys
	if n.form == top && at == 0 {
		// No keys yet: insert before the first header, after a separate comment.
		if first := firstSection(n); first >= 0 {
			e.replace(first, first, lines("", nil)+e.newline)
			return
		}
		at = len(e.src)
		e.replace(at, at, e.lineBreak(at)+lines("", nil))
		return
	}
	indent := e.indent(n.section.header)
	if last := n.lastLine(); last.end > 0 {
		indent = e.indent(last.start)
	}
	e.replace(at, at, e.lineBreak(at)+lines(indent, nil))
}

// lastLine returns the lines of the last key of n, not including headers.
func (n *node) lastLine() span {
	var last span
	for _, key := range n.keys {
		c := n.child[key]
		line := c.line
		if c.form == dotted {
			line = c.lastLine()
		}
		if line.end > last.end {
			last = line
		}
	}
	return last
}

// firstSection returns the start of the document's first section, or -1.
func firstSection(root *node) int {
	first := -1
	for _, c := range root.children() {
		for _, s := range c.spans() {
			if first < 0 || s.start < first {
				first = s.start
			}
		}
	}
	return first
}

// indent returns the indentation of the line that contains an offset.
func (e *editor) indent(offset int) string {
	start := startOfLine(e.src, min(offset, len(e.src)))
	return string(e.src[start : start+indentOf(e.src[start:])])
}

// lineBreak returns a newline if the document lacks one before offset.
func (e *editor) lineBreak(offset int) string {
	if offset == 0 || e.src[offset-1] == '\n' {
		return ""
	}
	return e.newline
}

// insertBlock inserts a section at offset, with a blank line before and after it.
func (e *editor) insertBlock(offset int, text string) {
	before := e.lineBreak(offset)
	if offset > 0 && (before != "" || !blank(e.src[startOfLine(e.src, offset-1):offset])) {
		before += e.newline
	}
	after := ""
	if offset < len(e.src) && !blank(e.src[offset:endOfLine(e.src, offset)]) {
		after = e.newline
	}
	e.replace(offset, offset, before+text+after)
}

// blocks changes the content of n, a list of headers, to list. Elements that do not move keep
// their position; others move with their comments.
func (e *editor) blocks(n *node, old []any, list []models.Fields) {
	wants := make([]any, len(list))
	for i, fields := range list {
		wants[i] = fields
	}
	from := match(old, wants)
	stay := increasing(from)

	stays := map[int]bool{}
	for i, ok := range stay {
		if ok {
			stays[from[i]] = true
		}
	}
	// Where to insert: after the last element that does not move, or before the first.
	first := n.elems[0].spans()[0].start
	for i, elem := range n.elems {
		if stays[i] {
			first = elem.spans()[0].start
			break
		}
	}
	anchor := first
	lead := true // no unmoved element precedes the anchor
	var added []string
	flush := func() {
		if len(added) == 0 {
			return
		}
		text := strings.Join(added, e.newline)
		if lead {
			e.replace(anchor, anchor, text+e.newline)
		} else {
			e.insertBlock(anchor, text)
		}
		added = nil
	}
	for i, fields := range list {
		if stay[i] {
			flush()
			elem := n.elems[from[i]]
			e.value(elem, old[from[i]], fields)
			anchor, lead = elem.end(), false
			continue
		}
		if from[i] < 0 {
			added = append(added, e.block(n.path(), true, Block(fields)))
			continue
		}
		elem := n.elems[from[i]]
		moved := &editor{writer: e.writer, src: e.src}
		moved.value(elem, old[from[i]], fields)
		added = append(added, moved.text(elem))
	}
	flush()
	for i, elem := range n.elems {
		if !stays[i] {
			e.remove(elem)
		}
	}
}

// text returns the lines of a block with the changes inside it applied.
func (e *editor) text(elem *node) string {
	var b strings.Builder
	last := -1
	e.widen()
	for _, s := range elem.spans() {
		if last >= 0 && last < s.start {
			b.WriteString(e.newline)
		}
		last = s.end
		var inside []splice
		for _, one := range e.splices {
			if one.start >= s.start && one.start <= s.end {
				one.end = min(one.end, s.end)
				inside = append(inside, one)
			}
		}
		text, err := splicing(e.src, s, inside)
		if err != nil {
			text = e.src[s.start:s.end] // the comparison with the intended value rejects it
		}
		b.Write(text)
		if !bytes.HasSuffix(text, []byte("\n")) {
			b.WriteString(e.newline)
		}
	}
	return b.String()
}
