package cli

import (
	"fmt"
	"text/tabwriter"

	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/caches"
)

func cacheCommand() command.Command {
	clear := false
	return command.Command{
		Name: "cache", About: "list the caches of all projects, and clear them",
		Details: "A cleared cache is built again when it is needed.\n",
		Flags:   func(c *command.Call) { c.Flags.BoolVar(&clear, "clear", false, "clear all caches") },
		Run: func(c *command.Call) error {
			if err := c.CheckArgs(0, 0); err != nil {
				return err
			}
			return listCaches(c, clear)
		},
	}
}

func listCaches(c *command.Call, clear bool) error {
	report, err := caches.ReportOf(c.Places, clear)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(report)
	}
	if report.Folder == "" {
		c.Infof("there is no folder for caches: neither XDG_CACHE_HOME nor HOME is set")
	}
	if clear {
		_, err = fmt.Fprintf(c.Stdout, "freed %s\n", megabytes(report.Freed))
		return err
	}
	w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	for _, kind := range report.Kinds {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", kind.Name, text.Counted(kind.Files, "file"), megabytes(kind.Bytes), kind.About)
	}
	fmt.Fprintf(w, "total\t\t%s\t%s\n", megabytes(report.Bytes), project.Shown(report.Folder))
	return w.Flush()
}

// megabytes formats a size.
func megabytes(bytes int64) string { return fmt.Sprintf("%.1f MB", float64(bytes)/1e6) }
