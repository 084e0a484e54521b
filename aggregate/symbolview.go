package aggregate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/summary"
	"dossier/aggregate/text"
	"dossier/models"
)

// support returns the view modes that a language supports.
func (b *Builder) support(language string) code.Support {
	if b.Code == nil {
		return code.NoSupport
	}
	return b.Code.Supports(language)
}

// Has reports whether files of a language can be shown in a view mode.
func (b *Builder) Has(language string, mode models.ViewMode) bool {
	switch mode {
	case models.Skeleton:
		return b.support(language) >= code.FullSupport
	case models.Outline, models.Masked:
		return b.support(language) >= code.OutlineOnly
	}
	return true
}

// parsed is the result of parsing a source in one language.
type parsed struct {
	structure *code.Structure
	err       error
}

// structure returns the symbols of a source, parsed on first use. The source must be locked.
// Errors are cached too, so that a file that crashes its grammar does so only once; context
// errors and transient errors are not.
func (b *Builder) structure(ctx context.Context, src *source, language string) (*code.Structure, error) {
	if cached, ok := src.parsed[language]; ok {
		return cached.structure, cached.err
	}
	key := code.Source{Hash: src.key.Key(), Language: language}
	var result parsed
	cache := b.Structures
	if src.hasFindings() {
		cache = nil // secret names of symbols and imports must not be stored on the disk
	}
	result.structure, result.err = cache.Parse(ctx, b.Code, key, src.text, func(*code.Structure) bool { return true })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !isTransient(result.err) {
		if src.parsed == nil {
			src.parsed = map[string]parsed{}
		}
		src.parsed[language] = result
	}
	return result.structure, result.err
}

// noSymbols is the note of a file whose view needs symbols but that has none.
const noSymbols = "the file has no symbols; its purpose is shown instead"

// renderCode renders a file by its symbols. It returns only the context's error.
func (b *Builder) renderCode(ctx context.Context, src *source, item models.FileItem, w viewRequest, language string) (view, error) {
	if w.flexible && !b.Has(language, w.mode) {
		// The focused variant uses the richest available view.
		w.mode = models.Outline
		if !b.Has(language, w.mode) {
			return b.renderSummary(ctx, src, item, language)
		}
	}
	if w.mode == models.Masked && !w.definitions && len(item.AstMask) == 0 {
		return b.renderSummary(ctx, src, item, language)
	}
	if !b.Has(language, w.mode) {
		v, err := b.renderSummary(ctx, src, item, language)
		v.unsupported = fmt.Sprintf("%s has no %s; the summary is shown", text.LanguageName(language), w.name())
		return v, err
	}
	s, err := b.structure(ctx, src, language)
	if err != nil {
		if ctx.Err() != nil {
			return view{}, err
		}
		v := view{shown: models.Summary, info: language, text: summary.Of(item.Path, language, src.text), transient: isTransient(err)}
		v.text += "\nERROR: parsing failed: " + parseProblem(err)
		v.notes = []string{fmt.Sprintf("no %s: %s; the summary is shown", w.name(), parseProblem(err))}
		return v, nil
	}
	if len(s.Symbols) == 0 && (w.mode == models.Outline || w.definitions) {
		v, err := b.renderSummary(ctx, src, item, language)
		v.shown, v.text = w.mode, v.text+"\n(no symbols)"
		v.notes = append(v.notes, noSymbols)
		return withFailures(v, s, src.text), err
	}
	v := view{shown: w.mode, info: language}
	if w.mode == models.Outline {
		v.text = s.Outline(src.text)
		return withFailures(v, s, src.text), nil
	}
	c, err := b.changesOf(ctx, src, w.text, language)
	if err != nil {
		return view{}, err
	}
	v.notes = c.notes
	switch {
	case w.mode == models.Skeleton:
		v.setText(c, language, s.Skeleton(src.text), func(edits []text.Edit) text.Mapped { return s.SkeletonWithout(src.text, edits) })
	case w.definitions:
		v.setText(c, language, s.Definitions(src.text), func(edits []text.Edit) text.Mapped { return s.DefinitionsWithout(src.text, edits) })
	default:
		masked, problems := s.Masked(src.text, item.AstMask)
		v.setText(c, language, masked, func(edits []text.Edit) text.Mapped {
			m, _ := s.MaskedWithout(src.text, item.AstMask, edits)
			return m
		})
		for _, problem := range problems {
			v.notes = append(v.notes, problem.Error())
			if lost := (*code.LostError)(nil); errors.As(problem, &lost) {
				v.lost = append(v.lost, lost)
			}
		}
		if v.text == "" {
			v.text = "(nothing is shown: the mask hides all that it names)"
			v.notes = append(v.notes, "nothing is shown: the mask hides all that it names")
		}
	}
	return withFailures(v, s, src.text), nil
}

// setText sets the text of a view and applies changes, if there are any: without
// returns the view with edits of the source applied.
func (v *view) setText(c textChanges, language, unchanged string, without func([]text.Edit) text.Mapped) {
	if v.text = unchanged; c.options == 0 {
		return
	}
	m := without(c.edits)
	var applied textOptions
	if m.Text != unchanged {
		applied = c.optionsOf(c.edits)
	}
	m, v.applied = c.finish(m, applied, language)
	v.text, v.from = m.Text, m.From
}

// withFailures adds syntax errors to a view of code: a line at the top and a note.
func withFailures(v view, s *code.Structure, src string) view {
	if !s.Broken {
		return v
	}
	where, on := "", ""
	if lines := s.FailedLines(src); lines != "" {
		where, on = ": "+lines, " in l"+lines[1:]
	}
	v.text = "ERROR: parsing failed, symbols may be missing" + where + "\n\n" + v.text
	if v.from != nil {
		v.from = append([]int{0, 0}, v.from...)
	}
	v.notes = append(v.notes, "parsing failed"+on+"; symbols may be missing there")
	return v
}

// isTransient reports whether parsing may succeed on the next attempt.
func isTransient(err error) bool {
	var known interface{ Temporary() bool }
	return errors.As(err, &known) && known.Temporary()
}

// parseProblem describes a parse error for a note.
func parseProblem(err error) string {
	var known interface{ Reason() string }
	if errors.As(err, &known) {
		return known.Reason()
	}
	return err.Error()
}

// renderSummary renders a file's summary, using its symbols if it has any.
func (b *Builder) renderSummary(ctx context.Context, src *source, item models.FileItem, language string) (view, error) {
	v := view{shown: models.Summary, info: language}
	var maker summary.Summarizer
	if b.support(language) == code.FullSupport {
		s, err := b.structure(ctx, src, language)
		switch {
		case ctx.Err() != nil:
			return v, ctx.Err()
		case err != nil:
			v.transient = isTransient(err)
			v.notes = []string{fmt.Sprintf("the summary is made line by line: %s", parseProblem(err))}
		default:
			maker.Code = summarySource{s, language == text.Notebook}
		}
	}
	v.text = maker.Of(item.Path, language, src.text)
	return v, nil
}

// summarySource adapts a structure to [summary.Source].
type summarySource struct {
	*code.Structure
	inCells bool // the outermost symbols are cells, whose names carry no information
}

// Declarations implements [summary.Source].
func (d summarySource) Declarations(string, string, string) (summary.Declarations, bool) {
	var out summary.Declarations
	depth := 0
	if d.inCells {
		depth = 1
	}
	for _, in := range d.Imports {
		within := func(sym code.Symbol) bool { return sym.Depth == depth && sym.Node.Contains(in.Written) }
		if !slices.ContainsFunc(d.Symbols, within) {
			out.Imports = append(out.Imports, in.Name)
		}
	}
	for i := range d.Symbols {
		if sym := &d.Symbols[i]; sym.Depth == depth {
			name, _, _ := strings.Cut(sym.Path, "#")
			if d.inCells {
				_, name, _ = strings.Cut(name, ".")
			}
			out.Names = append(out.Names, summary.Name{Kind: strings.ToLower(string(sym.Kind)), Name: name})
		}
	}
	return out, true
}
