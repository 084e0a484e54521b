package mentions

import (
	"strings"

	"dossier/aggregate/lazyregexp"
)

// The lines that stand in the same object, tag or call as a path.
var (
	objectLines  = lazyregexp.New(`\b(?:lines?|line_?[rR]anges?|ranges?|view_range)["']?\s*[:=]\s*["'\[]{0,2}\s*L?(\d{1,8})(?:\s*["']?\s*[-–:,.]{1,2}\s*["']?\s*L?(\d{1,8}))?`)
	objectStart  = lazyregexp.New(`["']?\b(?:[sS]tart_?[lL]ine(?:_one_indexed)?|[lL]ine_?[sS]tart|from_?[lL]ine|start|begin_?[lL]ine)["']?\s*[:=]\s*["']?(\d{1,8})`)
	objectEnd    = lazyregexp.New(`["']?\b(?:[eE]nd_?[lL]ine(?:_one_indexed(?:_inclusive)?)?|[lL]ine_?[eE]nd|to_?[lL]ine|end)["']?\s*[:=]\s*["']?(\d{1,8})`)
	objectOffset = lazyregexp.New(`["']?\boffset["']?\s*[:=]\s*["']?(\d{1,8})`)
	objectLimit  = lazyregexp.New(`["']?\blimit["']?\s*[:=]\s*["']?(\d{1,8})`)
	pathKey      = lazyregexp.New(`["']?\b(?:file_?)?(?:path|name|file|filename|filepath|target_file|relative_workspace_path|AbsolutePath|uri)["']?\s*[:=]\s*["']$`)
	objectRanges = lazyregexp.New(`\bline_?[rR]anges["']?\s*[:=]\s*\[([^\]]{1,200})\]`)
	objectSymbol = lazyregexp.New(`["'](?:symbol|function|class|definition|method|identifier)["']\s*:\s*["']([^"'\s]{2,120})["']`)
	// element is a value in a tag of its own, as <line_range>1-40</line_range> or
	// <parameter name="offset">5</parameter>.
	element = lazyregexp.New(`<(?:parameter name=["'])?(\w+)["']?>\s*([^<\n]{1,120}?)\s*</`)
	// field is a line that names a file, and fieldBelow one that says what of it.
	field      = lazyregexp.New(`(?i)^[\s>*•_-]*(?:file|path|file ?name|file ?path)[*_]{0,2}:[*_]{0,2}\s*["'` + "`" + `]?$`)
	fieldBelow = lazyregexp.New(`(?i)^[\s>*•_-]*([a-z][a-z _]{1,20}?)[*_]{0,2}:[*_]{0,2}\s*(.{1,120})$`)
)

// maxFields bounds how many lines below that of a file say what of it.
const maxFields = 3

// object returns the text of the object, tag or call in which a path is a value of its own;
// empty when it is in none.
func (f *finder) object(from, to int) string {
	start := max(0, from-maxAround)
	before := f.text[start:from]
	if strings.HasPrefix(f.text[to:], "</") && strings.HasSuffix(before, ">") {
		return f.elements(to)
	}
	if strings.HasSuffix(strings.TrimRight(before, " \t`\"'*_"), ":") {
		if below := f.fields(from, to); below != "" {
			return below
		}
	}
	if !strings.HasSuffix(before, `"`) && !strings.HasSuffix(before, "'") || !pathKey().MatchString(before) {
		return ""
	}
	open := strings.LastIndexAny(before, "{(<")
	if open < 0 || strings.ContainsAny(before[open:], "})>") {
		_, behind := f.around(from, to)
		return behind
	}
	behind := f.text[to:min(len(f.text), to+maxAround)]
	ends := strings.IndexByte("{(<", before[open])
	end := strings.IndexByte(behind, "})>"[ends])
	if end < 0 || strings.IndexByte(behind[:end], before[open]) >= 0 {
		return ""
	}
	return before[open:] + behind[:end]
}

// inObject returns the lines that an object asks for.
func inObject(object string) []Lines {
	if object == "" {
		return nil
	}
	if m := objectRanges().FindStringSubmatch(object); m != nil {
		return ranges(m[1])
	}
	if m := objectLines().FindStringSubmatch(object); m != nil {
		return some(newLines(m[1], m[2]))
	}
	if m := objectStart().FindStringSubmatch(object); m != nil {
		if end := objectEnd().FindStringSubmatch(object); end != nil {
			return some(newLines(m[1], end[1]))
		}
		return nil
	}
	m, limit := objectOffset().FindStringSubmatch(object), objectLimit().FindStringSubmatch(object)
	switch {
	case m != nil && limit != nil:
		return window(m[1], limit[1])
	case limit != nil:
		return window("1", limit[1])
	case m != nil:
		return window(m[1], "")
	}
	return nil
}

// elements returns the values in the tags behind a path that is in a tag of its own, up to
// the next path.
func (f *finder) elements(to int) string {
	behind := f.text[to:min(len(f.text), to+maxAround)]
	_, behind, _ = strings.Cut(behind, ">")
	for _, end := range []string{"path", "</file>", "</invoke>", "</read_file>"} {
		behind, _, _ = strings.Cut(behind, end)
	}
	var b strings.Builder
	for _, m := range element().FindAllStringSubmatch(behind, -1) {
		b.WriteString(m[1] + "=\"" + m[2] + "\" ")
	}
	return b.String()
}

// fields returns the lines below one that names a file as a field, as "line: 62" below
// "file: a.go".
func (f *finder) fields(from, to int) string {
	before, behind := f.around(from, to)
	if !field().MatchString(before) || strings.Trim(behind, "`\"'* \t\r,") != "" {
		return ""
	}
	_, rest, _ := strings.Cut(f.text[to:min(len(f.text), to+2*maxAround)], "\n")
	var b strings.Builder
	for n := 0; n < maxFields; n++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		m := fieldBelow().FindStringSubmatch(strings.TrimRight(line, "\r"))
		if m == nil || strings.Contains(strings.ToLower(m[1]), "file") {
			break
		}
		value := strings.Trim(m[2], "`\"' \t,")
		if strings.Contains(value, "=") {
			b.WriteString(value + " ")
			continue
		}
		b.WriteString("\"" + strings.ToLower(m[1]) + "\": \"" + value + "\" ")
	}
	return b.String()
}
