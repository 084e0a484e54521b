package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/answers"
)

// applyFlags are the flags of the command.
type applyFlags struct{ check, likely, partial, undo, list bool }

// errNotAll reports that some edits of an answer were not applied.
var errNotAll = errors.New("not every edit was applied")

func applyCommand() command.Command {
	f := &applyFlags{}
	return command.Command{
		Name: "apply", Args: "[FILE|-]",
		About: "apply the edits of a model's answer to the project's files",
		Details: "The answer is read from standard input, or from FILE. Edits are found in prose and fences: unified\n" +
			"differences, search-and-replace blocks, *** Begin Patch, XML, str_replace as JSON, whole files,\n" +
			"files with \"... existing code ...\" and single functions. Each is located by its content:\n" +
			"  certain    one place, equal except for white space, indentation or line numbers\n" +
			"  likely     one place, whose text differs; applied with --likely\n" +
			"  ambiguous  several places; never applied\n" +
			"  not found  nowhere\n" +
			"Either all edits of a file are applied or none, unless --partial is given. All files are written\n" +
			"as one operation. The exit code is 1 if an edit was not applied.\n\n",
		Flags: func(c *command.Call) {
			c.Flags.BoolVar(&f.check, "check", false, "write nothing, and print what would be applied")
			c.Flags.BoolVar(&f.likely, "likely", false, "apply likely edits too")
			c.Flags.BoolVar(&f.partial, "partial", false, "apply the edits of a file that can be applied, even if others cannot")
			c.Flags.BoolVar(&f.undo, "undo", false, "undo the last change that is not undone; with an ID of --list, that one")
			c.Flags.BoolVar(&f.list, "list", false, "list the applied changes, the newest first")
		},
		Run: command.OnProject(0, 1, f.run),
	}
}

func (f *applyFlags) run(c *command.Call, p *project.Project) error {
	switch {
	case (f.undo || f.list) && (f.check || f.likely || f.partial), f.undo && f.list, f.list && len(c.Args) > 0:
		return command.Usagef("apply --undo and apply --list take no other flags, and --list no argument")
	case f.list:
		return listApplied(c, p)
	case f.undo:
		return undoApplied(c, p)
	}
	name := "-"
	if len(c.Args) == 1 {
		name = c.Args[0]
	}
	text, err := readText(c, name, answers.MaxText)
	if err != nil {
		return err
	}
	if !f.check {
		recovered, err := p.Files().Recover(c.Ctx)
		if err != nil {
			return err
		}
		for _, r := range recovered {
			c.Infof("an interrupted change of %s was undone", files(len(r.Files)))
		}
	}
	return f.apply(c, p, text)
}

// files formats a number of files.
func files(n int) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", n)
}

// apply applies the edits of a text.
func (f *applyFlags) apply(c *command.Call, p *project.Project, text string) error {
	to := answers.To(p)
	found, err := to.Find(c.Ctx, text)
	if err != nil {
		return err
	}
	takes := found.Whole(f.likely, f.partial)
	preview, err := to.Preview(c.Ctx, found, takes)
	if err != nil {
		return err
	}
	report := answers.Report{}
	landed := map[int]bool{}
	for _, file := range preview.Files {
		for _, i := range file.Edits {
			landed[takes[i].Edit] = true
		}
	}
	placed := found.Placed
	for i, t := range takes {
		placed[t.Edit] = preview.Placed[i]
	}
	if !f.check && len(preview.Files) > 0 {
		record, err := to.Apply(c.Ctx, preview)
		if err != nil {
			return err
		}
		if report.Undo = record.ID; record.ID == "" {
			c.Infof("this cannot be undone: there is no folder for your state")
		}
	}
	report.Edits = answers.Reports(placed, func(i int) bool { return landed[i] && !f.check })
	if err := f.print(c, report, landed); err != nil {
		return err
	}
	switch {
	case len(placed) == 0:
		return errors.New("the answer has no edits")
	case len(landed) < len(placed):
		return fmt.Errorf("%w: %d of %d", errNotAll, len(landed), len(placed))
	}
	return nil
}

// print prints the results of the edits.
func (f *applyFlags) print(c *command.Call, report answers.Report, landed map[int]bool) error {
	if c.JSON {
		report.Edits = project.NonNil(report.Edits)
		return c.PrintJSON(report)
	}
	var b strings.Builder
	for i, e := range report.Edits {
		word := "not applied"
		switch {
		case landed[i] && f.check:
			word = "would apply"
		case landed[i]:
			word = "applied"
		}
		fmt.Fprintf(&b, "%s  %s\n", word, project.Shown(e.Sentence()))
	}
	_, err := io.WriteString(c.Stdout, b.String())
	return err
}

// listApplied lists applied answers.
func listApplied(c *command.Call, p *project.Project) error {
	list := answers.Applied(p)
	if c.JSON {
		return c.PrintJSON(project.NonNil(list))
	}
	var b strings.Builder
	for _, one := range list {
		fmt.Fprintf(&b, "%s  %s  %s\n", one.ID, one.State, project.Shown(strings.Join(one.Files, ", ")))
	}
	_, err := io.WriteString(c.Stdout, b.String())
	return err
}

// undoApplied undoes an applied answer.
func undoApplied(c *command.Call, p *project.Project) error {
	id := ""
	if len(c.Args) == 1 {
		id = c.Args[0]
	}
	r, err := p.Files().Undo(c.Ctx, id)
	if err != nil {
		return err
	}
	one := answers.AppliedOf(r)
	if c.JSON {
		return c.PrintJSON(one)
	}
	var b strings.Builder
	for _, file := range one.Files {
		fmt.Fprintf(&b, "undone  %s\n", project.Shown(file))
	}
	_, err = io.WriteString(c.Stdout, b.String())
	return err
}
