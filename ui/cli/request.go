package cli

import (
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/request"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/requests"
)

// noLimit is the value of a limit that is not set.
const noLimit = -1

// requestFlags are the flags of the command.
type requestFlags struct {
	guards      request.Guards
	files, size int
	includes    []string
	find        bool
}

func requestCommand() command.Command {
	f := requestFlags{}
	return command.Command{
		Name: "request", Args: "[PATH...|-]",
		About: "reads the files that a model requests and prints them as assigns, or finds the requests in an answer",
		Details: "- is a list of paths on standard input, one a line; with --find it is the text, and so is no PATH at all.\n" +
			"What is listed on standard input lies in the project, in the --dir, or where dossier allow allows it.\n\n",
		Flags: func(c *command.Call) {
			c.Flags.StringVar(&f.guards.Dir, "dir", "", "the `DIR` that paths are relative to, instead of the project's")
			c.Flags.StringVar(&f.guards.Filter, "filter", "", "only files whose names match the `PATTERN` of * and ?")
			command.NumberVar(c, &f.files, "max-files", noLimit, 0, "at most `N` files, includes counted")
			command.NumberVar(c, &f.size, "max-file-size", noLimit, 0, "no file of more than `N` bytes")
			c.Flags.StringArrayVar(&f.includes, "include", nil, "read the `PATH` first, whatever the filter and the number of files")
			c.Flags.BoolVar(&f.find, "find", false, "read a text and print what it asks for, as JSON")
		},
		Run: command.OnProject(0, command.Many, func(c *command.Call, p *project.Project) error { return f.run(c, p) }),
	}
}

func (f *requestFlags) run(c *command.Call, p *project.Project) error {
	if f.files != noLimit {
		f.guards.MaxFiles = &f.files
	}
	if f.size != noLimit {
		size := int64(f.size)
		f.guards.MaxFileSize = &size
	}
	if f.find {
		return f.findIn(c, p)
	}
	files, err := f.read(c, p)
	if err != nil {
		return err
	}
	var warnings []aggregate.Warning
	for _, file := range files.List() {
		if file.Problem != "" {
			warnings = append(warnings, aggregate.Warning{Path: file.Path, Message: file.Problem})
		}
		for _, note := range file.Notes {
			warnings = append(warnings, aggregate.Warning{Path: file.Path, Message: note})
		}
	}
	c.Warn(append(p.Warnings(), warnings...))
	if c.JSON {
		for _, file := range files.List() {
			c.Pass(file.Content)
		}
		return c.PrintJSON(command.Listed(files.List()))
	}
	if files.Len() == 0 {
		return nil
	}
	return c.Print(strings.NewReader(requests.To(p).Assigns(files) + "\n"))
}

// read reads the files in the arguments, and those listed on standard input.
func (f *requestFlags) read(c *command.Call, p *project.Project) (*request.Files, error) {
	if len(c.Args)+len(f.includes) == 0 {
		return nil, command.Usagef("request takes the paths of files, or - for a list of them on standard input")
	}
	if slices.Contains(c.Args, "") || slices.Contains(f.includes, "") {
		return nil, command.Usagef("request takes the paths of files, and none is empty")
	}
	r, files := requests.To(p), &request.Files{}
	if err := r.Read(c.Ctx, files, requests.Wanted{Includes: f.includes, Guards: f.guards, Named: true}); err != nil {
		return nil, err
	}
	for _, arg := range c.Args {
		w := requests.Wanted{Paths: []string{arg}, Guards: f.guards, Named: true}
		if arg == "-" {
			list, err := project.ReadText(c.Stdin, "standard input", requests.MaxText)
			if err != nil {
				return nil, err
			}
			if f.guards.Dir != "" {
				r.AllowFolder(f.guards)
			}
			w.Named, w.Paths = false, lines(list)
		}
		if err := r.Read(c.Ctx, files, w); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// lines returns the non-empty lines of a list.
func lines(list string) []string {
	var out []string
	for line := range strings.Lines(list) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// findIn prints the requests in texts, as JSON.
func (f *requestFlags) findIn(c *command.Call, p *project.Project) error {
	if len(f.includes) > 0 {
		return command.Usagef("--include names what is read, and --find reads nothing of that: leave one of them out")
	}
	args := c.Args
	if len(args) == 0 {
		args = []string{"-"}
	}
	var answer strings.Builder
	for _, name := range args {
		content, err := readText(c, name, requests.MaxText)
		if err != nil {
			return err
		}
		answer.WriteString(content + "\n")
	}
	found, err := requests.To(p).Find(c.Ctx, answer.String(), f.guards)
	if err != nil {
		return err
	}
	c.Warn(p.Warnings())
	return c.PrintJSON(command.Listed(found))
}
