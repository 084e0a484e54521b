package mentions

import (
	"slices"
	"strconv"
	"strings"

	"dossier/aggregate/lazyregexp"
)

// Lines is a range of lines from 1, both included. The zero value is the whole file.
type Lines struct{ Start, End int }

// MaxLine bounds what is taken for the number of a line; as the end of a range it is the end of the file.
const MaxLine = 10_000_000

// The words of line expressions in English, German, French, Spanish, Italian, Portuguese, Dutch,
// Polish and Russian; Chinese, Japanese and Korean have forms of their own.
const (
	lineWord  = `(?i:lines?|zeilen?|lignes?|l[ií]neas?|righ?e|riga|linhas?|regels?|lini[aei]|wiersz(?:e|y)?|строк[иаеу]?|ll?\.)`
	fromWord  = `(?i:from|between|von|zwischen|de|du|entre|da|dalla|tra|desde|del|od|van|tussen|с|со|между)`
	untilWord = `(?i:to|through|thru|until|bis|à|a|au|hasta|al|até|tot(?: en met)?|t/m|do|по|до)`
	// linkWord stands between a part of a file and the file.
	linkWord  = `(?:(?i:файла|pliku)|(?i:of|in|from|inside|within|at|von|aus|der|im|de|du|del|di|da|do|dans|no|na|nel|van|uit|z|w|из|в)(?: (?i:the|der|die|das|le|la|el|il|o|a|het))?(?: (?i:file|module|datei|fichier|archivo|fichero|arquivo|ficheiro|bestand|pliku|файл[аеу]?))?)`
	andWord   = `(?i:and|und|et|y|e|i|en|и|&)`
	firstWord = `(?i:first|top|erste[nr]?|premières|primeras|prime|primeiras|eerste|pierwsze|первые)`
	plain     = `#?L?(\d{1,8})`
)

// The expressions for lines.
var (
	// numbered begins a list of line numbers: lines 10-20; Zeilen von 10.
	numbered = lazyregexp.New(`(?:^|[^\p{L}\p{N}_$])(?:(?i:(up to|to|until|through)|(between|zwischen|entre|tra|tussen|между)) )?(` + lineWord + `)(?:\(s\))?(?:[*_]{0,2}:[*_]{0,2})? {0,2}(?:(` + fromWord + `) )?~?(?:` + plain + `)`)
	// one is a line or a range, and another what stands before a further one of a list.
	one     = lazyregexp.New(`^` + plain + `(?:(?: ?(?:[-–—~〜～]|\.\.\.?) ?| ` + untilWord + ` )(?:` + lineWord + ` )?` + plain + `)?`)
	another = lazyregexp.New(`^(?:,? ` + andWord + ` |, ?)(?:` + lineWord + ` )?`)
	// counted is a number that counts something, or is part of another: 3 findings, 1.5.
	counted = lazyregexp.New(`^(?: ?[\p{L}_%]|[.:]\d)`)
	goesOn  = lazyregexp.New(`^ (?:(?i:of|in|from|von|aus|der|des|de|du|del|di|da|do|van|z|файла|из)|` + andWord + `)(?: |$)`)
	// onward says that a line is the first of all behind it.
	onward   = lazyregexp.New(`^ (?:on(?:wards?)?|to the end|and (?:below|following))\b`)
	singular = lazyregexp.New(`^(?i:line|zeile|ligne|l[ií]nea|riga|linha|regel|linia|wiersz|строк[аеу])$`)
	// short is L12, L12-L40 or L12, L40, and first the beginning of a file.
	short    = lazyregexp.New(`(?:^|[^\p{L}\p{N}_.#])L(\d{1,8})\b`)
	first    = lazyregexp.New(firstWord + ` ~?(\d{1,8}) ` + lineWord + `|前 ?(\d{1,8}) ?行`)
	eastern  = lazyregexp.New(`第? ?((?:\d{1,8} ?[,、] ?){0,8})(\d{1,8}) ?(?:行目?|번째 줄|번 줄|줄|행)?(?: ?(?:[-–—~〜～到至]|から|부터) ?第? ?(\d{1,8}))? ?(?:行|번째 줄|번 줄|줄|행)`)
	windowed = lazyregexp.New(`["']?\boffset["']?[:= ]+["']?(\d{1,8})["']?(?:[, ]+|[, ]*and )["']?limit["']?[:= ]+["']?(\d{1,8})`)
)

// The lines at the end of a path: a.go:12-40 and the like; parens and quickfix follow without a space.
var (
	suffixLines = lazyregexp.New(`^(.*?[^:#])(?:#L?|:L?)(\d{1,8})(?:[:.]\d+|C\d+)?(?:[-–~](?:L)?(\d{1,8})(?:[:.]\d+|C\d+)?)?((?:, ?L?\d{1,8}(?:-L?\d{1,8})?)*):?(?:[A-Za-z_].*)?$`)
	parenLines  = lazyregexp.New(`^\((\d{1,8})(?:,\d+)?\)`)
	behindPath  = lazyregexp.New("^(?:\\((\\d{1,8})(?:,\\d+)?\\)|[`*]{0,3} [(\\[](\\d{1,8}) ?[-–,] ?(\\d{1,8})[)\\]]|:\\[(\\d{1,8}),\\d+\\]|\\|(\\d{1,8})(?:-\\d+)?(?: col \\d+)?[ |]|[`*]{0,3} {0,8}\\| {0,8}(\\d{1,8}) ?[-–] ?(\\d{1,8}) {0,8}\\|)")
	headLines   = lazyregexp.New(`^(\d{1,8}):(\d{1,8}):(.+)$`)
)

// expression is what a text says of lines or of a symbol, which belongs to a path near it.
type expression struct {
	at, end int // its bytes in the text
	lines   []Lines
	symbol  string
	loose   bool // whether it says so only next to a path: L2
}

// lineExpressions returns the expressions for lines in a text, in its order.
func lineExpressions(s string) []expression {
	var out []expression
	add := func(at, end int, loose bool, lines ...Lines) {
		lines = slices.DeleteFunc(lines, func(l Lines) bool { return l == Lines{} })
		if len(lines) > 0 && !slices.ContainsFunc(out, func(e expression) bool { return at < e.end && e.at < end }) {
			out = append(out, expression{at: at, end: end, lines: lines, loose: loose})
		}
	}
	for _, m := range first().FindAllStringSubmatchIndex(s, -1) {
		add(m[0], m[1], false, newLines("1", submatch(s, m, 1)+submatch(s, m, 2)))
	}
	for _, m := range windowed().FindAllStringSubmatchIndex(s, -1) {
		add(m[0], m[1], false, window(submatch(s, m, 1), submatch(s, m, 2)))
	}
	for from := 0; from < len(s); {
		m := numbered().FindStringSubmatchIndex(s[from:])
		if m == nil {
			break
		}
		number := from + m[10]
		for number > from && (s[number-1] == 'L' || s[number-1] == '#') {
			number--
		}
		list, n := numbers(s[number:], submatch(s[from:], m, 2) != "" || submatch(s[from:], m, 4) != "", singular().MatchString(submatch(s[from:], m, 3)))
		if on := onward().FindString(s[number+n:]); on != "" && len(list) == 1 && list[0].Start == list[0].End {
			list[0].End = MaxLine
			n += len(on)
		}
		if submatch(s[from:], m, 1) != "" && len(list) == 1 && list[0].Start == list[0].End {
			list[0].Start = 1
		}
		add(from+m[6], number+n, false, list...)
		from = number + n
	}
	for from := 0; from < len(s); {
		m := short().FindStringSubmatchIndex(s[from:])
		if m == nil {
			break
		}
		number := from + m[2] - 1
		list, n := numbers(s[number:], false, false)
		add(number, number+n, len(list) == 1 && list[0].Start == list[0].End, list...)
		from = number + max(n, 1)
	}
	if !ascii(s) {
		for _, m := range eastern().FindAllStringSubmatchIndex(s, -1) {
			lines := []Lines{newLines(submatch(s, m, 2), submatch(s, m, 3))}
			for _, n := range strings.FieldsFunc(submatch(s, m, 1), func(r rune) bool { return r < '0' || r > '9' }) {
				lines = slices.Insert(lines, len(lines)-1, newLines(n, ""))
			}
			add(m[0], m[1], false, lines...)
		}
	}
	slices.SortFunc(out, func(a, b expression) int { return a.at - b.at })
	return out
}

// numbers reads a list of lines and ranges, and returns how long it is. A range may be written
// with "and" where between says so. Where single says so the first is all.
func numbers(s string, between, single bool) (list []Lines, n int) {
	for n < len(s) {
		skip := 0
		if len(list) > 0 {
			if skip = len(another().FindString(s[n:])); skip == 0 {
				break
			}
		}
		m := one().FindStringSubmatchIndex(s[n+skip:])
		if m == nil || len(list) > 0 && m[4] < 0 && (s[n] == ',' || list[0].Start < list[0].End) && counted().MatchString(s[n+skip+m[1]:]) && !goesOn().MatchString(s[n+skip+m[1]:]) {
			break
		}
		lines := newLines(submatch(s[n+skip:], m, 1), submatch(s[n+skip:], m, 2))
		if lines == (Lines{}) {
			break
		}
		n += skip + m[1]
		switch last := len(list) - 1; {
		case last >= 0 && list[last].Start == list[last].End && lines.Start == lines.End && between:
			list[last] = Lines{list[last].Start, max(list[last].End, lines.End)}
		case last >= 0 && lines.Start == lines.End && lines.Start == list[last].End+1:
			list[last].End++ // 5, 6 and 7
		default:
			list = append(list, lines)
		}
		if single && !between {
			break
		}
	}
	return list, n
}

// submatch returns a submatch of an expression; empty: there is none.
func submatch(s string, m []int, i int) string {
	if m[2*i] < 0 {
		return ""
	}
	return s[m[2*i]:m[2*i+1]]
}

// cutLines returns a path without the lines at its end.
func cutLines(s string) (path string, lines []Lines) {
	m := suffixLines().FindStringSubmatch(s)
	if m == nil {
		return s, nil
	}
	if first := newLines(m[2], m[3]); first != (Lines{}) {
		list := m[2]
		if m[3] != "" {
			list += "-" + m[3]
		}
		lines, _ = numbers(list+m[4], false, false)
		return m[1], lines
	}
	return s, nil
}

// newLines reads two numbers, of which the second may be missing. It is the zero value for
// what is no range.
func newLines(first, last string) Lines {
	start, _ := strconv.Atoi(first)
	end := start
	if last != "" {
		end, _ = strconv.Atoi(last)
	}
	if start < 1 || end < start || end > MaxLine {
		return Lines{}
	}
	return Lines{start, end}
}

// window returns the lines of an offset, the first line, and a limit, how many; without a limit
// they go to the end.
func window(offset, limit string) Lines {
	first, _ := strconv.Atoi(offset)
	first = max(first, 1)
	if limit == "" {
		return newLines(strconv.Itoa(first), strconv.Itoa(MaxLine))
	}
	n, _ := strconv.Atoi(limit)
	return newLines(strconv.Itoa(first), strconv.Itoa(first+n-1))
}
