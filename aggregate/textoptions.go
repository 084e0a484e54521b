package aggregate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/content"
	"dossier/aggregate/generated"
	"dossier/aggregate/lazyregexp"
	"dossier/aggregate/text"
	"dossier/models"
)

// textOptions is a set of text options: a bit for each one in menu order.
type textOptions uint8

func textOptionsOf(list []models.TextOption) textOptions {
	var set textOptions
	for i, o := range models.TextOptions() {
		if slices.Contains(list, o) {
			set |= 1 << i
		}
	}
	return set
}

func (s textOptions) has(option models.TextOption) bool {
	return s&textOptionsOf([]models.TextOption{option}) != 0
}

// optionNotes are the notes in the headings of blocks that an option has changed.
var optionNotes = map[models.TextOption]string{
	models.LineNumbers:       "line numbers",
	models.WithoutComments:   "without comments",
	models.WithoutDocs:       "without documentation",
	models.WithoutBlankLines: "without blank lines",
	models.ShortData:         "data shortened",
}

// notes returns the note of a block that options have changed.
func (s textOptions) notes() string {
	var out []string
	for _, o := range models.TextOptions() {
		if s.has(o) {
			out = append(out, optionNotes[o])
		}
	}
	return strings.Join(out, ", ")
}

// textChanges are the edits of a source that text options require.
type textChanges struct {
	options textOptions
	edits   []text.Edit
	notes   []string // for the user: why an option has no effect
}

// changesOf returns the edits of a source. It returns only the context's error. The source must be locked.
func (b *Builder) changesOf(ctx context.Context, src *source, options textOptions, language string) (textChanges, error) {
	c := textChanges{options: options}
	docs, others := options.has(models.WithoutDocs), options.has(models.WithoutComments)
	if (docs || others) && b.Code != nil && b.Code.HasComments(language) {
		comments, err := b.comments(ctx, src, language)
		switch {
		case ctx.Err() != nil:
			return c, ctx.Err()
		case err != nil:
			c.notes = append(c.notes, "its comments stay: "+parseProblem(err))
		default:
			c.edits = append(c.edits, code.CommentEdits(src.text, comments, docs, others)...)
		}
	}
	if options.has(models.ShortData) {
		c.edits = append(c.edits, dataEdits(src.text)...)
	}
	return c, nil
}

// comments returns the comments of a source.
func (b *Builder) comments(ctx context.Context, src *source, language string) ([]code.Comment, error) {
	if cached, ok := src.comments[language]; ok {
		return cached, nil
	}
	comments, err := b.Structures.Comments(ctx, b.Code, code.Source{Hash: src.key.Key(), Language: language}, src.text, !src.hasFindings())
	if err != nil {
		return nil, err
	}
	if src.comments == nil {
		src.comments = map[string][]code.Comment{}
	}
	src.comments[language] = comments
	return comments, nil
}

// apply applies the edits to the text of a view that is a part of the source, and removes its blank
// lines. It returns the options that had an effect.
func (c textChanges) apply(m text.Mapped, edits []text.Edit, language string) (text.Mapped, textOptions) {
	return c.finish(m.Apply(edits), c.optionsOf(edits), language)
}

// optionsOf returns the options that require some of the edits.
func (c textChanges) optionsOf(edits []text.Edit) textOptions {
	var applied textOptions
	for _, e := range edits {
		if strings.Contains(e.New, omitted) {
			applied |= c.options & textOptionsOf([]models.TextOption{models.ShortData})
		} else {
			applied |= c.options & textOptionsOf([]models.TextOption{models.WithoutComments, models.WithoutDocs})
		}
	}
	return applied
}

// finish removes the blank lines of a view. did are the options that have had an effect so far.
func (c textChanges) finish(m text.Mapped, applied textOptions, language string) (text.Mapped, textOptions) {
	if c.options.has(models.WithoutBlankLines) && !isProse(language) {
		if blank := blankLines(m.Text); len(blank) > 0 {
			m = m.Apply(blank)
			applied |= textOptionsOf([]models.TextOption{models.WithoutBlankLines})
		}
	}
	return m, applied | c.options&textOptionsOf([]models.TextOption{models.LineNumbers})
}

// applyToSlices applies the edits to the slices of a source.
func (c textChanges) applyToSlices(src string, list []content.Slice, language string) (applied textOptions) {
	if c.options == 0 {
		return 0
	}
	starts := text.LineStarts(src)
	for i := range list {
		s := &list[i]
		if s.Problem != "" || s.Start < 1 || s.Start > len(starts) {
			continue
		}
		m := text.Mapped{Text: s.Text, From: make([]int, s.End-s.Start+1)}
		for k := range m.From {
			m.From[k] = s.Start + k
		}
		start := starts[s.Start-1]
		m, changed := c.apply(m, text.Within(c.edits, start, start+len(s.Text)), language)
		if changed != 0 {
			s.Text, s.From = strings.TrimSuffix(m.Text, "\n"), m.From
			applied |= changed
		}
	}
	return applied
}

// isProse reports whether blank lines have a meaning in a language: they separate paragraphs.
func isProse(language string) bool {
	switch language {
	case "markdown", "mdx", text.Notebook, text.PlainText, "rst", "asciidoc", "org", "tex":
		return true
	}
	return false
}

// blankLines returns the edits that remove the blank lines of a text.
func blankLines(s string) []text.Edit {
	var edits []text.Edit
	at := 0
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) == "" {
			if n := len(edits); n > 0 && edits[n-1].End == at {
				edits[n-1].End = at + len(line)
			} else {
				edits = append(edits, text.Edit{Start: at, End: at + len(line)})
			}
		}
		at += len(line)
	}
	return edits
}

const (
	// shownData is the number of characters of long data that are shown.
	shownData = 24
	// omitted begins the replacement of the rest.
	omitted = "…("
)

// longData matches base64 of at least 256 characters on one line, or of at least four lines of equal
// length.
var longData = lazyregexp.New(`[A-Za-z0-9+/_-]{256,}={0,2}|(?m:^[ \t"']*[A-Za-z0-9+/]{60,76}["']?\r?\n)(?m:^[ \t"']*[A-Za-z0-9+/]{60,76}["']?\r?\n){2,}(?m:^[ \t"']*[A-Za-z0-9+/]{1,76}={0,2})`)

// dataEdits returns the edits that shorten long base64 data.
func dataEdits(s string) []text.Edit {
	var edits []text.Edit
	for _, at := range longData().FindAllStringIndex(s, -1) {
		data := s[at[0]:at[1]]
		if !isData(data) {
			continue
		}
		start := at[0] + len(data) - len(strings.TrimLeft(data, " \t\"'")) + shownData
		edits = append(edits, text.Edit{Start: start, End: at[1], New: fmt.Sprintf("%s%d characters omitted)", omitted, at[1]-start)})
	}
	return edits
}

// isData reports whether characters look like encoded data rather than a long name or a rule: they
// contain digits and both cases, none of them too often.
func isData(s string) bool {
	var lower, upper, digits int
	var counts [128]int
	for i := range len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z':
			lower++
		case c >= 'A' && c <= 'Z':
			upper++
		case c >= '0' && c <= '9':
			digits++
		}
		counts[c&127]++
	}
	return lower > len(s)/20 && upper > len(s)/20 && digits > len(s)/50 && slices.Max(counts[:]) < len(s)/4
}

// generatedView returns the view of a generated file that is shown by name only, and
// whether src is such a file. It never replaces a view that selects parts of a file.
func generatedView(src *source, item models.FileItem, w viewRequest, language string) (view, bool) {
	if !w.text.has(models.NameGenerated) || w.mode != models.Full && w.mode != models.Skeleton || item.ForceFull {
		return view{}, false
	}
	note := "generated"
	switch {
	case generated.Name(item.Path) || generated.HasMarker(item.Path, src.text):
	case generated.Minified(language, src.text):
		note = "minified"
	default:
		return view{}, false
	}
	return view{shown: models.None, note: note, text: "(content omitted: " + note + " file)"}, true
}
