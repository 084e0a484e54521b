package mentions

import (
	"strconv"
	"strings"

	"dossier/aggregate/lazyregexp"
)

// maxAround is how much of the text before and after a path belongs to its record, in bytes.
const maxAround = 240

// maxFields is the maximum number of fields below that of a file that belong to it.
const maxFields = 4

// The contexts in which a path is one value among others.
var (
	// pathKey matches the key before a path, including the quotation mark.
	pathKey = lazyregexp.New(`(?i)["']?\b\w{0,20}(?:path|file|name|uri)["']?\s*[:=]\s*["']$`)
	// bareKey matches a key before a path without quotation marks: ::error file=a.go,line=3.
	bareKey  = lazyregexp.New("(?:^|[\\s,`])(?:file|path)=$|(?m:^)(?i:file|path): ?$")
	keyValue = lazyregexp.New(`["']?\b([A-Za-z][\w-]{0,40})["']?\s*[:=]\s*(\[[^\]]{0,200}\]|"[^"\n]{0,120}"|'[^'\n]{0,120}'|[^\s,;}>)\]"']{1,120})`)
	// element matches a value in its own tag, such as <line_range>1-40</line_range> or <parameter
	// name="offset">5</parameter>.
	element = lazyregexp.New(`<(?:parameter(?: name)?=["']?)?(\w+)["']?>\s*([^<\n]{1,120}?)\s*</`)
	// field matches the label of a file, and fieldBelow a further field.
	field      = lazyregexp.New(`(?i)^[\s>*•_-]*(?:file|path|file ?name|file ?path|location)[*_]{0,2}:[*_]{0,2}\s*["'` + "`" + `@]?$`)
	fieldBelow = lazyregexp.New(`(?i)^[\s>*•_-]*([a-z][a-z _]{1,20}?(?:\(s\))?)[*_]{0,2}:[*_]{0,2}\s*(.{1,120})$`)
	rangeValue = lazyregexp.New(`L?(\d{1,8})(?:\s*["']?\s*[-–:,.]{1,2}\s*["']?\s*(?:L?(\d{1,8})|(-1|end|EOF|\$)))?`)
	// position matches a place with a line and perhaps a column, and nested an object of two places.
	position = lazyregexp.New(`("?\b(?i:start|end)"?) ?: ?\{ ?"?(?i:line)"? ?: ?(\d{1,8})[^{}]{0,40}\}`)
	nested   = lazyregexp.New(`"?\b(?i:lines?|range|line_?range|span)"? ?: ?\{([^{}]{0,80})\}`)
	// callOpening and callArguments match the text around the path in a call with two line numbers, symbolBefore that
	// before the path in a call with a symbol.
	callOpening   = lazyregexp.New(`\w\(["']$`)
	callArguments = lazyregexp.New(`^["'], ?(\d{1,8}), ?(\d{1,8})\)`)
	symbolBefore  = lazyregexp.New(`(?i)(?:symbol|definition|function|method|class)\w*\(["']([\w.:]{2,120})["'], ?["']$`)
	rangesIn      = lazyregexp.New(`["'](\d{1,8})[-–:](\d{1,8})["']`)
)

// record returns the values of the object, tag, call or fields in which a path is a separate value, by their keys in
// lower case without underscores; nil if there is none.
func (f *finder) record(from, to int) map[string]string {
	before, after := f.text[max(0, from-maxAround):from], f.text[to:min(len(f.text), to+maxAround)]
	before, after = strings.ReplaceAll(before, `\"`, `"`), strings.ReplaceAll(after, `\"`, `"`)
	if strings.HasPrefix(strings.TrimSpace(after), "</") && strings.HasSuffix(strings.TrimSpace(before), ">") {
		return elements(after)
	}
	if bareKey().MatchString(before) {
		line, _, _ := strings.Cut(after, "\n")
		line, _, _ = strings.Cut(line, "::")
		if record := pairs(before[strings.LastIndexAny(before, "\n:")+1:] + "a" + line); len(linesIn(record))+len(symbolsIn(record)) > 0 {
			return record
		}
	}
	if strings.HasSuffix(strings.TrimRight(before, " \t`\"'*_@"), ":") {
		if below := f.fields(from, to); below != nil {
			return below
		}
	}
	if !strings.HasSuffix(before, `"`) && !strings.HasSuffix(before, "'") {
		return nil
	}
	if !pathKey().MatchString(before) {
		return positional(before, after)
	}
	open := strings.LastIndexAny(before, "{(<")
	if open < 0 || strings.ContainsAny(before[open:], "})>") {
		after, _, _ = strings.Cut(after, "\n")
		return pairs(after)
	}
	after = flatten(after)
	end := strings.IndexByte(after, "})>"[strings.IndexByte("{(<", before[open])])
	if end < 0 || strings.IndexByte(after[:end], before[open]) >= 0 {
		return nil
	}
	return pairs(before[open:] + after[:end])
}

// positional returns the values of a call without keys: read("a.go", 1, 30), symbol("New", "a.go"). It returns nil
// for other calls.
func positional(before, after string) map[string]string {
	if m := callArguments().FindStringSubmatch(after); m != nil && callOpening().MatchString(before) {
		return map[string]string{"start": m[1], "end": m[2]}
	}
	if m := symbolBefore().FindStringSubmatch(before); m != nil {
		return map[string]string{"symbol": m[1]}
	}
	return nil
}

// flatten flattens an object whose fields for lines are objects: "start": {"line": 4} becomes "start": 4, and "lines":
// {"start": 4, "end": 9} its two fields.
func flatten(object string) string {
	object = position().ReplaceAllString(object, "$1: $2")
	return nested().ReplaceAllString(object, "$1")
}

// pairs parses the keys and values of an object, a tag or a call.
func pairs(object string) map[string]string {
	out := map[string]string{}
	for _, m := range keyValue().FindAllStringSubmatch(object, -1) {
		setDefault(out, m[1], m[2])
	}
	return out
}

func setDefault(values map[string]string, key, value string) {
	key = strings.NewReplacer("_", "", "-", "", " ", "", "(s)", "s").Replace(strings.ToLower(key))
	if _, ok := values[key]; !ok {
		values[key] = strings.Trim(value, "`\"' \t,")
	}
}

// elements returns the values in the tags after a path in its own tag, up to the next path.
func elements(after string) map[string]string {
	_, after, _ = strings.Cut(after, ">")
	for _, end := range []string{"path", "</file>", "</invoke>", "</read_file>"} {
		after, _, _ = strings.Cut(after, end)
	}
	out := map[string]string{}
	for _, m := range element().FindAllStringSubmatch(after, -1) {
		setDefault(out, m[1], m[2])
	}
	return out
}

// fields returns the values of the lines below one that has a file as a field, such as "line: 62" below "file: a.go";
// nil if there are none.
func (f *finder) fields(from, to int) map[string]string {
	start := strings.LastIndexByte(f.text[:from], '\n') + 1
	after := f.text[to:min(len(f.text), to+3*maxAround)]
	rest, after, _ := strings.Cut(after, "\n")
	if !field().MatchString(f.text[max(start, from-maxAround):from]) || strings.Trim(rest, "`\"'* \t\r,") != "" {
		return nil
	}
	out := map[string]string{}
	for range maxFields {
		var l string
		l, after, _ = strings.Cut(after, "\n")
		m := fieldBelow().FindStringSubmatch(strings.TrimRight(l, "\r"))
		if m == nil || strings.Contains(strings.ToLower(m[1]), "file") {
			break
		}
		if value := m[2]; strings.Contains(value, "=") {
			for k, v := range pairs(value) {
				setDefault(out, k, v)
			}
			continue
		}
		setDefault(out, m[1], m[2])
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// value returns the value of the first of several keys that is in a record.
func value(record map[string]string, keys ...string) string {
	for _, key := range keys {
		if v, ok := record[key]; ok && v != "" {
			return v
		}
	}
	return ""
}

// linesIn returns the lines that a record requests.
func linesIn(record map[string]string) []Lines {
	if list := rangesIn().FindAllStringSubmatch(value(record, "lineranges", "ranges"), -1); list != nil {
		var out []Lines
		for _, m := range list {
			out = append(out, newLines(m[1], m[2]))
		}
		return out
	}
	start := value(record, "startline", "startlineoneindexed", "linestart", "fromline", "beginline", "start", "from")
	end := value(record, "endline", "endlineoneindexed", "endlineoneindexedinclusive", "lineend", "toline", "end", "to")
	if line := value(record, "lines", "line", "linenumber", "linerange", "lineranges", "range", "ranges", "viewrange", "showing"); line != "" {
		if m := rangeValue().FindStringSubmatch(line); m != nil {
			switch {
			case m[3] != "":
				m[2] = strconv.Itoa(MaxLine)
			case m[2] == "":
				m[2] = end
			}
			return listOf(newLines(m[1], m[2]))
		}
	}
	if start != "" {
		if end == "" {
			return nil
		}
		return listOf(newLines(start, end))
	}
	offset, limit := value(record, "offset"), value(record, "limit")
	if offset == "" && limit == "" {
		return nil
	}
	return listOf(window(offset, limit))
}

// symbolsIn returns the symbols that a record requests.
func symbolsIn(record map[string]string) []string {
	var out []string
	names := value(record, "symbol", "symbols", "symbolname", "functionname", "function", "functions", "class", "classes", "definition", "method", "methods", "identifier", "namepath")
	for name := range strings.FieldsFuncSeq(names, func(r rune) bool { return strings.ContainsRune("[],; \"'", r) }) {
		if symbol := plainSymbol(strings.ReplaceAll(name, "/", ".")); symbol != "" {
			out = append(out, symbol)
		}
	}
	return out
}

// listOf returns lines as a list; nil for the zero value.
func listOf(lines Lines) []Lines {
	if lines == (Lines{}) {
		return nil
	}
	return []Lines{lines}
}
