package cli

import (
	"fmt"
	"slices"
	"strings"

	"dossier/ui/project"
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

// many is more arguments than anybody writes.
const many = 1 << 30

// onProject runs a command, or the verb of one, that takes from least to most arguments on the
// project.
func onProject(least, most int, run func(*call, *project.Project) error) func(*call) error {
	return checked(func(c *call) error { return c.checkArgs(least, most) }, inProject(run))
}

// onFile runs a command that takes one file of the project.
func onFile(command string, run func(c *call, p *project.Project, name string) error) func(*call) error {
	check := func(c *call) error { return c.checkFile(command) }
	return checked(check, inProject(func(c *call, p *project.Project) error { return run(c, p, c.args[0]) }))
}

// inProject opens the project for a command, and closes it afterwards.
func inProject(run func(*call, *project.Project) error) func(*call) error {
	return func(c *call) error {
		p, err := c.project()
		if err != nil {
			return err
		}
		defer p.Close()
		return run(c, p)
	}
}

// checked runs a command or verb once its arguments pass a check.
func checked(check, run func(*call) error) func(*call) error {
	return func(c *call) error {
		if err := check(c); err != nil {
			return err
		}
		return run(c)
	}
}

// checkArgs refuses a call of a command or verb that takes from least to most arguments, and
// says how it is called.
func (c *call) checkArgs(least, most int) error {
	called := strings.TrimSpace("dossier " + c.command.name + " " + c.verb.name)
	n := len(c.args)
	switch {
	case n < least:
		return usagef("there is an argument missing; it is: %s %s", called, c.takes())
	case n > most && most == 0:
		return usagef("%q is one argument too many; it is: %s", c.args[0], called)
	case n > most:
		return usagef("%q is one argument too many; it is: %s %s, where a text of several words stands in quotes", c.args[most], called, c.takes())
	}
	return nil
}

// takes are the arguments of the command or verb, as its help shows them.
func (c *call) takes() string {
	if c.verb.name != "" {
		return c.verb.args
	}
	return c.command.args
}
