package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/cli/command"
	"dossier/ui/project"
)

// contextVerbs returns the verbs of links for the smart contexts of the project file.
func contextVerbs(f *linkFlags) []command.Verb {
	return []command.Verb{
		{Name: "list", Args: "", About: "list the smart contexts of dossier.toml: in or out, name, depth and items", Run: command.OnProject(0, 0, listContexts)},
		{Name: "show", Args: "NAME", About: "print a smart context as it is stored", Run: command.OnProject(1, 1, showContext)},
		{Name: "save", Args: "NAME", About: "save --item, --exclude and the other options as a smart context", Run: command.Checked(f.checkItems, command.OnProject(1, 1, f.saveContext))},
		{Name: "delete", Args: "NAME...", About: "delete smart contexts, but not their files", Run: command.OnProject(1, command.Many, func(c *command.Call, p *project.Project) error {
			return p.Links().Delete(c.Ctx, c.Args...)
		})},
		{Name: "in", Args: "NAME...", About: "include smart contexts in the document, under Linked Notes", Run: command.OnProject(1, command.Many, setContexts(true))},
		{Name: "out", Args: "NAME...", About: "exclude smart contexts from the document", Run: command.OnProject(1, command.Many, setContexts(false))},
	}
}

// listContexts prints a line for each context.
func listContexts(c *command.Call, p *project.Project) error {
	c.Warn(p.Warnings())
	all := p.Links().Contexts()
	if c.JSON {
		return c.PrintJSON(append([]models.SmartContext{}, all.Contexts...))
	}
	for _, one := range all.Contexts {
		in := "out"
		if one.Document {
			in = "in"
		}
		opts := p.Links().Options(one.Options, models.LinkOptions{})
		depth := fmt.Sprint(opts.Depth())
		if opts.WithInlinks() {
			depth += " inlinks"
		}
		var items []string
		for _, item := range one.Items {
			if !item.Off {
				items = append(items, project.Shown(item.Path))
			}
		}
		if _, err := fmt.Fprintf(c.Stdout, "%s\t%s\t%s\t%s\n", in, text.Escape(one.Name), depth, strings.Join(items, ", ")); err != nil {
			return err
		}
	}
	return nil
}

// showContext prints a context in the form of dossier.toml.
func showContext(c *command.Call, p *project.Project) error {
	one, err := p.Links().Context(c.Args[0])
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(one)
	}
	text, err := project.ContextTOML(one)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.Stdout, text)
	return err
}

// saveContext saves a context with the properties in the flags. With --force the other
// properties of an existing one are preserved.
func (f *linkFlags) saveContext(c *command.Call, p *project.Project) error {
	opts, err := f.options(c)
	if err != nil {
		return err
	}
	next := models.SmartContext{Name: c.Args[0]}
	old, there := p.Links().Contexts().Find(next.Name)
	switch {
	case there && f.force:
		next = old
	case there:
		return fmt.Errorf("%w: %q; --force changes it", project.ErrContextExists, next.Name)
	case len(f.items) == 0:
		return command.Usagef("a new smart context needs --item PATH, a file, a folder or a pattern")
	}
	if len(f.items)+len(f.excluded) > 0 {
		next.Items = f.named(p)
	}
	extra := next.Options.Extra
	next.Options = opts.WithDefaults(next.Options)
	next.Options.Extra = extra
	return p.Links().Save(c.Ctx, next, f.force)
}

// setContexts includes contexts in the document, or excludes them.
func setContexts(in bool) func(*command.Call, *project.Project) error {
	return func(c *command.Call, p *project.Project) error {
		_, err := p.Links().Set(c.Ctx, c.Args, in)
		return err
	}
}

// addLinked adds the files of a snapshot to dossier.toml, each as a separate entry, and prints the new ones.
func (f *linkFlags) addLinked(c *command.Call, p *project.Project) error {
	s, _, err := f.gather(c, p)
	if err != nil {
		return err
	}
	added, err := p.Links().AddFiles(c.Ctx, s.Paths())
	if err != nil {
		return err
	}
	if c.JSON {
		return c.PrintJSON(append([]string{}, added...))
	}
	for _, path := range added {
		if _, err := fmt.Fprintln(c.Stdout, project.Shown(path)); err != nil {
			return err
		}
	}
	return nil
}

// checkItems rejects empty items and a depth above the limit.
func (f *linkFlags) checkItems(*command.Call) error {
	switch {
	case slices.Contains(f.items, ""):
		return command.Usagef("--item is empty; it must be the path of a file or folder")
	case slices.Contains(f.excluded, ""):
		return command.Usagef("--exclude is empty; it must be the path of a file or folder")
	case f.depth > models.MaxLinkDepth:
		return command.Usagef("--depth is at most %d, not %d", models.MaxLinkDepth, f.depth)
	}
	return nil
}

// errNothingRead reports a snapshot without files.
var errNothingRead = errors.New("none of the items can be read")
