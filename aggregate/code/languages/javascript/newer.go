package javascript

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// newer is syntax that the grammars do not support, and its replacement.
type newer struct {
	word          string         // every occurrence contains it
	typed         bool           // only in TypeScript
	behind        string         // the bytes that the preceding text may end with; "" for any
	before, after *regexp.Regexp // text before the word, and from it on; the group is replaced
	by            string         // padded with blanks
}

// around is the max length of the text checked before a word.
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

// prepare replaces newer syntax.
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

// endsWith reports whether the last non-blank byte of a text is in a set. It cheaply rules out
// most words in comments.
func endsWith(text []byte, set string) bool {
	text = bytes.TrimRight(text, " \t\r\n")
	return len(text) > 0 && strings.IndexByte(set, text[len(text)-1]) >= 0
}
