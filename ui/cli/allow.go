package cli

import (
	"fmt"
	"slices"

	"dossier/aggregate"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/consent"
)

type allowFlags struct{ list, revoke, requested bool }

func allowCommand() command.Command {
	f := &allowFlags{}
	return command.Command{
		Name: "allow", Args: "PATH...",
		About: "allow this project to read external paths, or to write documents to them",
		Details: "Paths are relative to the project or absolute; allowing a folder allows everything in it.\n" +
			"Permissions apply to you and this project, and are stored in your own folder, not in the project's.\n" +
			"--asked lists what the project file requests to read, write or run, with the KEY of the list;\n" +
			"--asked KEY allows exactly that list, and nothing if the requests have changed.\n",
		Run: f.allow,
		Flags: func(c *command.Call) {
			c.Flags.BoolVar(&f.list, "list", false, "list the allowed paths")
			c.Flags.BoolVar(&f.requested, "asked", false, "list the requests of the project file; with the KEY of the list, allow all of them")
			c.Flags.BoolVar(&f.revoke, "revoke", false, "revoke the permission for the paths")
		},
	}
}

func (f *allowFlags) allow(c *command.Call) error {
	switch {
	case f.requested && (f.list || f.revoke || len(c.Args) > 1):
		return command.Usagef("allow --asked takes at most the key of a list, and neither --list nor --revoke")
	case f.requested:
		return allowRequested(c)
	case f.list && f.revoke:
		return command.Usagef("allow: --list and --revoke cannot be combined")
	case f.list && len(c.Args) > 0:
		return command.Usagef("allow --list takes no paths, not %q", c.Args[0])
	case !f.list && (len(c.Args) == 0 || slices.Contains(c.Args, "")):
		return command.Usagef("allow takes at least one path, and none may be empty (--list lists the allowed paths)")
	}
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	var report project.AccessReport
	shown := &report.Allowed
	switch {
	case f.revoke:
		report, err = p.Access().ReportRevoke(c.Ctx, c.Args...)
		shown = &report.Revoked
	case f.list:
		report = p.Access().Report()
	default:
		report, err = p.Access().ReportAllow(c.Ctx, c.Args...)
		shown = &report.Added
	}
	if err != nil {
		return err
	}
	for _, target := range report.Added {
		if !project.Exists(target) {
			c.Warn([]aggregate.Warning{{Path: target, Message: "there is nothing at this path yet"}})
		}
	}
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

// allowRequested lists the permissions that the project file requests, or allows all of them.
func allowRequested(c *command.Call) error {
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	var report consent.Report
	if len(c.Args) == 1 {
		report, err = consent.AllowAll(c.Ctx, p, c.Args[0])
	} else {
		report, err = consent.ReportOf(c.Ctx, p)
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(report)
	}
	for _, a := range report.Permissions {
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\n", a.Kind, project.Shown(a.Target)); err != nil {
			return err
		}
	}
	if len(report.Permissions) > 0 && !report.Allowed {
		c.Warn([]aggregate.Warning{{Message: fmt.Sprintf("dossier allow --asked %s allows all of them, for you and this project", report.Key)}})
	}
	return nil
}
