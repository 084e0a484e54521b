package cli

import (
	"fmt"
	"slices"

	"dossier/aggregate"
	"dossier/ui/project"
)

type allowFlags struct{ list, revoke bool }

func allowCommand() command {
	f := &allowFlags{}
	return command{
		name: "allow", args: "PATH...",
		about: "lets you read paths outside of this project, or write dossiers to them, as a click does; --list, --revoke",
		details: "Paths are relative to the project or absolute; a folder stands for everything in it.\n" +
			"What you allow is kept for you and this project, in your own folder and not in the project's.\n",
		run: f.allow,
		flags: func(c *call) {
			c.flags.BoolVar(&f.list, "list", false, "list what is allowed")
			c.flags.BoolVar(&f.revoke, "revoke", false, "no longer allow the paths")
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

func (f *allowFlags) allow(c *call) error {
	switch {
	case f.list && f.revoke:
		return usagef("allow lists or revokes, not both")
	case f.list && len(c.args) > 0:
		return usagef("allow --list takes no paths, not %q", c.args[0])
	case !f.list && (len(c.args) == 0 || slices.Contains(c.args, "")):
		return usagef("allow takes at least one path, and none that is empty (--list shows what is allowed)")
	}
	p, err := c.project()
	if err != nil {
		return err
	}
	defer p.Close()
	report := allowReport{Project: p.Dir, Added: []string{}, Revoked: []string{}}
	shown := &report.Allowed
	switch {
	case f.revoke:
		report.Revoked, err = p.Access().Revoke(c.ctx, c.args...)
		shown = &report.Revoked
	case !f.list:
		report.Added, err = p.Access().Allow(c.ctx, c.args...)
		shown = &report.Added
	}
	if err != nil {
		return err
	}
	for _, target := range report.Added {
		if !project.Exists(target) {
			c.warn([]aggregate.Warning{{Path: target, Message: "there is nothing there yet"}})
		}
	}
	report.Allowed = listed(p.Access().Allowed())
	if c.json {
		return c.printJSON(report)
	}
	for _, target := range *shown {
		if _, err := fmt.Fprintln(c.Stdout, project.Shown(target)); err != nil {
			return err
		}
	}
	return nil
}
