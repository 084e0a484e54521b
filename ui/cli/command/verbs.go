package command

import (
	"fmt"
	"slices"
	"strings"

	"dossier/ui/project"
)

// Verb is the word after the name of a command with several actions.
type Verb struct {
	Name, Args, About string
	Run               func(*Call) error
}

// WithVerbs returns a command with several actions, of which the first one is the default. It
// has the flags of all verbs.
func WithVerbs(name, about string, verbs []Verb, flags func(*Call)) Command {
	var names, lines []string
	for _, v := range verbs {
		names = append(names, v.Name)
		lines = append(lines, fmt.Sprintf("  %-32s %s\n", strings.TrimSpace(v.Name+" "+v.Args), v.About))
	}
	all := strings.Join(names, ", ")
	return Command{
		Name: name, Args: "[VERB] [ARGUMENT...]", About: about, Details: strings.Join(lines, ""), Flags: flags, Verbs: verbs,
		Run: func(c *Call) error {
			chosen := verbs[0]
			if len(c.Args) > 0 {
				at := slices.IndexFunc(verbs, func(v Verb) bool { return v.Name == c.Args[0] })
				if at < 0 {
					hint := ""
					if slices.ContainsFunc(verbs, func(v Verb) bool { return v.Name == "show" }) {
						hint = fmt.Sprintf("; did you mean dossier %s show?", name)
					}
					return Usagef("%s has no verb %q; its verbs are %s%s", name, c.Args[0], all, hint)
				}
				chosen, c.Args = verbs[at], c.Args[1:]
			}
			c.Verb = chosen
			if err := c.checkFlags(name, chosen.Name); err != nil {
				return err
			}
			return chosen.Run(c)
		},
	}
}

// Many is an unlimited number of arguments.
const Many = 1 << 30

// OnProject runs a command, or one of its verbs, that takes from least to most arguments on the project.
func OnProject(least, most int, run func(*Call, *project.Project) error) func(*Call) error {
	return Plain(least, most, inProject(run))
}

// Plain runs a command, or the verb of one, that takes from least to most arguments and needs no project.
func Plain(least, most int, run func(*Call) error) func(*Call) error {
	return Checked(func(c *Call) error { return c.CheckArgs(least, most) }, run)
}

// OnFile runs a command that takes one file of the project.
func OnFile(command string, run func(c *Call, p *project.Project, name string) error) func(*Call) error {
	check := func(c *Call) error { return c.checkFile(command) }
	return Checked(check, inProject(func(c *Call, p *project.Project) error { return run(c, p, c.Args[0]) }))
}

// inProject opens the project for a command, and closes it afterwards.
func inProject(run func(*Call, *project.Project) error) func(*Call) error {
	return func(c *Call) error {
		p, err := c.Project()
		if err != nil {
			return err
		}
		defer p.Close()
		return run(c, p)
	}
}

// Checked runs a command or verb if its arguments pass a check.
func Checked(check, run func(*Call) error) func(*Call) error {
	return func(c *Call) error {
		if err := check(c); err != nil {
			return err
		}
		return run(c)
	}
}

// CheckArgs rejects calls of a command or verb with fewer than least or more than most
// arguments; the error describes its usage.
func (c *Call) CheckArgs(least, most int) error {
	called := strings.TrimSpace("dossier " + c.command.Name + " " + c.Verb.Name)
	whole := strings.TrimSpace(called + " " + c.argumentsText())
	n := len(c.Args)
	switch {
	case n < least:
		return Usagef("an argument is missing; usage: %s", whole)
	case n > most && most == 0:
		return Usagef("%q is one argument too many; usage: %s", c.Args[0], called)
	case n > most:
		return Usagef("%q is one argument too many; usage: %s; put a text of several words in quotes", c.Args[most], whole)
	}
	return nil
}

// argumentsText returns the arguments of the command or verb, as in its help.
func (c *Call) argumentsText() string {
	if c.Verb.Name != "" {
		return c.Verb.Args
	}
	return c.command.Args
}
