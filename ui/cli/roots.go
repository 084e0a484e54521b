package cli

import (
	"fmt"
	"text/tabwriter"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

func rootsCommand() command.Command {
	return command.WithVerbs("roots", "list, add and remove folders outside the project, whose files are named LABEL:/PATH", []command.Verb{
		{Name: "list", Args: "", About: "list each folder with its label, and whether it is read", Run: command.OnProject(0, 0, listRoots)},
		{Name: "add", Args: "FOLDER [LABEL]", About: "add a folder, and allow it for you and this project", Run: command.OnProject(1, 2, addRoot)},
		{Name: "remove", Args: "LABEL", About: "remove a folder with the entries of its files, and revoke its permission", Run: command.OnProject(1, 1, removeRoot)},
	}, nil)
}

func listRoots(c *command.Call, p *project.Project) error {
	c.Warn(p.Warnings())
	report, err := p.Roots().Report(c.Ctx)
	if err != nil {
		return err
	}
	return printRoots(c, report)
}

func addRoot(c *command.Call, p *project.Project) error {
	label := ""
	if len(c.Args) == 2 {
		if label = c.Args[1]; label == "" {
			return command.Usagef("roots add takes a label, which must not be empty")
		}
	}
	if c.Args[0] == "" {
		return command.Usagef("roots add takes the path of a folder")
	}
	report, err := p.Roots().ReportAdd(c.Ctx, label, c.Args[0])
	if err != nil {
		return err
	}
	return printRoots(c, report)
}

func removeRoot(c *command.Call, p *project.Project) error {
	report, err := p.Roots().ReportRemove(c.Ctx, c.Args[0])
	if err != nil {
		return err
	}
	var notes []aggregate.Warning
	for _, row := range report.Rows {
		notes = append(notes, aggregate.Warning{Path: row, Message: "is no longer in the composition"})
	}
	c.Warn(notes)
	return printRoots(c, report)
}

// printRoots prints the roots after a call.
func printRoots(c *command.Call, report project.RootsReport) error {
	if c.JSON {
		return c.PrintJSON(report)
	}
	w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	for _, one := range report.Roots {
		state := string(one.State)
		if one.State == project.RootRead {
			state = text.Counted(one.Files, "file")
		}
		fmt.Fprintf(w, "%s:\t%s\t%s\n", one.Label, project.Shown(one.Path), state)
	}
	return w.Flush()
}
