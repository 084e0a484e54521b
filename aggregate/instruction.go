package aggregate

import (
	"context"

	"dossier/aggregate/content"
)

// instructionSection holds what the user asks of the model. It is the last section, so that the
// model reads it last and it does not look like something that was said before.
type instructionSection struct{}

// Kind implements [SectionBuilder].
func (instructionSection) Kind() SectionKind { return InstructionSection }

// Build implements [SectionBuilder].
func (instructionSection) Build(_ context.Context, b *Building) (Content, error) {
	c := Content{Title: content.InstructionTitle, Bare: true}
	if instruction := b.Input.Composition.Instruction; instruction != "" && !b.Input.NoHistory {
		c.Blocks = []SectionBlock{b.Block(content.Block{Title: content.InstructionTitle, Body: content.Prose(instruction)})}
	}
	return c, nil
}
