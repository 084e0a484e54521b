package cli

import (
	"fmt"
	"text/tabwriter"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/excludes"
)

func excludeCommand() command.Command {
	return command.WithVerbs("exclude", "list, add and remove the project's own ignore patterns", []command.Verb{
		{Name: "list", Args: "", About: "list each pattern with the files that it hides or shows, and their tokens", Run: command.OnProject(0, 0, listExcludes)},
		{Name: "add", Args: "PATTERN...", About: "add patterns at the end, as in a .gitignore; !PATTERN includes files again", Run: changeExcludes(excludes.Add)},
		{Name: "remove", Args: "PATTERN...", About: "remove patterns, as printed by list", Run: changeExcludes(excludes.Remove)},
	}, nil)
}

func listExcludes(c *command.Call, p *project.Project) error {
	c.Warn(p.Warnings())
	report, err := excludes.ReportOf(c.Ctx, p)
	if err != nil {
		return err
	}
	return printExcludes(c, report)
}

// changeExcludes runs a verb that changes the list.
func changeExcludes(change func([]string, ...string) ([]string, error)) func(*command.Call) error {
	return command.OnProject(1, command.Many, func(c *command.Call, p *project.Project) error {
		report, err := excludes.Change(c.Ctx, p, change, c.Args...)
		if err != nil {
			return err
		}
		return printExcludes(c, report)
	})
}

// printExcludes prints the effect of the patterns, and of the call.
func printExcludes(c *command.Call, report excludes.Report) error {
	var notes []aggregate.Warning
	for _, one := range report.Patterns {
		if one.Problem != "" {
			notes = append(notes, aggregate.Warning{Message: fmt.Sprintf("%s excludes nothing: %s", excludes.Shown(one.Pattern), one.Problem)})
		}
	}
	if len(report.Hidden)+len(report.Come) > 0 {
		notes = append(notes, aggregate.Warning{Message: fmt.Sprintf("hidden: %s; shown: %s", text.Counted(len(report.Hidden), "file"), text.Counted(len(report.Come), "file"))})
	}
	c.Warn(notes)
	if c.JSON {
		return c.PrintJSON(report)
	}
	w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	for _, one := range report.Patterns {
		about := ""
		if !one.Exact {
			about = "~"
		}
		what := fmt.Sprintf("hides %s\t%s%d tokens", text.Counted(one.Hides, "file"), about, one.Tokens)
		if one.Shows > 0 {
			what = fmt.Sprintf("shows %s\t", text.Counted(one.Shows, "file"))
		}
		fmt.Fprintf(w, "%s\t%s\n", excludes.Shown(one.Pattern), what)
	}
	return w.Flush()
}
