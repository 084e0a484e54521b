package command

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// Alternatives formats words as in a sentence: "a, b or c".
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

// wordValue is the value of a flag that is one of several words.
type wordValue[T ~string] struct {
	Into  *T
	Known []T
}

// Set implements [pflag.Value].
func (w *wordValue[T]) Set(s string) error {
	if !slices.Contains(w.Known, T(s)) {
		return fmt.Errorf("is %s, not %q", Alternatives(w.Known), s)
	}
	*w.Into = T(s)
	return nil
}

// Type implements [pflag.Value].
func (w *wordValue[T]) Type() string { return "string" }

// String implements [pflag.Value].
func (w *wordValue[T]) String() string { return string(*w.Into) }

// namedWordValue is the value of a repeatable flag: one of several words, or NAME=WORD for a
// name, which may contain = too.
type namedWordValue[T ~string] struct {
	Into  *T
	Named *map[string]T // by the given names; nil until there is one
	Known []T
}

// Set implements [pflag.Value].
func (w *namedWordValue[T]) Set(s string) error {
	i := strings.LastIndexByte(s, '=')
	if i < 0 {
		return (&wordValue[T]{w.Into, w.Known}).Set(s)
	}
	var word T
	if err := (&wordValue[T]{&word, w.Known}).Set(s[i+1:]); err != nil {
		return err
	}
	if i == 0 {
		return fmt.Errorf("lacks the path before %s", s)
	}
	if *w.Named == nil {
		*w.Named = map[string]T{}
	}
	(*w.Named)[s[:i]] = word
	return nil
}

// Type implements [pflag.Value].
func (w *namedWordValue[T]) Type() string { return "string" }

// String implements [pflag.Value].
func (w *namedWordValue[T]) String() string {
	var all []string
	if w.Into != nil && *w.Into != "" {
		all = append(all, string(*w.Into))
	}
	if w.Named != nil {
		for _, name := range slices.Sorted(maps.Keys(*w.Named)) {
			all = append(all, name+"="+string((*w.Named)[name]))
		}
	}
	return strings.Join(all, " ")
}

// numberValue is the value of an integer flag.
type numberValue struct {
	Into  *int
	Min   int
	Max   int // 0 means no limit
	Unset int // the default, which help omits
}

// Set implements [pflag.Value].
func (n *numberValue) Set(s string) error {
	v, err := strconv.Atoi(s)
	switch {
	case errors.Is(err, strconv.ErrRange) && !strings.HasPrefix(s, "-"):
		return fmt.Errorf("is too large: %s", s)
	case err != nil || v < n.Min:
		return fmt.Errorf("is a whole number from %d, not %q", n.Min, s)
	}
	if n.Max > 0 && v > n.Max {
		return fmt.Errorf("is at most %d, not %d", n.Max, v)
	}
	*n.Into = v
	return nil
}

// Type implements [pflag.Value].
func (n *numberValue) Type() string { return "int" }

// String implements [pflag.Value].
func (n *numberValue) String() string {
	if n.Into == nil || *n.Into == n.Unset {
		return "0"
	}
	return strconv.Itoa(*n.Into)
}

// flagProblem describes an invalid flag. The values of this package describe it as the text after the
// flag's name: "is a whole number, not …".
func flagProblem(err error) string {
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
