package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"
)

// alternatives lists words as a sentence has them: "a, b or c".
func alternatives[T ~string](words []T) string {
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

// word is the value of a flag that is one of some words.
type word[T ~string] struct {
	into  *T
	known []T
}

// wordVar adds a flag that is one of some words; its usage ends with them.
func wordVar[T ~string](c *call, into *T, name string, known []T, usage string) {
	c.flags.Var(&word[T]{into, known}, name, usage+": "+alternatives(known))
}

// Set implements [pflag.Value].
func (w *word[T]) Set(s string) error {
	if !slices.Contains(w.known, T(s)) {
		return fmt.Errorf("is %s, not %q", alternatives(w.known), s)
	}
	*w.into = T(s)
	return nil
}

// Type implements [pflag.Value].
func (w *word[T]) Type() string { return "string" }

// String implements [pflag.Value].
func (w *word[T]) String() string { return string(*w.into) }

// number is the value of a flag that is a whole number.
type number struct {
	into  *int
	least int
	unset int // what it is without the flag, which help does not name
}

// numberVar adds a flag that is a whole number of at least least; value is what it is
// without the flag.
func numberVar(c *call, into *int, name string, value, least int, usage string) {
	*into = value
	c.flags.Var(&number{into, least, value}, name, usage)
}

// Set implements [pflag.Value].
func (n *number) Set(s string) error {
	v, err := strconv.Atoi(s)
	switch {
	case errors.Is(err, strconv.ErrRange) && !strings.HasPrefix(s, "-"):
		return fmt.Errorf("is too large: %s", s)
	case err != nil || v < n.least:
		return fmt.Errorf("is a whole number from %d, not %q", n.least, s)
	}
	*n.into = v
	return nil
}

// Type implements [pflag.Value].
func (n *number) Type() string { return "int" }

// String implements [pflag.Value].
func (n *number) String() string {
	if n.into == nil || *n.into == n.unset {
		return "0"
	}
	return strconv.Itoa(*n.into)
}

// checkEmpty refuses flags without a value that they mean nothing without: the variable of a
// script that was never set must not be as if the flag were not there.
func (c *call) checkEmpty(command string) error {
	var wrong *pflag.Flag
	c.flags.Visit(func(f *pflag.Flag) {
		what, _ := pflag.UnquoteUsage(f)
		empty := f.Value.Type() == "string" && f.Value.String() == ""
		if empty && wrong == nil && !slices.Contains([]string{"TEXT", "ROLE", "WORDS", "PATTERN"}, what) {
			wrong = f
		}
	})
	if wrong == nil {
		return nil
	}
	return usagef("%s: --%s is empty; leave it out or say what it is to be", command, wrong.Name)
}

// checkFile refuses a call of a command that takes a file as its only argument.
func (c *call) checkFile(command string) error {
	switch {
	case len(c.args) != 1:
		return usagef("%s takes one file, not %d", command, len(c.args))
	case c.args[0] == "":
		return usagef("%s takes the name of a file, which is not empty", command)
	}
	return nil
}

// verbsOf is the annotation of a flag that not every verb of its command takes.
const verbsOf = "verbs"

// only says which verbs take some flags, which then say so in their usage.
func (c *call) only(verbs []string, names ...string) {
	for _, name := range names {
		flag := c.flags.Lookup(name)
		flag.Usage = strings.Join(verbs, ", ") + ": " + flag.Usage
		if flag.Annotations == nil {
			flag.Annotations = map[string][]string{}
		}
		flag.Annotations[verbsOf] = verbs
	}
}

// checkFlags refuses flags that a verb of a command does nothing with.
func (c *call) checkFlags(command, verb string) error {
	var wrong *pflag.Flag
	c.flags.Visit(func(f *pflag.Flag) {
		if verbs, ok := f.Annotations[verbsOf]; ok && wrong == nil && !slices.Contains(verbs, verb) {
			wrong = f
		}
	})
	if wrong == nil {
		return nil
	}
	return usagef("%s %s takes no --%s; that goes with %s %s", command, verb, wrong.Name, command, alternatives(wrong.Annotations[verbsOf]))
}
