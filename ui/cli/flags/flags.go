// Package flags implements typed values of the command line's flags, and their error messages.
package flags

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// Alternatives lists words as a sentence has them: "a, b or c".
func Alternatives[T ~string](words []T) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			b.WriteString(" or ")
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(string(w))
	}
	return b.String()
}

// Word is the value of a flag that is one of some words.
type Word[T ~string] struct {
	Into  *T
	Known []T
}

// Set implements [pflag.Value].
func (w *Word[T]) Set(s string) error {
	if !slices.Contains(w.Known, T(s)) {
		return fmt.Errorf("is %s, not %q", Alternatives(w.Known), s)
	}
	*w.Into = T(s)
	return nil
}

// Type implements [pflag.Value].
func (w *Word[T]) Type() string { return "string" }

// String implements [pflag.Value].
func (w *Word[T]) String() string { return string(*w.Into) }

// Number is the value of a flag that is a whole number.
type Number struct {
	Into  *int
	Least int
	Unset int // the default, which help does not mention
}

// Set implements [pflag.Value].
func (n *Number) Set(s string) error {
	v, err := strconv.Atoi(s)
	switch {
	case errors.Is(err, strconv.ErrRange) && !strings.HasPrefix(s, "-"):
		return fmt.Errorf("is too large: %s", s)
	case err != nil || v < n.Least:
		return fmt.Errorf("is a whole number from %d, not %q", n.Least, s)
	}
	*n.Into = v
	return nil
}

// Type implements [pflag.Value].
func (n *Number) Type() string { return "int" }

// String implements [pflag.Value].
func (n *Number) String() string {
	if n.Into == nil || *n.Into == n.Unset {
		return "0"
	}
	return strconv.Itoa(*n.Into)
}

// Problem describes an invalid flag. The values of this package describe it as the text after the
// flag's name: "is a whole number, not …".
func Problem(err error) string {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return err.Error()
	}
	cause := invalid.Unwrap().Error()
	if invalid.GetFlag().Value.Type() == "bool" {
		cause = fmt.Sprintf("is true or false, not %q", invalid.GetValue())
	}
	return "--" + invalid.GetFlag().Name + " " + cause
}
