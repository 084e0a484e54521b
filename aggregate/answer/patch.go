package answer

import "strings"

const (
	beginPatch = "*** Begin Patch"
	endPatch   = "*** End Patch"
	updateFile = "*** Update File:"
	addFile    = "*** Add File:"
	createFile = "*** Create File:"
	deleteFile = "*** Delete File:"
	moveTo     = "*** Move to:"
	endOfFile  = "*** End of File"
)

// patch parses a patch of *** lines that begins with line i, and returns the line after it, or i if none begins
// there.
func (p *parser) patch(i, end int) int {
	s := strings.TrimSpace(p.lines[i])
	hasBegin := s == beginPatch
	if !hasBegin && !strings.HasPrefix(s, updateFile) && !strings.HasPrefix(s, addFile) && !strings.HasPrefix(s, createFile) && !strings.HasPrefix(s, deleteFile) {
		return i
	}
	first := i
	if hasBegin {
		p.dedent(i, end)
		i++
	}
	for i < end {
		s := strings.TrimSpace(p.lines[i])
		switch path, update := strings.CutPrefix(s, updateFile); {
		case s == endPatch:
			return i + 1
		case update:
			i = p.update(i, end, path)
		case strings.HasPrefix(s, addFile), strings.HasPrefix(s, createFile):
			i = p.addition(i, end, strings.TrimPrefix(strings.TrimPrefix(s, addFile), createFile))
		case strings.HasPrefix(s, deleteFile):
			p.add(Edit{Path: strings.TrimPrefix(s, deleteFile), Form: Patch, Action: Delete}, i, i+1)
			i++
		case s == "" || s == endOfFile:
			i++
		default:
			return max(i, first+1)
		}
	}
	return i
}

// dedent removes the indentation of a whole patch, as in a list or an indented Markdown block.
func (p *parser) dedent(i, end int) {
	indent := indentOf(p.lines[i])
	if indent == "" {
		return
	}
	last := i
	for ; last < end && strings.TrimSpace(p.lines[last]) != endPatch; last++ {
		if s := p.lines[last]; strings.TrimSpace(s) != "" && !strings.HasPrefix(s, indent) {
			return
		}
	}
	for ; i <= last && i < end; i++ {
		p.lines[i] = strings.TrimPrefix(p.lines[i], indent)
	}
}

// addition parses a new file of a patch.
func (p *parser) addition(i, end int, path string) int {
	first := i
	var lines []string
	doubt, closed := "", p.closedPatch(i, end)
	for i++; i < end; i++ {
		next := i // after completely empty lines, which belong to it if more lines follow
		for next < end && p.lines[next] == "" {
			next++
		}
		if next == end || strings.HasPrefix(p.lines[next], "*** ") {
			break
		}
		s, ok := strings.CutPrefix(p.lines[next], "+")
		if !ok {
			if !closed && (len(lines) > 0 || fenceLine().MatchString(s)) {
				break // the text after the patch
			}
			doubt = lacksPlus
		}
		for ; i < next; i++ {
			lines = append(lines, "")
		}
		lines = append(lines, s)
	}
	if p.cutOff(i) {
		doubt = endsWithinPatch
	}
	p.add(Edit{Path: path, Form: Patch, Action: Create, Doubt: doubt, Readings: []Reading{{New: joinLines(lines)}}}, first, i)
	return i
}

// Reasons for which the text of an edit may not be what the model meant.
const (
	lacksPlus       = "some lines of the new file lack their +"
	endsWithinPatch = "the answer ends within it: lines may be missing"
)

// cutOff reports whether an edit without an end marker that extends to a line is the cut-off end of the answer: its
// fence is not closed, or its last line has no newline.
func (p *parser) cutOff(i int) bool {
	return i >= len(p.lines) && (p.fenced || !strings.HasSuffix(p.text, "\n"))
}

// update parses the hunks of a file of a patch.
func (p *parser) update(i, end int, path string) int {
	first := i
	i++
	if i < end && strings.HasPrefix(p.lines[i], moveTo) {
		p.add(Edit{Path: path, To: strings.TrimPrefix(p.lines[i], moveTo), Form: Patch, Action: Rename}, first, i+1)
		i++
	}
	k := hunk{first: i}
	flush := func(next int) {
		if k.changes {
			if p.cutOff(next) {
				k.doubt = endsWithinPatch
			}
			p.add(k.edit(path, Patch), k.first, next)
		}
		k = hunk{first: next}
	}
	for ; i < end; i++ {
		s := p.lines[i]
		switch {
		case strings.HasPrefix(s, "*** "):
			if strings.TrimSpace(s) == endOfFile {
				continue
			}
			flush(i)
			return i
		case strings.HasPrefix(s, "@@"):
			if k.old.Len()+k.new.Len() > 0 {
				flush(i)
			}
			k.head(s) // consecutive headings are nested
			k.line, k.counted = 0, false
		case s == "":
			k.addLine(' ', "")
			k.blank++
		case strings.Contains(" +-", s[:1]):
			k.blank = 0
			k.addLine(s[0], s[1:])
		case fenceLine().MatchString(s) && !p.closedPatch(i, end):
			flush(i)
			return i
		default: // context without its space
			k.blank = 0
			k.addLine(' ', s)
		}
	}
	flush(i)
	return i
}

// closedPatch reports whether the patch has its last line.
func (p *parser) closedPatch(i, end int) bool {
	if p.patchFrom <= i && i < p.patchTo {
		return p.patchClosed
	}
	p.patchFrom, p.patchTo, p.patchClosed = i, i, false
	for ; p.patchTo < end; p.patchTo++ {
		s := strings.TrimSpace(p.lines[p.patchTo])
		if p.patchClosed = s == endPatch; p.patchClosed || s == beginPatch && p.patchTo > i {
			break
		}
	}
	return p.patchClosed
}
