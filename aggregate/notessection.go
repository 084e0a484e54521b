package aggregate

import (
	"context"
	"fmt"

	"dossier/aggregate/anchor"
	"dossier/aggregate/format"
	"dossier/aggregate/notes"
	"dossier/aggregate/text"
	"dossier/models"
)

// notesSection shows the notes that are in the dossier. It keeps the blocks that it made
// last, in order.
type notesSection struct {
	shown  []FollowedNote
	blocks []SectionBlock
}

// Kind implements [SectionBuilder].
func (*notesSection) Kind() SectionKind { return NotesSection }

// Build implements [SectionBuilder].
func (s *notesSection) Build(ctx context.Context, b *Building) (Content, error) {
	c := Content{Title: notes.Title, Numbered: true} // known again by what they say: many have one title
	followed, err := b.builder.FollowNotes(ctx, b.Input, b.Input.Composition.NotesIn(b.Input.Notes))
	if err != nil {
		return c, err
	}
	next := notesSection{shown: followed, blocks: make([]SectionBlock, len(followed))}
	for i, f := range followed {
		if i < len(s.shown) && s.shown[i].src == f.src && s.shown[i].Now.Equal(f.Now) && b.Holds(s.blocks[i]) {
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

// note shows a note. What it took from its file it shows as the file may be shown: of a secret
// it may have a part only. The error is the context's.
func (b *Building) note(ctx context.Context, f FollowedNote) (SectionBlock, error) {
	marked := b.guard.marking()
	now, from := f.Now, f.Now.Metadata
	if f.src != nil && f.src.err == nil && now.Content == text.Lines(f.src.text, from.StartLine, from.EndLine) {
		file, err := b.guard.source(ctx, from.Filename, f.src)
		if err != nil {
			return SectionBlock{}, err
		}
		now.Content = text.Lines(file.text, from.StartLine, from.EndLine)
		says := b.Block(notes.Block(now, NoteLanguage(b.Input.Languages, now)))
		b.guard.add(place{name: from.Filename, row: -1}, f.src.text, file.found, file.cuts, says.holds)
		says.mark = marked()
		return says, nil
	}
	return b.Block(notes.Block(now, NoteLanguage(b.Input.Languages, now))), nil
}

// NoteLanguage returns the language of a note: as the rules say what its file is read as, or
// as it reads itself.
func NoteLanguage(rules []models.LanguageRule, n models.Note) string {
	src := source{language: notes.Language(n)}
	if n.Metadata.Filename == "" {
		return src.language
	}
	return languageOf(rules, n.Metadata.Filename, &src)
}

// NotesText returns notes in the default format, without the heading of the section; empty when there are none.
func NotesText(list []models.Note, rules []models.LanguageRule) string {
	if len(list) == 0 {
		return ""
	}
	f, section := format.Default(), Content{Title: notes.Title}
	for _, n := range list {
		section.Blocks = append(section.Blocks, SectionBlock{renderBlock(f, notes.Block(n, NoteLanguage(rules, n))), -1, nil})
	}
	doc := compose(f, []composed{{NotesSection, section}}, nil, nil, uncounted)
	return doc.join(Range{1, len(doc.blocks)}, true)
}

// FollowedNote is a note with what its file says today.
type FollowedNote struct {
	Now    models.Note   // as it is shown
	Health anchor.Health // of its lines; empty for a note that follows no file
	Err    error         // why the file could not be read; nil when it could

	of  models.Note
	src *source
}

// Problem says behind the note's name what a person should know of it; empty: nothing.
func (f FollowedNote) Problem() string {
	name := text.Escape(f.Now.Metadata.Filename)
	switch {
	case f.Err != nil:
		return fmt.Sprintf("says what its lines said, because %s cannot be read: %s", name, reason(f.Now.Metadata.Filename, f.Err))
	case f.Health == anchor.Lost:
		return fmt.Sprintf("says what its lines said, because they are no longer in %s", name)
	case f.Health == anchor.Changed:
		return fmt.Sprintf("shows lines of %s that have changed since it was made", name)
	}
	return ""
}

// FollowNotes says what the files of notes hold of them today, in their order; of in only the
// limit counts. The error is the context's.
func (b *Builder) FollowNotes(ctx context.Context, in Input, list []models.Note) ([]FollowedNote, error) {
	out := make([]FollowedNote, len(list))
	texts := map[*source]*anchor.Text{}
	for i, n := range list {
		out[i] = FollowedNote{Now: n, of: n}
		if _, ok := n.Metadata.Slice(); !ok {
			continue
		}
		src := b.kept.source(n.Metadata.Filename)
		if src == nil || src.err != nil { // what the dossier shows of it is not read again within another limit
			var err error
			if src, err = b.source(ctx, n.Metadata.Filename, sizeLimit(in, Item{})); err != nil {
				return nil, err
			}
		}
		if out[i].src = src; src.err != nil {
			out[i].Err, out[i].Health = src.err, anchor.Lost
			continue
		}
		if was := b.kept.followed(n, src); was != nil {
			out[i] = *was
			continue
		}
		if texts[src] == nil {
			texts[src] = anchor.NewText(src.text)
		}
		out[i].Now, out[i].Health = notes.Follow(n, texts[src], src.text)
	}
	b.kept.setFollowed(out)
	return out, nil
}

// followed returns what was found last of a note in a file that has not changed; nil: it is
// to be looked for.
func (k *kept) followed(n models.Note, src *source) *FollowedNote {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f, ok := k.notes[n.ID]; ok && f.src == src && f.of.Equal(n) {
		return &f
	}
	return nil
}

func (k *kept) setFollowed(list []FollowedNote) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.notes == nil {
		k.notes = map[string]FollowedNote{}
	}
	for _, f := range list {
		if f.src != nil {
			k.notes[f.of.ID] = f
		}
	}
}
