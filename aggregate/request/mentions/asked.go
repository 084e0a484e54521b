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

// maxAsked bounds how much of the paragraph before a path may ask for it, in bytes.
const maxAsked = 1200

// The words for lines and what stands between two numbers, in English, German, French,
// Spanish, Italian, Portuguese, Dutch, Polish, Russian, Chinese, Japanese and Korean.
const (
	lineWord  = `(?i:lines?|zeilen?|lignes?|l[ií]neas?|righ?e|riga|linhas?|regels?|lini[aei]|linie|wiersz(?:e|y)?|строк[иаеу]?)`
	lineUntil = `(?: ?(?:[-–—~〜～]|\.\.\.?) ?| (?i:to|through|thru|until|and|bis|und|à|a|au|et|hasta|al|y|até|e|tot(?: en met)?|t/m|en|do|по|до) )`
	lineFrom  = `(?:(?i:from|von|de|du|da|dalla|desde|del|od|van|с|со) )?`
	number    = `#?L?(\d{1,8})`
	// moreLines are further ranges behind the first: lines 10-20, 45-60 and 80-90.
	plain     = `#?L?\d{1,8}`
	moreLines = `(?:(?:, ?(?i:and |und )?| (?i:and|und|et|y|e|i|en|и) )(?:` + lineWord + ` )?` + plain + ` ?[-–—~] ?` + plain + `)*`
	lineList  = `(` + plain + `(?:` + lineUntil + plain + `)?` + moreLines + `)`
	// filler are the small words between a path and its lines.
	filler = `(?:(?i:starting|beginning|at|around|on|from|see|only|just|the|von|in|ab|nur|die|den|der|de|des|du|aux|les|las|los|el|la|le|en|nas|da|das|do|dalle|dalla|alle|van|w|od|с|в|на|из|的|の|から) ){0,3}`
	marks  = "[`\"'*_)\\]»”’」]{0,4}"
)

// The lines that prose asks for, before and behind a path.
var (
	wordsBehind  = lazyregexp.New(`^` + marks + `[,:]{0,2} {0,2}(?:[-–—|] {0,8})?[(\[]?` + filler + lineWord + `:? {0,2}` + lineFrom + lineList)
	plainBehind  = lazyregexp.New(`^` + marks + `,? L(\d{1,8})(?: ?[-–—~] ?L?(\d{1,8}))?\b`)
	itemBelow    = lazyregexp.New(`^[ \t]+(?:[-*+•] +)?` + lineWord + `:? {0,2}` + lineFrom + lineList)
	wordsBefore  = lazyregexp.New(lineWord + ` ` + lineFrom + lineList + `,? (?i:of|in|from|von|aus|der|in der|de|du|del|di|da|do|dans|no|na|van|uit|z|файла|из|в|at)(?: (?i:the|der|die|le|la|el|il|o|a|het|de))?(?: (?i:file|datei|fichier|archivo|fichero|arquivo|ficheiro|bestand|pliku|файла|файле))? ?` + "[`\"'*_(\\[«“„]{0,4}$")
	eastBehind   = lazyregexp.New(`^` + marks + ` ?[,:：，、(（]? ?(?:的|の|에서|의)? ?[(（]?第? ?(\d{1,8}) ?(?:行目?|번째 줄|번 줄|줄|행)?(?: ?(?:[-–—~〜～到至]|から|부터) ?第? ?(\d{1,8}))? ?(?:行|번째 줄|번 줄|줄|행)`)
	eastBefore   = lazyregexp.New(`第 ?(\d{1,8}) ?行?(?: ?[-–—~〜～到至] ?第? ?(\d{1,8}))? ?行的? ?` + "[`\"'(（「]{0,3}$")
	listed       = lazyregexp.New(number + `(?:` + lineUntil + number + `)?`)
	firstBehind  = lazyregexp.New(`^` + marks + `[,:]? {0,2}(?:[-–—|] {0,8})?[(\[]?(?i:just |only )?(?i:the )?(?i:top|first|up to line|to line) (\d{1,8})(?: (?i:lines?))?\b`)
	firstBefore  = lazyregexp.New(`(?i:top|first) (\d{1,8}) ` + lineWord + ` (?i:of|from|in)(?: the)?(?: file)? ` + "[`\"'*_(\\[]{0,4}$")
	offsetBehind = lazyregexp.New(`^` + marks + `[,:;]? ?[(\[{]?(?i:with )?["']?offset["']?[:= ]+["']?(\d{1,8})["']?(?:[, ]+|[, ]*(?i:and) )["']?limit["']?[:= ]+["']?(\d{1,8})`)
)

// The lines that a command shows of the file behind it, or of what it is given.
var (
	sedPrints  = lazyregexp.New(`\bsed (?:-[nE]+ )+["']?((?:\d{1,8}(?:,\+?(?:\d{1,8}|\$))?p;? ?)+)["']?`)
	sedRange   = lazyregexp.New(`(\d{1,8})(?:,(\+?)(\d{1,8}|\$))?p`)
	headPrints = lazyregexp.New(`\bhead (?:-n ?|--lines[= ]|-)(\d{1,8}) ["']?$`)
	batPrints  = lazyregexp.New(`\bbat (?:\S+ )*(?:-r|--line-range)[= ]["']?(\d{1,8}):(\d{1,8})["']? (?:\S+ )*["']?$`)
	awkPrints  = lazyregexp.New(`\bawk ["']NR ?>= ?(\d{1,8}) ?&& ?NR ?<= ?(\d{1,8})["'] ["']?$`)
	blamed     = lazyregexp.New(`\bgit (?:blame|log|show) (?:\S+ )*?-L ?(\d{1,8}),(\+?)(\d{1,8}) (?:-- )?["']?$`)
	opened     = lazyregexp.New("(?:^|[`$>\\s])(?:open|goto) [\"']?$")
	openedAt   = lazyregexp.New("^[\"']? (\\d{1,8})(?:[`\\s]|$)")
	headCount  = lazyregexp.New(`^["']? (?:\S+ )*?-(?i:TotalCount|Head|First) (\d{1,8})\b`)
	catMore    = lazyregexp.New(`\bcat (?:-\S+ )*[^-\s]\S* ["']?$`)
	headPipe   = lazyregexp.New(`^["']? ?\| ?head (?:-n ?|--lines[= ]|-)(\d{1,8})\b`)
	sedPipe    = lazyregexp.New(`^["']? ?\| ?(sed .*)$`)
)

// The symbols that prose asks for of a path.
var (
	symbolBefore = lazyregexp.New("(?:`([^`\n]{2,120})`(?: (?i:is|are) (?i:implemented|defined|declared))?|(?i:function|method|class|struct|type|interface|enum|trait) ([A-Za-z]+[a-z_][A-Z_]\\w*|[A-Z]\\w*[a-z]\\w*)|(?i:definition|implementation|declaration|body|source) of (?:the )?(?:(?i:function|method|class|struct|type|interface|func|enum|trait|constant|const|variable) )?([A-Za-z_][\\w.:]{1,119}(?:\\(\\))?))(?: (?i:function|method|class|struct|type|interface|func|enum|trait|definition|constant))?,? (?i:in|from|inside|of|at|within|aus|dans|en|de|di)(?: the)?(?: (?i:file|module))? [`\"'*_(\\[]{0,4}$")
	symbolBehind = lazyregexp.New("^[`\"'*_]{0,4} ?[(\\[:,–—-]{0,2} ?(?i:only |just )?(?:(?i:the) )?(?:(?i:definition of|function|method|class|struct|type|interface|symbol) )(?:the )?`([^`\n]{2,120})`")
	justSymbol   = lazyregexp.New("^[`\"'*_]{0,4},? ?[(\\[:,–—-]{0,2} ?(?i:only|just) (?:(?i:the) )?`([^`\n]{2,120})`")
	cellSymbol   = lazyregexp.New("^[`*_]{0,4} {0,8}\\| {0,8}`([^`\n]{2,120})` {0,8}\\|")
	onlySymbol   = lazyregexp.New("^[`\"'*_]{0,4} ?\\((?i:only |just )?(?:(?i:the) )?`([^`\n]{2,120})`(?: (?i:function|method|class|struct|type|interface|only))?\\)")
	// elsewhere follows a symbol whose file is named behind it.
	elsewhere   = lazyregexp.New("^`?(?: (?i:is|are) (?i:implemented|defined|declared))? (?i:in|from|inside|of|aus|dans|en|de|di) [`\"'*_(\\[]{0,4}[\\w.-]*[./]")
	labelSymbol = lazyregexp.New(`^(?:::?|#)([A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*(?:\(\))?)$`)
)

var (
	// asking are words by which a paragraph asks for files, and notAsking those by which it speaks of
	// them.
	asking    = lazyregexp.New(`(?i)(?:^|[^a-z/.-])(?:show|send|give|paste|read|open|need|see|provide|share|post|upload|cat|less|view|add|get|want|look|everything|files?[_ ](?:needed|requested|wanted)|zeig\w*|schick\w*|brauche|envoy\w+|besoin|necesito|envíe|mostrar|preciso|servono|pokaż|laten zien)(?:[^a-z/.-]|$)`)
	notAsking = lazyregexp.New(`(?i)(?:such as|for example|e\.g\.|ignor\w*|exclud\w*|skip\w*|creat\w*|matches|mkdir)`)
	// searches is a command in which a folder is only where something is done.
	searches = lazyregexp.New(`(?:^|[\s$>;&|("` + "`" + `])(?:grep|rg|ag|ack|find|fd|ls|cd|tree|mkdir|rm|cp|mv|du|tar|go (?:test|build|vet|run)|pytest|eslint|prettier|docker|rsync|git (?:add|clean|checkout))(?: [^|;&` + "`" + `]*)? ["']?$`)

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
	return f.text[max(start, from-maxAround):from], f.text[to:min(end, to+maxAround)]
}

// linesAround returns the lines that the text asks for of the path between two bytes, where
// nothing at the path's own end says so.
func (f *finder) linesAround(from, to int) []Lines {
	before, behind := f.around(from, to)
	if out := linesSaid(before, behind); out != nil {
		return out
	}
	if strings.Trim(behind, "`\"'*_:) \t\r") == "" {
		_, below, _ := strings.Cut(f.text[to:min(len(f.text), to+maxAround)], "\n")
		if m := itemBelow().FindStringSubmatch(below); m != nil {
			return ranges(m[1])
		}
	}
	return inObject(f.object(from, to))
}

// linesSaid returns the lines that the text on the line of a path asks for.
func linesSaid(before, behind string) []Lines {
	if !strings.ContainsAny(before, digits) && !strings.ContainsAny(behind, digits) {
		return nil
	}
	if out := printed(before, behind); out != nil {
		return out
	}
	for _, form := range []struct {
		expr func() *regexp.Regexp
		in   string
	}{{wordsBehind, behind}, {wordsBefore, before}} {
		if m := form.expr().FindStringSubmatch(form.in); m != nil {
			if list := ranges(m[1]); list != nil {
				return list
			}
		}
	}
	for _, form := range []struct {
		expr func() *regexp.Regexp
		in   string
	}{{plainBehind, behind}, {eastBehind, behind}, {eastBefore, before}} {
		if m := form.expr().FindStringSubmatch(form.in); m != nil {
			if lines := newLines(m[1], m[2]); lines != (Lines{}) {
				return []Lines{lines}
			}
		}
	}
	for _, form := range []struct {
		expr func() *regexp.Regexp
		in   string
	}{{firstBehind, behind}, {firstBefore, before}} {
		if m := form.expr().FindStringSubmatch(form.in); m != nil {
			return some(newLines("1", m[1]))
		}
	}
	if m := offsetBehind().FindStringSubmatch(behind); m != nil {
		return window(m[1], m[2])
	}
	return nil
}

const digits = "0123456789"

// ranges returns the lines of a list of ranges.
func ranges(list string) []Lines {
	var out []Lines
	for _, m := range listed().FindAllStringSubmatch(list, -1) {
		out = append(out, some(newLines(m[1], m[2]))...)
	}
	return out
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
	if m := blamed().FindStringSubmatch(before); m != nil {
		first, _ := strconv.Atoi(m[1])
		last, _ := strconv.Atoi(m[3])
		if m[2] == "+" {
			last += first - 1
		}
		return some(newLines(m[1], strconv.Itoa(last)))
	}
	if m := openedAt().FindStringSubmatch(behind); m != nil && opened().MatchString(before) {
		return some(newLines(m[1], ""))
	}
	if m := headCount().FindStringSubmatch(behind); m != nil {
		return some(newLines("1", m[1]))
	}
	if catMore().MatchString(before) { // of several files
		return nil
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

// symbolAround returns the symbol that the text asks for of the path between two bytes;
// empty when it asks for none.
func (f *finder) symbolAround(from, to int) string {
	before, behind := f.around(from, to)
	if !strings.Contains(behind, "`") {
		behind = ""
	}
	if !within[lastWord(before)] {
		before = ""
	}
	for _, form := range []struct {
		expr func() *regexp.Regexp
		in   string
	}{{symbolBehind, behind}, {justSymbol, behind}, {cellSymbol, behind}, {onlySymbol, behind}, {symbolBefore, before}, {objectSymbol, f.object(from, to)}} {
		if form.in == "" {
			continue
		}
		if m := form.expr().FindStringSubmatch(form.in); m != nil {
			if strings.HasPrefix(form.in, m[0]) && elsewhere().MatchString(form.in[len(m[0]):]) {
				continue // it is asked for of the next path
			}
			name := strings.Join(m[1:], "") // one of them
			if name = plainSymbol(name); name != "" {
				return name
			}
		}
	}
	return ""
}

// within are the words before a path by which it is where something else is.
var within = words(`in from inside of at within aus dans en de di the file module`)

// lastWord returns the last word of a text in lower case, without what marks a path behind it.
func lastWord(s string) string {
	s = strings.TrimRight(s, "`\"'*_([ ")
	return strings.ToLower(s[strings.LastIndexByte(s, ' ')+1:])
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

// labelled returns the symbol that is written at the end of a path: a.py::TestX::test_y. What
// stands behind # in a link to prose is a heading's anchor, and no symbol.
func labelled(s, path string) string {
	at := strings.Index(s, path)
	if at < 0 {
		return ""
	}
	if m := labelSymbol().FindStringSubmatch(s[at+len(path):]); m != nil && !proseLike(path) {
		return plainSymbol(m[1])
	}
	return ""
}

// proseLike reports whether a path is that of a text with headings.
func proseLike(path string) bool {
	switch extension(path[strings.LastIndexByte(path, '/')+1:]) {
	case "md", "html", "yml", "yaml", "json", "toml":
		return true
	}
	return false
}

// asked reports whether the paragraph before a byte asks for files.
func (f *finder) asked(at int) bool {
	before := f.text[max(0, at-maxAsked):min(at, len(f.text))]
	if gap := strings.LastIndex(before, "\n\n"); gap >= 0 {
		before = before[gap:]
	}
	sentence := before[max(strings.LastIndexByte(before, '\n'), strings.LastIndex(before, ". "), 0):]
	return asking().MatchString(before) && !notAsking().MatchString(sentence)
}
