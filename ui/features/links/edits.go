package links

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"dossier/aggregate/links/note"
	"dossier/aggregate/smartcontext"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// errNoContext is the error of a change while there is no context.
var errNoContext = errors.New("there is no smart context yet; make one first")

// Create creates a context of files, folders or patterns, and selects it.
func (p *Part) Create(name string, items ...string) error {
	if err := p.free(name); err != nil {
		return err
	}
	c := models.SmartContext{Name: name, Items: p.named(items)}
	p.chosen = name
	p.forget()
	p.host.Edit(message.Named("new smart context {{.Name}}", name), func(e *project.Edit) {
		e.Composition.Links = e.Composition.Links.With(c)
	})
	p.Follow()
	return nil
}

// free returns why a name cannot be used for a context.
func (p *Part) free(name string) error {
	if p.host.Project() == nil {
		return project.ErrNone
	}
	if err := presets.CheckContextName(name); err != nil {
		return err
	}
	if _, taken := p.host.Composition().Links.Find(name); taken {
		return fmt.Errorf("there is a smart context %q already", name)
	}
	return nil
}

// Rename renames the context.
func (p *Part) Rename(name string) error {
	c, ok := p.Context()
	if !ok {
		return errNoContext
	}
	if name == c.Name {
		return nil
	}
	if err := p.free(name); err != nil {
		return err
	}
	p.chosen, p.wanted.name = name, name
	p.host.Edit(message.Named("rename to {{.Name}}", name), func(e *project.Edit) {
		old := c.Name
		c.Name = name
		e.Composition.Links = e.Composition.Links.Without(old).With(c)
	})
	return nil
}

// Delete deletes the context, but not its files.
func (p *Part) Delete() {
	c, ok := p.Context()
	if !ok {
		return
	}
	p.chosen = ""
	p.host.Edit(message.Named("delete smart context {{.Name}}", c.Name), func(e *project.Edit) {
		e.Composition.Links = e.Composition.Links.Without(c.Name)
	})
	done := message.Named("Deleted the smart context {{.Name}}", c.Name)
	done.Undo = true
	p.host.Notify(done)
}

// edit changes the context in one undo step. Consecutive steps of one topic are joined.
func (p *Part) edit(topic string, label message.Message, fn func(*models.SmartContext)) {
	c, ok := p.Context()
	if !ok {
		p.host.Fail(errNoContext)
		return
	}
	if topic != "" {
		topic = "links " + topic + " " + c.Name
	}
	p.host.EditIn(topic, label, func(e *project.Edit) {
		c := c.Clone()
		fn(&c)
		e.Composition.Links = e.Composition.Links.With(c)
	})
}

// named returns items for names that the user has chosen, slash-separated and relative to the
// project if they are in it. That allows external ones.
func (p *Part) named(names []string) []models.ContextItem {
	return p.host.Project().Links().Chosen(names...)
}

// Add adds files, folders or patterns as starting points of the context.
func (p *Part) Add(names ...string) {
	if p.host.Project() == nil || len(names) == 0 {
		return
	}
	items := p.named(names)
	p.edit("", message.Several("start from {{.N}} more", len(items), project.FirstName(names)), func(c *models.SmartContext) {
		for _, item := range items {
			c.Items = slices.DeleteFunc(c.Items, func(old models.ContextItem) bool { return old.Path == item.Path })
			c.Items = append(c.Items, item)
		}
	})
}

// Start adds files, folders or patterns as starting points of the context. If there is no context,
// it creates one named after the first.
func (p *Part) Start(names ...string) {
	if _, ok := p.Context(); ok || p.host.Project() == nil || len(names) == 0 {
		p.Add(names...)
		return
	}
	name := path.Base(filepath.ToSlash(names[0]))
	name = strings.TrimSuffix(name, path.Ext(name))
	if presets.CheckContextName(name) != nil {
		name = "links"
	}
	if err := p.Create(name, names...); err != nil {
		p.host.Fail(err)
	}
}

// Remove removes items that the user has named, or excluded, from the context.
func (p *Part) Remove(paths ...string) {
	p.edit("", message.Several("remove {{.N}} from the smart context", len(paths), project.FirstName(paths)), func(c *models.SmartContext) {
		c.Items = slices.DeleteFunc(c.Items, func(item models.ContextItem) bool { return slices.Contains(paths, path.Clean(item.Path)) })
	})
}

// Exclude excludes files, folders or patterns, or includes them again.
func (p *Part) Exclude(paths []string, off bool) {
	if len(paths) == 0 {
		return
	}
	label := message.Several("include {{.N}} linked files", len(paths), project.FirstName(paths))
	if off {
		label = message.Several("exclude {{.N}} linked files", len(paths), project.FirstName(paths))
	}
	p.edit("", label, func(c *models.SmartContext) {
		for _, one := range paths {
			p.exclude(c, one, off)
		}
	})
}

// exclude excludes an item, or includes it again. If it would be included without being named, including it
// removes its entry.
func (p *Part) exclude(c *models.SmartContext, one string, off bool) {
	at := slices.IndexFunc(c.Items, func(item models.ContextItem) bool { return path.Clean(item.Path) == one })
	switch {
	case at < 0 && off:
		c.Items = append(c.Items, models.ContextItem{Path: one, Off: true})
		p.unnamed[one] = true
	case at < 0:
	case !off && p.comesAlone(one):
		c.Items = slices.Delete(c.Items, at, at+1)
	case c.Items[at].Off != off:
		c.Items[at].Off = off
		p.unnamed[one] = false
	}
}

// comesAlone reports whether an excluded item would be included without being named: it was before
// it was excluded, or, if that is unknown, something links to it.
func (p *Part) comesAlone(one string) bool {
	if unnamed, known := p.unnamed[one]; known {
		return unnamed
	}
	return p.got != nil && p.got.leadsTo(one).Kind != smartcontext.Named
}

// SetDepth sets the number of links to follow.
func (p *Part) SetDepth(depth int) {
	depth = min(max(depth, 0), models.MaxLinkDepth)
	p.edit("depth", message.Count("follow {{.N}} links", depth, nil), func(c *models.SmartContext) { c.Options.LinkDepth = &depth })
}

// SetInlinks sets whether files that link to the items are included too.
func (p *Part) SetInlinks(on bool) {
	p.edit("", message.New("what links here", nil), func(c *models.SmartContext) {
		c.Options.Inlinks, c.Options.IncludeInlinks = &on, nil
	})
}

// SetHeadings excludes the sections whose headings match these patterns.
func (p *Part) SetHeadings(patterns []string) {
	kept := []string{}
	for _, pattern := range patterns {
		if pattern = strings.TrimSpace(pattern); pattern != "" && !slices.Contains(kept, pattern) {
			kept = append(kept, pattern)
		}
	}
	p.edit("", message.New("excluded headings", nil), func(c *models.SmartContext) { c.Options.ExcludedHeadings = kept })
}

// SetLimits sets the maximum number of code points of an item, and of all together; 0 means no limit.
func (p *Part) SetLimits(each, total int) {
	p.edit("limits", message.New("lengths of linked notes", nil), func(c *models.SmartContext) {
		c.Options.MaxLen, c.Options.TotalMaxLen = &each, &total
	})
}

// SetTemplate sets the text around the items at a depth; for [models.WrapDepth], around all.
func (p *Part) SetTemplate(depth int, t models.LinkTemplate) {
	p.edit(fmt.Sprint("template ", depth), message.New("template of linked notes", nil), func(c *models.SmartContext) {
		if c.Options.Templates == nil {
			c.Options.Templates = map[int]models.LinkTemplate{}
		}
		c.Options.Templates[depth] = t
	})
}

// SetDocument includes the context in the document, or excludes it.
func (p *Part) SetDocument(on bool) {
	c, _ := p.Context()
	label := message.Named("exclude {{.Name}} from the dossier", c.Name)
	if on {
		label = message.Named("include {{.Name}} in the dossier", c.Name)
	}
	p.edit("", label, func(c *models.SmartContext) { c.Document = on })
}

// AddRows adds linked files as rows of the document, in one undo step: files with excluded headings
// as slices without these sections. The document then shows each of them only as a row.
func (p *Part) AddRows(paths []string) {
	opened, headings := p.host.Project(), p.Options().ExcludedHeadings
	paths = slices.DeleteFunc(slices.Clone(paths), p.rowed)
	if opened == nil || len(paths) == 0 {
		return
	}
	p.adding.Run(func(ctx context.Context) func() {
		cut := map[string][]models.Slice{}
		var rest []string // without files that have no text left
		for _, path := range paths {
			list, err := slicesWithout(ctx, opened, path, headings)
			if err != nil { // the whole file would show what is excluded
				return func() { p.host.Fail(fmt.Errorf("%s was not added: %w", text.Escape(path), err)) }
			}
			if list == nil || len(list) > 0 {
				cut[path], rest = list, append(rest, path)
			}
		}
		return func() { p.addRows(rest, cut) }
	})
	p.host.Changed()
}

// slicesWithout returns the parts of a note without the sections of some headings; nil means all of it.
func slicesWithout(ctx context.Context, opened *project.Project, path string, headings []string) ([]models.Slice, error) {
	if len(headings) == 0 || !note.Is(path) {
		return nil, nil
	}
	file, err := opened.FileSlices(ctx, path)
	if err != nil {
		return nil, err
	}
	return file.WithoutSections(headings)
}

func (p *Part) addRows(paths []string, cut map[string][]models.Slice) {
	added := 0
	p.host.Edit(message.Several("add {{.N}} files", len(paths), project.FirstName(paths)), func(e *project.Edit) {
		added = e.AddAs(paths, func(path string, entry *models.FileItem) {
			if list := cut[path]; list != nil {
				entry.ViewMode, entry.CustomSlices = models.Custom, list
			}
		})
	})
	m := message.Count("Added {{.N}} linked files as rows", added, nil)
	m.Undo = true
	p.host.Notify(m)
}
