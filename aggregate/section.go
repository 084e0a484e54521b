package aggregate

import (
	"context"
	"fmt"

	"dossier/aggregate/content"
	"dossier/aggregate/format"
	"dossier/aggregate/git/change"
	"dossier/aggregate/smartcontext"
	"dossier/models"
)

// SectionKind identifies a section; the title is only for display. It is stored in the records of
// snapshots.
type SectionKind string

// Kinds of the built-in sections.
const (
	TreeSection        SectionKind = "tree"
	FilesSection       SectionKind = "files"
	NotesSection       SectionKind = "notes"
	LinkedSection      SectionKind = "linked"
	ScreenshotsSection SectionKind = "screenshots"
	BeadsSection       SectionKind = "beads"
	GitLogSection      SectionKind = "git-log"
	GitChangesSection  SectionKind = "git-changes"
	ChangesSection     SectionKind = "changes"
	HistorySection     SectionKind = "history"
	InstructionSection SectionKind = "instruction"
	// InstructionFirst is the instruction at the beginning of a document.
	InstructionFirst SectionKind = "instruction-first"
	GuideSection     SectionKind = "guide"
)

// Sections returns new instances of the built-in sections, in document order: from the most
// stable to the least stable, because everything above a change stays in a provider's prompt
// cache. The instances must not be shared between builders.
func Sections() []SectionBuilder {
	return []SectionBuilder{
		treeSection{},
		filesSection{},
		&notesSection{},
		&linkedSection{maxBlocks: smartcontext.MaxItems},
		screenshotsSection{},
		&beadsSection{},
		&gitLogSection{},
		&gitChangesSection{},
		&changesSection{},
		&discussionSection{},
		instructionSection{},
		guideSection{}, // moves to the beginning
		instructionSection{first: true},
	}
}

// SectionBuilder builds one section of the documents of one builder. It may cache results between
// builds; builds are serialized.
type SectionBuilder interface {
	// Kind returns the section's kind, unique within a builder.
	Kind() SectionKind
	// Build builds the section. It returns the context's error, or an error if no document can be
	// built; problems of a single part are warnings.
	Build(ctx context.Context, b *Building) (Content, error)
}

// Content is the content of a section. A section without blocks adds only its warnings to the
// document.
type Content struct {
	Title    string // of its heading
	About    string // what it contains, for the model: a part of a sentence, shown if the user wants a note on the layout
	Blocks   []SectionBlock
	Bare     bool // the blocks have no headings and fold with the section
	Numbered bool // the block titles contain numbers, so blocks are matched by content
	Alone    bool // the sections above are omitted
	First    bool // the section moves to the beginning of the document
	Warnings []Warning
}

// SectionBlock is a block of a section, created by [Building.Block]. It may be cached and reused.
type SectionBlock struct {
	*rendered
	row int // of the document's items; -1 for none
	log *guardLog
}

// composed is a section in a document.
type composed struct {
	kind SectionKind
	Content
}

// Building is a build in progress, as its sections see it.
type Building struct {
	Input Input
	// Items are the files of the document, read and rendered.
	Items []Item

	ctx     context.Context // of the build
	format  format.Format
	builder *Builder
	guard   *guard
	listing func() (Listing, error)
	files   shownFiles
	above   []composed           // the sections above, in order
	commits []string             // commits that sections depend on; see [Document.Commits]
	repo    *change.Repository   // nil until a section requests it
	below   map[SectionKind]bool // the other sections, including the current one
	rows    map[string]bool      // see held
}

// shownRows returns the paths of the rows whose content the document will contain.
func (b *Building) shownRows() map[string]bool {
	if b.rows == nil {
		b.rows = make(map[string]bool, len(b.Items))
		for _, item := range b.Items {
			if item.InDocument() && item.Err == nil {
				b.rows[item.Path] = true
			}
		}
	}
	return b.rows
}

// Listing returns the listing for globs and folders.
func (b *Building) Listing() (Listing, error) { return b.listing() }

// Block renders a block in the document's format, with secrets redacted.
func (b *Building) Block(block content.Block) SectionBlock {
	finishLog := b.guard.startLog()
	clean, err := b.guard.redactBlock(b.ctx, block)
	if err != nil { // the build was cancelled: the block is not used
		return SectionBlock{b.render(clean), -1, nil}
	}
	return SectionBlock{b.render(clean), -1, finishLog()}
}

// CanReuse reports whether a cached block whose input is unchanged may be reused. Otherwise it must
// be rendered again.
func (b *Building) CanReuse(block SectionBlock) bool {
	return block.format == b.format && b.guard.replayLog(block.log)
}

// sections builds the sections of a document, in order.
func (b *Building) sections(ctx context.Context, list []SectionBuilder) (warnings []Warning, err error) {
	b.below = make(map[SectionKind]bool, len(list))
	for _, s := range list {
		b.below[s.Kind()] = true
	}
	for _, s := range list {
		section, err := s.Build(ctx, b)
		if err != nil {
			return nil, err
		}
		if section.Alone {
			b.above = nil
		}
		if section.First {
			b.above = append([]composed{{s.Kind(), section}}, b.above...)
		} else {
			b.above = append(b.above, composed{s.Kind(), section})
		}
		delete(b.below, s.Kind())
		warnings = append(warnings, section.Warnings...)
	}
	return warnings, nil
}

// formatOf returns the format of a composition, and a warning if the format is unknown.
func formatOf(c models.Composition) (format.Format, []Warning) {
	if f, ok := format.Find(c.Format); ok {
		return f, nil
	}
	f := format.Default()
	return f, []Warning{{Message: fmt.Sprintf("there is no format %q; the document is %s. The formats are %s", c.Format, f.Title(), format.Names())}}
}

// render renders a block in the document's format.
func (b *Building) render(block content.Block) *rendered { return renderBlock(b.format, block) }
