package cli

import (
	"errors"
	"fmt"

	"dossier/aggregate/grep"
	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/search"
)

// searchFlags are the flags of the command.
type searchFlags struct {
	regexp, word, names bool
	caseOf              grep.Case
	glob                string
	context, max        int
}

func searchCommand() command.Command {
	f := &searchFlags{}
	return command.Command{
		Name: "search", Args: "PATTERN [PATH...]",
		About: "print the lines of the project's files that match a text: path, line number and line",
		Details: "Only files that the tree lists are searched, or those in each PATH, which is a file or folder.\n" +
			"A pattern without capitals ignores case. Secrets are redacted before matching.\n" +
			"The exit code is 1 if nothing matches.\n\n",
		Flags: func(c *command.Call) {
			c.Flags.BoolVarP(&f.regexp, "regexp", "e", false, "PATTERN is a regular expression, matched against one line at a time")
			c.Flags.BoolVarP(&f.word, "word", "w", false, "match whole words only")
			command.WordVar(c, &f.caseOf, "case", []grep.Case{grep.Sensitive, grep.Insensitive}, "use `CASE` instead of deciding by the capitals of PATTERN")
			c.Flags.StringVarP(&f.glob, "glob", "g", "", "only files that match `PATTERN`, e.g. *.go or cmd/**/*.go")
			c.Flags.BoolVar(&f.names, "names", false, "print the files whose paths match PATTERN, the best first, without reading them")
			command.NumberVar(c, &f.context, "context", 0, 0, fmt.Sprintf("print `N` lines before and after each match, at most %d", search.MaxContext))
			command.NumberVar(c, &f.max, "max", 0, 1, fmt.Sprintf("print at most `N` matching lines or files; default %d", search.MaxLines))
		},
		Run: command.Checked(f.check, command.OnProject(1, command.Many, func(c *command.Call, p *project.Project) error { return f.run(c, p) })),
	}
}

// check rejects flags that do not apply to the kind of search.
func (f *searchFlags) check(*command.Call) error {
	if f.names && (f.regexp || f.word || f.caseOf != "" || f.glob != "" || f.context > 0) {
		return command.Usagef("--names searches paths, and cannot be combined with --regexp, --word, --case, --glob or --context")
	}
	if f.context > search.MaxContext {
		return command.Usagef("--context is at most %d, not %d", search.MaxContext, f.context)
	}
	return nil
}

// errNothing is the error of a search without a match, as with grep.
var errNothing = errors.New("nothing matches")

func (f *searchFlags) run(c *command.Call, p *project.Project) error {
	c.Warn(p.Warnings())
	if f.names {
		return f.findNames(c, p)
	}
	r, err := search.Lines(c.Ctx, p, search.Request{
		Query: grep.Query{Pattern: c.Args[0], Regexp: f.regexp, Word: f.word, Case: f.caseOf},
		Under: c.Args[1:], Glob: f.glob, Context: f.context, Limit: f.max,
	}, nil)
	if err != nil {
		return err
	}
	if r.Withheld > 0 {
		c.Infof("not searched, because their names suggest secrets: %s", text.Counted(r.Withheld, "file"))
	}
	if r.Stopped {
		c.Infof("stopped after %s: search in fewer files, or for a longer text", text.Counted(r.Matches, "line"))
	} else if r.Next > 0 {
		c.Infof("%s of %d are printed", text.Counted(r.Next, "line"), r.Matches)
	}
	if c.JSON {
		err = c.PrintJSON(r)
	} else {
		err = printLines(c, r, f.context > 0)
	}
	if err == nil && r.Matches == 0 {
		return errNothing
	}
	return err
}

// printLines prints path:line:text for each match, and path-line-text for context lines. With
// context, a line -- separates lines that are not adjacent.
func printLines(c *command.Call, r search.Report, around bool) error {
	first := true
	for _, f := range r.Files {
		last := -1
		for _, l := range f.Lines {
			if around && l.Line != last+1 && !first {
				if _, err := fmt.Fprintln(c.Stdout, "--"); err != nil {
					return err
				}
			}
			mark := "-"
			if l.Match {
				mark = ":"
			}
			if _, err := fmt.Fprintf(c.Stdout, "%s%s%d%s%s\n", text.Escape(f.Path), mark, l.Line, mark, l.Text); err != nil {
				return err
			}
			last, first = l.Line, false
		}
	}
	return nil
}

func (f *searchFlags) findNames(c *command.Call, p *project.Project) error {
	r, err := search.Names(c.Ctx, p, c.Args[0], c.Args[1:], 0, f.max)
	if err != nil {
		return err
	}
	if c.JSON {
		err = c.PrintJSON(r)
	}
	for _, name := range r.Files {
		if err == nil && !c.JSON {
			_, err = fmt.Fprintln(c.Stdout, text.Escape(name))
		}
	}
	if err == nil && r.Found == 0 {
		return errNothing
	}
	return err
}
