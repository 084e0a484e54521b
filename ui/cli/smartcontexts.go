package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
)

// contextVerbs are the verbs of links that work on the smart contexts of the project file.
func contextVerbs(f *linkFlags) []verb {
	return []verb{
		{"list", "", "the smart contexts of dossier.toml: in or out, name, depth and items", onProject(0, 0, listContexts)},
		{"show", "NAME", "prints a smart context as it is kept", onProject(1, 1, showContext)},
		{"save", "NAME", "saves --item, --leave-out and the options that are given as a smart context", checked(f.checkItems, onProject(1, 1, f.saveContext))},
		{"delete", "NAME...", "deletes smart contexts; the files stay", onProject(1, many, func(c *call, p *project.Project) error {
			return p.Links().Delete(c.ctx, c.args...)
		})},
		{"in", "NAME...", "puts smart contexts into the dossier, under Linked Notes", onProject(1, many, setContexts(true))},
		{"out", "NAME...", "leaves them out of it", onProject(1, many, setContexts(false))},
	}
}

// listContexts prints a line for each context.
func listContexts(c *call, p *project.Project) error {
	c.warn(p.Warnings())
	all := p.Links().Contexts()
	if c.json {
		return c.printJSON(append([]models.SmartContext{}, all.Contexts...))
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

// showContext prints a context as dossier.toml spells it.
func showContext(c *call, p *project.Project) error {
	one, err := p.Links().Context(c.args[0])
	if err != nil {
		return err
	}
	if c.json {
		return c.printJSON(one)
	}
	spelled, err := project.ContextTOML(one)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.Stdout, spelled)
	return err
}

// saveContext saves what the flags say. With --force what they do not say stays as it is in
// the context of the name.
func (f *linkFlags) saveContext(c *call, p *project.Project) error {
	opts, err := f.options(c)
	if err != nil {
		return err
	}
	next := models.SmartContext{Name: c.args[0]}
	was, there := p.Links().Contexts().Find(next.Name)
	switch {
	case there && f.force:
		next = was
	case there:
		return fmt.Errorf("%w: %q; --force changes it", project.ErrContextExists, next.Name)
	case len(f.items) == 0:
		return usagef("a new smart context begins with --item PATH, a file, a folder or a pattern")
	}
	if len(f.items)+len(f.leftOut) > 0 {
		next.Items = f.named(p)
	}
	extra := next.Options.Extra
	next.Options = opts.Over(next.Options)
	next.Options.Extra = extra
	return p.Links().Save(c.ctx, next, f.force)
}

// setContexts puts contexts into the dossier, or takes them out.
func setContexts(in bool) func(*call, *project.Project) error {
	return func(c *call, p *project.Project) error {
		_, err := p.Links().Set(c.ctx, c.args, in)
		return err
	}
}

// addLinked adds the files of a snapshot to dossier.toml, each as a file of its own, and
// prints those that were not there.
func (f *linkFlags) addLinked(c *call, p *project.Project) error {
	s, _, err := f.gather(c, p)
	if err != nil {
		return err
	}
	added, err := p.Links().AddFiles(c.ctx, s.Paths())
	if err != nil {
		return err
	}
	if c.json {
		return c.printJSON(append([]string{}, added...))
	}
	for _, path := range added {
		if _, err := fmt.Fprintln(c.Stdout, project.Shown(path)); err != nil {
			return err
		}
	}
	return nil
}

// checkItems refuses items that name nothing.
func (f *linkFlags) checkItems(*call) error {
	switch {
	case slices.Contains(f.items, ""):
		return usagef("--item is empty; it is the path of a file or folder")
	case slices.Contains(f.leftOut, ""):
		return usagef("--leave-out is empty; it is the path of a file or folder")
	case f.depth > models.MaxLinkDepth:
		return usagef("--depth is at most %d, not %d", models.MaxLinkDepth, f.depth)
	}
	return nil
}

// errNothingRead is a snapshot without a file.
var errNothingRead = errors.New("none of the items can be read")
