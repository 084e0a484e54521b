package javascript

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// newer is a form that is newer than the grammars, and what is read in its place.
type newer struct {
	word          string         // every such form holds it
	typed         bool           // only in TypeScript
	behind        string         // the bytes that the text before may end with; "" is any
	before, after *regexp.Regexp // what stands before the word, and from it on; the group is replaced
	by            string         // and blanks behind it
}

// around is how much of a source is looked at before a word.
const around = 32

// newForms are all such forms.
var newForms = sync.OnceValue(func() []newer {
	lineStart := regexp.MustCompile(`(?:^|\n)[ \t]*$`)
	listed := regexp.MustCompile(`[<,]\s*$`)
	return []newer{
		{"using ", false, "", regexp.MustCompile(`(?:^|\n)[ \t]*(?:await[ \t]+)?$`), regexp.MustCompile(`^(using)[ \t]+[\w$]+[ \t]*=`), "const"},
		{"await using ", false, "", lineStart, regexp.MustCompile(`^(await)[ \t]+using[ \t]+[\w$]+[ \t]*=`), ""},
		{"assert ", false, `"'`, regexp.MustCompile(`["'][ \t]+$`), regexp.MustCompile(`^(assert)[ \t]+\{[ \t]*type\b`), "with"},
		{"defer ", false, "t", regexp.MustCompile(`\bimport[ \t]+$`), regexp.MustCompile(`^(defer)[ \t]+\*`), ""},
		{"type *", true, "t", regexp.MustCompile(`\bexport[ \t]+$`), regexp.MustCompile(`^(type)`), ""},
		// interface A<in B, out C, in out D>
		{"in ", true, "<,", listed, regexp.MustCompile(`^(in)\s+(?:out\s+)?[A-Z_]`), ""},
		{"out ", true, "<,n", regexp.MustCompile(`[<,]\s*(?:in\s+)?$`), regexp.MustCompile(`^(out)\s+[A-Z_]`), ""},
		// a: import("a").B
		{"import(", true, ":<|&,=(fsy", regexp.MustCompile(`(?:[:<|&,=(]|\b(?:typeof|extends|readonly|keyof))\s*$`), regexp.MustCompile(`^(import\((?:"[^"\n]*"|'[^'\n]*')\))\.[A-Z]`), "_"},
	}
})

// prepare puts in the place of what is newer than the grammar what it knows.
func prepare(src []byte, typed bool) []byte {
	out := src
	for _, form := range newForms() {
		if form.typed && !typed {
			continue
		}
		for at := 0; ; at++ {
			n := bytes.Index(src[at:], []byte(form.word))
			if n < 0 {
				break
			}
			at += n
			left := src[max(0, at-around):at]
			if form.behind != "" && !endsWith(left, form.behind) || !form.before.Match(left) {
				continue
			}
			found := form.after.FindSubmatchIndex(src[at:])
			if found == nil {
				continue
			}
			if &out[0] == &src[0] {
				out = bytes.Clone(src)
			}
			place := out[at : at+found[3]]
			copy(place, bytes.Repeat([]byte(" "), len(place)))
			copy(place, form.by)
		}
	}
	return out
}

// endsWith reports whether one of the bytes is the last of a text but for white space.
// It tells almost all words of comments apart from code.
func endsWith(text []byte, set string) bool {
	text = bytes.TrimRight(text, " \t\r\n")
	return len(text) > 0 && strings.IndexByte(set, text[len(text)-1]) >= 0
}
