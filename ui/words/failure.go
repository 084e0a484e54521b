package words

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/text"
)

// Sentence returns an error as a sentence of the window, which begins with a capital unless it begins
// with a name, such as that of a file.
func Sentence(err error) string { return sentence(err.Error()) }

func sentence(said string) string {
	if word, _, more := strings.Cut(said, " "); !more || strings.ContainsFunc(word, func(c rune) bool { return !unicode.IsLower(c) }) {
		return said
	}
	first, size := utf8.DecodeRuneInString(said)
	return string(unicode.ToUpper(first)) + said[size:]
}

// Failure returns why a file cannot be shown, in a word or two for its row.
func Failure(err error) string {
	var missing *aggregate.NotFoundError
	switch {
	case errors.As(err, &missing) && (missing.Pattern || missing.Folder):
		return Say("no match")
	case errors.Is(err, disk.ErrNotFound), missing != nil:
		return Say("missing")
	case errors.Is(err, disk.ErrTooLarge), errors.As(err, new(*aggregate.HugeError)), errors.As(err, new(*aggregate.TotalError)):
		return Say("too large")
	case errors.Is(err, disk.ErrOutside):
		return Say("outside")
	case errors.Is(err, disk.ErrIrregular):
		return Say("not a file")
	case errors.Is(err, text.ErrBinary):
		return Say("binary")
	}
	return Say("cannot be read")
}
