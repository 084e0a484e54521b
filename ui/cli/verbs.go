package cli

import (
	"fmt"
	"slices"
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
			chosen := verbs[0]
			if len(c.args) > 0 {
				at := slices.IndexFunc(verbs, func(v verb) bool { return v.name == c.args[0] })
				if at < 0 {
					hint := ""
					if slices.ContainsFunc(verbs, func(v verb) bool { return v.name == "show" }) {
						hint = fmt.Sprintf("; is it meant for dossier %s show?", name)
					}
					return usagef("%s cannot %q: it has %s%s", name, c.args[0], all, hint)
				}
				chosen, c.args = verbs[at], c.args[1:]
			}
			c.verb = chosen
			if err := c.checkFlags(name, chosen.name); err != nil {
				return err
			}
			return chosen.run(c)
		},
	}
}
