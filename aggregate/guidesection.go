package aggregate

import (
	"context"
	"strings"

	"dossier/aggregate/content"
	"dossier/aggregate/text"
	"dossier/models"
)

// guideSection describes the document's layout to the model: its sections, and what the views of
// its files omit. It is the first section, except for an instruction at the beginning.
type guideSection struct{}

// Kind implements [SectionBuilder].
func (guideSection) Kind() SectionKind { return GuideSection }

// guideTitle is the heading of the section.
const guideTitle = "About This Document"

// viewNotes describe the views of files for a model.
var viewNotes = map[models.ViewMode]string{
	models.Skeleton: "Some files are shown as skeletons: the bodies of functions are replaced by \"...\".",
	models.Outline:  "Some files are shown as outlines: a line for each symbol, with its lines in the file.",
	models.Summary:  "Some files are shown as summaries.",
	models.Masked:   "Some files are shown by selected symbols; the rest is omitted.",
	models.Custom:   "Some files are shown by selected ranges of lines, with their numbers.",
	models.None:     "Some files are only named.",
}

// Build implements [SectionBuilder].
func (guideSection) Build(_ context.Context, b *Building) (Content, error) {
	c := Content{Title: guideTitle, Bare: true, First: true}
	if !b.Input.Composition.Guide {
		return c, nil
	}
	var lines []string
	for _, s := range b.above {
		if len(s.Blocks) > 0 && s.About != "" {
			lines = append(lines, "- "+text.OneLine(s.Title)+": "+s.About)
		}
	}
	if len(lines) == 0 {
		return c, nil
	}
	guide := "The user selected the contents of this document for you. It has these sections:\n\n" + strings.Join(lines, "\n")
	if notes := b.viewsInUse(); len(notes) > 0 {
		guide += "\n\n" + strings.Join(notes, "\n")
	}
	c.Blocks = []SectionBlock{b.Block(content.Block{Title: guideTitle, Body: content.Prose(guide)})}
	return c, nil
}

// viewsInUse returns the notes on the views and text options of the document's files.
func (b *Building) viewsInUse() []string {
	shown := map[models.ViewMode]bool{}
	numbers := false
	for row, item := range b.Items {
		if item.InDocument() && item.Err == nil {
			shown[item.Shown] = true
			numbers = numbers || b.files.blocks[row].gutter > 0
		}
	}
	var notes []string
	for _, mode := range models.ViewModes() {
		if note := viewNotes[mode]; note != "" && shown[mode] {
			notes = append(notes, note)
		}
	}
	if numbers {
		notes = append(notes, "Lines begin with their numbers in the file, which are not part of it.")
	}
	return notes
}
