package cli

import (
	"context"
	"fmt"
	"slices"
	"text/tabwriter"

	"dossier/aggregate"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/excludes"
)

func excludeCommand() command.Command {
	return command.WithVerbs("exclude", "lists, adds and removes the project's own ignore patterns", []command.Verb{
		{Name: "list", Args: "", About: "each pattern with the files that it hides or shows, and their tokens", Run: command.OnProject(0, 0, listExcludes)},
		{Name: "add", Args: "PATTERN...", About: "adds lines of a .gitignore at the end; !PATTERN includes files again", Run: changeExcludes(excludes.Add)},
		{Name: "remove", Args: "PATTERN...", About: "removes patterns, as list prints them", Run: changeExcludes(excludes.Remove)},
	}, nil)
}

// excludeReport is what --json prints.
type excludeReport struct {
	Patterns []excludes.Pattern `json:"patterns"` // from now on
	Files    int                `json:"files"`    // that the project lists with them
	Gone     []string           `json:"gone"`     // that it listed before this call
	Come     []string           `json:"come"`     // that it lists since this call
}

func listExcludes(c *command.Call, p *project.Project) error {
	c.Warn(p.Warnings())
	return reportExcludes(c, p, p.Kept().Project.Exclude)
}

// changeExcludes runs a verb that changes the list.
func changeExcludes(change func([]string, ...string) ([]string, error)) func(*command.Call) error {
	return command.OnProject(1, command.Many, func(c *command.Call, p *project.Project) error {
		var before []string
		err := p.ChangeExcluded(c.Ctx, func(list []string) ([]string, error) {
			before = slices.Clone(list)
			return change(list, c.Args...)
		})
		if err != nil {
			return err
		}
		return reportExcludes(c, p, before)
	})
}

// reportExcludes prints what the patterns do, and says what has changed since there were others.
func reportExcludes(c *command.Call, p *project.Project, before []string) error {
	effect, was, err := effects(c.Ctx, p, p.Kept().Project.Exclude, before)
	if err != nil {
		return err
	}
	report := excludeReport{Patterns: command.Listed(effect.Patterns), Files: effect.Files()}
	gone, come := effect.From(was)
	report.Gone, report.Come = command.Listed(gone), command.Listed(come)
	var notes []aggregate.Warning
	for _, one := range effect.Patterns {
		if one.Problem != "" {
			notes = append(notes, aggregate.Warning{Message: fmt.Sprintf("%s excludes nothing: %s", excludes.Shown(one.Pattern), one.Problem)})
		}
	}
	if len(gone)+len(come) > 0 {
		notes = append(notes, aggregate.Warning{Message: fmt.Sprintf("hidden: %s; shown: %s", counted(len(gone), "file"), counted(len(come), "file"))})
	}
	c.Warn(notes)
	if c.JSON {
		return c.PrintJSON(report)
	}
	w := tabwriter.NewWriter(c.Stdout, 0, 0, 2, ' ', 0)
	for _, one := range effect.Patterns {
		about := ""
		if !one.Exact {
			about = "~"
		}
		what := fmt.Sprintf("hides %s\t%s%d tokens", counted(one.Hides, "file"), about, one.Tokens)
		if one.Shows > 0 {
			what = fmt.Sprintf("shows %s\t", counted(one.Shows, "file"))
		}
		fmt.Fprintf(w, "%s\t%s\n", excludes.Shown(one.Pattern), what)
	}
	return w.Flush()
}

// effects returns what two lists do, and of the first what it hides.
func effects(ctx context.Context, p *project.Project, now, before []string) (effect, was excludes.Effect, err error) {
	s, err := excludes.Look(ctx, p)
	if err != nil {
		return effect, was, err
	}
	if was, err = s.Effect(ctx, before); err != nil {
		return effect, was, err
	}
	if effect, err = s.Effect(ctx, now); err != nil {
		return effect, was, err
	}
	effect, err = s.Count(ctx, effect)
	return effect, was, err
}
