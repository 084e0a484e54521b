package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/git/change"
	"dossier/aggregate/text"
	"dossier/ui/cli/command"
	"dossier/ui/project"
	"dossier/ui/project/repository"
)

// gitFlags are the flags of git.
type gitFlags struct {
	limit         int
	bodies, names bool
	noRedact      bool
}

func gitCommand() command.Command {
	f := &gitFlags{}
	c := command.WithVerbs("git", "read the project's git repository without running git: status, differences, log and revisions", []command.Verb{
		{Name: "status", Args: "", About: "print the state of each changed file, as git status --short does", Run: command.OnProject(0, 0, f.status)},
		{Name: "diff", Args: "[RANGE [PATH...]]", About: "print the patch of a range, which git apply accepts; files without a patch are listed on standard error", Run: command.OnProject(0, command.Many, f.diff)},
		{Name: "files", Args: "[RANGE [PATH...]]", About: "list the files of a range: state, lines added and removed, tokens of the patch, path, and why a file has no patch", Run: command.OnProject(0, command.Many, f.files)},
		{Name: "log", Args: "[RANGE [PATH...]]", About: "list the commits of a range, the newest first: id, date, author, subject", Run: command.OnProject(0, command.Many, f.log)},
		{Name: "revisions", Args: "[WORD...]", About: "list branches, tags and commits that a range can name and that have all words, the newest first: kind, name, date, subject", Run: command.OnProject(0, command.Many, f.revisions)},
	}, func(c *command.Call) {
		command.NumberVar(c, &f.limit, "limit", 0, 1, "print at most `N` commits, or with revisions at most N lines")
		c.Flags.BoolVar(&f.bodies, "bodies", false, "print the messages in full")
		c.Flags.BoolVar(&f.names, "names", false, "print the names of the files that each commit changed")
		c.Flags.BoolVar(&f.noRedact, "no-redact", false, "do not redact secrets or withhold secret files")
		c.Only([]string{"log", "revisions"}, "limit")
		c.Only([]string{"log"}, "bodies", "names")
		c.Only([]string{"diff", "files"}, "no-redact")
	})
	c.Details += "\nRANGE is one of " + change.Ranges + "; the default is uncommitted. The log of a REV has all commits up to it, as in git log REV; the default is HEAD.\n\n"
	return c
}

// open prepares the output.
func (f *gitFlags) open(c *command.Call, p *project.Project) repository.Git {
	if f.noRedact {
		p.ShowSecrets()
		c.ShowSecrets()
	}
	return repository.Of(p)
}

// rangeOf parses the range and the paths in the arguments.
func rangeOf(c *command.Call, p *project.Project) (rng string, within []string, err error) {
	if len(c.Args) == 0 {
		return "uncommitted", nil, nil
	}
	for _, arg := range c.Args[1:] {
		local, ok := p.Local(arg)
		if !ok {
			return "", nil, command.Usagef("%s is outside the project", project.Shown(arg))
		}
		within = append(within, local)
	}
	if _, err := change.ParseRange(c.Args[0]); err != nil {
		return "", nil, command.Usagef("%v", err)
	}
	return c.Args[0], within, nil
}

func (f *gitFlags) status(c *command.Call, p *project.Project) error {
	s, err := repository.Of(p).Status(c.Ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(s)
	}
	if s.Operation != "" {
		c.Infof("a %s is in progress", s.Operation)
	}
	var untracked []string // listed after the others
	var uncertain []aggregate.Warning
	for _, one := range s.Files {
		path, letters := text.Escape(one.Path), one.Letters
		if one.Why != "" {
			uncertain = append(uncertain, aggregate.Warning{Path: one.Path, Message: "may be unchanged: " + one.Why})
		}
		if one.OldPath != "" {
			path = text.Escape(one.OldPath) + " -> " + path
		}
		if one.Submodule == "" && strings.HasSuffix(letters, "?") {
			untracked = append(untracked, path)
			if letters = letters[:1] + " "; letters == "? " { // otherwise removed from the index but still existing
				continue
			}
		}
		if _, err := fmt.Fprintf(c.Stdout, "%s %s\n", letters, path); err != nil {
			return err
		}
	}
	for _, path := range untracked {
		if _, err := fmt.Fprintf(c.Stdout, "?? %s\n", path); err != nil {
			return err
		}
	}
	c.Warn(uncertain)
	return nil
}

func (f *gitFlags) report(c *command.Call, p *project.Project, want repository.Want) (repository.Report, error) {
	rng, within, err := rangeOf(c, p)
	if err != nil {
		return repository.Report{}, err
	}
	return f.open(c, p).Files(c.Ctx, rng, want, within...)
}

func (f *gitFlags) diff(c *command.Call, p *project.Project) error {
	want := repository.Patches
	if c.JSON {
		want |= repository.Tokens
	}
	r, err := f.report(c, p, want)
	if err != nil {
		return err
	}
	if c.JSON {
		for _, file := range r.Files {
			c.Pass(file.Patch)
		}
		return c.PrintJSON(r)
	}
	for _, file := range r.Files {
		if file.Patch == "" && file.Named != "" {
			c.Infof("%s %s: not shown: %s", file.Letter, text.Escape(file.Path), file.Named)
		}
	}
	printMore(c, r)
	var all strings.Builder
	for _, file := range r.Files {
		all.WriteString(file.Patch)
	}
	return c.Print(strings.NewReader(all.String()))
}

func printMore(c *command.Call, r repository.Report) {
	if r.More > 0 {
		c.Infof("%s omitted, because there are too many", text.Counted(r.More, "file"))
	}
}

func (f *gitFlags) files(c *command.Call, p *project.Project) error {
	r, err := f.report(c, p, repository.Tokens)
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(r)
	}
	printMore(c, r)
	for _, file := range r.Files {
		path := text.Escape(file.Path)
		if file.OldPath != "" {
			path = text.Escape(file.OldPath) + " -> " + path
		}
		line := fmt.Sprintf("%s\t+%d\t-%d\t%d\t%s", file.Letter, file.Added, file.Removed, file.Tokens, path)
		if file.Named != "" {
			line += "\t" + file.Named
		}
		if _, err := fmt.Fprintln(c.Stdout, line); err != nil {
			return err
		}
	}
	return nil
}

func (f *gitFlags) log(c *command.Call, p *project.Project) error {
	rng, within, err := rangeOf(c, p)
	if err != nil {
		return err
	}
	commits := []repository.Commit{}
	err = repository.Of(p).Log(c.Ctx, rng, repository.LogOptions{Limit: f.limit, Bodies: f.bodies, Files: f.names, Within: within}, func(one repository.Commit) bool {
		commits = append(commits, one)
		return true
	})
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(commits)
	}
	for _, one := range commits {
		if err := printCommit(c.Stdout, one); err != nil {
			return err
		}
	}
	return nil
}

// printCommit prints a commit followed by its indented message and files.
func printCommit(w io.Writer, one repository.Commit) error {
	_, err := fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", one.ID[:10], one.Time.Format(time.DateOnly), text.Escape(one.Author), text.Escape(one.Subject))
	for line := range strings.Lines(one.Body) {
		if err == nil {
			_, err = fmt.Fprintf(w, "    %s\n", text.Escape(strings.TrimSuffix(line, "\n")))
		}
	}
	for _, file := range one.Files {
		if err == nil {
			_, err = fmt.Fprintf(w, "  %s\n", text.Escape(file))
		}
	}
	return err
}

func (f *gitFlags) revisions(c *command.Call, p *project.Project) error {
	list := []repository.Revision{}
	for one, err := range repository.Of(p).Revisions(c.Ctx, strings.Join(c.Args, " "), repository.AllRevisions) {
		if err != nil {
			return err
		}
		if list = append(list, one); len(list) == f.limit {
			break
		}
	}
	if err := c.Ctx.Err(); err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(list)
	}
	for _, one := range list {
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%s\n", one.Kind, text.Escape(one.Name), one.Time.Format(time.DateOnly), text.Escape(one.Subject)); err != nil {
			return err
		}
	}
	return nil
}
