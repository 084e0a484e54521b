package aggregate

import (
	"context"
	"slices"
	"strings"

	"dossier/aggregate/code"
	"dossier/aggregate/format"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/models"
)

// FileView is one file in one view mode, without heading and fence.
type FileView struct {
	Path     string          `json:"path"`
	ViewMode models.ViewMode `json:"view_mode"` // the mode that was used
	Language string          `json:"language"`  // of the fenced code block
	Text     string          `json:"text"`
	Health   []SliceHealth   `json:"health,omitempty"`
	Notes    []string        `json:"notes,omitempty"`
}

// View renders one file in its own view mode, whatever the strategy; only the limits and the
// language rules of in apply. Nothing is redacted: the result must stay with the user.
func (b *Builder) View(ctx context.Context, in Input, item models.FileItem) (FileView, error) {
	src, language, err := b.open(ctx, in, item)
	if err != nil {
		return FileView{}, err
	}
	return b.view(ctx, src, item, language)
}

// Redacted renders one file as [Builder.View] does, without its secrets, and returns these. It
// returns a [*WithheldError] if the file's name is secret.
func (b *Builder) Redacted(ctx context.Context, in Input, item models.FileItem) (FileView, Secrets, error) {
	src, language, err := b.open(ctx, in, item)
	if err != nil {
		return FileView{}, Secrets{}, err
	}
	g := b.guard(ctx, in.Secrets)
	if g.policy.File(item.Path, src.text) == secrets.Withheld {
		return FileView{}, Secrets{}, &WithheldError{item.Path}
	}
	file, err := g.redactFile(ctx, item.Path, src)
	if err != nil {
		return FileView{}, Secrets{}, err
	}
	at := location{name: item.Path, row: -1}
	clean, err := g.redactTexts(ctx, at, &Item{FileItem: item})
	if err != nil {
		return FileView{}, Secrets{}, err
	}
	v, err := b.view(ctx, file.source, item, language)
	if err == nil && clean != nil {
		v.Text = clean(v.Text)
	}
	if err == nil {
		g.addFindings(at, src.text, file.check, file.cuts, func(s string) bool { return strings.Contains(v.Text, s) })
	}
	return v, g.findings, err
}

// view renders a source in the view mode of its item.
func (b *Builder) view(ctx context.Context, src *source, item models.FileItem, language string) (FileView, error) {
	w := viewRequestOf(item, models.Composition{Strategy: models.FullText}, false)
	v, err := b.rendering(ctx, format.Default(), src, item, w, language) // Markdown leaves the text unchanged
	if err != nil {
		return FileView{}, err
	}
	notes := slices.Concat(src.notes, v.notes)
	if v.unsupported != "" {
		notes = append(notes, v.unsupported)
	}
	return FileView{item.Path, v.shown, language, v.block.body, v.health, notes}, nil
}

// open reads the file of an item, unless it is cached, and determines its language.
func (b *Builder) open(ctx context.Context, in Input, item models.FileItem) (*source, string, error) {
	b.files.setRules(in.Languages)
	src, err := b.source(ctx, item.Path, sizeLimit(in, Item{FileItem: item}))
	if err != nil {
		return nil, "", err
	}
	if src.err == nil && b.Secrets != nil { // see [source.hasFindings]
		if _, err := src.check(ctx, item.Path, b.Secrets(ctx)); err != nil {
			return nil, "", err
		}
	}
	return src, languageOf(in.Languages, item.Path, src), src.err
}

// Parsed is a file and its symbols.
type Parsed struct {
	Text      string
	Language  string
	Structure *code.Structure
}

// Parse returns a file and its symbols. It returns a [*NoGrammarError] if there is no grammar for
// its language.
func (b *Builder) Parse(ctx context.Context, in Input, item models.FileItem) (Parsed, error) {
	src, language, err := b.open(ctx, in, item)
	if err != nil {
		return Parsed{}, err
	}
	p := Parsed{Text: src.text, Language: language}
	if b.support(language) == code.NoSupport {
		return p, &NoGrammarError{language}
	}
	src.mu.Lock()
	defer src.mu.Unlock()
	p.Structure, err = b.structure(ctx, src, language)
	return p, err
}

// Costs are the tokens that a file takes in the document in each view mode that it supports,
// including its heading.
type Costs map[models.ViewMode]Count

// Costs counts the tokens of an item in each view mode. Modes that the file does not support are
// omitted, as are a mask without symbols and a custom view without slices.
func (b *Builder) Costs(ctx context.Context, in Input, item models.FileItem) (Costs, error) {
	src, language, err := b.open(ctx, in, item)
	if err != nil {
		return nil, err
	}
	costs, f := Costs{}, format.Of(in.Composition.Format)
	for _, mode := range models.ViewModes() {
		w := viewRequest{mode: mode, text: textOptionsOf(in.Composition.TextOf(item))}
		v, err := b.rendering(ctx, f, src, item, w, language)
		if err != nil {
			return nil, err
		}
		if v.shown != mode && (v.shown != models.None || !w.text.has(models.NameGenerated)) { // else only its name is shown
			continue
		}
		if costs[mode], err = b.count(ctx, b.vocabulary(), v.block, f.Separators().Blocks); err != nil {
			return nil, err
		}
	}
	return costs, nil
}

// NoGrammarError reports that there is no parser for a language.
type NoGrammarError struct{ Language string }

func (e *NoGrammarError) Error() string {
	return text.LanguageName(e.Language) + " has no symbols that could be named"
}
