package aggregate

import (
	"context"
	"fmt"
	"strings"

	"dossier/aggregate/content"
	"dossier/aggregate/text"
	"dossier/models"
)

// Prompts are the stored prompts that an instruction can begin with.
type Prompts struct {
	Find   func(name string) (models.Prompt, error)
	Values map[string]string // of the variables, except those that the document defines: selection and question
}

// instructionSection contains the user's request to the model: the active stored prompts, then the typed instruction.
// It is the last section, so that the model reads it last and does not confuse it with earlier content.
//
// With first set, it is at the beginning of the document. A provider's prompt cache then covers nothing after a change
// of the instruction, so that is not the default.
type instructionSection struct{ first bool }

// Kind implements [SectionBuilder].
func (s instructionSection) Kind() SectionKind {
	if s.first {
		return InstructionFirst
	}
	return InstructionSection
}

// isShown reports whether the document has the section, given the instruction's place.
func (s instructionSection) isShown(place models.Place) bool {
	return place == models.FirstAndLast || s.first == (place == models.First)
}

// Build implements [SectionBuilder]. A missing prompt causes a warning.
func (s instructionSection) Build(ctx context.Context, b *Building) (Content, error) {
	c := Content{Title: content.InstructionTitle, About: "what to do", Bare: true, First: s.first}
	place := b.Input.Composition.Place
	if b.Input.NoHistory || !s.isShown(place) {
		return c, nil
	}
	instruction, warnings := b.instruction(ctx)
	if !s.first || place == models.First { // otherwise the other section reports them
		c.Warnings = warnings
	}
	if instruction != "" {
		c.Blocks = []SectionBlock{b.Block(content.Block{Title: content.InstructionTitle, Body: content.Prose(instruction)})}
	}
	return c, nil
}

// instruction returns the active prompts and the typed instruction, separated by blank lines. If a prompt
// contains the variable question, the typed instruction replaces that variable and is not repeated.
func (b *Building) instruction(ctx context.Context) (string, []Warning) {
	typed, names := b.Input.Composition.Instruction, b.Input.Composition.Prompts
	if len(names) == 0 {
		return typed, nil
	}
	var parts []string
	var warnings []Warning
	if b.builder.Prompts == nil {
		return typed, nil
	}
	stored, usesQuestion := b.builder.Prompts(ctx), false
	values := map[string]string{"selection": b.selection(), "question": typed}
	for name, value := range stored.Values {
		values[name] = value
	}
	for _, name := range names {
		prompt, err := stored.Find(name)
		if err != nil {
			warnings = append(warnings, Warning{Message: fmt.Sprintf("the prompt %s is not part of the instruction: %v", text.Escape(name), err)})
			continue
		}
		expanded, used := models.ExpandPrompt(prompt.Text, values)
		usesQuestion = usesQuestion || used["question"]
		parts = append(parts, strings.TrimSpace(expanded))
	}
	if !usesQuestion && strings.TrimSpace(typed) != "" {
		parts = append(parts, typed)
	}
	return strings.Join(parts, "\n\n"), warnings
}

// selection returns the paths of the files in the document, one per line.
func (b *Building) selection() string {
	var paths []string
	for _, item := range b.Items {
		if item.InDocument() && item.Err == nil {
			paths = append(paths, text.Escape(item.Path))
		}
	}
	return strings.Join(paths, "\n")
}
