package words

import (
	"errors"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/text"
)

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
