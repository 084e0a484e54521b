package aggregate

import (
	"context"
	"fmt"

	"dossier/aggregate/content"
	"dossier/aggregate/format"
	"dossier/aggregate/git/change"
	"dossier/aggregate/links"
	"dossier/models"
)

// SectionKind names a section for programs; the title is for readers. It is stored in the
// records of snapshots.
type SectionKind string

// The kinds of the sections that every builder has.
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
)

// Sections returns the sections of documents in their order: from the one that changes
// least to the one that changes most, because what stands above a change stays in a
// provider's cache. They belong to one builder.
func Sections() []SectionBuilder {
	return []SectionBuilder{
		treeSection{},
		filesSection{},
		&notesSection{},
		&linkedSection{most: links.MaxItems},
		screenshotsSection{},
		&beadsSection{},
		&gitLogSection{},
		&gitChangesSection{},
		&changesSection{},
		&discussionSection{},
	}
}

// SectionBuilder makes one section of the documents of one builder. It may keep what it
// made for the next time: it is asked for one document after the other.
type SectionBuilder interface {
	// Kind is its name, which no other section of the builder has.
	Kind() SectionKind
	// Build makes the section. The error is the context's, or says why no document could
	// be built: what is wrong with a part of the section is a warning.
	Build(ctx context.Context, b *Building) (Content, error)
}

// Content is what a section says. Without blocks it leaves no trace in the document but
// its warnings.
type Content struct {
	Title    string // of its heading
	Blocks   []SectionBlock
	Bare     bool // the blocks have no headings of their own, and fold with the section
	Numbered bool // the titles of the blocks count them, so that a block is known again by what it says
	Alone    bool // what stands above the section is left out
	Warnings []Warning
}

// SectionBlock is a block of a section, made by [Building.Block]. It may be kept and
// used again.
type SectionBlock struct {
	*rendered
	row  int // of the document's items; -1: none
	mark *mark
}

// composed is a section of one document.
type composed struct {
	kind SectionKind
	Content
}

// Building is one build that is under way: what its sections may ask.
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
	above   []composed           // the sections that stand above, in order
	commits []string             // that sections rest on; see [Document.Commits]
	repo    *change.Repository   // nil until a section has asked for it
	below   map[SectionKind]bool // those that do not, the one that asks included
	rows    map[string]bool      // see held
}

// held are the paths of the rows whose content the document is to hold.
func (b *Building) held() map[string]bool {
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

// Listing returns what globs and folders expand to.
func (b *Building) Listing() (Listing, error) { return b.listing() }

// Block renders a block in the format of the document, without the secrets that stand in it.
func (b *Building) Block(says content.Block) SectionBlock {
	marked := b.guard.marking()
	clean, err := b.guard.block(b.ctx, says)
	if err != nil { // the build has ended: it gives no document, and the block does not hold
		return SectionBlock{b.render(clean), -1, nil}
	}
	return SectionBlock{b.render(clean), -1, marked()}
}

// Holds reports whether a block that was made before would be made the same again, of which
// the caller knows that it says the same. Then it may be used; else it is to be made anew.
func (b *Building) Holds(block SectionBlock) bool {
	return block.format == b.format && b.guard.again(block.mark)
}

// sections makes the sections of a document, in order.
func (b *Building) sections(ctx context.Context, list []SectionBuilder) (warnings []Warning, err error) {
	b.below = make(map[SectionKind]bool, len(list))
	for _, s := range list {
		b.below[s.Kind()] = true
	}
	for _, s := range list {
		made, err := s.Build(ctx, b)
		if err != nil {
			return nil, err
		}
		if made.Alone {
			b.above = nil
		}
		b.above = append(b.above, composed{s.Kind(), made})
		delete(b.below, s.Kind())
		warnings = append(warnings, made.Warnings...)
	}
	return warnings, nil
}

// formatOf returns the format in which a composition asks for its document, with a warning when
// there is none of its name.
func formatOf(c models.Composition) (format.Format, []Warning) {
	if f, ok := format.Find(c.Format); ok {
		return f, nil
	}
	f := format.Default()
	return f, []Warning{{Message: fmt.Sprintf("there is no format %q; the document is %s. The formats are %s", c.Format, f.Title(), format.Names())}}
}

// render renders a block in the format of the document.
func (b *Building) render(says content.Block) *rendered { return renderBlock(b.format, says) }
