package aggregate

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"dossier/aggregate/content"
	"dossier/aggregate/format"
	"dossier/aggregate/git/change"
	"dossier/aggregate/git/object"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

// Change is a changed file with its redacted contents.
type Change struct {
	Set *change.Set
	change.File
	Old, New string // the redacted contents before and after; empty if the file does not exist
}

// GitCosts are the tokens that a changed file takes in the document in each view, including its heading.
type GitCosts map[models.GitView]Count

// GitCosts counts the tokens of a changed file in views. It returns the error of the context or the tokenizer.
func (b *Builder) GitCosts(ctx context.Context, in Input, c Change, views ...models.GitView) (GitCosts, error) {
	costs, f := GitCosts{}, format.Of(in.Composition.Format)
	c.Old, c.New = decodeSide(c.Old).Text, decodeSide(c.New).Text // as in the document
	for _, as := range views {
		v, err := b.changeView(ctx, in, c, as)
		if err != nil {
			return nil, err
		}
		if costs[as], err = b.count(ctx, b.vocabulary(), renderBlock(f, v.block), f.Separators().Blocks); err != nil {
			return nil, err
		}
	}
	return costs, nil
}

// changeView is a changed file in a view.
type changeView struct {
	block     content.Block
	notes     []string // about what the view cannot show
	transient bool     // the result may differ on the next attempt
}

// changeView renders a changed file. If the view would be empty, it shows the difference instead: a deleted
// file has no lines to show, and a link has no skeleton. It returns only the context's error.
func (b *Builder) changeView(ctx context.Context, in Input, c Change, as models.GitView) (changeView, error) {
	v := changeView{block: content.Block{Title: c.Path, Named: true, Headed: true, Note: noteOf(c.File)}}
	language := Language(in.Languages, c.Path, c.New)
	if language == text.Notebook { // notebooks are compared by their bytes
		language = "json"
	}
	switch as {
	case models.GitSlices:
		list := change.Slices(c.Old, c.New)
		if len(list) == 0 { // only lines were removed, or only the mode changed
			break
		}
		slices := content.Slices{Info: text.FenceInfo(language)}
		for _, s := range list {
			slices.List = append(slices.List, content.Slice{Start: s.Start, End: s.End, Text: text.Lines(c.New, s.Start, s.End)})
		}
		v.block.Body = slices
	case models.GitFull:
		v.block.Body = content.Code{Info: "diff", Text: strings.TrimSuffix(c.Set.Whole(c.File, c.Old, c.New), "\n")}
		if c.Old == c.New && c.New != "" && c.Content == change.Text { // only renamed, or only the mode changed
			v.block.Body = content.Code{Info: text.FenceInfo(language), Text: c.New}
		}
	case models.GitSkeleton:
		shown, mode := c.New, c.Mode()
		if mode == 0 {
			shown, mode = c.Old, c.OldMode()
			language = cmp.Or(Language(in.Languages, c.Path, c.Old), language)
		}
		if shown == "" || mode != object.ModeFile && mode != object.ModeExecutable {
			break
		}
		skeleton, err := b.skeletonOf(ctx, c.Path, shown, language)
		if err != nil {
			return v, err
		}
		v.transient, v.notes = skeleton.transient, skeleton.notes
		if skeleton.unsupported != "" {
			v.notes = append(v.notes, skeleton.unsupported)
		}
		v.block.Note += ", " + string(skeleton.shown)
		v.block.Body = content.Code{Info: text.FenceInfo(skeleton.info), Text: skeleton.text}
	}
	if v.block.Body == nil {
		v.block.Body = content.Code{Info: "diff", Text: strings.TrimSuffix(c.Set.Patch(c.File, c.Old, c.New), "\n")}
	}
	return v, nil
}

// skeletonOf renders the skeleton of a text that is not a file on disk, or a summary if its language has no skeletons.
func (b *Builder) skeletonOf(ctx context.Context, path, shown, language string) (view, error) {
	// Only symbols of files are stored: those of redacted text must not be, and old versions are not needed again.
	src := &source{text: shown, key: tokens.DigestOf(shown), language: language, unredacted: &source{}}
	src.mu.Lock()
	defer src.mu.Unlock()
	return b.render(ctx, src, models.NewFileItem(path), viewRequest{mode: models.Skeleton}, language)
}

// noteOf describes what happened to a file.
func noteOf(f change.File) string {
	note := f.State.String()
	if f.OldPath != "" {
		note += " from " + text.OneLine(text.Escape(f.OldPath))
	}
	if oldMode, newMode := f.OldMode(), f.Mode(); oldMode == object.ModeFile && newMode == object.ModeExecutable {
		note += ", now executable"
	} else if oldMode == object.ModeExecutable && newMode == object.ModeFile {
		note += ", no longer executable"
	}
	if f.Added+f.Removed > 0 {
		note += fmt.Sprintf(", +%d −%d", f.Added, f.Removed)
	}
	return note
}
