package summary

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"dossier/aggregate/lazyregexp"
)

// keys collects the keys of a table with their types, in order of first occurrence. Keys beyond
// the limit are only counted.
type keys struct {
	lines []string
	index map[string]int
	total int
}

func (k *keys) add(name, kind string) {
	name = oneLine(name)
	if i, ok := k.index[name]; ok {
		k.lines[i] = name + ": " + kind // the last one of the same name applies
		return
	}
	if k.total++; k.total > maxNames {
		return
	}
	if k.index == nil {
		k.index = map[string]int{}
	}
	k.index[name] = len(k.lines)
	k.lines = append(k.lines, name+": "+kind)
}

func (k *keys) summary() []string {
	if k.total <= maxNames {
		return k.lines
	}
	return append(k.lines, fmt.Sprintf("… %d more", k.total-maxNames))
}

// jsonScanner tokenizes JSON with comments and trailing commas. It is lenient: only the outermost
// keys are used.
type jsonScanner struct {
	src string
	at  int
}

// next returns the next token: a bracket, comma or colon, a quoted string, or a run of other
// characters; empty at the end.
func (s *jsonScanner) next() string {
	for s.at < len(s.src) {
		switch b := s.src[s.at]; {
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			s.at++
		case strings.HasPrefix(s.src[s.at:], "//"):
			s.skip(strings.IndexByte(s.src[s.at:], '\n'))
		case strings.HasPrefix(s.src[s.at:], "/*"):
			s.skip(strings.Index(s.src[s.at:], "*/") + 1)
		case strings.IndexByte("{}[],:", b) >= 0:
			s.at++
			return s.src[s.at-1 : s.at]
		case b == '"':
			start := s.at
			for s.at++; s.at < len(s.src); s.at++ {
				if s.src[s.at] == '\\' {
					s.at++
				} else if s.src[s.at] == '"' {
					s.at++
					break
				}
			}
			s.at = min(s.at, len(s.src))
			return s.src[start:s.at]
		default:
			start := s.at
			for s.at++; s.at < len(s.src) && strings.IndexByte("{}[],:\" \t\r\n/", s.src[s.at]) < 0; s.at++ {
			}
			return s.src[start:s.at]
		}
	}
	return ""
}

// skip advances by n+1 bytes, at most to the end.
func (s *jsonScanner) skip(n int) {
	if n <= 0 {
		s.at = len(s.src)
		return
	}
	s.at += n + 1
}

// value parses the value that begins with token, and returns its type: "string", "object (2
// keys)". If members is not nil, the members of an object are added to it.
func (s *jsonScanner) value(token string, members *keys) string {
	switch {
	case token == "{" || token == "[":
	case strings.HasPrefix(token, `"`):
		return "string"
	case token == "true" || token == "false":
		return "boolean"
	case token == "null":
		return "null"
	case strings.Trim(token, "+-0123456789.eE") == "":
		return "number"
	default:
		return "unknown"
	}
	// Only the first level is parsed; deeper nesting is just counted.
	count, depth := 0, 1
	name := ""
	expectMember := true
	for depth > 0 {
		t := s.next()
		switch t {
		case "":
			depth = 0
		case "}", "]":
			depth--
		case ",":
			if depth == 1 {
				expectMember, name = true, ""
			}
		case ":":
			if depth == 1 && token == "{" && members != nil {
				members.add(name, s.value(s.next(), nil))
			}
		default:
			if depth == 1 && expectMember {
				count++
				expectMember = false
				if token == "{" {
					name = trimQuotes(t)
				}
			}
			if t == "{" || t == "[" {
				depth++
			}
		}
	}
	if token == "{" {
		return withCount("object", count, "key")
	}
	return withCount("array", count, "item")
}

func withCount(kind string, n int, unit string) string {
	if n == 1 {
		return fmt.Sprintf("%s (1 %s)", kind, unit)
	}
	return fmt.Sprintf("%s (%d %ss)", kind, n, unit)
}

// trimQuotes returns a key without its quotes; escape sequences are kept.
func trimQuotes(token string) string {
	return strings.TrimSuffix(strings.TrimPrefix(token, `"`), `"`)
}

// jsonKeys returns the keys of the outermost object with their types; otherwise the type, with
// the keys of the first object in an array.
func jsonKeys(src string) []string {
	s := jsonScanner{src: src}
	first := s.next()
	switch first {
	case "":
		return nil
	case "{":
		var k keys
		s.value(first, &k)
		return k.summary()
	case "[":
		kind := s.value(first, nil)
		inner := jsonScanner{src: src}
		inner.next()
		if inner.next() != "{" {
			return []string{kind}
		}
		var k keys
		inner.value("{", &k)
		return append([]string{kind + ", the first:"}, indent(k.summary())...)
	}
	return []string{s.value(first, nil)}
}

// jsonLines returns the number of records and the keys of the first one.
func jsonLines(src string) []string {
	records := 0
	first := ""
	for line := range strings.Lines(src) {
		if line = strings.TrimSpace(line); line != "" {
			if records++; records == 1 {
				first = line
			}
		}
	}
	if records == 0 {
		return nil
	}
	return append([]string{fmt.Sprintf("records: %d, the first:", records)}, indent(jsonKeys(first))...)
}

func indent(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = "  " + line
	}
	return out
}

var yamlKey = lazyregexp.New(`^("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#'"\[\]{},&*!|>%@` + "`" + `-][^#]*?|-[^\s#][^#]*?)\s*:(?:\s+(.*))?$`)

// yamlKeys returns the unindented keys with their types. YAML is parsed by indentation only:
// aliases and tags are not resolved, and nothing is expanded.
func yamlKeys(src string) []string {
	var k keys
	items := 0
	pending := "" // a key whose value is on the following lines
	addPending := func(kind string) {
		if pending != "" {
			k.add(pending, kind)
			pending = ""
		}
	}
	block := false // inside a block scalar
	for line := range strings.Lines(src) {
		line = strings.TrimRight(line, " \t\r\n")
		body := strings.TrimLeft(line, " \t")
		margin := len(line) == len(body)
		if body == "" || strings.HasPrefix(body, "#") && !block || !margin && block {
			continue
		}
		block = false
		if !margin {
			if strings.HasPrefix(body, "- ") || body == "-" {
				addPending("list")
			} else {
				addPending("mapping")
			}
			continue
		}
		switch {
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "..."), strings.HasPrefix(line, "%"):
			addPending("null")
			continue
		case strings.HasPrefix(line, "- "), line == "-":
			if pending != "" {
				addPending("list")
			} else if k.total == 0 {
				items++
			}
			continue
		}
		addPending("null")
		if len(line) > 16*maxWidth {
			line = line[:16*maxWidth]
		}
		m := yamlKey().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name := strings.Trim(m[1], `"'`)
		value := strings.TrimSpace(m[2])
		if at := strings.Index(" "+value, " #"); at >= 0 && !strings.HasPrefix(value, `"`) && !strings.HasPrefix(value, "'") {
			value = strings.TrimSpace(value[:at])
		}
		switch {
		case value == "", strings.HasPrefix(value, "&") && !strings.Contains(value, " "):
			pending = name
		default:
			block = strings.HasPrefix(value, "|") || strings.HasPrefix(value, ">")
			k.add(name, yamlType(value))
		}
	}
	addPending("null")
	if k.total == 0 && items > 0 {
		return []string{withCount("list", items, "item")}
	}
	return k.summary()
}

func yamlType(value string) string {
	switch value[0] {
	case '{':
		return "mapping"
	case '[':
		return "list"
	case '*':
		return "alias"
	}
	switch strings.ToLower(value) {
	case "true", "false":
		return "boolean"
	case "null", "~":
		return "null"
	}
	if numberText().MatchString(value) {
		return "number"
	}
	return "string"
}

var numberText = lazyregexp.New(`^[+-]?(?:\d[\d_]*(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+|0x[0-9a-fA-F]+|0o[0-7]+)$`)

// tomlKeys returns the outermost keys with their types, up to the first syntax error.
func tomlKeys(src string) []string {
	if bracketsTooDeep(src) {
		return nil
	}
	var k keys
	tables := map[string]int{} // number of elements in arrays of tables
	inTable := false
	p := unstable.Parser{}
	p.Reset([]byte(src))
	for p.NextExpression() {
		e := p.Expression()
		it := e.Key()
		if !it.Next() {
			continue
		}
		name := string(it.Node().Data)
		nested := it.Next()
		switch e.Kind {
		case unstable.Table:
			inTable = true
			if tables[name] == 0 {
				k.add(name, "table")
			}
		case unstable.ArrayTable:
			inTable = true
			if !nested {
				tables[name]++
				k.add(name, withCount("array of tables", tables[name], "item"))
			} else if tables[name] == 0 {
				k.add(name, "table")
			}
		case unstable.KeyValue:
			switch {
			case inTable:
			case nested:
				k.add(name, "table")
			default:
				k.add(name, tomlType(e.Value().Kind))
			}
		}
	}
	return k.summary()
}

func tomlType(kind unstable.Kind) string {
	switch kind {
	case unstable.String:
		return "string"
	case unstable.Bool:
		return "boolean"
	case unstable.Integer, unstable.Float:
		return "number"
	case unstable.Array:
		return "array"
	case unstable.InlineTable:
		return "table"
	}
	return "date"
}

// bracketsTooDeep reports whether brackets may be nested too deeply for a recursive parser. It
// conservatively counts brackets in strings too.
func bracketsTooDeep(src string) bool {
	const most = 500
	depth := 0
	for i := range len(src) {
		switch src[i] {
		case '[', '{':
			if depth++; depth > most {
				return true
			}
		case ']', '}':
			depth = max(0, depth-1)
		}
	}
	return false
}

var (
	sqlIgnored = lazyregexp.New(`(?s)--[^\n]*|/\*.*?\*/|'(?:[^']|'')*'`)
	sqlCreate  = lazyregexp.New("(?i)\\bcreate\\s+(?:or\\s+replace\\s+)?(?:global\\s+|local\\s+)?(?:temp(?:orary)?\\s+|unlogged\\s+|external\\s+|virtual\\s+|materialized\\s+|foreign\\s+)*(table|view)\\s+(?:if\\s+not\\s+exists\\s+)?((?:[\\w$.]+|\"[^\"]*\"|`[^`]*`|\\[[^\\]]*\\])+)")
)

// sqlTables returns the names of the created tables and views.
func sqlTables(src string) []string {
	src = sqlIgnored().ReplaceAllString(src[:min(len(src), maxProse)], "")
	var d Declarations
	for _, m := range sqlCreate().FindAllStringSubmatch(src, -1) {
		name := strings.NewReplacer(`"`, "", "`", "", "[", "", "]", "").Replace(m[2])
		d.Names = append(d.Names, Name{strings.ToLower(m[1]), name})
	}
	return declarations(d)
}
