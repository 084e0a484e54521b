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
	"dossier/aggregate/extract"
	"dossier/aggregate/langrule"
	"dossier/aggregate/text"
	"dossier/models"
)

// filesSection shows the files in the order in which entries first name them.
type filesSection struct{}

// shownFiles are the rendered files of a document, by the rows of its items.
type shownFiles struct {
	blocks   []*rendered
	warnings []Warning // about the entries
}

// Kind implements [SectionBuilder].
func (filesSection) Kind() SectionKind { return FilesSection }

// Build implements [SectionBuilder].
func (filesSection) Build(_ context.Context, b *Building) (Content, error) {
	c := Content{Title: filesTitle(b.Input.Composition), About: "files of the project, each below its path", Warnings: b.files.warnings}
	for row, block := range b.files.blocks {
		item := b.Items[row]
		if item.InDocument() {
			c.Blocks = append(c.Blocks, SectionBlock{block, row, nil})
		}
		for _, note := range item.Notes {
			c.Warnings = append(c.Warnings, Warning{item.Path, note, item.Harmless(note)})
		}
		if err := item.Err; err != nil && !errors.Is(err, ErrNoPath) { // the project file reports those, with the line
			c.Warnings = append(c.Warnings, Warning{Path: item.Path, Message: reason(item.Path, err)})
		}
	}
	for _, problem := range langrule.Problems(b.Input.Languages) {
		c.Warnings = append(c.Warnings, Warning{Message: problem})
	}
	return c, nil
}

// filesTitle returns the section heading for a strategy.
func filesTitle(c models.Composition) string {
	switch {
	case c.Focused:
		return "Files (Tier 3 - Focused)"
	case summarized(c):
		return "Files (Summary)"
	}
	return "Files"
}

// summarized reports whether every file is shown as a summary.
func summarized(c models.Composition) bool {
	s := c.Strategy.OrAuto()
	return s == models.Summarize || s == models.Auto && c.SummaryOnly
}

// viewRequest is how a file is to be shown.
type viewRequest struct {
	mode models.ViewMode
	// definitions selects every top-level definition instead of a mask.
	definitions bool
	// withheld is set if nothing of the file is shown, because its name is secret.
	withheld bool
	// flexible is set if the focused variant prefers the mode but accepts the next best.
	flexible bool
	text     textOptions
}

// name returns the mode's display name.
func (w viewRequest) name() string {
	switch {
	case w.definitions:
		return "definitions"
	case w.mode == models.Masked:
		return "symbols"
	}
	return string(w.mode)
}

// RequestedMode returns the view mode that a composition requests for a file: the item's own, unless
// focus, strategy or a switch of the item overrides it. Whether the file supports the mode is
// only known once it is read.
func RequestedMode(item models.FileItem, c models.Composition) models.ViewMode {
	return viewRequestOf(item, c, c.Focused && models.InFocus(item.Path, c.Focus)).mode
}

// viewRequestOf returns how an item is to be shown, given the strategy, the focus and the item's
// switches. [Builder.render] decides whether the file supports it.
func viewRequestOf(item models.FileItem, c models.Composition, inFocus bool) viewRequest {
	w := modeRequestOf(item, c, inFocus)
	w.text = textOptionsOf(c.TextOf(item))
	return w
}

// modeRequestOf is [viewRequestOf] without the text options.
func modeRequestOf(item models.FileItem, c models.Composition, inFocus bool) viewRequest {
	mode := item.ViewMode
	if mode == "" {
		mode = models.Full
	}
	switch {
	case item.ForceFull || c.Focused && inFocus:
		return viewRequest{mode: models.Full}
	case mode == models.None:
		return viewRequest{mode: models.None}
	case c.Focused:
		switch {
		case len(item.CustomSlices) > 0:
			return viewRequest{mode: models.Custom}
		case len(item.AstMask) > 0:
			return viewRequest{mode: models.Masked, flexible: true}
		}
		return viewRequest{mode: models.Skeleton, flexible: true}
	case summarized(c):
		return viewRequest{mode: models.Summary}
	case mode == models.Full && item.AstSignatures:
		return viewRequest{mode: models.Skeleton}
	case mode == models.Full && item.AstDefinitions:
		return viewRequest{mode: models.Masked, definitions: true}
	}
	return viewRequest{mode: mode}
}

// view is the content of a file in one view mode.
type view struct {
	shown       models.ViewMode // the mode that was used
	text        string
	from        []int           // the lines of the file that text shows, as in [text.Mapped]
	slices      []content.Slice // instead of text, for custom views
	applied     textOptions     // the text options that have changed the view
	note        string          // shown in the heading
	info        string          // the language of the content
	health      []SliceHealth
	lost        []*code.LostError // symbols in the mask that the file does not contain
	unsupported string            // why the language does not support the requested mode
	transient   bool              // the result may differ on the next attempt
	notes       []string
}

// render renders a file, parsed as language, in a view mode. An unsupported mode falls back to a
// summary. It returns only the context's error. The source must be locked.
func (b *Builder) render(ctx context.Context, src *source, item models.FileItem, w viewRequest, language string) (view, error) {
	if v, ok := generatedView(src, item, w, language); ok {
		return v, nil
	}
	v := view{shown: w.mode, info: language}
	switch w.mode {
	case models.Full:
		c, err := b.changesOf(ctx, src, w.text, language)
		if err != nil {
			return v, err
		}
		m, applied := c.apply(text.Mapped{Text: src.text}, c.edits, language)
		v.text, v.from, v.applied, v.notes = m.Text, m.From, applied, c.notes
	case models.None:
		v.text, v.note = "(context excluded)", "excluded"
	case models.Skeleton, models.Outline, models.Masked:
		return b.renderCode(ctx, src, item, w, language)
	case models.Custom:
		if len(item.CustomSlices) == 0 {
			return b.renderSummary(ctx, src, item, language)
		}
		c, err := b.changesOf(ctx, src, w.text, language)
		if err != nil {
			return v, err
		}
		v.slices, v.health, v.notes = renderSlices(src.original().text, src.text, item.CustomSlices)
		v.applied = c.applyToSlices(src.text, v.slices, language)
		v.notes = append(v.notes, c.notes...)
	default:
		return b.renderSummary(ctx, src, item, language)
	}
	return v, nil
}

// renderSlices returns the slices of a text, in list order. A slice that is lost or whose lines
// are not known has an error message in its place, never some other part of the text. The latter
// get no note, because the project file reports them. Slices are located in source and taken from
// shown, line by line.
func renderSlices(source, shown string, slices []models.Slice) ([]content.Slice, []SliceHealth, []string) {
	var (
		parts  []content.Slice
		health []SliceHealth
		notes  []string
	)
	lines := anchor.NewText(source) // split and hashed once for all slices
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

// fileBlock returns the block of a file.
func fileBlock(path string, v view) content.Block {
	block := content.Block{Title: path, Named: true, Headed: true, Note: v.note}
	numbered := v.applied.has(models.LineNumbers)
	if v.note == "" {
		block.Note = v.applied.notes()
	}
	switch {
	case v.shown == models.None:
		block.Body = content.Prose(v.text)
	case v.slices != nil:
		block.Body = content.Slices{Info: text.FenceInfo(v.info), List: v.slices, Numbered: numbered}
	default:
		block.Body = content.Code{Info: text.FenceInfo(v.info), Text: v.text, From: v.from, Numbered: numbered}
	}
	return block
}

// isMissingFile reports whether an error means that the project has no such file.
func isMissingFile(err error) bool {
	var missing *NotFoundError
	return errors.As(err, &missing) || errors.Is(err, disk.ErrNotFound) || errors.Is(err, disk.ErrOutside) ||
		errors.Is(err, disk.ErrTooDeep) || errors.Is(err, ErrNoPath)
}

// reason formats an error for a warning that already begins with the path, which many errors
// repeat.
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

// errorText returns the text shown in place of a file that has no content. path is the path as
// written in the entry.
func errorText(path string, mode models.ViewMode, err error) string {
	shown := text.Escape(path)
	var (
		large   *disk.TooLargeError
		huge    *HugeError
		total   *TotalError
		missing *NotFoundError
		unread  *extract.NoTextError
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
	case errors.As(err, &unread):
		return fmt.Sprintf("ERROR: %s that cannot be read: %s\n%v", unread.Kind.Name(), shown, unread.Reason)
	case errors.Is(err, text.ErrBinary):
		return "ERROR: binary file: " + shown
	case errors.Is(err, disk.ErrIrregular):
		return "ERROR: not a regular file: " + shown
	case errors.Is(err, disk.ErrUnreadable), errors.Is(err, disk.ErrOutside), errors.Is(err, disk.ErrLoop), errors.Is(err, disk.ErrTooDeep):
		return "ERROR: cannot be read: " + shown
	}
	return fmt.Sprintf("ERROR in %s view mode for %s:\n%v", mode, shown, err)
}
