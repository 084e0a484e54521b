package aggregate

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dossier/aggregate/anchor"
	"dossier/aggregate/code"
	"dossier/aggregate/content"
	"dossier/aggregate/disk"
	"dossier/aggregate/langrule"
	"dossier/aggregate/text"
	"dossier/models"
)

// filesSection shows the files, in the order in which the entries name them first.
type filesSection struct{}

// shownFiles are the files of a document as they were rendered, by the rows of its items.
type shownFiles struct {
	blocks   []*rendered
	warnings []Warning // of the entries
}

// Kind implements [SectionBuilder].
func (filesSection) Kind() SectionKind { return FilesSection }

// Build implements [SectionBuilder].
func (filesSection) Build(_ context.Context, b *Building) (Content, error) {
	c := Content{Title: filesTitle(b.Input.Composition), Warnings: b.files.warnings}
	for row, block := range b.files.blocks {
		item := b.Items[row]
		if item.InDocument() {
			c.Blocks = append(c.Blocks, SectionBlock{block, row, nil})
		}
		for _, note := range item.Notes {
			c.Warnings = append(c.Warnings, Warning{item.Path, note, item.Harmless(note)})
		}
		if err := item.Err; err != nil && !errors.Is(err, ErrNoPath) { // of those the project's file tells, with the line
			c.Warnings = append(c.Warnings, Warning{Path: item.Path, Message: reason(item.Path, err)})
		}
	}
	for _, problem := range langrule.Problems(b.Input.Languages) {
		c.Warnings = append(c.Warnings, Warning{Message: problem})
	}
	return c, nil
}

// filesTitle is the heading of the files by strategy.
func filesTitle(c models.Composition) string {
	switch {
	case c.Focused:
		return "Files (Tier 3 - Focused)"
	case summarized(c):
		return "Files (Summary)"
	}
	return "Files"
}

// summarized reports whether every file stands as its summary.
func summarized(c models.Composition) bool {
	s := c.Strategy.OrAuto()
	return s == models.Summarize || s == models.Auto && c.SummaryOnly
}

// wanted is how much of a file is asked for.
type wanted struct {
	mode models.ViewMode
	// definitions asks for every top-level definition instead of a mask.
	definitions bool
	// withheld says that nothing of the file is shown, because its name is secret.
	withheld bool
	// soft says that the focused variant prefers the mode, and takes the next best.
	soft bool
}

// name is what a person calls it.
func (w wanted) name() string {
	switch {
	case w.definitions:
		return "definitions"
	case w.mode == models.Masked:
		return "symbols"
	}
	return string(w.mode)
}

// Asked returns the view mode that a composition asks a file in: that of its item, unless
// the focus, the strategy or a switch of the item says another. Whether the file can be
// shown that way is known when it was read.
func Asked(item models.FileItem, c models.Composition) models.ViewMode {
	return wantedOf(item, c, c.Focused && models.InFocus(item.Path, c.Focus)).mode
}

// wantedOf returns how an item is asked for, after the strategy, the focus and the
// item's own switches. Whether the file can be shown that way is for [Builder.render]
// to say.
func wantedOf(item models.FileItem, c models.Composition, inFocus bool) wanted {
	mode := item.ViewMode
	if mode == "" {
		mode = models.Full
	}
	switch {
	case item.ForceFull || c.Focused && inFocus:
		return wanted{mode: models.Full}
	case mode == models.None:
		return wanted{mode: models.None}
	case c.Focused:
		switch {
		case len(item.CustomSlices) > 0:
			return wanted{mode: models.Custom}
		case len(item.AstMask) > 0:
			return wanted{mode: models.Masked, soft: true}
		}
		return wanted{mode: models.Skeleton, soft: true}
	case summarized(c):
		return wanted{mode: models.Summary}
	case mode == models.Full && item.AstSignatures:
		return wanted{mode: models.Skeleton}
	case mode == models.Full && item.AstDefinitions:
		return wanted{mode: models.Masked, definitions: true}
	}
	return wanted{mode: mode}
}

// view is what a file gives in one view mode.
type view struct {
	shown  models.ViewMode // the mode that was possible
	text   string
	slices []content.Slice // in the place of text, where a view shows slices
	info   string          // what it is written in
	health []SliceHealth
	lost   []*code.LostError // symbols of the mask that the file does not have
	lacks  string            // why the language cannot have the mode that was asked for
	passes bool              // whether it may be another the next time
	notes  []string
}

// render shows a file in a view mode, read as a language. A mode that cannot be had
// becomes a summary. The error is the context's. It is called with the source locked.
func (b *Builder) render(ctx context.Context, src *source, item models.FileItem, w wanted, language string) (view, error) {
	v := view{shown: w.mode, info: language}
	switch w.mode {
	case models.Full:
		v.text = src.text
	case models.None:
		v.text = "(context excluded)"
	case models.Skeleton, models.Outline, models.Masked:
		return b.renderCode(ctx, src, item, w, language)
	case models.Custom:
		if len(item.CustomSlices) == 0 {
			return b.renderSummary(ctx, src, item, language)
		}
		v.slices, v.health, v.notes = renderSlices(src.original().text, src.text, item.CustomSlices)
	default:
		return b.renderSummary(ctx, src, item, language)
	}
	return v, nil
}

// renderSlices cuts slices out of a text, in the order of the list. A lost slice has an error
// in its place, and so does one whose lines are not known: it is never silently another
// piece of text. Of the latter there is no note, because the project's file tells of them.
// They are found in the file as it was read, and cut out of what is shown of it, line by line.
func renderSlices(source, shown string, slices []models.Slice) ([]content.Slice, []SliceHealth, []string) {
	var (
		parts  []content.Slice
		health []SliceHealth
		notes  []string
	)
	lines := anchor.NewText(source) // split and hashed once for all of them
	for i, s := range slices {
		at := lines.Resolve(s)
		health = append(health, SliceHealth{string(at.Health), at.Start, at.End})
		if s.Problem != "" {
			parts = append(parts, content.Slice{Problem: fmt.Sprintf("ERROR: slice %d: %s", i+1, text.Escape(s.Problem))})
			continue
		}
		if at.Health == anchor.Lost {
			parts = append(parts, content.Slice{Problem: fmt.Sprintf("ERROR: slice not found: Lines %d-%d", s.StartLine, s.EndLine)})
			notes = append(notes, fmt.Sprintf("the slice of lines %d-%d is lost: its text is no longer in the file", s.StartLine, s.EndLine))
			continue
		}
		parts = append(parts, content.Slice{Tag: s.Tag, Comment: s.Comment, Start: at.Start, End: at.End, Text: text.Lines(shown, at.Start, at.End)})
	}
	return parts, health, notes
}

// fileBlock shows a file.
func fileBlock(path string, v view) content.Block {
	block := content.Block{Title: path, Named: true, Headed: true}
	switch {
	case v.shown == models.None:
		block.Note, block.Body = "excluded", content.Prose(v.text)
	case v.slices != nil:
		block.Body = content.Slices{Info: v.info, List: v.slices}
	default:
		block.Body = content.Code{Info: v.info, Text: v.text}
	}
	return block
}

// absent reports whether an error is that there is no such file in the project.
func absent(err error) bool {
	var missing *NotFoundError
	return errors.As(err, &missing) || errors.Is(err, disk.ErrNotFound) || errors.Is(err, disk.ErrOutside) ||
		errors.Is(err, disk.ErrTooDeep) || errors.Is(err, ErrNoPath)
}

// reason is an error as a warning says it behind the path, which many errors name too.
func reason(path string, err error) string {
	var missing *NotFoundError
	switch {
	case errors.As(err, &missing) && missing.Pattern:
		return "no file matches"
	case errors.As(err, &missing) && missing.Folder:
		return "no file is listed in it"
	case errors.As(err, &missing):
		return "does not exist"
	}
	return strings.TrimPrefix(err.Error(), text.Escape(path)+" ")
}

// errorText is what stands in the place of a file that cannot be shown. path is the
// path as it was given.
func errorText(path string, mode models.ViewMode, err error) string {
	shown := text.Escape(path)
	var (
		large   *disk.TooLargeError
		huge    *HugeError
		total   *TotalError
		missing *NotFoundError
	)
	switch {
	case errors.Is(err, ErrNoPath):
		return "ERROR: " + text.Escape(err.Error())
	case errors.As(err, &missing), errors.Is(err, disk.ErrNotFound):
		return "ERROR: file not found: " + shown
	case errors.As(err, &large):
		return fmt.Sprintf("ERROR: too large (%d bytes): %s", large.Size, shown)
	case errors.As(err, &huge):
		return fmt.Sprintf("ERROR: too large (%d bytes): %s", huge.Size, shown)
	case errors.As(err, &total):
		return fmt.Sprintf("ERROR: too large with the files before it (%d bytes): %s", total.Size, shown)
	case errors.Is(err, text.ErrBinary):
		return "ERROR: binary file: " + shown
	case errors.Is(err, disk.ErrIrregular):
		return "ERROR: not a regular file: " + shown
	case errors.Is(err, disk.ErrUnreadable), errors.Is(err, disk.ErrOutside), errors.Is(err, disk.ErrLoop), errors.Is(err, disk.ErrTooDeep):
		return "ERROR: cannot be read: " + shown
	}
	return fmt.Sprintf("ERROR in %s view mode for %s:\n%v", mode, shown, err)
}
