package rust

import (
	"bytes"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/lazyregexp"
)

// prepare rewrites a source for the grammar without changing offsets. To the grammar, macro
// arguments are just tokens; if they begin like an item, as in cfg_rt! { pub fn … }, the macro's
// name and braces are blanked so that its items are parsed. The same is done for the arms of
// cfg_if!, for the keywords of unsafe extern blocks in the 2024 edition, for the empty parameters of
// impl<>, and for the name of the macro str!, which the grammar only knows as a type.
func prepare(src []byte) []byte {
	p := preparer{src: src, out: src}
	for p.at < len(src) {
		p.token()
	}
	return p.out
}

// preparer is the state of prepare. out is src until something is blanked.
type preparer struct {
	src, out []byte
	at       int
	open     []brace
}

// near is the max lookahead: a hostile source may consist only of text that requires one.
const near = 2048

// brace is the kind of an open brace.
type brace int

const (
	kept    brace = iota
	blanked       // of a macro that contains items
	arms          // of cfg_if!
	arm           // in cfg_if!
)

var (
	unsafeExtern = lazyregexp.New(`^unsafe\s+extern\s*("[^"\n]*"\s*)?\{`)
	safeItem     = lazyregexp.New(`^(safe|unsafe)\s+(fn|static)\b`)
	macro        = lazyregexp.New(`^(?:\w+::)*(\w+)!\s*\{`)
	ifArm        = lazyregexp.New(`^if\s*#\[[^\]\n]*(?:\n[^\]\n]*)*\]\s*\{`)
	elseArm      = lazyregexp.New(`^else\s*\{`)
	elseIf       = lazyregexp.New(`^else\s*if\s*#`)
	// item matches the beginning of an item after its attributes and comments.
	item = lazyregexp.New(`^(?:pub(?:\s*\([^)\n]*\))?\s+)?(?:` +
		`(?:(?:default|async|const|unsafe|extern(?:\s*"[^"\n]*")?)\s+)*fn\s+\w+\s*[<(]` +
		`|(?:struct|enum|union)\s+\w+\s*[{(<;]|(?:struct|enum|union)\s+\w+\s+where\b` +
		`|(?:unsafe\s+)?impl\b|(?:unsafe\s+)?trait\s+\w+|mod\s+\w+\s*[{;]|use\s` +
		`|static\s+(?:ref\s+|mut\s+)?\w+\s*:|const\s+\w+\s*:|type\s+\w+\s*[=<])`)
)

// token processes one token, or one irrelevant byte.
func (p *preparer) token() {
	rest := p.src[p.at:]
	if n := opaque(rest); n > 0 {
		p.at += n
		return
	}
	switch c := rest[0]; {
	case c == '{':
		p.open = append(p.open, kept)
		p.at++
	case c == '}':
		p.shut()
	case c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z':
		p.word(rest)
	default:
		p.at++
	}
}

// word processes a word, and blanks it if necessary.
func (p *preparer) word(rest []byte) {
	n := 1
	for n < len(rest) && (rest[n] == '_' || rest[n] >= '0' && rest[n] <= '9' || rest[n]|0x20 >= 'a' && rest[n]|0x20 <= 'z') {
		n++
	}
	word := string(rest[:n])
	if p.at > 0 && len(p.open) > 0 && p.open[len(p.open)-1] == arms {
		if m := ifArm().Find(rest[:min(len(rest), near)]); m != nil {
			p.blank(len(m), arm)
			return
		}
	}
	if word == "impl" && bytes.HasPrefix(rest[n:], []byte("<>")) {
		p.at += n
		p.blankWord(len("<>"))
		return
	}
	if word == "str" && n+1 < len(rest) && rest[n] == '!' && bytes.IndexByte([]byte("[({"), rest[n+1]) >= 0 {
		p.blankWord(n + 1)
		return
	}
	if !p.beginsLine() {
		p.at += n
		return
	}
	switch {
	case word == "unsafe" && unsafeExtern().Match(rest), word == "safe" && safeItem().Match(rest):
		p.blankWord(n)
	case n < len(rest) && (rest[n] == '!' || rest[n] == ':'):
		p.macro(rest, n)
	default:
		p.at += n
	}
}

// macro processes the name of a macro, and its brace if it contains items.
func (p *preparer) macro(rest []byte, word int) {
	m := macro().FindSubmatch(rest)
	switch {
	case m == nil:
		p.at += word
	case string(m[1]) == "cfg_if":
		p.blank(len(m[0]), arms)
	case beginsItem(rest[len(m[0]):]):
		p.blank(len(m[0]), blanked)
	default:
		p.at += word
	}
}

// shut processes a closing brace and, at the end of an arm, the following else.
func (p *preparer) shut() {
	last := len(p.open) - 1
	if last < 0 || p.open[last] == kept {
		p.open = p.open[:max(last, 0)]
		p.at++
		return
	}
	kind := p.open[last]
	p.blank(1, kept)
	p.open = p.open[:last]
	if kind != arm {
		return
	}
	behind := p.src[p.at:]
	behind = behind[len(behind)-len(bytes.TrimLeft(behind, " \t\r\n")):]
	at := len(p.src) - len(behind)
	if m := elseArm().Find(behind); m != nil {
		p.at = at
		p.blank(len(m), arm)
	} else if elseIf().Match(behind) {
		p.at = at
		p.blankWord(len("else"))
	}
}

// blank blanks n bytes, except line endings, and opens a brace.
func (p *preparer) blank(n int, kind brace) {
	p.out = grammar.Blank(p.out, p.src, p.at, p.at+n)
	p.at += n
	p.open = append(p.open, kind)
}

// blankWord blanks n bytes that contain no brace.
func (p *preparer) blankWord(n int) {
	p.blank(n, kept)
	p.open = p.open[:len(p.open)-1]
}

// beginsLine reports whether only white space or a visibility modifier precedes the current
// offset on its line.
func (p *preparer) beginsLine() bool {
	if grammar.IsFirstOnLine(p.src, p.at) {
		return true
	}
	before, isPublic := bytes.CutSuffix(bytes.TrimRight(p.src[:p.at], " \t"), []byte("pub"))
	return isPublic && grammar.IsFirstOnLine(p.src, len(before))
}

// beginsItem reports whether a text begins with an item, after attributes and comments. These may be
// long, but follow only one brace.
func beginsItem(text []byte) bool {
	for {
		text = bytes.TrimLeft(text, " \t\r\n")
		switch {
		case bytes.HasPrefix(text, []byte("//")), bytes.HasPrefix(text, []byte("/*")):
			text = text[opaque(text):]
		case bytes.HasPrefix(text, []byte("#[")):
			n := attribute(text[:min(len(text), near)])
			if n == 0 {
				return false
			}
			text = text[n:]
		default:
			return item().Match(text[:min(len(text), near)])
		}
	}
}

// attribute returns the length of the attribute that a text begins with, or 0.
func attribute(text []byte) int {
	open := 0
	for i := 1; i < len(text); {
		if n := opaque(text[i:]); n > 0 {
			i += n
			continue
		}
		switch text[i] {
		case '[':
			open++
		case ']':
			if open--; open == 0 {
				return i + 1
			}
		}
		i++
	}
	return 0
}

// opaque returns the length of the comment, string or character literal that a text begins with,
// or 0.
func opaque(text []byte) int {
	switch text[0] {
	case '/':
		return comment(text)
	case '"':
		return quoted(text, 0)
	case 'r', 'b', 'c':
		return prefixed(text)
	case '\'':
		return letter(text)
	}
	return 0
}

func comment(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte("//")):
		if n := bytes.IndexByte(text, '\n'); n >= 0 {
			return n
		}
		return len(text)
	case !bytes.HasPrefix(text, []byte("/*")):
		return 0
	}
	open := 0
	for i := 0; i+1 < len(text); i++ {
		switch {
		case text[i] == '/' && text[i+1] == '*':
			open++
			i++
		case text[i] == '*' && text[i+1] == '/':
			open--
			i++
			if open == 0 {
				return i + 1
			}
		}
	}
	return len(text)
}

// quoted returns the length of a string whose opening quote is at from.
func quoted(text []byte, from int) int {
	for i := from + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// prefixed returns the length of a string with a prefix, including raw ones: b"…", r#"…"#.
func prefixed(text []byte) int {
	i := 1
	if i < len(text) && text[0] != 'r' && text[i] == 'r' {
		i++
	}
	raw := text[i-1] == 'r'
	hashes := i
	for raw && i < len(text) && text[i] == '#' {
		i++
	}
	hashes = i - hashes
	if i >= len(text) || text[i] != '"' {
		return 0
	}
	if !raw {
		return quoted(text, i)
	}
	end := append([]byte{'"'}, bytes.Repeat([]byte{'#'}, hashes)...)
	if n := bytes.Index(text[i+1:], end); n >= 0 {
		return i + 1 + n + len(end)
	}
	return len(text)
}

// letter returns the length of a character literal, or 0 for a lifetime.
func letter(text []byte) int {
	if len(text) < 3 {
		return 0
	}
	if text[1] == '\\' {
		if n := bytes.IndexByte(text[min(3, len(text)):], '\''); n >= 0 && n < len(`\u{10ffff}`) {
			return 3 + n + 1
		}
		return 0
	}
	for n := 2; n < len(text) && n <= 5; n++ { // a character has up to four bytes
		if text[n] == '\'' {
			return n + 1
		}
		if text[n] < 0x80 {
			break
		}
	}
	return 0
}
