package object

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// encodings are the encodings of commits that are decoded, by their names in lower case and without
// hyphens and underscores. Others are so rare that their tables are not worth their size.
var encodings = map[string]*charmap.Charmap{
	"iso88591": charmap.ISO8859_1, "latin1": charmap.ISO8859_1,
	"iso88592": charmap.ISO8859_2, "latin2": charmap.ISO8859_2,
	"iso88595":  charmap.ISO8859_5,
	"iso88597":  charmap.ISO8859_7,
	"iso88599":  charmap.ISO8859_9,
	"iso885915": charmap.ISO8859_15, "latin9": charmap.ISO8859_15,
	"windows1250": charmap.Windows1250, "cp1250": charmap.Windows1250,
	"windows1251": charmap.Windows1251, "cp1251": charmap.Windows1251,
	"windows1252": charmap.Windows1252, "cp1252": charmap.Windows1252,
	"windows1253": charmap.Windows1253, "cp1253": charmap.Windows1253,
	"windows1254": charmap.Windows1254, "cp1254": charmap.Windows1254,
	"windows1255": charmap.Windows1255, "cp1255": charmap.Windows1255,
	"windows1256": charmap.Windows1256, "cp1256": charmap.Windows1256,
	"windows1257": charmap.Windows1257, "cp1257": charmap.Windows1257,
	"windows1258": charmap.Windows1258, "cp1258": charmap.Windows1258,
	"koi8r": charmap.KOI8R, "koi8u": charmap.KOI8U,
}

// encodingOf returns the encoding that the header of a commit names, or nil if it is UTF-8 or unknown.
func encodingOf(header []byte) *charmap.Charmap {
	for line := range bytes.Lines(header) {
		if name, ok := bytes.CutPrefix(line, []byte("encoding ")); ok {
			return encodings[strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(string(bytes.TrimSpace(name))))]
		}
	}
	return nil
}

// decodeText returns a text of a commit as UTF-8. Bytes that are invalid in the encoding become U+FFFD.
func decodeText(encoding *charmap.Charmap, b []byte) string {
	if encoding == nil {
		return strings.ToValidUTF8(string(b), string(utf8.RuneError))
	}
	var out strings.Builder
	for _, c := range b {
		out.WriteRune(encoding.DecodeByte(c))
	}
	return out.String()
}
