package project

import (
	"context"
	"slices"

	"dossier/aggregate"
	"dossier/models"
)

// OptionEffect is the effect of switching a text option.
type OptionEffect struct {
	Option   models.TextOption
	Old, New aggregate.Count // tokens of the files before and after
}

// OptionEffects counts the effect of switching each text option on the files of a document, and
// calls each with the results, in menu order, on the caller's goroutine. It switches the options of
// all entries if entries is set, or else those of the composition. It returns the context's error,
// or why the document cannot be built.
func (p *Project) OptionEffects(ctx context.Context, in aggregate.Input, entries bool, each func(OptionEffect)) error {
	in.NoHistory = true
	c := in.Composition.ViewOptions()
	c.Files, c.Focused, c.Focus = models.CloneAll(in.Composition.Files), in.Composition.Focused, in.Composition.Focus
	builder := p.newBuilder() // so that the session's document does not wait for it
	count := func(c models.Composition) (aggregate.Count, error) {
		in.Composition = c
		doc, err := builder.Build(ctx, in, nil)
		if err != nil {
			return aggregate.Count{}, err
		}
		doc, err = builder.Count(ctx, doc, nil)
		if err != nil {
			return aggregate.Count{}, err
		}
		return doc.Tokens, nil
	}
	now, err := count(c)
	if err != nil {
		return err
	}
	for _, o := range models.TextOptions() {
		other, err := count(switched(c, entries, o))
		if err != nil {
			return err
		}
		each(OptionEffect{o, now, other})
	}
	return nil
}

// switched returns a composition with a text option switched: for all its entries, or for the composition.
func switched(c models.Composition, entries bool, o models.TextOption) models.Composition {
	if !entries {
		c.Text = models.WithTextOption(c.Text, o, !slices.Contains(c.Text, o))
		return c
	}
	on := !slices.ContainsFunc(c.Files, func(it models.FileItem) bool { return slices.Contains(c.TextOf(it), o) })
	c.Files = models.CloneAll(c.Files)
	for i, it := range c.Files {
		c.Files[i].Text = models.WithTextOption(c.TextOf(it), o, on)
	}
	return c
}
