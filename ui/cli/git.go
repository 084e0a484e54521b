package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/git/change"
	"dossier/aggregate/git/revision"
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
	r, err := f.open(c, p).Files(c.Ctx, rng, want, within...)
	if err != nil {
		return r, unknownRevision(p, rng, err)
	}
	return r, checkPaths(c, p, rng, slices.DeleteFunc(within, func(path string) bool {
		return slices.ContainsFunc(r.Files, func(file repository.File) bool {
			return isWithin(file.Path, path) || file.OldPath != "" && isWithin(file.OldPath, path)
		})
	}))
}

// unknownRevision adds to the error for an unknown revision what to do: a path may be in place of the range.
func unknownRevision(p *project.Project, rng string, err error) error {
	if !errors.As(err, new(*revision.UnknownError)) {
		return err
	}
	if local, ok := p.Local(rng); ok {
		if _, missing := p.Root().Lstat(local); missing == nil {
			return fmt.Errorf("%w; the range precedes the paths, as in uncommitted %s", err, project.Shown(rng))
		}
	}
	return fmt.Errorf("%w; dossier git revisions lists them", err)
}

func isWithin(path, folder string) bool {
	_, below := project.CutFolder(path, folder)
	return below || folder == "" || folder == "." || path == folder
}

// checkPaths rejects paths, of which a range has no changes, unless they exist: a misspelled one must not look unchanged.
func checkPaths(c *command.Call, p *project.Project, rng string, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	unknown, err := repository.Of(p).Unknown(c.Ctx, rng, paths)
	if err != nil || len(unknown) == 0 {
		return err
	}
	if strings.ContainsAny(unknown[0], "*?[") {
		return command.Usagef("no file is named %s: PATH is a file or a folder, and patterns are not expanded", project.Shown(unknown[0]))
	}
	return command.Usagef("there is no file or folder %s, and there was none in the compared states", project.Shown(unknown[0]))
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
	for _, file := range r.Files {
		warnOfCharacters(c, file)
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

// warnOfCharacters warns of hidden characters and invalid bytes in a patch. It contains them, because
// git apply would not accept it without them.
func warnOfCharacters(c *command.Call, file repository.File) {
	found, err := text.Options{KeepTags: true}.Decode([]byte(file.Patch))
	if err != nil {
		return
	}
	var notes []string
	if found.Invalid > 0 && !c.JSON { // in JSON they are replaced
		notes = append(notes, fmt.Sprintf("%s (first in line %d), kept", text.Counted(found.Invalid, "invalid byte"), found.InvalidLine))
		found.Invalid = 0
	}
	for _, note := range slices.Concat(notes, found.Notes()) {
		c.Warn([]aggregate.Warning{{Path: file.Path, Message: "in the patch: " + note}})
	}
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
	err = unknownRevision(p, rng, err)
	if err == nil && len(commits) == 0 {
		err = checkPaths(c, p, rng, within)
	}
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
