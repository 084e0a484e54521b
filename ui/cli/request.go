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
		About: "print the files that a model asked for as assigns, or find what an answer asks for",
		Details: "The path - reads a list of paths from standard input, one per line; with --find, it reads the text, which is the default.\n" +
			"Paths on standard input must be in the project, in the --dir, or allowed by dossier allow.\n\n",
		Flags: func(c *command.Call) {
			c.Flags.StringVar(&f.guards.Dir, "dir", "", "resolve paths relative to `DIR` instead of the project's folder")
			c.Flags.StringVar(&f.guards.Filter, "filter", "", "read only files whose names match `PATTERN`, with * and ?")
			command.NumberVar(c, &f.files, "max-files", noLimit, 0, "read at most `N` files, including those of --include")
			command.NumberVar(c, &f.size, "max-file-size", noLimit, 0, "read no file of more than `N` bytes")
			c.Flags.StringArrayVar(&f.includes, "include", nil, "read `PATH` first, regardless of the filter and the number of files")
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
		return c.PrintJSON(project.NonNil(files.List()))
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
		return nil, command.Usagef("request takes the paths of files, which must not be empty")
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
		return command.Usagef("--include and --find cannot be combined: --find reads no files")
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
	return c.PrintJSON(project.NonNil(found))
}
