package answer

import (
	"cmp"
	"strconv"
	"strings"

	"dossier/aggregate/lazyregexp"
)

// header is the header of a file in a unified diff.
type header struct {
	old, new         string
	created, deleted bool
	renamed, copied  bool
	named            bool // whether it has --- and +++ lines
	// unsupported says why the change of the file cannot be applied; empty if it can.
	unsupported string
	first       int // its first line
}

var (
	gitNames  = lazyregexp.New(`^diff --git ("(?:[^"\\]|\\.)*"|.+?) ("(?:[^"\\]|\\.)*"|\S+|b/.+)$`)
	extended  = lazyregexp.New(`^(?:old mode|new mode|deleted file mode|new file mode|copy from|copy to|rename from|rename to|similarity index|dissimilarity index|index|Binary files|GIT binary patch)\b`)
	hunkLine  = lazyregexp.New(`^@@+[ \t]*-(\d+)(?:,(\d+))?[ \t]+\+(\d+)(?:,(\d+))?[ \t]*@@+[ \t]?(.*)$`)
	looseHunk = lazyregexp.New(`^@@(?:[ \t]*(?:\.{2,}|…|[-+]+(?:\.+|…|[\d,]*)(?:[ \t]|$)))*[ \t]*(?:@@+)?[ \t]*(.*?)[ \t]*(?:@@)?[ \t]*$`)
	stamp     = lazyregexp.New(`(?:\t.*|[ \t]+\d{4}-\d\d-\d\d[ T].*|[ \t]+\(.*\))$`)
)

// unified parses a unified diff of one file that begins with line i, and returns the line after it.
func (p *parser) unified(i, end int) int {
	h := header{first: i}
	j := i
	if strings.HasPrefix(p.lines[j], "diff --git ") {
		if m := gitNames().FindStringSubmatch(p.lines[j]); m != nil {
			h.old, h.new = unquote(m[1]), unquote(m[2])
		}
		for j++; j < end && extended().MatchString(p.lines[j]); j++ {
			h.extend(p.lines[j])
		}
	}
	if p.atHeader(j, end) {
		old, new := diffName(p.lines[j][4:]), diffName(p.lines[j+1][4:])
		h.named, h.created, h.deleted = true, h.created || old == nullFile, h.deleted || new == nullFile
		if !h.renamed {
			h.old, h.new = old, new
		}
		j += 2
	}
	if p.loneName(j, end) {
		h.named, h.old = true, diffName(p.lines[j][4:])
		if rest, ok := strings.CutPrefix(h.old, "a/"); ok {
			h.old = rest
		} else {
			h.old = strings.TrimPrefix(h.old, "b/")
		}
		h.new = h.old
		j++
	}
	h.strip()
	if h.old == "" && h.new == "" {
		return i
	}
	return p.hunks(j, end, h)
}

const nullFile = "/dev/null"

// loneName reports whether a line is the only one of a header with the name of the file, above a hunk.
func (p *parser) loneName(i, end int) bool {
	if i+1 >= end || !strings.HasPrefix(p.lines[i+1], "@@") {
		return false
	}
	s := p.lines[i]
	if !strings.HasPrefix(s, "--- ") && !strings.HasPrefix(s, "+++ ") {
		return false
	}
	name := diffName(s[4:])
	return fileName(name) && !strings.Contains(name, " ")
}

// extend parses a line between git's file names and those of the diff.
func (h *header) extend(s string) {
	switch {
	case strings.HasPrefix(s, "deleted file"):
		h.deleted = true
	case strings.HasPrefix(s, "new file"):
		h.created = true
		switch mode := strings.TrimPrefix(s, "new file mode "); mode {
		case "120000":
			h.unsupported = "it is a symbolic link, which is not created"
		case "160000":
			h.unsupported = "it is a submodule, which is not created"
		}
	case strings.HasPrefix(s, "new mode"):
		if h.unsupported == "" {
			h.unsupported = onlyMode
		}
	case strings.HasPrefix(s, "Binary files"), strings.HasPrefix(s, "GIT binary patch"):
		h.unsupported = "it is a binary file, whose changes are not applied"
	case strings.HasPrefix(s, "rename from "):
		h.old, h.renamed = unquote(s[len("rename from "):]), true
	case strings.HasPrefix(s, "rename to "):
		h.new = unquote(s[len("rename to "):])
	case strings.HasPrefix(s, "copy "):
		h.copied = true
		h.unsupported = "copies of files are not applied"
	}
}

// onlyMode is the reason for which a change without hunks cannot be applied.
const onlyMode = "it changes only the permissions, which are not applied"

// strip removes prefixes such as a/ and b/ from the names, if both have them.
func (h *header) strip() {
	if h.renamed {
		return
	}
	for _, pair := range [][2]string{{"a/", "b/"}, {"i/", "w/"}, {"c/", "i/"}, {"c/", "w/"}, {"o/", "w/"}, {"old/", "new/"}} {
		old, okOld := strings.CutPrefix(h.old, pair[0])
		new, okNew := strings.CutPrefix(h.new, pair[1])
		if (okOld || h.old == nullFile) && (okNew || h.new == nullFile) {
			h.old, h.new = old, new
			break
		}
	}
	if h.created && (h.old == nullFile || h.old == "") {
		h.old = h.new
	}
	if h.deleted && (h.new == nullFile || h.new == "") {
		h.new = h.old
	}
	if h.old != h.new && !h.created && !h.deleted { // two versions: the new name is the file's
		h.old = h.new
	}
}

// diffName returns the path of a --- or +++ line, without its time.
func diffName(s string) string {
	s = strings.TrimSpace(s)
	if strings.HasPrefix(s, `"`) {
		return unquote(s)
	}
	return strings.TrimSpace(stamp().ReplaceAllString(s, ""))
}

// unquote decodes a path quoted by git.
func unquote(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	var b strings.Builder
	for s = s[1 : len(s)-1]; s != ""; {
		if s[0] == '\\' && len(s) > 3 && s[1] >= '0' && s[1] <= '3' {
			if n, err := strconv.ParseUint(s[1:4], 8, 8); err == nil {
				b.WriteByte(byte(n))
				s = s[4:]
				continue
			}
		}
		r, multibyte, rest, err := strconv.UnquoteChar(s, '"')
		if err != nil {
			return s
		}
		if multibyte {
			b.WriteRune(r)
		} else {
			b.WriteByte(byte(r))
		}
		s = rest
	}
	return b.String()
}

// hunksOf parses hunks after the path of their file, without --- and +++ lines.
func (p *parser) hunksOf(i, end int, path string) int {
	return p.hunks(i, end, header{old: path, new: path, first: i})
}

// hunks parses the hunks of a file, and returns the line after them.
func (p *parser) hunks(i, end int, h header) int {
	first := h.first
	var whole []hunk
	for i < end {
		k := hunk{first: first}
		if first == h.first && len(whole) > 0 || !strings.HasPrefix(p.lines[i], "@@") {
			k.first = i
		}
		j := i
		if strings.HasPrefix(p.lines[j], "@@") {
			k.first = j
			k.head(p.lines[j])
			j++
		} else if len(whole) > 0 || p.lines[i] == "" || !strings.Contains(" +-", p.lines[i][:1]) && (h.named || p.unmarked(i, end) == i) {
			break
		}
		next := k.body(p, j, end, h.created)
		if next == i {
			break
		}
		if p.cutOff(next) && !k.done() {
			k.doubt = endsWithinPatch
		}
		if i = next; k.changes {
			whole = append(whole, k)
		}
	}
	p.emit(h, whole, i)
	return i
}

// emit adds the edits of a diff of one file.
func (p *parser) emit(h header, hunks []hunk, end int) {
	e := Edit{Path: h.old, Form: Unified}
	if h.unsupported == onlyMode && (len(hunks) > 0 || h.renamed || h.created || h.deleted) {
		h.unsupported = ""
	}
	if h.created && h.named && len(hunks) == 0 {
		h.unsupported = "its lines are missing, or lack their +"
	}
	switch {
	case h.unsupported != "" && !h.deleted:
		e.Action, e.Unsupported = Modify, h.unsupported
		if h.created || h.copied {
			e.Path, e.Action = h.new, Create
		}
		p.add(e, h.first, end)
		return
	case h.created || h.deleted:
		var r Reading
		final := FinalUnchanged
		for _, k := range hunks {
			r.Old, r.New, final = r.Old+k.old.String(), r.New+k.new.String(), k.final
			if h.created && k.unmarked {
				k.doubt = lacksPlus
			}
			e.Doubt = cmp.Or(e.Doubt, k.doubt)
		}
		e.Action, e.Readings, e.Final = Create, []Reading{{New: r.New}}, final
		if h.deleted {
			e.Action, e.Readings = Delete, nil
			if r.Old != "" {
				e.Readings = []Reading{{Old: r.Old}}
			}
		}
		p.add(e, h.first, end)
		return
	case h.renamed && !h.copied && h.new != h.old:
		e.Action, e.To = Rename, h.new
		last := end
		if len(hunks) > 0 {
			last = hunks[0].first
		}
		p.add(e, h.first, last)
	}
	for n, k := range hunks {
		next := end
		if n+1 < len(hunks) {
			next = hunks[n+1].first
		}
		p.add(k.edit(h.old, Unified), k.first, next)
	}
}

// hunk is a hunk of a diff or of a patch.
type hunk struct {
	first    int
	line     int // line number in the old file, as written
	under    []string
	old, new strings.Builder
	final    Final
	changes  bool
	unmarked bool // whether a context line lacks its space
	doubt    string
	blank    int // trailing context lines that are completely empty
	counted  bool
	oldLeft  int // remaining lines according to its header
	newLeft  int
}

// edit returns the hunk as an edit.
func (k *hunk) edit(path string, form Form) Edit {
	old, new := k.old.String(), k.new.String()
	e := Edit{Path: path, Form: form, Action: Modify, Line: k.line, Under: k.under, Final: k.final, Doubt: k.doubt, Readings: []Reading{{old, new}}}
	if k.blank > 0 {
		e.Readings = append(e.Readings, Reading{old[:len(old)-k.blank], new[:len(new)-k.blank]})
	}
	return e
}

// head parses the first line of a hunk.
func (k *hunk) head(s string) {
	heading := ""
	if m := hunkLine().FindStringSubmatch(s); m != nil {
		k.line = number(m[1], 0)
		k.oldLeft, k.newLeft = number(m[2], 1), number(m[4], 1)
		k.counted, heading = true, m[5]
	} else if m := looseHunk().FindStringSubmatch(s); m != nil {
		heading = m[1]
	}
	if heading = strings.TrimSpace(heading); heading != "" {
		k.under = append(k.under, heading)
	}
}

func number(s string, absent int) int {
	if n, err := strconv.Atoi(s); err == nil && n >= 0 && n < 1<<30 {
		return n
	}
	return absent
}

// body parses the lines of a hunk in a unified diff, and returns the line after it. In a fence, lines without a mark are
// context if lines with one follow, or lines of a created file.
func (k *hunk) body(p *parser, i, end int, created bool) int {
	for ; i < end; i++ {
		s := p.lines[i]
		if s == "" {
			next := i
			for next < end && p.lines[next] == "" {
				next++
			}
			if !p.fenced && (k.done() || next == end || !strings.Contains(" +-\t", p.lines[next][:1])) {
				return i
			}
			for ; i < next; i++ {
				k.addLine(' ', "")
				k.blank++
			}
			i--
			continue
		}
		switch {
		case strings.HasPrefix(s, "--- ") && i+1 < end && strings.HasPrefix(p.lines[i+1], "+++ ") && (k.done() || i+2 >= end || strings.HasPrefix(p.lines[i+2], "@@")):
			return i
		case s == "-- " && (k.done() || !k.counted):
			return i
		case strings.HasPrefix(s, `\`):
			k.noNewline(p.lines[i-1])
			continue
		case s[0] != ' ' && s[0] != '+' && s[0] != '-' && s[0] != '\t':
			next := p.unmarked(i, end)
			if k.done() || next == i || !created && (next == end || !strings.Contains(" +-", p.lines[next][:1]) || p.atHeader(next, end)) {
				return i
			}
			for k.unmarked, k.blank = true, 0; i < next; i++ {
				k.addLine(' ', p.lines[i])
			}
			k.changes = k.changes || created
			i--
			continue
		}
		k.blank = 0
		if s[0] == '\t' { // a context line without its space
			k.addLine(' ', s)
			continue
		}
		k.addLine(s[0], s[1:])
	}
	return i
}

// unmarked returns the line after those in a fence that have no mark of a diff, and are not the end of its hunk.
func (p *parser) unmarked(i, end int) int {
	if !p.fenced {
		return i
	}
	for ; i < end; i++ {
		if s := p.lines[i]; s != "" && (strings.Contains(" +-@\\", s[:1]) || strings.HasPrefix(s, "diff ") || strings.HasPrefix(s, "*** ") || fenceLine().MatchString(s)) {
			break
		}
	}
	return i
}

// atHeader reports whether the header of another file begins with a line.
func (p *parser) atHeader(i, end int) bool {
	return i+1 < end && strings.HasPrefix(p.lines[i], "--- ") && strings.HasPrefix(p.lines[i+1], "+++ ")
}

// done reports whether the hunk has all lines that its header declares.
func (k *hunk) done() bool { return k.counted && k.oldLeft <= 0 && k.newLeft <= 0 }

// addLine adds a line.
func (k *hunk) addLine(kind byte, s string) {
	if kind != '+' {
		k.old.WriteString(s + "\n")
		k.oldLeft--
	}
	if kind != '-' {
		k.new.WriteString(s + "\n")
		k.newLeft--
	}
	k.changes = k.changes || kind != ' '
}

// noNewline records that a line ends without a newline.
func (k *hunk) noNewline(before string) {
	switch {
	case before == "":
	case before[0] == '+':
		k.final = FinalAbsent
	case before[0] == '-':
		k.final = FinalPresent // unless the new last line has none either
	}
}
