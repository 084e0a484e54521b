package project

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/smartcontext"
	"dossier/models"
	"dossier/presets"
	"dossier/presets/tomledit"
	"dossier/ui/project/links"
)

// Links provides the links of the project's notes, and the smart contexts that follow them.
type Links struct {
	*links.Links
	p *Project
}

// Links returns the project's links.
func (p *Project) Links() Links { return Links{p.links, p} }

// Chosen returns items for paths given by the user, relative to the project or absolute. It
// permits external ones.
func (l Links) Chosen(names ...string) []models.ContextItem {
	out := make([]models.ContextItem, len(names))
	for i, name := range names {
		out[i] = models.ContextItem{Path: l.p.relative(name)}
	}
	return out
}

// Contexts returns the smart contexts of the project file with their common options.
func (l Links) Contexts() models.SmartContexts { return l.p.StoredState().Project.Links }

// Context returns a smart context of the project file. The error lists the existing ones.
func (l Links) Context(name string) (models.SmartContext, error) {
	return findContext(l.Contexts(), name)
}

func findContext(kept models.SmartContexts, name string) (models.SmartContext, error) {
	c, ok := kept.Find(name)
	if ok {
		return c, nil
	}
	if len(kept.Contexts) == 0 {
		return c, fmt.Errorf("there is no smart context %q; %s has none in [links.contexts]", name, presets.ProjectName)
	}
	names := make([]string, len(kept.Contexts))
	for i, c := range kept.Contexts {
		names[i] = fmt.Sprintf("%q", c.Name)
	}
	return c, fmt.Errorf("there is no smart context %q; the project has %s", name, strings.Join(names, ", "))
}

// Options merges the options of a call over those of the context and those of the project.
func (l Links) Options(context, call models.LinkOptions) models.LinkOptions {
	return smartcontext.Merge(l.Contexts().Options, context, call)
}

// Gather creates the snapshot of items with effective options; see [aggregate.Builder.Gather].
func (l Links) Gather(ctx context.Context, items []models.ContextItem, opts models.LinkOptions) (smartcontext.Snapshot, []aggregate.Warning, error) {
	return l.p.Builder.Gather(ctx, l.p.Input(), items, opts)
}

// Weigh counts the tokens of a document that contains only a smart context: by path, and in total with the
// heading. It builds that document, so the figures are those of the section when the context is in a document.
func (l Links) Weigh(ctx context.Context, c models.SmartContext) (each map[string]aggregate.Count, all aggregate.Count, err error) {
	c.Document = true
	in := l.p.Input()
	in.History, in.Notes = nil, nil
	in.Composition = models.Composition{Links: models.SmartContexts{Contexts: []models.SmartContext{c}}}
	doc, err := l.p.countedDocument(ctx, in)
	if err != nil {
		return nil, aggregate.Count{}, err
	}
	each = map[string]aggregate.Count{}
	for path, block := range doc.LinkedBlocks(c.Name) {
		each[path] = doc.Block(block).Tokens
	}
	return each, doc.Tokens, nil
}

// ErrContextExists reports a smart context that was not saved because its name is taken.
var ErrContextExists = errors.New("a smart context of that name already exists")

// Save saves a smart context in the project file without other changes. An existing one with
// its name is only replaced if replace is set; otherwise the error is [ErrContextExists].
func (l Links) Save(ctx context.Context, c models.SmartContext, replace bool) error {
	if err := presets.CheckContextName(c.Name); err != nil {
		return err
	}
	return l.change(ctx, func(s models.SmartContexts) (models.SmartContexts, error) {
		old, taken := s.Find(c.Name)
		if taken && !replace {
			return s, fmt.Errorf("%q was not saved: %w", c.Name, ErrContextExists)
		}
		next := c.Clone()
		next.Extra = old.Extra
		return s.With(next), nil
	})
}

// Delete deletes smart contexts from the project file.
func (l Links) Delete(ctx context.Context, names ...string) error {
	return l.change(ctx, func(s models.SmartContexts) (models.SmartContexts, error) {
		for _, name := range names {
			if _, err := findContext(s, name); err != nil {
				return s, err
			}
			s = s.Without(name)
		}
		return s, nil
	})
}

// Set includes smart contexts in the project's documents, or excludes them, and returns the
// number of changed ones.
func (l Links) Set(ctx context.Context, names []string, in bool) (moved int, err error) {
	err = l.change(ctx, func(s models.SmartContexts) (models.SmartContexts, error) {
		moved = 0
		for _, name := range names {
			c, err := findContext(s, name)
			if err != nil {
				return s, err
			}
			if c.Document != in {
				moved++
			}
			c.Document = in
			s = s.With(c)
		}
		return s, nil
	})
	if err != nil {
		moved = 0
	}
	return moved, err
}

// AddFiles adds single files to those of the project file, and returns the ones that no entry
// named before. The view of other files does not change.
func (l Links) AddFiles(ctx context.Context, paths []string) (added []string, err error) {
	err = l.p.change(ctx, func(k *StoredState) (func(*models.Project), error) {
		e := l.p.edit(ctx, k)
		there := map[string]bool{}
		for _, item := range e.Items {
			there[item.Path] = true
		}
		added = slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return there[p] })
		if e.Add(added) == 0 {
			return nil, nil
		}
		return func(to *models.Project) { to.Files = e.Composition.Files }, nil
	})
	if err != nil {
		added = nil
	}
	return added, err
}

// ContextTOML formats a smart context as in the project file.
func ContextTOML(c models.SmartContext) (string, error) {
	data, err := tomledit.Apply(nil, tomledit.Set(tomledit.Block(c.Fields()), "links", "contexts", c.Name))
	return string(data), err
}

// change saves the smart contexts of the project file as changed by fn.
func (l Links) change(ctx context.Context, fn func(models.SmartContexts) (models.SmartContexts, error)) error {
	return l.p.change(ctx, func(k *StoredState) (func(*models.Project), error) {
		next, err := fn(k.Project.Links.Clone())
		if err != nil {
			return nil, err
		}
		return func(to *models.Project) { to.Links = next }, nil
	})
}
