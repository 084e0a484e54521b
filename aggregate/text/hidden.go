package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// isBidi reports whether r is one of the nine characters that reorder the text around them
// (CVE-2021-42574).
func isBidi(r rune) bool { return r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 }

// isTag reports whether r is a Unicode tag character: these are invisible and mirror ASCII, so
// that a model reads what the user does not see.
func isTag(r rune) bool { return r >= 0xE0000 && r <= 0xE007F }

const (
	blackFlag = '\U0001F3F4'
	cancelTag = 0xE007F
	// maxTagsText is the max length of hidden text quoted in a note.
	maxTagsText = 80
)

// flagEmoji returns the length in bytes of the regional flag that s begins with, or 0: a black
// flag, three to seven tags for lower-case letters and digits, and the cancel tag (Unicode
// Technical Standard 51, emoji tag sequences). England's is encoded as gbeng.
func flagEmoji(s string) int {
	r, n := utf8.DecodeRuneInString(s)
	if r != blackFlag {
		return 0
	}
	for tags := 0; ; tags++ {
		r, size := utf8.DecodeRuneInString(s[n:])
		n += size
		c := r - 0xE0000
		switch {
		case r == cancelTag && tags >= 3:
			return n
		case tags == 7 || (c < 'a' || c > 'z') && (c < '0' || c > '9'):
			return 0
		}
	}
}

// inspect counts hidden characters in d.Text and removes the tag characters unless o keeps them.
func (o Options) inspect(d *Decoded) {
	// All of them begin with one of these two bytes, which are rare otherwise.
	if strings.IndexByte(d.Text, 0xE2) < 0 && strings.IndexByte(d.Text, 0xF3) < 0 {
		return
	}
	var (
		out     strings.Builder
		tagText strings.Builder
		copied  int // d.Text[:done] has been copied to out
		line    = 1
	)
	for i := 0; i < len(d.Text); {
		c := d.Text[i]
		if c < utf8.RuneSelf {
			if c == '\n' {
				line++
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(d.Text[i:])
		switch {
		case r == blackFlag:
			size = max(size, flagEmoji(d.Text[i:]))
		case isBidi(r):
			countAt(&d.Bidi, &d.BidiLine, line)
		case isTag(r):
			countAt(&d.Tags, &d.TagsLine, line)
			if c := byte(r - 0xE0000); c >= ' ' && c <= '~' && tagText.Len() < maxTagsText {
				tagText.WriteByte(c)
			}
			if !o.KeepTags {
				out.WriteString(d.Text[copied:i])
				copied = i + size
			}
		}
		i += size
	}
	d.TagsText, d.TagsKept = tagText.String(), d.Tags > 0 && o.KeepTags
	if copied > 0 {
		out.WriteString(d.Text[copied:])
		d.Text = out.String()
	}
}

// Invisible reports whether a character in a name would be invisible, break the line or reorder
// its neighbours: controls, line and paragraph separators, and format characters except the
// joiners of Persian and emoji and the Arabic number signs, which are visible.
func Invisible(r rune) bool {
	switch {
	case r < 0x7f:
		return r < ' '
	case r&0xfffe == 0xfffe: // noncharacters: document formats such as XML cannot represent them
		return true
	case r == 0x200C || r == 0x200D || unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) || isTag(r)
}
