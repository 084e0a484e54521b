package cli

import (
	"fmt"
	"strings"
)

// verb is the word behind the name of a command that does several things.
type verb struct {
	name, args, about string
	run               func(*call) error
}

// verbCommand is a command that does several things, the first of them without being
// told. Its flags are those of all verbs.
func verbCommand(name, about string, verbs []verb, flags func(*call)) command {
	var names, lines []string
	for _, v := range verbs {
		names = append(names, v.name)
		lines = append(lines, fmt.Sprintf("  %-32s %s\n", strings.TrimSpace(v.name+" "+v.args), v.about))
	}
	all := strings.Join(names, ", ")
	return command{
		name: name, args: "[VERB] [ARGUMENT...]", about: about, details: strings.Join(lines, ""), flags: flags,
		run: func(c *call) error {
			if len(c.args) == 0 {
				return verbs[0].run(c)
			}
			for _, v := range verbs {
				if v.name == c.args[0] {
					c.args = c.args[1:]
					return v.run(c)
				}
			}
			return usagef("%s cannot %q: it has %s", name, c.args[0], all)
		},
	}
}
