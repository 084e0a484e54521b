package mentions

import (
	"regexp"
	"strconv"
	"strings"

	"dossier/aggregate/lazyregexp"
)

// maxAround bounds how much of the text before and behind a path is searched for the part
// that is asked for, in bytes.
const maxAround = 240

// The words for lines and what stands between two numbers, in English, German, French,
// Spanish, Italian, Portuguese, Dutch, Polish, Russian, Chinese, Japanese and Korean.
const (
	lineWord  = `(?i:lines?|zeilen?|lignes?|l[ií]neas?|righ?e|riga|linhas?|regels?|lini[aei]|linie|wiersz(?:e|y)?|строк[иаеу]?)`
	lineUntil = `(?: ?(?:[-–—~〜～]|\.\.\.?) ?| (?i:to|through|thru|until|and|bis|und|à|a|au|et|hasta|al|y|até|e|tot(?: en met)?|t/m|en|do|по|до) )`
	lineFrom  = `(?:(?i:from|von|de|du|da|dalla|desde|del|od|van|с|со) )?`
	number    = `#?L?(\d{1,8})`
	// filler are the small words between a path and its lines.
	filler = `(?:(?i:at|around|on|from|see|only|just|the|von|in|ab|nur|die|den|der|de|des|du|aux|les|las|los|el|la|le|en|nas|da|das|do|dalle|dalla|alle|van|w|od|с|в|на|из|的|の|から) ){0,3}`
	marks  = "[`\"'*_)\\]»”’」]{0,4}"
)

// The lines that prose asks for, before and behind a path.
var (
	wordsBehind  = lazyregexp.New(`^` + marks + `[,:]{0,2} {0,2}(?:[-–—] )?[(\[]?` + filler + lineWord + `:? {0,2}` + lineFrom + number + `(?:` + lineUntil + number + `)?`)
	wordsBefore  = lazyregexp.New(lineWord + ` ` + lineFrom + number + `(?:` + lineUntil + number + `)?,? (?i:of|in|from|von|aus|der|in der|de|du|del|di|da|do|dans|no|na|van|uit|z|файла|из|в|at)(?: (?i:the|der|die|le|la|el|il|o|a|het|de))?(?: (?i:file|datei|fichier|archivo|fichero|arquivo|ficheiro|bestand|pliku|файла|файле))? ?` + "[`\"'*_(\\[«“„]{0,4}$")
	eastBehind   = lazyregexp.New(`^` + marks + ` ?[,:：，、(（]? ?(?:的|の|에서)? ?[(（]?第? ?(\d{1,8}) ?(?:行目?|번째 줄|번 줄|줄|행)?(?: ?(?:[-–—~〜～到至]|から|부터) ?第? ?(\d{1,8}))? ?(?:行|번째 줄|번 줄|줄|행)`)
	eastBefore   = lazyregexp.New(`第 ?(\d{1,8}) ?行?(?: ?[-–—~〜～到至] ?第? ?(\d{1,8}))? ?行的? ?` + "[`\"'(（「]{0,3}$")
	offsetBehind = lazyregexp.New(`^` + marks + `[,:;]? ?[(\[{]?(?i:with )?["']?offset["']?[:= ]+["']?(\d{1,8})["']?(?:[, ]+|[, ]*(?i:and) )["']?limit["']?[:= ]+["']?(\d{1,8})`)
)

// The lines that a command shows of the file behind it, or of what it is given.
var (
	sedPrints  = lazyregexp.New(`\bsed (?:-[nE]+ )+["']?((?:\d{1,8}(?:,\+?(?:\d{1,8}|\$))?p;? ?)+)["']?`)
	sedRange   = lazyregexp.New(`(\d{1,8})(?:,(\+?)(\d{1,8}|\$))?p`)
	headPrints = lazyregexp.New(`\bhead (?:-n ?|--lines[= ]|-)(\d{1,8}) ["']?$`)
	batPrints  = lazyregexp.New(`\bbat (?:\S+ )*(?:-r|--line-range)[= ]["']?(\d{1,8}):(\d{1,8})["']? (?:\S+ )*["']?$`)
	awkPrints  = lazyregexp.New(`\bawk ["']NR ?>= ?(\d{1,8}) ?&& ?NR ?<= ?(\d{1,8})["'] ["']?$`)
	headPipe   = lazyregexp.New(`^["']? ?\| ?head (?:-n ?|--lines[= ]|-)(\d{1,8})\b`)
	sedPipe    = lazyregexp.New(`^["']? ?\| ?(sed .*)$`)
)

// The lines that stand in the same object, tag or call as a path.
var (
	objectLines  = lazyregexp.New(`\b(?:lines?|line_?[rR]anges?|ranges?|view_range)["']?\s*[:=]\s*["'\[]{0,2}\s*L?(\d{1,8})(?:\s*["']?\s*[-–:,.]{1,2}\s*["']?\s*L?(\d{1,8}))?`)
	objectStart  = lazyregexp.New(`["']?\b(?:start_?[lL]ine(?:_one_indexed)?|[lL]ine_?[sS]tart|from_?[lL]ine|start|begin_?[lL]ine)["']?\s*[:=]\s*["']?(\d{1,8})`)
	objectEnd    = lazyregexp.New(`["']?\b(?:end_?[lL]ine(?:_one_indexed(?:_inclusive)?)?|[lL]ine_?[eE]nd|to_?[lL]ine|end)["']?\s*[:=]\s*["']?(\d{1,8})`)
	objectOffset = lazyregexp.New(`["']?\boffset["']?\s*[:=]\s*["']?(\d{1,8})`)
	objectLimit  = lazyregexp.New(`["']?\blimit["']?\s*[:=]\s*["']?(\d{1,8})`)
	pathKey      = lazyregexp.New(`["']?\b(?:file_?)?(?:path|name|file|filename|filepath|target_file|relative_workspace_path|AbsolutePath|uri)["']?\s*[:=]\s*["']$`)
	objectSymbol = lazyregexp.New(`["'](?:symbol|function|class|definition|method|identifier)["']\s*:\s*["']([^"'\s]{2,120})["']`)
)

// The symbols that prose asks for of a path.
var (
	symbolBefore = lazyregexp.New("(?:`([^`\n]{2,120})`|(?i:definition|implementation|declaration|body|source) of (?:the )?(?:(?i:function|method|class|struct|type|interface|func|enum|trait|constant|const|variable) )?([A-Za-z_][\\w.:]{1,119}(?:\\(\\))?))(?: (?i:function|method|class|struct|type|interface|func|enum|trait|definition|constant))?,? (?i:in|from|inside|of|at|within|aus|dans|en|de|di)(?: the)?(?: (?i:file|module))? [`\"'*_(\\[]{0,4}$")
	symbolBehind = lazyregexp.New("^[`\"'*_]{0,4} ?[(\\[:,–—-]{0,2} ?(?i:only |just )?(?:(?i:the) )?(?:(?i:definition of|function|method|class|struct|type|interface|symbol) )(?:the )?`([^`\n]{2,120})`")
	onlySymbol   = lazyregexp.New("^[`\"'*_]{0,4} ?\\((?i:only |just )?(?:(?i:the) )?`([^`\n]{2,120})`(?: (?i:function|method|class|struct|type|interface|only))?\\)")
	labelSymbol  = lazyregexp.New(`^(?:::?|#)([A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*(?:\(\))?)$`)
)

var (
	// asksFor is what asks for the path behind it.
	asksFor = lazyregexp.New("(?i)(?:^|[^a-z])(?:show|send|give|paste|read|open|need|see|provide|share|post|upload|cat|less|view|contents? of|zeig|schick|brauche)(?: me| us| you| mir)?(?: also)?(?: the)?(?: file| contents? of)?:? [`\"'(]{0,3}$")
	// plainSystem is a file of the system without an ending.
	plainSystem = lazyregexp.New(`^/(?:etc|home|Users|var|opt|root|mnt|srv|private|proc|sys)/[^\s/]+(?:/[^\s/]+)*$`)
)

// around returns the text on the line before a byte, and the one behind another.
func (f *finder) around(from, to int) (before, behind string) {
	start := strings.LastIndexByte(f.text[:from], '\n') + 1
	end := len(f.text)
	if n := strings.IndexByte(f.text[to:], '\n'); n >= 0 {
		end = to + n
	}
	return strings.ToValidUTF8(f.text[max(start, from-maxAround):from], ""), strings.ToValidUTF8(f.text[to:min(end, to+maxAround)], "")
}

// linesAround returns the lines that the text asks for of the path between two bytes, where
// nothing at the path's own end says so.
func (f *finder) linesAround(from, to int) []Lines {
	before, behind := f.around(from, to)
	if out := printed(before, behind); out != nil {
		return out
	}
	for _, form := range []struct {
		expr func() *regexp.Regexp
		in   string
	}{{wordsBehind, behind}, {eastBehind, behind}, {wordsBefore, before}, {eastBefore, before}} {
		if m := form.expr().FindStringSubmatch(form.in); m != nil {
			if lines := newLines(m[1], m[2]); lines != (Lines{}) {
				return []Lines{lines}
			}
		}
	}
	if m := offsetBehind().FindStringSubmatch(behind); m != nil {
		return window(m[1], m[2])
	}
	return inObject(f.object(from, to))
}

// printed returns the lines that a command prints.
func printed(before, behind string) []Lines {
	if m := sedPrints().FindStringSubmatchIndex(before); m != nil && strings.Trim(before[m[1]:], " \"'") == "" {
		return sedLines(before[m[2]:m[3]])
	}
	for _, form := range []func() *regexp.Regexp{batPrints, awkPrints} {
		if m := form().FindStringSubmatch(before); m != nil {
			return some(newLines(m[1], m[2]))
		}
	}
	if m := headPrints().FindStringSubmatch(before); m != nil {
		return some(newLines("1", m[1]))
	}
	if m := headPipe().FindStringSubmatch(behind); m != nil {
		return some(newLines("1", m[1]))
	}
	if m := sedPipe().FindStringSubmatch(behind); m != nil {
		if m := sedPrints().FindStringSubmatch(m[1]); m != nil {
			return sedLines(m[1])
		}
	}
	return nil
}

// some returns lines as a list; nil for none.
func some(lines Lines) []Lines {
	if lines == (Lines{}) {
		return nil
	}
	return []Lines{lines}
}

// sedLines reads the ranges that sed prints: 10,20p; 30,+5p; 40,$p; 7p.
func sedLines(script string) []Lines {
	var out []Lines
	for _, m := range sedRange().FindAllStringSubmatch(script, -1) {
		last := m[3]
		switch {
		case last == "$":
			last = strconv.Itoa(MaxLine)
		case m[2] == "+":
			first, _ := strconv.Atoi(m[1])
			more, _ := strconv.Atoi(last)
			last = strconv.Itoa(first + more)
		}
		out = append(out, some(newLines(m[1], last))...)
	}
	return out
}

// window returns the lines of an offset, the first line, and a limit, how many.
func window(offset, limit string) []Lines {
	first, _ := strconv.Atoi(offset)
	n, _ := strconv.Atoi(limit)
	first = max(first, 1)
	if limit == "" {
		return some(newLines(strconv.Itoa(first), strconv.Itoa(MaxLine)))
	}
	return some(newLines(strconv.Itoa(first), strconv.Itoa(first+n-1)))
}

// object returns the text of the object, tag or call in which a path is a value of its own;
// empty when it is in none.
func (f *finder) object(from, to int) string {
	start := max(0, from-maxAround)
	before := f.text[start:from]
	if !pathKey().MatchString(strings.ToValidUTF8(before, "?")) {
		return ""
	}
	open := strings.LastIndexAny(before, "{(<")
	if open < 0 || strings.ContainsAny(before[open:], "})>") {
		return ""
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

// symbolAround returns the symbol that the text asks for of the path between two bytes;
// empty when it asks for none.
func (f *finder) symbolAround(from, to int) string {
	before, behind := f.around(from, to)
	for _, form := range []struct {
		expr func() *regexp.Regexp
		in   string
	}{{symbolBehind, behind}, {onlySymbol, behind}, {symbolBefore, before}, {objectSymbol, f.object(from, to)}} {
		if m := form.expr().FindStringSubmatch(form.in); m != nil {
			name := m[1]
			if name == "" && len(m) > 2 {
				name = m[2]
			}
			if name = plainSymbol(name); name != "" {
				return name
			}
		}
	}
	return ""
}

// plainSymbol returns the parts of a symbol's name separated by dots; empty for what is none.
func plainSymbol(name string) string {
	m := symbolName().FindStringSubmatch(strings.TrimSpace(name))
	if m == nil || nameLike(name) {
		return ""
	}
	name = separators.Replace(m[2])
	if m[1] != "" {
		name = m[1] + "." + name
	}
	return name
}

// labelled returns the symbol that is written at the end of a path: a.py::TestX::test_y.
func labelled(s, path string) string {
	at := strings.Index(s, path)
	if at < 0 {
		return ""
	}
	if m := labelSymbol().FindStringSubmatch(s[at+len(path):]); m != nil {
		return plainSymbol(m[1])
	}
	return ""
}
