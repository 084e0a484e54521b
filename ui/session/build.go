package session

import (
	"context"
	"errors"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/preview"
)

// Document returns the document shown: the one that is put together, unless a snapshot
// is replayed. It may be older than the composition while a build runs;
// [Session.Building] says so.
func (s *Session) Document() *aggregate.Document {
	if r, ok := s.snapshots.Replayed(); ok {
		return r.Document
	}
	return s.document.Doc()
}

// Building reports whether the document is older than the composition.
func (s *Session) Building() bool { return s.document.Stale() }

// Rendered returns how long the last build took.
func (s *Session) Rendered() time.Duration { return s.document.Took() }

// BuildError returns why there is no newer document; nil when there is one.
func (s *Session) BuildError() error { return s.document.Err() }

// Preview returns the document as lines.
func (s *Session) Preview() *preview.Part { return s.preview }

func (s *Session) input() aggregate.Input {
	in := s.project.Input()
	in.Composition = s.comp
	in.History = s.discussion.Active().History
	return in
}

// Budget returns what the document costs of the model's window.
func (s *Session) Budget() Budget {
	b := budgetOf(s.Document(), s.settings.Model())
	if b.Pending = s.Pending(); b.Pending {
		b.Files, b.Unlisted = 0, !s.Listed()
		for _, item := range s.rows.Items {
			if item.InDocument() {
				b.Files++
			}
		}
	}
	return b
}

// Cost returns a count in the tokens of the model.
func (s *Session) Cost(c aggregate.Count) aggregate.Count {
	return project.Scaled(c, s.settings.Model())
}

// fresh calls then with the document of the composition over the files as they are on
// the disk now, and with how many files had changed since the one that is shown.
func (s *Session) fresh(then func(doc *aggregate.Document, changed int)) {
	if s.project == nil {
		s.fail(project.ErrNone)
		return
	}
	s.document.Fresh(func(doc *aggregate.Document, changed int) {
		if doc.Bytes == 0 {
			s.tell(message.New("There is nothing in the dossier yet: tick a file first", nil))
			return
		}
		then(doc, changed)
	})
}

// Copy copies the whole document, fresh from the disk, says what it copied and keeps it
// among the snapshots. Of one that is replayed it copies the very bytes.
func (s *Session) Copy() {
	if _, ok := s.snapshots.Replayed(); ok {
		s.snapshots.CopyReplay()
		return
	}
	s.fresh(func(doc *aggregate.Document, changed int) {
		n := 0 // those whose content the document holds
		for _, item := range doc.Items {
			if item.InDocument() && item.Err == nil {
				n++
			}
		}
		fields := map[string]any{"Tokens": s.Cost(doc.Tokens), "Changed": changed}
		gone, _ := s.missingIn(doc)
		fields["Missing"] = gone
		text := "Copied {{.N}} files, {{.Tokens}} tokens"
		switch {
		case changed > 0 && gone > 0:
			text = "Copied {{.N}} files, {{.Tokens}} tokens; missing: {{.Missing}}; changed on disk meanwhile: {{.Changed}}"
		case gone > 0:
			text = "Copied {{.N}} files, {{.Tokens}} tokens; missing: {{.Missing}}"
		case changed > 0:
			text = "Copied {{.N}} files, {{.Tokens}} tokens; changed on disk meanwhile: {{.Changed}}"
		}
		in, m := s.input(), message.Count(text, n, fields)
		m.Review = gone > 0
		s.copyThen(doc.Text(), m, func() {
			s.snapshots.KeepCopy(doc, in)
			s.noteCopied()
		})
	})
}

// CopySection copies one section as it is shown.
func (s *Session) CopySection(i int) {
	if doc := s.Document(); i >= 0 && i < len(doc.Sections) {
		section := doc.Sections[i]
		s.copyText(doc.SectionText(i), message.New("Copied {{.What}}, {{.Tokens}} tokens", map[string]any{"What": section.Title, "Tokens": s.Cost(section.Tokens)}))
	}
}

// CopyBlock copies one file, screenshot or excerpt as it is shown.
func (s *Session) CopyBlock(i int) {
	if doc := s.Document(); i >= 0 && i < doc.Blocks() {
		b := doc.Block(i)
		s.copyText(doc.BlockText(i), message.New("Copied {{.What}}, {{.Tokens}} tokens", map[string]any{"What": text.Escape(b.Title), "Tokens": s.Cost(b.Tokens)}))
	}
}

// CopyText copies any text and says what it was.
func (s *Session) CopyText(content, what string) {
	s.copyText(content, message.New("Copied {{.What}}", map[string]any{"What": what}))
}

// copyText hands a text to the clipboard beside the window: its tools may be slow.
func (s *Session) copyText(content string, done message.Message) { s.copyThen(content, done, nil) }

// copyThen is copyText; then is told when the clipboard has taken the text and may be
// nil.
func (s *Session) copyThen(content string, done message.Message, then func()) {
	s.copying.Start(func(context.Context) func() {
		stays, err := s.Clipboard.Copy(content)
		return func() {
			if err == nil && then != nil {
				then()
			}
			switch {
			case err != nil:
				s.tell(message.New("The clipboard did not take the text: {{.Problem}}. Write saves it to a file instead", map[string]any{"Problem": err.Error()}))
			case stays:
				s.tell(done)
			default:
				s.tell(done)
				s.tell(message.New("The text leaves the clipboard when Dossier closes; install xclip or wl-clipboard to keep it", nil))
			}
		}
	})
}

// Selected reports whether a file of the project is in the composition.
func (s *Session) Selected(path string) bool {
	_, ok := s.at[path]
	return ok
}

// RowOf returns the row of a file in [Session.Items].
func (s *Session) RowOf(path string) (int, bool) {
	i, ok := s.at[path]
	return i, ok
}

// resolve finds the files of the composition anew, and ticks them in the tree. It reads no
// contents.
func (s *Session) resolve() {
	s.rows, s.list = s.resolver().Rows(s.comp.Files), nil
	s.at = make(map[string]int, len(s.rows.Items))
	for i, item := range s.rows.Items {
		s.at[item.Path] = i
	}
	if !s.files.Listed() {
		s.awaitMatches()
	}
	s.resolveScreenshots()
	s.files.Tick()
}

// awaitMatches leaves open what folders and patterns stand for until the folder is listed:
// that they match nothing is not known before.
func (s *Session) awaitMatches() {
	for i := range s.rows.Items {
		var none *aggregate.NotFoundError
		if errors.As(s.rows.Items[i].Err, &none) && (none.Pattern || none.Folder) {
			s.rows.Items[i].Err = nil
		}
	}
}

// resolver answers from the tree, and from the disk only for what the tree does not
// hold. Until the tree is known, patterns match nothing.
func (s *Session) resolver() aggregate.Resolver {
	return aggregate.Resolver{
		Base: s.project.Kept().FilesBase(),
		Status: func(p string) aggregate.Status {
			if status, ok := s.files.Status(p); ok {
				return status
			}
			return s.project.Builder.Status(p)
		},
		Listing: func() (aggregate.Listing, error) {
			if names := s.files.Names(); names != nil {
				return names, nil
			}
			return nothing{}, nil
		},
		Ours: s.project.Kept().Output().Has,
	}
}

// nothing is the listing of a tree that is not known yet.
type nothing struct{}

func (nothing) Folder(string) ([]string, bool) { return nil, false }

func (nothing) Glob(string) ([]string, error) { return nil, nil }
