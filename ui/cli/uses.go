package cli

import (
	"fmt"

	"dossier/aggregate/links/imports"
	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/dependencies"
)

// useVerbs returns the verbs of links that follow imports of code.
func useVerbs(f *linkFlags) []command.Verb {
	run := func(to dependencies.Direction) func(*command.Call) error {
		return command.OnProject(1, command.Many, func(c *command.Call, p *project.Project) error { return f.listUses(c, p, to) })
	}
	return []command.Verb{
		{Name: "uses", Args: "PATH...", About: "list the dependencies of files in the project, by their imports: depth, path, importing file and import; as JSON {items: [{path, depth, from, import}], outside, missing}", Run: run(dependencies.Uses)},
		{Name: "usedby", Args: "PATH...", About: "list the dependents of files, in the same form", Run: run(dependencies.UsedBy)},
	}
}

// listUses prints the dependencies or dependents of files.
func (f *linkFlags) listUses(c *command.Call, p *project.Project, to dependencies.Direction) error {
	depth := dependencies.MinDepth
	if c.Flags.Changed("depth") {
		depth = f.depth
	}
	if depth < dependencies.MinDepth || depth > dependencies.MaxDepth {
		return command.Usagef("--depth must be %d to %d here, not %d", dependencies.MinDepth, dependencies.MaxDepth, depth)
	}
	c.Warn(p.Warnings())
	a, err := dependencies.Of(p).Find(c.Ctx, to, depth, c.Args, nil)
	if err != nil {
		return err
	}
	for _, problem := range a.Problems {
		c.Infof("the imports of %s are unknown: %v", project.Shown(problem.Path), problem.Err)
	}
	if c.JSON {
		return c.PrintJSON(a.Report())
	}
	return printUses(c, a)
}

func printUses(c *command.Call, a dependencies.Answer) error {
	for _, u := range a.Items {
		if _, err := fmt.Fprintf(c.Stdout, "%d\t%s\t%s\t%s\n", u.Depth, text.Escape(u.Path), text.Escape(u.From), text.Escape(viaOf(u))); err != nil {
			return err
		}
	}
	for _, lost := range a.Lost {
		if len(lost.Files) > 0 {
			c.Infof("%s may be %s", project.Shown(lost.Import), shownList(lost.Files))
		} else {
			c.Infof("%s is not found in the project", project.Shown(lost.Import))
		}
	}
	if a.More > 0 {
		c.Infof("%s more omitted", text.Counted(a.More, "file"))
	}
	return nil
}

// viaOf formats the import of a dependency.
func viaOf(u imports.Use) string {
	if u.Import == "" {
		return "(same package)"
	}
	return u.Import
}
