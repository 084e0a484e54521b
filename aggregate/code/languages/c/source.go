package c

import (
	"bytes"
	"slices"
	"strings"

	"dossier/aggregate/code/grammar"
)

// source is the text of a file with its tokens, and the modified copy of the text for the
// grammars.
type source struct {
	src, out []byte // of equal length: removed text becomes spaces, so that offsets do not change
	tokens   []token
}

func (s *source) text(it item) string {
	return string(s.src[s.tokens[it.first].start:s.tokens[it.last].end])
}

// is reports whether an item is one of the given tokens.
func (s *source) is(it item, texts ...string) bool {
	if it.first != it.last {
		return false
	}
	t := s.tokens[it.first]
	return slices.Contains(texts, string(s.src[t.start:t.end]))
}

func (s *source) isWord(it item) bool {
	return it.first == it.last && s.tokens[it.first].kind == word
}

// isGroup reports whether an item is a bracketed group of a kind.
func (s *source) isGroup(it item, mark byte) bool {
	return it.last > it.first && s.tokens[it.first].mark == mark
}

// newLine reports whether a line begins between two items of the head.
func (s *source) newLine(a, b item) bool {
	return bytes.IndexByte(s.src[s.tokens[a.last].end:s.tokens[b.first].start], '\n') >= 0
}

// isAttribute reports whether an item is an attribute keyword with arguments that the grammars
// support.
func (s *source) isAttribute(it item) bool {
	return classOf(s.text(it)) == attributeClass
}

// looksMacro reports whether an item is a name in macro style.
func (s *source) looksMacro(it item) bool { return isMacroName(s.text(it)) }

// isMacroName reports whether a name is in macro style.
func isMacroName(text string) bool {
	if strings.HasPrefix(text, "__") || strings.HasPrefix(text, "_X") {
		return true
	}
	letters := false
	for i := range len(text) {
		if c := text[i]; c >= 'a' && c <= 'z' || c >= 0x80 {
			return false
		} else if c >= 'A' && c <= 'Z' {
			letters = true
		}
	}
	return letters && len(text) > 1
}

// conditional returns i, e or n if a directive is an #if, #else or #endif, or 0.
func (s *source) conditional(t token) byte {
	text := bytes.TrimLeft(s.src[t.start+1:t.end], " \t")
	switch {
	case bytes.HasPrefix(text, []byte("if")):
		return 'i'
	case bytes.HasPrefix(text, []byte("el")):
		return 'e'
	case bytes.HasPrefix(text, []byte("endif")):
		return 'n'
	}
	return 0
}

// never reports whether a directive is #if 0.
func (s *source) never(t token) bool {
	words := strings.Fields(string(s.src[t.start+1 : min(t.end, t.start+80)]))
	return len(words) > 1 && words[0] == "if" && words[1] == "0"
}

// pair matches brackets and links the directives of each conditional. If the branches of a
// conditional have different brackets, the first one applies.
func (s *source) pair() {
	type frame struct{ last, before, first int } // the last directive, and the innermost bracket before and after the first branch
	var frames []frame
	top := -1
	for i := range s.tokens {
		t := &s.tokens[i]
		if t.kind == directive {
			n := len(frames) - 1
			switch s.conditional(*t) {
			case 'i':
				if n >= 0 {
					t.outer = frames[n].last
				}
				frames = append(frames, frame{i, top, -2})
				continue
			case 'e', 'n':
				if n < 0 {
					continue
				}
				f := &frames[n]
				s.tokens[f.last].partner = i
				t.outer = s.tokens[f.last].outer
				if f.first == -2 {
					f.first = top
				}
				f.last, top = i, f.before
				if s.conditional(*t) == 'n' {
					top = f.first
					frames = frames[:n]
				}
			}
			continue
		}
		if t.kind != punct {
			continue
		}
		switch t.mark {
		case '(', '[', '{':
			t.outer, top = top, i
		case ')', ']', '}':
			open := top
			if t.mark == '}' {
				for open >= 0 && s.tokens[open].mark != '{' {
					open = s.tokens[open].outer
				}
			}
			if open < 0 && t.mark == '}' {
				top = -1
			}
			if open < 0 || s.tokens[open].mark != opening(t.mark) {
				continue
			}
			t.partner, top = open, s.tokens[open].outer
			if s.tokens[open].partner < 0 {
				s.tokens[open].partner = i
			}
		}
	}
}

// blank replaces bytes by spaces.
func (s *source) blank(start, end int) { grammar.Erase(s.out, start, end) }

func (s *source) erase(t token) { s.blank(t.start, t.end) }

func (s *source) eraseItem(it item) { s.blank(s.tokens[it.first].start, s.tokens[it.last].end) }

// instead replaces a longer text by a word.
func (s *source) instead(it item, word string) {
	s.eraseItem(it)
	copy(s.out[s.tokens[it.first].start:s.tokens[it.last].end], word)
}

// condition simplifies a condition.
func (s *source) condition(t token) {
	text := s.src[t.start:t.end]
	at := bytes.Index(text, []byte("__has_"))
	for _, mark := range []string{"::", "(<", "(\""} { // HAS_ATTRIBUTE(gnu::cold), HAS_INCLUDE(<a>)
		if at < 0 {
			at = bytes.Index(text, []byte(mark))
		}
	}
	if at >= 0 {
		s.out[t.start+at] = '1'
		s.blank(t.start+at+1, t.end)
		start := bytes.Index(s.src[t.start:t.end], []byte("if"))
		s.blank(t.start+start+2, t.start+at)
	}
}

// comments removes comments in the middle of a macro definition, where the grammar would end it.
func (s *source) comments(t token) {
	for at := t.start; at < t.end; {
		n := bytes.Index(s.src[at:t.end], []byte("/*"))
		if n < 0 {
			return
		}
		end := min(t.end, after(s.src, at+n+2, "*/"))
		if len(bytes.TrimSpace(s.src[end:t.end])) > 0 {
			s.blank(at+n, end)
			for i := at + n + 1; i < end; i++ {
				if s.src[i] == '\n' && s.out[i-1] == ' ' {
					s.out[i-1] = '\\' // the macro continues
				}
			}
		}
		at = end
	}
}
