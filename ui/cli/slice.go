package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

type sliceFlags struct {
	tag, comment string
	save         bool
}

func sliceCommand() command.Command {
	f := &sliceFlags{}
	return command.Command{
		Name: "slice", Args: "FILE START END",
		About: "make a slice of the lines START to END, and print it as it is stored in dossier.toml",
		Run:   f.makeSlice,
		Flags: func(c *command.Call) {
			c.Flags.StringVar(&f.tag, "tag", "", "`NAME` of the slice in the document")
			c.Flags.StringVar(&f.comment, "comment", "", "`TEXT` that describes the slice")
			c.Flags.BoolVar(&f.save, "save", false, "store the slice in dossier.toml")
		},
	}
}

func (f *sliceFlags) makeSlice(c *command.Call) error {
	if len(c.Args) != 3 || c.Args[0] == "" {
		return command.Usagef("slice takes a file, a first and a last line, for example: dossier slice main.go 10 42")
	}
	start, end, err := lineRange(c.Args[1], c.Args[2])
	if err != nil {
		return err
	}
	p, err := c.Project()
	if err != nil {
		return err
	}
	defer p.Close()
	name := project.Shown(c.Args[0])
	file, err := p.FileSlices(c.Ctx, c.Args[0])
	if err != nil {
		return fmt.Errorf("slice %s: %w", name, err)
	}
	s, err := file.Make(start, end)
	if err != nil {
		return fmt.Errorf("slice %s: %w", name, err)
	}
	s.Tag, s.Comment = f.tag, f.comment
	warnings := p.Warnings()
	if s.EndLine < end {
		warnings = append(warnings, aggregate.Warning{Path: file.Item.Path, Message: fmt.Sprintf("the file ends at line %d, and so does the slice", s.EndLine)})
	}
	var saved *models.FileItem
	done := "saved lines"
	if f.save {
		item, added, err := file.Add(c.Ctx, s)
		if err != nil {
			return fmt.Errorf("slice %s: %w", name, err)
		}
		if saved = &item; !added {
			done = "this slice already exists: lines"
		}
	}
	c.Warn(warnings)
	if s, err = file.Redacted(c.Ctx, s); err != nil {
		return err
	}
	if c.JSON {
		err = c.PrintJSON(s)
	} else {
		var toml string
		if toml, err = project.SliceTOML(s); err == nil {
			_, err = fmt.Fprint(c.Stdout, toml)
		}
	}
	if saved != nil {
		c.Warn([]aggregate.Warning{{Path: saved.Path, Message: fmt.Sprintf("%s %d-%d in %s, which has %s of the file%s",
			done, s.StartLine, s.EndLine, p.File().Path(), text.Counted(len(saved.CustomSlices), "slice"), hidden(*saved))}})
	}
	return err
}

// lineRange parses the lines of a slice.
func lineRange(first, last string) (start, end int, err error) {
	for _, number := range []struct {
		text string
		into *int
	}{{first, &start}, {last, &end}} {
		n, err := strconv.Atoi(number.text)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return 0, 0, command.Usagef("no file has a line %s", number.text)
		case err != nil:
			return 0, 0, command.Usagef("%q is not a line number", number.text)
		case n < 1:
			return 0, 0, command.Usagef("line numbers start at 1: there is no line %d", n)
		}
		*number.into = n
	}
	if end < start {
		return 0, 0, command.Usagef("a slice cannot end at line %d, before its start at line %d", end, start)
	}
	return start, end, nil
}

// hidden returns why the document does not show the slices of a file.
func hidden(item models.FileItem) string {
	switch {
	case !item.AutoAggregate:
		return "; the dossier does not show them, because the file is only listed (auto_aggregate = false)"
	case item.ForceFull:
		return "; the dossier does not show them, because the file is always shown in full (force_full = true)"
	case item.ViewMode != models.Custom:
		return fmt.Sprintf("; the dossier shows them when view_mode is custom, and not %s", item.ViewMode)
	}
	return ""
}

func resolveCommand() command.Command {
	var save bool
	return command.Command{
		Name: "resolve", Args: "FILE",
		About: "find the stored slices of a file again: tag, stored lines, health, current lines",
		Run:   command.OnFile("resolve", func(c *command.Call, p *project.Project, path string) error { return resolve(c, p, path, save) }),
		Flags: func(c *command.Call) {
			c.Flags.BoolVar(&save, "save", false, "store the new lines of moved or changed slices in dossier.toml")
		},
	}
}

func resolve(c *command.Call, p *project.Project, path string, save bool) error {
	if err := p.StoredState().Understood(); err != nil {
		return err
	}
	name := project.Shown(path)
	f, err := p.FileSlices(c.Ctx, path)
	if err != nil {
		return fmt.Errorf("resolve %s: %w", name, err)
	}
	rows := f.Report() // before they are saved
	saved := 0
	if save {
		if saved, err = f.Update(c.Ctx); err != nil {
			return fmt.Errorf("resolve %s: %w", name, err)
		}
	}
	note := func(format string, args ...any) {
		c.Warn([]aggregate.Warning{{Path: f.Item.Path, Message: fmt.Sprintf(format, args...)}})
	}
	c.Warn(p.Warnings())
	if len(rows) == 0 {
		note("%s has no slices of the file; dossier slice FILE START END --save adds one", p.File().Path())
	}
	for _, r := range rows {
		if r.Now == nil {
			note("the slice of lines %d-%d is lost: its text is no longer in the file", r.StartLine, r.EndLine)
		}
	}
	if c.JSON {
		err = c.PrintJSON(rows)
	} else {
		err = printRows(c, rows)
	}
	switch {
	case !save:
	case saved == 0:
		note("nothing was saved: no slice has moved or changed")
	default:
		note("saved the lines of %s to %s", text.Counted(saved, "slice"), p.File().Path())
	}
	return err
}

// printRows prints slices with tabs between columns and - for empty ones.
func printRows(c *command.Call, rows []project.SliceReport) error {
	for _, r := range rows {
		columns := []string{"-", fmt.Sprintf("%d-%d", r.StartLine, r.EndLine), string(r.Health), "-"}
		if r.Tag != "" {
			columns[0] = text.Escape(r.Tag)
		}
		if r.Now != nil {
			columns[3] = fmt.Sprintf("%d-%d", r.Now.StartLine, r.Now.EndLine)
		}
		if _, err := fmt.Fprintln(c.Stdout, strings.Join(columns, "\t")); err != nil {
			return err
		}
	}
	return nil
}
