package command

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"
)

// WordVar adds a flag whose value is one of known; its usage ends with these words.
func WordVar[T ~string](c *Call, into *T, name string, known []T, usage string) {
	c.Flags.Var(&wordValue[T]{Into: into, Known: known}, name, usage+": "+Alternatives(known))
}

// NamedWordVar adds a repeatable flag: one of known, or NAME=WORD, which is stored in named.
func NamedWordVar[T ~string](c *Call, into *T, named *map[string]T, name string, known []T, usage string) {
	c.Flags.Var(&namedWordValue[T]{Into: into, Named: named, Known: known}, name, usage+": "+Alternatives(known))
}

// NumberVar adds a flag with an integer value of at least least; value is its default.
func NumberVar(c *Call, into *int, name string, value, least int, usage string) {
	*into = value
	c.Flags.Var(&numberValue{Into: into, Min: least, Unset: value}, name, usage)
}

// LimitVar adds a flag as [NumberVar] does, with an integer value of at most most.
func LimitVar(c *Call, into *int, name string, value, least, most int, usage string) {
	*into = value
	c.Flags.Var(&numberValue{Into: into, Min: least, Max: most, Unset: value}, name, usage)
}

// checkEmpty rejects empty values of flags that require one: an unset variable in a script must
// not be treated like a missing flag.
func (c *Call) checkEmpty(command string) error {
	var wrong *pflag.Flag
	c.Flags.Visit(func(f *pflag.Flag) {
		what, _ := pflag.UnquoteUsage(f)
		empty := f.Value.Type() == "string" && f.Value.String() == "" && !slices.Contains(f.Annotations[clearedBy], c.Flags.Arg(0))
		if empty && wrong == nil && !slices.Contains([]string{"TEXT", "ROLE", "WORDS", "PATTERN"}, what) {
			wrong = f
		}
	})
	if wrong == nil {
		return nil
	}
	return Usagef("%s: --%s is empty; omit it or give it a value", command, wrong.Name)
}

// checkFile rejects invalid calls of a command that takes a file as its only argument.
func (c *Call) checkFile(command string) error {
	switch {
	case len(c.Args) != 1:
		return Usagef("%s takes one file, not %d", command, len(c.Args))
	case c.Args[0] == "":
		return Usagef("%s takes the name of a file, which must not be empty", command)
	}
	return nil
}

// clearedBy is the annotation of a flag whose empty value has a meaning for some verbs.
const clearedBy = "cleared by"

// Clears declares that, for one verb, an empty value of the named flags clears what they set.
func (c *Call) Clears(verb string, names ...string) {
	for _, name := range names {
		flag := c.Flags.Lookup(name)
		if flag.Annotations == nil {
			flag.Annotations = map[string][]string{}
		}
		flag.Annotations[clearedBy] = []string{verb}
	}
}

// verbsOf is the annotation of a flag that only some verbs of its command accept.
const verbsOf = "verbs"

// Only declares which verbs accept the named flags, and adds this to their usage.
func (c *Call) Only(verbs []string, names ...string) {
	for _, name := range names {
		flag := c.Flags.Lookup(name)
		flag.Usage = strings.Join(verbs, ", ") + ": " + flag.Usage
		if flag.Annotations == nil {
			flag.Annotations = map[string][]string{}
		}
		flag.Annotations[verbsOf] = verbs
	}
}

// checkFlags rejects flags that have no effect on a verb of a command.
func (c *Call) checkFlags(command, verb string) error {
	var wrong *pflag.Flag
	c.Flags.Visit(func(f *pflag.Flag) {
		if verbs, ok := f.Annotations[verbsOf]; ok && wrong == nil && !slices.Contains(verbs, verb) {
			wrong = f
		}
	})
	if wrong == nil {
		return nil
	}
	return Usagef("%s %s has no --%s; it is a flag of %s %s", command, verb, wrong.Name, command, Alternatives(wrong.Annotations[verbsOf]))
}
