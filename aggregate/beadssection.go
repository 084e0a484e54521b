package aggregate

import (
	"context"
	"slices"

	"dossier/aggregate/beads"
	"dossier/aggregate/content"
	"dossier/aggregate/format"
	"dossier/models"
)

// beadsSection lists the beads of the project's tracker. It caches the rendered list. Lists are
// immutable, so the same list at the same position with the same exclusions gives the same
// blocks.
type beadsSection struct {
	list    []models.Bead
	exclude []string
	blocks  []SectionBlock // empty if nothing is left to show
}

// Kind implements [SectionBuilder].
func (*beadsSection) Kind() SectionKind { return BeadsSection }

func (s *beadsSection) isCurrent(list []models.Bead, exclude []string) bool {
	return len(list) == len(s.list) && len(list) > 0 && &list[0] == &s.list[0] && slices.Equal(exclude, s.exclude)
}

// Build implements [SectionBuilder].
func (s *beadsSection) Build(_ context.Context, b *Building) (Content, error) {
	c := Content{Title: beads.Title, About: "open and completed issues of the project", Bare: true}
	composition := b.Input.Composition
	if composition.ExecutionMode != models.Beads || b.builder.Beads == nil {
		return c, nil
	}
	warn := func(message string) { c.Warnings = append(c.Warnings, Warning{Message: message}) }
	result, notes, err := b.builder.Beads()
	for _, note := range notes {
		warn(note)
	}
	if err != nil {
		warn(err.Error())
		return c, nil
	}
	if note := result.Note(); note != "" {
		warn(note)
	}
	if !s.isCurrent(result.Beads, composition.BeadsExclude) || len(s.blocks) > 0 && !b.CanReuse(s.blocks[0]) {
		*s = beadsSection{list: result.Beads, exclude: slices.Clone(composition.BeadsExclude)}
		if block, ok := beadsBlock(result.Beads, composition.BeadsExclude); ok {
			s.blocks = []SectionBlock{b.Block(block)}
		}
	}
	c.Blocks = s.blocks
	return c, nil
}

// beadsBlock returns the block that shows beads. It returns false if nothing is left to show.
func beadsBlock(list []models.Bead, exclude []string) (content.Block, bool) {
	lists := beads.Lists(list, exclude)
	return content.Block{Title: beads.Title, Body: lists}, len(lists) > 0
}

// BeadsText returns the section in the default format, in a document that contains only these
// beads. It is empty if there is nothing to show.
func BeadsText(list []models.Bead) string {
	block, ok := beadsBlock(list, nil)
	if !ok {
		return ""
	}
	f := format.Default()
	section := Content{Title: beads.Title, Blocks: []SectionBlock{{renderBlock(f, block), -1, nil}}}
	return compose(f, []composed{{BeadsSection, section}}, nil, nil, uncounted).Text()
}
