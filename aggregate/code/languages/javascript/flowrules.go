package javascript

import "bytes"

// rewrite applies the rules for what begins at a token.
func (f *flow) rewrite(i int) {
	switch {
	case f.is(i, "{|"):
		f.put(i, "{ ")
	case f.is(i, "|}"):
		f.put(i, " }")
	case f.is(i, "?") && (f.isMaybe(i) || f.is(i+1, "=")):
		f.put(i, " ")
	case f.is(i, "+", "-"):
		f.variance(i)
	case f.is(i, "..."):
		f.spread(i)
	case f.is(i, "*") && f.is(i-1, "<", ",", ":", "|", "(") && f.is(i+1, ">", ",", ")", "=", ";", "}", "|}"):
		f.put(i, "x")
	case f.is(i, "?.") && f.is(i+1, "["):
		f.put(i, "  ")
	case f.is(i, "%") && f.is(i+1, "checks"):
		f.blank(i, i+2)
	case f.is(i, "<") && f.is(i+1, ">") && f.isName(i-1):
		f.blank(i, i+2)
	case f.is(i, "<"):
		f.parameters(i)
	case f.is(i, ")"):
		f.parenthesis(i)
	case f.is(i, "=>"):
		f.bare(i)
	case f.is(i, "type") && f.isWord(i+1):
		if f.is(i-1, "opaque") {
			f.opaque(i)
		}
	case f.is(i, "for") && f.is(i+1, "(") && f.is(i+4, ":") && f.partner[i+1] > i+4:
		f.blank(i+4, f.until(i+4, f.partner[i+1], "of", "in", "="))
	case f.is(i, "import"):
		f.imports(i)
	case f.is(i, "declare"):
		f.declared(i)
	case f.is(i, "implies") && f.is(i-1, ":"),
		f.is(i, "interface") && f.is(i+1, "{"),
		f.is(i, "@") && (f.is(i+1, "@") || f.is(i-1, "@")):
		f.blank(i, i+1)
	case f.is(i, "enum") && f.isWord(i+1) && f.is(i+2, "of"):
		f.blank(i+2, i+4)
	case f.is(i, "interface") && f.is(i+1, "extends"):
		f.blank(i, f.until(i, min(len(f.tokens), i+maxTokens), "{"))
	case f.is(i, "component") && f.isWord(i+1) && f.is(i+2, "(", "<"):
		f.component(i)
	case f.is(i, "component") && f.is(i+1, "(") && f.partner[i+1] > 0 && f.is(i-1, ":", "=", "|", "&", "<", "?", ",", "(", "=>"):
		f.name(i, f.partner[i+1]+1)
	}
}

// variance removes the variance sign of a property or a type parameter: { +a: T }, <-T>.
func (f *flow) variance(i int) {
	next := f.token(i + 1)
	if next.start != f.token(i).end || !f.isWord(i+1) && !f.is(i+1, "[", "#") && next.kind != quote {
		return
	}
	switch {
	case f.is(i-1, "{", "{|", ",", ";", "<", "[", "static", "declare"):
		f.put(i, " ")
	case f.is(i-1, "}") || f.token(i-1).end < f.token(i).start && bytes.IndexByte(f.src[f.token(i-1).end:f.token(i).start], '\n') >= 0:
		if f.is(i+2, ":") || f.is(i+2, "?") && f.is(i+3, ":") {
			f.put(i, " ")
		}
	}
}

// spread removes the dots of an inexact object type, and converts spread types to properties.
func (f *flow) spread(i int) {
	switch a := f.around[i]; {
	case f.is(i+1, "}", "|}"):
		f.put(i, "   ")
	case f.is(i+1, "]") && f.is(i-1, ","):
		f.put(i, "   ")
	case f.is(i+1, ",") && f.is(i+2, "}", "|}"):
		f.blank(i, i+2)
	case a >= 0 && f.types[a] && f.is(a, "{", "{|"):
		f.put(i, "x: ")
	}
}

// parameters removes the bounds of type parameters, <T: Object>, and the type parameters of arrow
// functions, which look like JSX.
func (f *flow) parameters(i int) {
	last := f.partner[i]
	if last < 0 || !f.is(last+1, "(", "=", "{", "extends", "implements", ":", ";", "mixins") && !f.begins(last+1) {
		return
	}
	expected := true // a parameter begins
	var bounds [][2]int
	for j := i + 1; j < last; j++ {
		if expected {
			if f.is(j, "+", "-") || f.is(j, "const", "in", "out") && f.isWord(j+1) {
				continue
			}
			if !f.isName(j) || !f.is(j+1, ":", "=", ",", ">", "extends", "super") {
				return
			}
			expected = false
			continue
		}
		switch {
		case f.is(j, ":"):
			to := f.until(j, last, ",", "=")
			bounds = append(bounds, [2]int{j, to})
			j = to - 1
		case f.is(j, "="), f.is(j, "extends", "super"):
			j = f.until(j+1, last, ",") - 1
		case f.is(j, ","):
			expected = true
		}
	}
	if f.is(last+1, "(") && !f.isName(i-1) {
		if p := f.partner[last+1]; p >= 0 && f.is(p+1, "=>", ":") {
			f.blank(i, last+1)
		}
		return
	}
	for _, b := range bounds {
		f.blank(b[0], b[1])
	}
}

// until returns the index of the first of the marks outside brackets, or last.
func (f *flow) until(i, last int, marks ...string) int {
	for j := i; j < last; j++ {
		switch {
		case f.partner[j] > j:
			j = f.partner[j]
		case f.is(j, marks...):
			return j
		}
	}
	return last
}

// parenthesis handles the end of the parameters of a function type or an arrow function, or of an
// expression with its type.
func (f *flow) parenthesis(i int) {
	open := f.partner[i]
	if open < 0 {
		return
	}
	if f.is(i+1, "=>") || f.is(i+1, ":") && (f.leadsToArrow(i+1) || f.isSignature(open)) {
		f.arguments(open, i)
		return
	}
	if f.is(i+1, "{") || f.is(open+1, "<") || f.isName(open-1) || f.is(open-1, ")", "]", ">", "?.") || open+1 == i {
		return
	}
	// (expression: T) is reduced to the expression; a colon that does not belong to a conditional
	// begins its type.
	asks := 0
	for j := open + 1; j < i; j++ {
		switch {
		case f.is(j, "(", "[", "{", "{|") && f.partner[j] > 0:
			j = f.partner[j]
		case f.is(j, ",") && asks == 0:
			return
		case f.is(j, "?") && !f.is(j+1, ":") && !f.isMaybe(j):
			asks++
		case f.is(j, ":") && asks > 0:
			asks--
		case f.is(j, ":") && f.is(j-1, ")") && f.leadsToArrow(j):
			return
		case f.is(j, ":"):
			f.erase(f.tokens[j].start, f.tokens[i].start)
			return
		}
	}
}

// isSignature reports whether a parenthesis opens the parameters of a method in a type, or of a
// function declaration without a body.
func (f *flow) isSignature(open int) bool {
	a := f.around[open]
	return a >= 0 && f.types[a] ||
		f.is(open-2, "function") && (f.is(open-3, "declare") || f.is(open-3, "export") && f.is(open-4, "declare"))
}

// leadsToArrow reports whether the type after a colon is the return type of an arrow function.
func (f *flow) leadsToArrow(colon int) bool {
	for j := colon + 1; j < len(f.tokens) && j < colon+maxTokens; j++ {
		switch {
		case f.is(j, "=>"):
			return true
		case f.partner[j] > j:
			j = f.partner[j]
		case f.is(j, ",", ";", ")", "]", "}", "|}", "=", ":"):
			return false
		}
	}
	return false
}

// arguments adds names to unnamed parameters of a function type.
func (f *flow) arguments(open, last int) {
	for from := open + 1; from < last; {
		to := f.until(from, last, ",")
		if to > from && f.isType(from, to) {
			f.name(from, to)
		}
		from = to + 1
	}
}

// isType reports whether a parameter is a type without a name.
func (f *flow) isType(from, to int) bool {
	if f.is(from, "...") {
		from++
	}
	switch {
	case from >= to:
		return false
	case f.is(from, "{", "{|", "["):
		next := f.partner[from] + 1
		return next > 0 && next == to && f.looksTyped(from, to)
	case from+1 == to && f.isPredefined(from):
		return true
	case f.isName(from), f.is(from, "this"):
		return from+1 < to && !f.is(from+1, ":", "?", "=")
	}
	return true
}

// isPredefined reports whether a token is the name of a built-in TypeScript type.
func (f *flow) isPredefined(i int) bool {
	return f.is(i, "string", "number", "boolean", "any", "unknown", "symbol", "void", "null", "undefined", "object", "never")
}

// looksTyped reports whether a pattern contains type syntax.
func (f *flow) looksTyped(from, to int) bool {
	if f.is(from, "{|") {
		return true
	}
	typed := false
	for j := from; j < to; j++ {
		switch {
		case f.is(j, "="):
			return false
		case f.is(j, "<", "|", "&", "?", "=>", "(", ";"), f.token(j).kind == quote, f.is(j-1, ":") && f.isPredefined(j):
			typed = true
		}
	}
	return typed
}

// bare parenthesizes the parameter of a function type: T => U. An arrow function with one
// parameter remains equivalent.
func (f *flow) bare(i int) {
	from := i - 1
	if f.is(from, ">") {
		from = f.partner[from] - 1
	}
	if !f.isWord(from) {
		return
	}
	for f.is(from-1, ".") && f.isWord(from-2) {
		from -= 2
	}
	if f.isReturned(from) {
		return
	}
	start, stop := f.tokens[from].start, f.tokens[i].start
	if bytes.IndexByte(f.src[start:stop], '\n') >= 0 || stop-start < len("()") {
		return
	}
	if from == i-1 && stop == f.tokens[from].end {
		return // a=>b has no space for them
	}
	f.erase(start, stop)
	f.out[start] = '('
	f.out[stop-1] = ')'
	if stop-start > len("()") {
		f.out[start+1] = 'x'
	}
}

// isReturned reports whether a type that contains a token is the return type of an arrow
// function.
func (f *flow) isReturned(i int) bool {
	for i--; i > 0; i-- {
		switch {
		case f.is(i, ":") && f.is(i-1, ")") && f.partner[i-1] >= 0:
			before := f.partner[i-1] - 1
			return !f.isName(before) || f.is(before, "async")
		case f.is(i, ":"):
			return false
		case f.partner[i] >= 0 && f.partner[i] < i:
			i = f.partner[i]
		case !f.is(i, "|", "&", "?", ".") && !f.isWord(i) && f.token(i).kind != quote:
			return false
		}
	}
	return false
}

// opaque converts an opaque type, which may have a bound and no type, to an alias.
func (f *flow) opaque(i int) {
	f.put(i-1, "      ")
	at := i + 2
	if f.is(at, "<") {
		if at = f.partner[at] + 1; at == 0 {
			return
		}
	}
	if f.is(at, ";") || f.begins(at) {
		f.put(i, "var ") // makes it a type again
		return
	}
	if !f.is(at, ":") {
		return
	}
	for j := at; j < len(f.tokens) && j < at+maxTokens; j++ {
		switch {
		case f.is(j, "(", "[", "{", "{|") && f.partner[j] > 0:
			j = f.partner[j]
		case f.is(j, "="):
			f.blank(at, j)
			return
		case f.is(j, ";") || f.begins(j):
			f.put(at, "=")
			return
		}
	}
}

// imports removes type and typeof from imports.
func (f *flow) imports(i int) {
	if f.is(i+1, "type", "typeof") && !f.is(i+2, "from", ",", "=") {
		f.blank(i+1, i+2)
	}
	for j := i + 1; j < len(f.tokens) && j < i+maxTokens; j++ {
		switch {
		case f.is(j, "typeof") && f.is(j-1, "{", ","):
			f.blank(j, j+1)
		case f.is(j, "from", ";", "(") || f.token(j).kind == quote:
			return
		}
	}
}

// declared removes export from declarations where TypeScript does not allow it, and module from
// declared exports.
func (f *flow) declared(i int) {
	switch {
	case f.is(i+1, "export") && (f.is(i+2, "{", "*") || f.is(i+2, "default") && !f.is(i+3, "class", "function", "component", "var", "type")):
		f.blank(i, i+1)
	case f.is(i+1, "export"):
		f.blank(i+1, i+2)
		if f.is(i+2, "default") {
			f.blank(i+2, i+3)
		}
	case f.is(i+1, "module") && f.is(i+2, ".") && f.is(i+3, "exports"):
		copy(f.out[f.tokens[i+1].start:], "let    ")
	}
}

// component converts a component to a function. Its parameters may have two names.
func (f *flow) component(i int) {
	open := i + 2
	if f.is(open, "<") {
		open = f.partner[open] + 1
	}
	if !f.is(open, "(") || f.partner[open] < 0 {
		return
	}
	last := f.partner[open]
	f.put(i, "function ")
	for from := open + 1; from < last; {
		to := f.until(from, last, ",")
		switch {
		case f.is(from+1, "as"):
			f.blank(from, from+2)
		case f.token(from).kind == quote:
			f.name(from, from+1)
		}
		from = to + 1
	}
	if f.is(last+1, "renders") {
		for j := last + 1; j < len(f.tokens) && j < last+maxTokens; j++ {
			if f.is(j, "{", ";") {
				f.blank(last+1, j)
				return
			}
		}
	}
}
