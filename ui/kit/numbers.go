package kit

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/ui/language"
)

const (
	thinSpace = "\u2009"
	Ellipsis  = "…"
	// Pending is shown in place of an unknown number. It never means 0.
	Pending = Ellipsis
)

// Count formats n in groups of three digits in the current language: 31 204, with thin spaces, in
// English. Numbers of four digits are grouped too, so that columns line up.
func Count(n int64) string { return signed(n, language.Now().Group()) }

// Typed formats n as [Count] does in English, for editable fields: every language parses thin spaces.
func Typed(n int64) string { return signed(n, language.English().Group()) }

func signed(n int64, group string) string {
	if n < 0 {
		return "-" + grouped(-uint64(n), group)
	}
	return grouped(uint64(n), group)
}

func grouped(n uint64, group string) string {
	digits := strconv.FormatUint(n, 10)
	if len(digits) <= 3 {
		return digits
	}
	var b strings.Builder
	head := len(digits) % 3
	b.WriteString(digits[:head])
	for i := head; i < len(digits); i += 3 {
		if i > 0 {
			b.WriteString(group)
		}
		b.WriteString(digits[i : i+3])
	}
	return b.String()
}

// Estimate formats n as [Count] does, marked as an estimate: ~31 204.
func Estimate(n int64) string {
	return "~" + Count(n)
}

// Decimal formats a number with a fixed number of digits after the decimal point of the current language.
func Decimal(n float64, digits int) string {
	return strings.Replace(strconv.FormatFloat(n, 'f', digits, 64), ".", language.Now().Point(), 1)
}

// Size formats a number of bytes in the largest binary unit that leaves at least one before the
// point: 812 B, 1.2 MiB. Tenths are shown below ten, truncated rather than rounded, so that a
// file below a limit is not shown as above it.
func Size(bytes int64) string {
	if bytes < 0 {
		return "-" + Size(-max(bytes, -math.MaxInt64))
	}
	units := [...]string{"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	unit, div := 0, int64(1)
	for unit < len(units)-1 && bytes/div >= 1024 {
		div *= 1024
		unit++
	}
	whole := bytes / div
	if unit == 0 || whole >= 10 {
		return strconv.FormatInt(whole, 10) + " " + units[unit]
	}
	tenths := uint64(bytes%div) * 10 / uint64(div)
	return strconv.FormatInt(whole, 10) + language.Now().Point() + strconv.FormatUint(tenths, 10) + " " + units[unit]
}

// Short returns a number of tokens in short form: 812, 9.1k, 200k, 1.5M. It is truncated rather
// than rounded. A negative n is not shortened.
func Short(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10)
	case n < 1_000_000:
		return short(n, 1000) + "k"
	default:
		return short(n, 1_000_000) + "M"
	}
}

func short(n, unit int64) string {
	whole, tenth := n/unit, n%unit*10/unit
	if whole >= 100 || tenth == 0 {
		return strconv.FormatInt(whole, 10)
	}
	return strconv.FormatInt(whole, 10) + language.Now().Point() + strconv.FormatInt(tenth, 10)
}

// OneLine returns a text of several lines as one, with one space between words.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// ShortenPath returns a slash-separated path of at most limit runes. It first removes whole
// folders from the middle, keeping the first folder and the base name (internal/…/auth.go), and
// then runes from the middle of the rest. A limit below one counts as one.
func ShortenPath(path string, limit int) string {
	limit = max(limit, 1)
	if utf8.RuneCountInString(path) <= limit {
		return path
	}
	parts := strings.Split(path, "/")
	// Folders next to the base name are removed first: those near the root say more about the
	// location of a file.
	for keep := len(parts) - 2; keep >= 1; keep-- {
		s := strings.Join(parts[:keep], "/") + "/" + Ellipsis + "/" + parts[len(parts)-1]
		if utf8.RuneCountInString(s) <= limit {
			return s
		}
	}
	runes := []rune(path)
	if len(parts) > 1 {
		if base := []rune(Ellipsis + "/" + parts[len(parts)-1]); len(base) <= limit {
			return string(base)
		}
		runes = []rune(parts[len(parts)-1])
	}
	if len(runes) <= limit {
		return string(runes)
	}
	return middle(runes, limit)
}

// longestEnding is the maximum length of a name's extension in runes: .properties is one, and the
// text after the last point of a sentence is not.
const longestEnding = 12

// middle returns n runes: the start and the end of a name around an ellipsis. The extension,
// which shows the kind of file, is kept if n is large enough; the rest is split between the start
// and what precedes the extension. Without an extension the end is longer by at most one, since
// names differ there; with one the start is.
func middle(runes []rune, n int) string {
	if n >= len(runes) {
		return string(runes)
	}
	ending := endingOf(runes)
	rest := n - 1 - ending
	if rest < 0 {
		rest, ending = n-1, 0
	}
	head := rest / 2
	if ending > 0 {
		head = (rest + 1) / 2 // the extension already distinguishes names
	}
	tail := rest - head + ending
	return string(runes[:head]) + Ellipsis + string(runes[len(runes)-tail:])
}

// middleOfPath returns n runes of a path: its start, an ellipsis and the whole base name, or [middle] of
// the base name if there is no space for more.
func middleOfPath(runes []rune, n int) string {
	slash := len(runes) - 2 // the last one belongs to the name of a folder
	for slash > 0 && runes[slash] != '/' {
		slash--
	}
	switch base := len(runes) - slash; {
	case slash <= 0 || n >= len(runes):
		return middle(runes, n)
	case base < n:
		return string(runes[:n-1-base]) + Ellipsis + string(runes[slash:])
	case base-1 <= n:
		return string(runes[slash+1:])
	}
	return middle(runes[slash+1:], n)
}

// endingOf returns the length of a name's extension: from its last point on, or the slash of a
// folder. A name whose only point is its first character has none.
func endingOf(runes []rune) int {
	for k := 1; k <= min(longestEnding, len(runes)-1); k++ {
		switch r := runes[len(runes)-k]; {
		case r == '/' && k == 1:
			return 1
		case r == '.' && k > 1:
			return k
		case r == '/' || unicode.IsSpace(r):
			return 0
		}
	}
	return 0
}
