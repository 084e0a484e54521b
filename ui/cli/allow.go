package cli

import (
	"fmt"
	"slices"

	"dossier/aggregate"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

type allowFlags struct{ list, revoke bool }

func allowCommand() command.Command {
	f := &allowFlags{}
	return command.Command{
		Name: "allow", Args: "PATH...",
		About: "lets you read paths outside of this project, or write dossiers to them, as a click does; --list, --revoke",
		Details: "Paths are relative to the project or absolute; a folder stands for everything in it.\n" +
			"What you allow is kept for you and this project, in your own folder and not in the project's.\n",
		Run: f.allow,
		Flags: func(c *command.Call) {
			c.Flags.BoolVar(&f.list, "list", false, "list what is allowed")
			c.Flags.BoolVar(&f.revoke, "revoke", false, "no longer allow the paths")
		},
	}
}

// allowReport is what --json prints.
type allowReport struct {
	Project string   `json:"project"`
	Allowed []string `json:"allowed"` // from now on, in byte order
	Added   []string `json:"added"`   // by this call, as are the revoked
	Revoked []string `json:"revoked"`
}

func (f *allowFlags) allow(c *command.Call) error {
	switch {
	case f.list && f.revoke:
		return command.Usagef("allow lists or revokes, not both")
	case f.list && len(c.Args) > 0:
		return command.Usagef("allow --list takes no paths, not %q", c.Args[0])
	case !f.list && (len(c.Args) == 0 || slices.Contains(c.Args, "")):
		return command.Usagef("allow takes at least one path, and none that is empty (--list shows what is allowed)")
	}
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	report := allowReport{Project: p.Dir, Added: []string{}, Revoked: []string{}}
	shown := &report.Allowed
	switch {
	case f.revoke:
		report.Revoked, err = p.Access().Revoke(c.Ctx, c.Args...)
		shown = &report.Revoked
	case !f.list:
		report.Added, err = p.Access().Allow(c.Ctx, c.Args...)
		shown = &report.Added
	}
	if err != nil {
		return err
	}
	for _, target := range report.Added {
		if !project.Exists(target) {
			c.Warn([]aggregate.Warning{{Path: target, Message: "there is nothing there yet"}})
		}
	}
	report.Allowed = command.Listed(p.Access().Allowed())
	if c.JSON {
		return c.PrintJSON(report)
	}
	for _, target := range *shown {
		if _, err := fmt.Fprintln(c.Stdout, project.Shown(target)); err != nil {
			return err
		}
	}
	return nil
}
