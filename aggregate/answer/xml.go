package answer

import (
	"html"
	"strings"

	"dossier/aggregate/lazyregexp"
)

var (
	fileTag   = lazyregexp.New(`^\s*<(file|edit|file_edit|create_file|edit_file|write_file|write_to_file|replace_in_file|apply_diff|delete_file|new_file|boltAction|codeFile|(?:dyad|lov|app)-(?:write|search-replace|edit|add|delete|rename))\b([^<>]*?)(/?)>`)
	attribute = lazyregexp.New(`([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	childPath = lazyregexp.New(`<(?:path|file_path|filename|target_file)>\s*([^<>\n]{1,500}?)\s*</`)
	newPath   = lazyregexp.New(`<new\s+path="([^"]+)"\s*/?>|<new_path>\s*([^<>\n]+?)\s*</new_path>`)
)

// xml parses a file in XML that begins with line i, and returns the line after it, or i if none begins there.
func (p *parser) xml(i, end int) int {
	m := fileTag().FindStringSubmatch(p.lines[i])
	if m == nil {
		return i
	}
	attrs := map[string]string{}
	for _, a := range attribute().FindAllStringSubmatch(m[2], -1) {
		attrs[strings.ToLower(a[1])] = html.UnescapeString(a[2] + a[3])
	}
	path := first(attrs["path"], attrs["file_path"], attrs["filepath"], attrs["name"], attrs["filename"], attrs["file"], attrs["from"], attrs["original_file_path"])
	action := strings.ToLower(first(attrs["action"], attrs["operation"], attrs["type"]))
	if to := first(attrs["to"], attrs["new_path"], attrs["new_file_path"]); to != "" && path != "" && strings.HasSuffix(m[1], "rename") {
		next := i + 1
		if last, _, ok := p.element(i, end, m[1], len(m[0])); m[3] == "" && ok {
			next = last + 1
		}
		p.add(Edit{Path: path, To: to, Form: XML, Action: Rename}, i, next)
		return next
	}
	if m[3] != "" { // <file path="…" action="delete"/>
		p.addElement(i, i+1, path, m[1], action, "")
		return i + 1
	}
	last, inner, ok := p.element(i, end, m[1], len(m[0]))
	if !ok {
		return i
	}
	if m[1] != "file" && path == "" && strings.Contains(inner, "<file>") {
		for rest := inner; ; {
			content, after, ok := cutChild(rest, "file")
			if !ok {
				return last + 1
			}
			if c := childPath().FindStringSubmatchIndex(content); c != nil {
				p.addElement(i, last+1, content[c[2]:c[3]], m[1], action, content[c[3]:])
			}
			rest = after
		}
	}
	if path == "" {
		if c := childPath().FindStringSubmatchIndex(inner); c != nil && c[0] < 500 {
			path = inner[c[2]:c[3]]
			if close := strings.IndexByte(inner[c[3]:], '>'); close >= 0 {
				inner = inner[c[3]+close+1:]
			}
		}
	}
	if path == "" {
		return i
	}
	p.addElement(i, last+1, path, m[1], action, inner)
	return last + 1
}

func first(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// maxScanned limits the lines inspected for closing tags to a multiple of the answer's, because tags may be nested.
const maxScanned = 50

// element returns the last line of an element that begins on line i, and its content.
func (p *parser) element(i, end int, tag string, head int) (last int, inner string, ok bool) {
	if p.unclosed[tag] {
		return 0, "", false
	}
	closing := "</" + tag + ">"
	if at := strings.Index(p.lines[i][head:], closing); at >= 0 {
		return i, p.lines[i][head : head+at], true
	}
	found, depth := -1, 0
	for j := i + 1; j < end; j++ {
		if p.scanned++; p.scanned > maxScanned*len(p.lines) {
			return 0, "", false
		}
		s := strings.TrimSpace(p.lines[j])
		if s == "<"+tag+">" {
			depth++ // in the content
			continue
		}
		if !strings.HasSuffix(s, closing) || s != closing && strings.HasPrefix(s, "<"+tag) {
			continue
		}
		if found < 0 || depth >= 0 {
			found = j
		}
		if depth--; depth < 0 {
			break
		}
	}
	if found < 0 {
		p.unclosed[tag] = true
		return 0, "", false
	}
	inner = p.lines[i][head:] + "\n" + joinLines(p.lines[i+1:found])
	return found, inner + strings.TrimSuffix(strings.TrimRight(p.lines[found], " \t"), closing), true
}

// addElement adds the edits of an element.
func (p *parser) addElement(i, end int, path, tag, action, inner string) {
	e := Edit{Path: path, Form: XML}
	switch {
	case strings.HasSuffix(tag, "delete"), tag == "delete_file", action == "delete", action == "remove":
		e.Action = Delete
		p.add(e, i, end)
		return
	case action == "rename" || action == "move":
		if m := newPath().FindStringSubmatch(inner); m != nil {
			e.Action, e.To = Rename, m[1]+m[2]
			p.add(e, i, end)
		}
		return
	}
	if body, ok := child(inner, "diff"); ok {
		inner = body
	}
	if blocks := blocksIn(inner); len(blocks) > 0 {
		for _, r := range blocks {
			p.add(Edit{Path: path, Form: XML, Action: Modify, Readings: []Reading{r}}, i, end)
		}
		return
	}
	searched := false
	for rest := inner; ; {
		old, after, ok := cutChild(rest, "search", "old_string", "old_str", "old_text", "find", "old", "original")
		if !ok {
			break
		}
		searched = true
		new, after, ok := cutChild(after, "content", "replace", "new_string", "new_str", "new_text", "new", "replacement", "updated")
		if !ok {
			break
		}
		p.add(Edit{Path: path, Form: XML, Action: Modify, Readings: readingsOf(old, new)}, i, end)
		rest = after
	}
	if searched {
		return
	}
	if tag == "boltAction" && action != "file" {
		return // a command
	}
	content, _, ok := cutChild(inner, "content", "contents", "code", "new_content", "file_text")
	if !ok {
		writes := action == "file" || strings.HasSuffix(tag, "write")
		if action == "modify" || strings.Contains(inner, "<change>") || !wholeInner(inner) && (!writes || strings.TrimSpace(inner) == "") {
			return
		}
		content = inline(inner)
	}
	e.Action = Write
	e.Part = !strings.HasSuffix(tag, "write") && tag != "write_file" && tag != "write_to_file" && tag != "create_file" && tag != "new_file" && tag != "boltAction" && action == ""
	content = withoutFence(content)
	if action == "create" || action == "add" || action == "new" || tag == "create_file" || tag == "new_file" {
		e.Action = Create
	}
	e.Readings = readingsOf("", content)
	e.elide()
	p.add(e, i, end)
}

// withoutFence returns a content without the fence that encloses all of it.
func withoutFence(s string) string {
	lines := trimBlank(splitLines(s))
	if len(lines) < 2 || languageOf(lines[0]) == "markdown" {
		return s
	}
	m := fenceLine().FindStringSubmatch(lines[0])
	if m == nil {
		return s
	}
	f := fence{indent: m[1], mark: m[2]}
	for i, line := range lines[1:] {
		if f.closes(line) {
			if i == len(lines)-2 {
				return joinLines(lines[1 : len(lines)-1])
			}
			return s
		}
	}
	return s
}

// wholeInner reports whether a tag contains only text: the content of its file.
func wholeInner(s string) bool { return strings.Count(s, "\n") > 1 }

// readingsOf returns an edit as it is written, and with XML entities decoded.
func readingsOf(old, new string) []Reading {
	list := []Reading{{old, new}}
	plain := Reading{html.UnescapeString(old), html.UnescapeString(new)}
	if plain == list[0] {
		return list
	}
	return append(list, plain)
}

// child returns the content of the first element with a name.
func child(s, tag string) (string, bool) {
	content, _, ok := cutChild(s, tag)
	return content, ok
}

// cutChild returns the content of the first element with one of some names, as lines, and the text after it.
func cutChild(s string, tags ...string) (content, after string, ok bool) {
	at, tag := -1, ""
	for _, name := range tags {
		if i := strings.Index(s, "<"+name+">"); i >= 0 && (at < 0 || i < at) {
			at, tag = i, name
		}
	}
	if at < 0 {
		return "", s, false
	}
	rest := s[at+len(tag)+2:]
	closing := "</" + tag + ">"
	if framed := strings.TrimLeft(rest, " \t\r\n"); strings.HasPrefix(framed, frame) {
		for from := 0; ; {
			stop := strings.Index(framed[from:], closing)
			if stop < 0 {
				break
			}
			stop += from
			// The frame begins on its own line: its newline is the one before the second.
			if body, ok := strings.CutSuffix(strings.TrimRight(framed[len(frame)-1:stop], " \t"), "\n"+frame); ok {
				return strings.TrimPrefix(body+"\n", "\n"), framed[stop+len(closing):], true
			}
			from = stop + len(closing)
		}
	}
	stop := strings.Index(rest, closing)
	if stop < 0 {
		return "", s, false
	}
	if nested := balancedEnd(rest, "<"+tag+">", closing); nested > stop {
		stop = nested
	}
	return inline(rest[:stop]), rest[stop+len(closing):], true
}

// balancedEnd returns where the closing tag of an element begins whose content has elements of the same name; -1 if
// they are not balanced.
func balancedEnd(s, opening, closing string) int {
	for depth, at := 0, 0; ; {
		stop := strings.Index(s[at:], closing)
		if stop < 0 {
			return -1
		}
		if depth += strings.Count(s[at:at+stop], opening); depth == 0 {
			return at + stop
		}
		depth--
		at += stop + len(closing)
	}
}

// frame is a line before and after the text of an element.
const frame = "===\n"

// inline returns the text between two tags without the line end after the first and the one before the second.
func inline(s string) string {
	if trimmed := strings.TrimSpace(s); strings.HasPrefix(trimmed, "<![CDATA[") && strings.HasSuffix(trimmed, "]]>") {
		s = strings.TrimSuffix(strings.TrimPrefix(trimmed, "<![CDATA["), "]]>")
	}
	if lead := strings.TrimLeft(s, " \t"); strings.HasPrefix(lead, "\n") {
		s = lead[1:]
	}
	if s == "" {
		return ""
	}
	if cut := strings.TrimRight(s, " \t"); strings.HasSuffix(cut, "\n") {
		return cut
	}
	return s + "\n"
}

// blocksIn returns the search-and-replace blocks in a tag.
func blocksIn(s string) []Reading {
	if !strings.Contains(s, "SEARCH") && !strings.Contains(s, "ORIGINAL") {
		return nil
	}
	q := &parser{text: s, unclosed: map[string]bool{}}
	offset := 0
	for line := range strings.Lines(s) {
		q.lines = append(q.lines, strings.TrimSuffix(line, "\n"))
		q.at = append(q.at, offset)
		offset += len(line)
	}
	q.at = append(q.at, offset)
	for i := 0; i < len(q.lines); {
		if !blockStart().MatchString(q.lines[i]) {
			i++
			continue
		}
		i = q.block(i, len(q.lines), "x")
	}
	var out []Reading
	for _, e := range q.edits {
		if len(e.Readings) > 0 {
			out = append(out, e.Readings[0])
		}
	}
	return out
}
