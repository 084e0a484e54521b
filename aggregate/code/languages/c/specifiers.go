package c

import "slices"

// class is the class of a keyword or well-known name.
type class uint8

const (
	noClass   class = iota // a name
	typeClass              // a built-in or well-known type
	tagClass               // a name follows
	attributeClass
	otherClass
)

func classOf(word string) class {
	switch word {
	case "void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "_Bool", "auto",
		"char8_t", "char16_t", "char32_t", "wchar_t", "size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t",
		"int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t", "decltype":
		return typeClass
	case "struct", "union", "enum", "class", "typename":
		return tagClass
	case "__attribute__", "__attribute", "__declspec", "alignas", "_Alignas", "asm", "__asm__", "__asm":
		return attributeClass
	case "static", "extern", "inline", "const", "volatile", "register", "typedef", "constexpr", "consteval", "constinit",
		"mutable", "thread_local", "_Thread_local", "__thread", "virtual", "explicit", "friend", "restrict", "__restrict__",
		"_Noreturn", "noreturn", "__inline", "__inline__", "__forceinline", "__extension__", "template", "using",
		"namespace", "concept", "requires", "return", "goto", "if", "else", "for", "while", "do", "switch", "case",
		"static_assert", "_Static_assert", "new", "delete", "default", "operator", "_Atomic":
		return otherClass
	}
	return noClass
}

// mayTrail reports whether the grammars support a word after parameters.
func mayTrail(word string) bool {
	switch word {
	case "const", "volatile", "noexcept", "override", "final", "throw", "asm", "__asm__", "__asm", "restrict", "constexpr", "mutable":
		return true
	}
	return false
}

// unit is a name in a declaration: qualified, with template arguments, or a macro call.
type unit struct {
	first, last int // indices into the list of items
	call        bool
}

// declaration processes the head of a declaration that a token ends; -1 means a body.
func (p *preparer) declaration(end int) {
	if p.alone(); end < 0 {
		p.arguments()
	} else {
		p.call()
	}
	if len(p.head) > 0 && !p.modules(end) {
		p.friend()
		p.constraints()
		if p.specified(); end >= 0 {
			p.alias()
		}
		if end >= 0 && p.instantiates() {
			p.blank(p.tokens[p.head[0].first].start, p.tokens[end].end)
		} else if i := p.find("class", 0); i >= 0 && end >= 0 && i+3 == len(p.head) && p.isWord(p.head[i+1]) && p.looksMacro(p.head[i+1]) {
			p.eraseItem(p.head[i+1]) // class EXPORT Name;
		} else if p.find("using", 0) < 0 && p.find("concept", 0) < 0 && p.find("requires", 0) < 0 {
			p.reduce(p.head)
		}
		if end >= 0 && p.inClass() {
			p.fields(end)
		}
	}
	p.head = nil
}

// instantiates reports whether the head is an explicit template instantiation: template class
// A<int>;
func (p *preparer) instantiates() bool {
	if len(p.head) < 2 {
		return false
	}
	return p.is(p.head[0], "extern") && p.is(p.head[1], "template") || p.is(p.head[0], "template") && p.is(p.head[1], "class", "struct", "union")
}

// known reports whether the grammars support a word.
func (p *preparer) known(it item) bool {
	return classOf(p.text(it)) != noClass
}

// unitAt returns the unit at an index.
func (p *preparer) unitAt(list []item, i int) unit {
	u := unit{first: i, last: i}
	for i++; i < len(list); i++ {
		switch {
		case p.isGroup(list[i], '<'):
		case p.is(list[i], "::") && i+2 < len(list) && p.is(list[i+1], "template") && p.isWord(list[i+2]):
			i += 2
		case p.is(list[i], "::") && i+1 < len(list) && p.isWord(list[i+1]) && !p.is(list[i+1], "operator"):
			i++
		default:
			return u
		}
		u.last = i
	}
	return u
}

func (p *preparer) eraseUnit(list []item, u unit) {
	p.blank(p.tokens[list[u.first].first].start, p.tokens[list[u.last].last].end)
}

// isMacro reports whether a unit is a name in macro style.
func (p *preparer) isMacro(list []item, u unit) bool {
	return u.call || u.first == u.last && p.looksMacro(list[u.first])
}

// reduce leaves one type and one name in the declaration of a function, variable or parameter,
// and removes unsupported parts between the parameters and the end.
func (p *preparer) reduce(list []item) {
	i := 0
	if p.is(list[0], "template") {
		for i < len(list) && (p.is(list[i], "template") || p.isGroup(list[i], '<')) {
			i++
		}
	}
	start, typed, typedef, destructor := i, false, false, false
	var names []unit
scan:
	for ; i < len(list); i++ {
		it := list[i]
		text := p.text(it)
		what := classOf(text)
		switch {
		case p.isGroup(it, '['), p.is(it, "::"): // an attribute; a name in the global scope
			if len(names) > 0 && p.isGroup(it, '[') {
				break scan
			}
		case !p.isWord(it):
			destructor = p.is(it, "~")
			break scan
		case text == "operator":
			break scan
		case what == tagClass:
			typed = true
			if i+1 < len(list) && p.isWord(list[i+1]) && !p.known(list[i+1]) {
				i = p.unitAt(list, i+1).last
			}
		case what == attributeClass:
			if i+1 < len(list) && p.isGroup(list[i+1], '(') {
				i++
			}
		case text == "decltype", text == "_Atomic" && i+1 < len(list) && p.isGroup(list[i+1], '('):
			typed = true
			if i++; i < len(list) {
				p.instead(item{list[i-1].first, list[i].last}, "int")
			}
		case what == typeClass:
			typed = true
		case what == otherClass:
			typedef = typedef || text == "typedef"
			if text == "extern" && i+1 < len(list) && p.tokens[list[i+1].first].kind == literal {
				i++
			}
			if text == "explicit" && i+1 < len(list) && p.isGroup(list[i+1], '(') {
				i++
			}
		default:
			u := p.unitAt(list, i)
			if u.last+1 < len(list) && p.is(list[u.last+1], "::") {
				i = u.last
				continue // A::~A, A::operator, int A::*member
			}
			if next := u.last + 1; next < len(list) && p.isGroup(list[next], '(') && p.callsMacro(list, next, len(names) > 0 || typed) {
				u.last, u.call = next, true
			}
			names = append(names, u)
			i = u.last
		}
	}
	pointer := i < len(list) && p.is(list[i], "*", "&", "&&", "^")
	operator := i < len(list) && p.is(list[i], "operator")
	if n := len(names) - 1; !pointer && !operator && !destructor && n >= 0 && !names[n].call && names[n].last == i-1 {
		if p.unwrap(list, names[n]) && n > 0 {
			n--
		}
		own := p.declared(list, names[:n+1], typed, typedef)
		typed = typed || p.isConstructor(list, names[own], i)
		names = names[:own]
	}
	p.keepType(list, names, typed || destructor, start)
	if pointer {
		i = p.pointee(list, i)
	}
	p.trailing(list, i)
}

// isConstructor reports whether a name with parameters is that of the enclosing class, or is
// followed by initializers.
func (p *preparer) isConstructor(list []item, u unit, at int) bool {
	if at >= len(list) || !p.isGroup(list[at], '(') {
		return false
	}
	if n := len(p.levels); n > 0 && p.levels[n-1].name == p.text(list[u.last]) {
		return true
	}
	for i := at + 1; i < len(list); i++ {
		if p.is(list[i], ":") {
			return true
		}
	}
	return false
}

// unwrap moves the parameters, and possibly the name, out of a macro: OF((int a)) and
// REDIRECT(name, (int a), alias). It reports whether the macro followed the name.
func (p *preparer) unwrap(list []item, macro unit) bool {
	next := macro.last + 1
	if next >= len(list) || !p.isGroup(list[next], '(') || !p.isMacro(list, macro) {
		return false
	}
	first, last := list[next].first+1, list[next].last
	t := p.tokens[first]
	if t.mark == '(' && t.partner == last-1 {
		p.eraseUnit(list, macro)
		p.erase(p.tokens[first-1])
		p.erase(p.tokens[last])
		return true
	}
	if t.kind == word && p.tokens[first+1].mark == ',' && first+2 < last && p.tokens[first+2].mark == '(' && p.tokens[first+2].partner > first {
		p.blank(p.tokens[list[macro.first].first].start, t.start)
		p.erase(p.tokens[first+1])
		p.blank(p.tokens[p.tokens[first+2].partner].end, p.tokens[last].end)
	}
	return false
}

// callsMacro reports whether the parentheses at an index belong to a macro for a type or an
// attribute, not to the declared name.
func (p *preparer) callsMacro(list []item, at int, typed bool) bool {
	next := at + 1
	if typed && !p.looksMacro(list[at-1]) || next >= len(list) {
		return false
	}
	if p.is(list[next], "*") {
		return true
	}
	if !p.isWord(list[next]) || mayTrail(p.text(list[next])) || p.is(list[next], "try", "requires") {
		return false
	}
	for _, it := range list[next:] {
		if p.isGroup(it, '(') {
			return true
		}
	}
	return !p.looksMacro(list[next])
}

// declared returns the index of the declared name before parameters or the end: the last name,
// unless that is a macro after a variable. The macros after it are removed.
func (p *preparer) declared(list []item, names []unit, typed, typedef bool) int {
	last := len(names) - 1
	if typedef || !p.isMacro(list, names[last]) {
		return last
	}
	if next := names[last].last + 1; next < len(list) && p.isGroup(list[next], '(') {
		return last
	}
	least := 1 // a type precedes the name
	if typed {
		least = 0
	}
	for i := last - 1; i >= least; i-- {
		if !p.isMacro(list, names[i]) {
			for _, u := range names[i+1:] {
				p.eraseUnit(list, u)
			}
			return i
		}
	}
	return last
}

// keepType keeps one of the names that could be the type, and none if there already is one.
func (p *preparer) keepType(list []item, names []unit, typed bool, start int) {
	keep := -1
	if !typed {
		for i, u := range names {
			if keep < 0 || !p.isMacro(list, u) || names[keep].call && u.call {
				keep = i
			}
		}
	}
	for i, u := range names {
		it := item{list[u.first].first, list[u.last].last}
		switch {
		case i == keep && u.call:
			p.instead(it, "int")
		case i == keep:
		case u.first == start && (typed || len(names) > 1) && p.tokens[it.last].end-p.tokens[it.first].start >= len("const"):
			p.instead(it, "const") // so that the definition begins here
		default:
			p.eraseItem(it)
		}
	}
}

// pointee keeps one name after the asterisks of a declarator and returns the index after it.
func (p *preparer) pointee(list []item, i int) int {
	var names []unit
	for ; i < len(list); i++ {
		it := list[i]
		if p.is(it, "*", "&", "&&", "^", "const", "volatile", "restrict", "::") {
			continue
		}
		if !p.isWord(it) || p.known(it) {
			break
		}
		u := p.unitAt(list, i)
		names = append(names, u)
		i = u.last
	}
	keep := len(names) - 1
	for n := len(names) - 1; n >= 0; n-- {
		if !p.isMacro(list, names[n]) {
			keep = n
			break
		}
	}
	for n, u := range names {
		if n != keep {
			p.eraseUnit(list, u)
		}
	}
	return i
}

// trailing removes what follows the parameters or the array bounds.
func (p *preparer) trailing(list []item, i int) {
	for i < len(list) && !p.isGroup(list[i], '(') && !p.isGroup(list[i], '[') {
		if p.is(list[i], "=", ":", ",") {
			return
		}
		i++
	}
	if i >= len(list) {
		return
	}
	parameters := list[i]
	for i < len(list) && (p.isGroup(list[i], '(') || p.isGroup(list[i], '[')) {
		i++
	}
	for ; i < len(list); i++ {
		it := list[i]
		text := p.text(it)
		switch {
		case p.is(it, "->"):
			p.returned(list[i+1:])
			return
		case p.is(it, "=", ":", ",", "try", "requires"):
			return
		case mayTrail(text), !p.isWord(it):
		case p.known(it) && classOf(text) != attributeClass:
			return
		case !p.looksMacro(it) && p.newLine(list[i-1], it) && i+1 < len(list) && (p.isWord(list[i+1]) || p.is(list[i+1], "*")) && p.isGroup(parameters, '('):
			return // K&R parameters
		default:
			end := i
			if end+1 < len(list) && p.isGroup(list[end+1], '(') {
				end++
			}
			p.blank(p.tokens[it.first].start, p.tokens[list[end].last].end)
			i = end
		}
	}
}

// returned processes a trailing return type.
func (p *preparer) returned(list []item) {
	if len(list) > 1 && p.is(list[0], "decltype") && p.isGroup(list[1], '(') {
		p.instead(item{list[0].first, list[1].last}, "int")
	}
}

// group processes the content of parentheses: it removes conditionals and, from parameters,
// everything that is not a type or a name.
func (p *preparer) group(open, end int) {
	for i := open + 1; i < end; i++ {
		if p.tokens[i].kind == directive {
			i = p.within(i, end)
		}
	}
	if p.tokens[open].mark != '(' || p.pointer(open, end) {
		return
	}
	var list []item
	flush := func() {
		if len(list) > 1 {
			p.reduce(list)
		}
		list = list[:0]
	}
	for i := open + 1; i < end; i++ {
		t := p.tokens[i]
		switch {
		case t.kind == directive:
		case t.mark == ',' && t.kind == punct:
			flush()
		case t.kind == punct && t.mark == '=' && t.end == t.start+1:
			flush()
			start := i
			if i = p.defaultValue(i, end); p.tokens[start-1].kind == punct && p.tokens[start-1].mark != ']' {
				p.blank(t.start, p.tokens[i].start) // the grammars require a name
			}
		case t.kind == punct && t.partner > i:
			if it := (item{i, t.partner}); t.mark == '[' && p.tokens[i+1].mark == '[' {
				p.eraseItem(it) // an attribute
			} else {
				list = append(list, it)
			}
			i = t.partner
		case t.kind == punct && t.mark == '<' && len(list) > 0 && p.isWord(list[len(list)-1]):
			last := p.angleEnd(i)
			list = append(list, item{i, last})
			i = last
		default:
			list = append(list, item{i, i})
		}
	}
	flush()
}

// pointer processes parentheses around a function pointer, and removes the calling convention
// before the asterisk.
func (p *preparer) pointer(open, end int) bool {
	if end+1 >= len(p.tokens) || p.tokens[end+1].mark != '(' {
		return false
	}
	for i := open + 1; i < end; i++ {
		t := p.tokens[i]
		switch {
		case t.kind == punct && (t.mark == '*' || t.mark == '^'):
			p.blank(p.tokens[open].end, t.start)
			return true
		case t.mark == '(' && t.partner > i:
			i = t.partner
		case t.kind != word && t.mark != ':':
			return false
		}
	}
	if open+3 == end {
		p.erase(p.tokens[open+1]) // the macro contains the asterisk
		return true
	}
	return false
}

// defaultValue skips the default value of a parameter. The grammars do not support {} there.
func (p *preparer) defaultValue(i, end int) int {
	for i++; i < end; i++ {
		t := p.tokens[i]
		switch {
		case t.kind == punct && t.mark == ',':
			return i
		case t.kind == punct && t.mark == '<' && p.tokens[i-1].kind == word:
			i = p.angleEnd(i)
		case t.kind == punct && t.partner > i:
			if t.mark == '{' && p.tokens[i-1].mark == '=' {
				p.instead(item{i, t.partner}, "0")
			}
			i = t.partner
		}
	}
	return i
}

// within keeps only the first branch of a conditional in brackets, and returns the token to
// continue after.
func (p *preparer) within(i, end int) int {
	t := p.tokens[i]
	switch p.conditional(t) {
	case 'e':
		last := i
		for next := t.partner; next > last && next < end; next = p.tokens[next].partner {
			last = next
		}
		p.blank(t.start, p.tokens[last].end)
		return last
	default:
		p.erase(t)
	}
	return i
}

// fields removes unsupported parts of fields, which are not listed: multiple values, the
// initializer of a bit field, macros and unnamed bit fields.
func (p *preparer) fields(end int) {
	erase := func(from, to int) { p.blank(p.tokens[p.head[from].first].start, p.tokens[p.head[to].last].end) }
	n := len(p.head)
	if n == 2 && p.isGroup(p.head[1], '(') && p.isWord(p.head[0]) && p.looksMacro(p.head[0]) && p.text(p.head[0]) != p.levels[len(p.levels)-1].name ||
		p.is(p.head[0], "friend") && p.parameters() < 0 {
		p.blank(p.tokens[p.head[0].first].start, p.tokens[end].end)
		return
	}
	if colon := p.find(":", 0); colon > 0 && colon+2 < n && p.isWord(p.head[colon+2]) && p.looksMacro(p.head[colon+2]) {
		erase(colon+2, n-1)
		return
	}
	if p.parameters() >= 0 || p.find("using", 0) >= 0 {
		return
	}
	colon, comma := p.find(":", 0), p.find(",", 0)
	if colon > 0 && (p.known(p.head[colon-1]) || colon+2 < n && comma < 0 && p.is(p.head[colon+2], "=")) {
		if p.known(p.head[colon-1]) {
			p.blank(p.tokens[p.head[0].first].start, p.tokens[end].end)
		} else {
			erase(colon+2, n-1)
		}
		return
	}
	if comma < 0 {
		return
	}
	for i := p.find("=", 0); i >= 0; i = p.find("=", i+1) {
		if i+2 == n || i+2 < n && p.is(p.head[i+2], ",") {
			erase(i, i+1)
		}
	}
}

// typeHead processes the head of a type or a namespace before its members, whose name is the last
// one. It returns the name.
func (p *preparer) typeHead(class bool) string {
	at := -1
	p.alone()
	for i := range p.head {
		if p.is(p.head[i], "class", "struct", "union", "enum", "namespace", "extern", "__interface") {
			at = i
			break
		}
	}
	for i := 0; i < at; i++ {
		if it := p.head[i]; p.isWord(it) && !p.known(it) {
			p.eraseItem(it)
			if i+1 < at && p.isGroup(p.head[i+1], '(') {
				p.eraseItem(p.head[i+1])
			}
		}
	}
	if at < 0 || p.is(p.head[at], "extern") {
		return ""
	}
	p.constraints()
	for at = range p.head {
		if p.is(p.head[at], "class", "struct", "union", "enum", "namespace", "__interface") {
			break
		}
	}
	kind := p.text(p.head[at])
	for _, it := range p.head {
		if kind == "enum" && p.isGroup(it, '[') {
			p.eraseItem(it) // an attribute
		}
	}
	var names []unit
	i := at + 1
	for ; i < len(p.head) && !p.is(p.head[i], ":"); i++ {
		it := p.head[i]
		if !p.isWord(it) || p.known(it) {
			if p.isWord(it) && p.isAttribute(it) {
				i++
			}
			continue
		}
		if class && p.is(it, "final") && len(names) > 0 && (i+1 == len(p.head) || p.is(p.head[i+1], ":")) {
			continue
		}
		u := p.unitAt(p.head, i)
		if u.last+1 < len(p.head) && p.isGroup(p.head[u.last+1], '(') {
			u.last, u.call = u.last+1, true
		}
		names = append(names, u)
		i = u.last
	}
	keep := len(names) - 1
	if kind == "namespace" && keep > 0 {
		keep = 0
	}
	for n, u := range names {
		if n != keep {
			p.eraseUnit(p.head, u)
		}
	}
	if kind == "enum" && i < len(p.head) && keep < 0 {
		p.blank(p.tokens[p.head[i].first].start, p.tokens[p.head[len(p.head)-1].last].end)
	}
	if keep < 0 {
		return ""
	}
	return p.text(p.head[names[keep].first])
}

// modules processes C++ module declarations.
func (p *preparer) modules(end int) bool {
	switch {
	case p.is(p.head[0], "export") && len(p.head) > 1 && !p.is(p.head[1], "import", "module"):
		p.eraseItem(p.head[0])
		p.head = p.head[1:]
		return false
	case end >= 0 && p.is(p.head[0], "export", "import", "module") && !(len(p.head) > 1 && p.is(p.head[1], "(", "=", "*", "&", ",")):
		p.blank(p.tokens[p.head[0].first].start, p.tokens[end].end)
		return true
	}
	return false
}

// alone removes macros on separate lines at the start of a declaration, if the text on another
// line can be parsed without them.
func (p *preparer) alone() {
	p.template()
	for len(p.head) > 1 {
		first := 0
		for first < len(p.head) && (p.is(p.head[first], "template") || p.isGroup(p.head[first], '<')) {
			first++
		}
		i := first
		for i < len(p.head) && p.is(p.head[i], "static", "extern") {
			i++
		}
		if i >= len(p.head) || !p.isWord(p.head[i]) || p.known(p.head[i]) {
			return
		}
		next := i + 1
		call := next < len(p.head) && p.isGroup(p.head[next], '(')
		if call {
			next++
		} else if !p.looksMacro(p.head[i]) && !p.inClass() || i > 0 {
			return
		}
		if next >= len(p.head) || !p.newLine(p.head[next-1], p.head[next]) || p.is(p.head[next], ":") || !p.declares(p.head[next:]) {
			return
		}
		for _, it := range p.head[first:next] {
			p.eraseItem(it)
		}
		p.head = slices.Delete(slices.Clone(p.head), first, next)
		p.template()
	}
}

// declares reports whether a list is a declaration by itself: more than a name with parameters.
func (p *preparer) declares(list []item) bool {
	names := 0
	for i := 0; i < len(list); i++ {
		it := list[i]
		switch {
		case p.isWord(it) && p.known(it), p.is(it, "~"):
			return true
		case p.isWord(it):
			names++
			i = p.unitAt(list, i).last
		case p.isGroup(it, '('):
			// Another macro call may follow.
			return names > 1 || i+1 < len(list) && p.newLine(it, list[i+1]) && p.isWord(list[i+1])
		}
	}
	return names > 1
}
