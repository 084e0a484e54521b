package project

import (
	"context"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/snippets"
	"dossier/models"
	"dossier/ui/project/notestore"
)

// Notes provides the project's notes, and which of them are in its documents.
type Notes struct {
	*notestore.Notes
	p *Project
}

// Notes returns the project's notes.
func (p *Project) Notes() Notes { return Notes{p.noteStore, p} }

// Set includes notes in the project's documents, or excludes them, by changing only this in the
// project file. It returns the number of changed ones.
func (n Notes) Set(ctx context.Context, ids []string, in bool) (int, error) {
	return exclude(ctx, n.p, func(file *models.Project) *[]string { return &file.NotesExclude }, ids, in)
}

// FromLines returns a note with the lines start to end of a file, from 1 and inclusive, which
// follows them. It does not store the note.
func (n Notes) FromLines(ctx context.Context, name string, start, end int) (models.Note, error) {
	item, err := n.p.Item(ctx, name)
	if err != nil {
		return models.Note{}, err
	}
	whole := models.NewFileItem(item.Path)
	whole.MaxBytes = item.MaxBytes
	view, err := n.p.Builder.View(ctx, n.p.Input(), whole)
	if err != nil {
		return models.Note{}, err
	}
	return snippets.FromLines(item.Path, view.Text, start, end)
}

// Followed makes a note follow the lines of its file, if they contain its text.
func (n Notes) Followed(ctx context.Context, note models.Note) models.Note {
	view, err := n.p.Builder.View(ctx, n.p.Input(), models.NewFileItem(note.Metadata.Filename))
	if note.Metadata.Filename != "" && err == nil {
		note.Metadata = snippets.Followed(note, view.Text)
	}
	return note
}

// Report describes notes.
func (n Notes) Report(ctx context.Context, list []models.Note) ([]notestore.Report, error) {
	followed, err := n.p.Builder.FollowNotes(ctx, n.p.Input(), list)
	if err != nil {
		return nil, err
	}
	exclude := n.p.StoredState().Project.NotesExclude
	if list, err = n.Printable(ctx, list); err != nil {
		return nil, err
	}
	reports := make([]notestore.Report, len(list))
	for i, one := range list {
		reports[i] = notestore.Report{Note: one, In: !slices.Contains(exclude, one.ID), Health: string(followed[i].Health)}
	}
	return reports, nil
}

// Printable returns notes without parts of secrets in the lines that they have of files, which alone do not look like
// secrets. Other texts are unchanged. It returns the context's error.
func (n Notes) Printable(ctx context.Context, list []models.Note) ([]models.Note, error) {
	type source struct {
		text   string
		redact func(lines []string) []string
		err    error
	}
	r := n.p.Redacting(ctx)
	list = slices.Clone(list)
	files := map[string]source{} // several notes can be of one file
	for i := range list {
		one := &list[i]
		if _, linked := one.Metadata.Slice(); !linked {
			continue
		}
		path := one.Metadata.Filename
		from, known := files[path]
		if !known {
			view, err := n.p.Builder.View(ctx, n.p.Input(), models.NewFileItem(path))
			if from.text, from.err = view.Text, err; err == nil {
				from.redact, from.err = r.anchors(ctx, path, view.Text)
			}
			files[path] = from
		}
		if from.err == nil {
			one.Metadata.AnchorLines = from.redact(one.Metadata.AnchorLines)
			if content, err := r.Excerpt(ctx, path, from.text, one.Content); err == nil { // otherwise the file is withheld
				one.Content = content
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return list, nil
}

// Markdown returns notes as in a document, without the heading of their section.
func (n Notes) Markdown(list []models.Note) string {
	return aggregate.NotesText(list, n.p.StoredState().Project.Languages)
}

// Language returns the language of a note's fence; empty if there is none.
func (n Notes) Language(note models.Note) string {
	return aggregate.NoteLanguage(n.p.StoredState().Project.Languages, note)
}

// Follow returns the current text of the lines that notes follow.
func (n Notes) Follow(ctx context.Context, list []models.Note) ([]aggregate.FollowedNote, error) {
	return n.p.Builder.FollowNotes(ctx, n.p.Input(), list)
}
