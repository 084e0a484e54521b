package aggregate

import (
	"context"
	"fmt"

	"dossier/aggregate/anchor"
	"dossier/aggregate/format"
	"dossier/aggregate/snippets"
	"dossier/aggregate/text"
	"dossier/models"
)

// notesSection shows the notes that are in the dossier. It caches the blocks of the last build,
// in order.
type notesSection struct {
	shown  []FollowedNote
	blocks []SectionBlock
}

// Kind implements [SectionBuilder].
func (*notesSection) Kind() SectionKind { return NotesSection }

// Build implements [SectionBuilder].
func (s *notesSection) Build(ctx context.Context, b *Building) (Content, error) {
	c := Content{Title: snippets.Title, About: "texts that the user collected, each below its kind and source", Numbered: true} // matched by content, since titles repeat
	followed, err := b.builder.FollowNotes(ctx, b.Input, b.Input.Composition.NotesIn(b.Input.Notes))
	if err != nil {
		return c, err
	}
	next := notesSection{shown: followed, blocks: make([]SectionBlock, len(followed))}
	for i, f := range followed {
		if i < len(s.shown) && s.shown[i].src == f.src && s.shown[i].Now.Equal(f.Now) && b.CanReuse(s.blocks[i]) {
			next.blocks[i] = s.blocks[i]
		} else if next.blocks[i], err = b.note(ctx, f); err != nil {
			return c, err
		}
		if problem := f.Problem(); problem != "" {
			c.Warnings = append(c.Warnings, Warning{Path: f.Now.Metadata.Filename, Message: fmt.Sprintf("the note %s %s", f.Now.ID, problem)})
		}
	}
	*s = next
	c.Blocks = next.blocks
	return c, nil
}

// note renders a note. Text taken from a file is subject to the file's redactions, since it may
// contain only part of a secret. It returns only the context's error.
func (b *Building) note(ctx context.Context, f FollowedNote) (SectionBlock, error) {
	finishLog := b.guard.startLog()
	current, metadata := f.Now, f.Now.Metadata
	if f.src != nil && f.src.err == nil && current.Content == text.Lines(f.src.text, metadata.StartLine, metadata.EndLine) {
		file, err := b.guard.redactFile(ctx, metadata.Filename, f.src)
		if err != nil {
			return SectionBlock{}, err
		}
		current.Content = text.Lines(file.text, metadata.StartLine, metadata.EndLine)
		block := b.Block(snippets.Block(current, NoteLanguage(b.Input.Languages, current)))
		b.guard.addFindings(location{name: metadata.Filename, row: -1}, f.src.text, file.check, file.cuts, block.contains)
		block.log = finishLog()
		return block, nil
	}
	return b.Block(snippets.Block(current, NoteLanguage(b.Input.Languages, current))), nil
}

// NoteLanguage returns the language of a note: that of its file by the rules, or the note's own.
func NoteLanguage(rules []models.LanguageRule, n models.Note) string {
	src := source{language: snippets.Language(n)}
	if n.Metadata.Filename == "" {
		return src.language
	}
	return languageOf(rules, n.Metadata.Filename, &src)
}

// NotesText returns notes in the default format, without the section heading; empty if there are
// none.
func NotesText(list []models.Note, rules []models.LanguageRule) string {
	if len(list) == 0 {
		return ""
	}
	f, section := format.Default(), Content{Title: snippets.Title}
	for _, n := range list {
		section.Blocks = append(section.Blocks, SectionBlock{renderBlock(f, snippets.Block(n, NoteLanguage(rules, n))), -1, nil})
	}
	doc := compose(f, []composed{{NotesSection, section}}, nil, nil, uncounted)
	return doc.join(Range{1, len(doc.blocks)}, true)
}

// FollowedNote is a note and the current state of its source.
type FollowedNote struct {
	Now    models.Note   // with the current text
	Health anchor.Health // of its lines; empty for a note without a source file
	Err    error         // why the file could not be read; nil if it could

	original models.Note
	src      *source
}

// Problem returns a problem of the note to show after its name; empty if there is none.
func (f FollowedNote) Problem() string {
	name := text.Escape(f.Now.Metadata.Filename)
	switch {
	case f.Err != nil:
		return fmt.Sprintf("shows the stored text of its lines, because %s cannot be read: %s", name, reason(f.Now.Metadata.Filename, f.Err))
	case f.Health == anchor.Lost:
		return fmt.Sprintf("shows the stored text of its lines, because they are no longer in %s", name)
	case f.Health == anchor.Changed:
		return fmt.Sprintf("shows lines of %s that have changed since it was made", name)
	}
	return ""
}

// FollowNotes returns the current state of notes, in their order; only the limit of in applies.
// It returns only the context's error.
func (b *Builder) FollowNotes(ctx context.Context, in Input, list []models.Note) ([]FollowedNote, error) {
	b.files.setRules(in.Languages)
	out := make([]FollowedNote, len(list))
	texts := map[*source]*anchor.Text{}
	for i, n := range list {
		out[i] = FollowedNote{Now: n, original: n}
		if _, ok := n.Metadata.Slice(); !ok {
			continue
		}
		src := b.files.source(n.Metadata.Filename)
		if src == nil || src.err != nil { // a cached file is not read again for a different limit
			var err error
			if src, err = b.source(ctx, n.Metadata.Filename, sizeLimit(in, Item{})); err != nil {
				return nil, err
			}
		}
		if out[i].src = src; src.err != nil {
			out[i].Err, out[i].Health = src.err, anchor.Lost
			continue
		}
		if cached := b.files.followedNote(n, src); cached != nil {
			out[i] = *cached
			continue
		}
		if texts[src] == nil {
			texts[src] = anchor.NewText(src.text)
		}
		out[i].Now, out[i].Health = snippets.Follow(n, texts[src], src.text)
	}
	b.files.setFollowedNotes(out)
	return out, nil
}

// followedNote returns the cached result for a note if its file has not changed; otherwise nil.
func (k *fileCache) followedNote(n models.Note, src *source) *FollowedNote {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f, ok := k.notes[n.ID]; ok && f.src == src && f.original.Equal(n) {
		return &f
	}
	return nil
}

func (k *fileCache) setFollowedNotes(list []FollowedNote) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.notes == nil {
		k.notes = map[string]FollowedNote{}
	}
	for _, f := range list {
		if f.src != nil {
			k.notes[f.original.ID] = f
		}
	}
}
