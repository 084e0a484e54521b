package cli

import (
	"fmt"
	"text/tabwriter"

	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project/diagnosis"
)

func doctorCommand() command.Command {
	return command.Command{
		Name: "doctor", About: "check program, display, OpenGL, clipboard, folders, editor, limits and project, and explain how to fix each problem",
		Details: "The exit code is 1 if something does not work. A note concerns something that not every user\nneeds. Nothing is changed.\n",
		Run:     command.Plain(0, 0, diagnose),
	}
}

func diagnose(c *command.Call) error {
	c.GuardByDefault() // a warning of the project can contain a path with a secret
	report, err := diagnosis.Of(c.Ctx, c.Machine, c.Places, c.Dir())
	if err != nil {
		return err
	}
	if c.JSON {
		err = c.PrintJSON(report)
	} else {
		err = printDiagnosis(c, report)
	}
	if n := report.Problems(); err == nil && n > 0 {
		return fmt.Errorf("%s found", text.Counted(n, "problem"))
	}
	return err
}

func printDiagnosis(c *command.Call, report diagnosis.Report) error {
	w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "\tdossier\t%s (%s)\n", report.Version, report.System)
	for _, check := range report.Checks {
		fmt.Fprintf(w, "%s\t%s\t%s\n", check.State, check.Name, check.Summary)
		if check.WayOut != "" {
			fmt.Fprintf(w, "\t\t→ %s\n", check.WayOut)
		}
	}
	return w.Flush()
}
