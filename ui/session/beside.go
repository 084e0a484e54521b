package session

import (
	"context"
	"errors"
	"os"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/highlight"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
)

// Search looks for a text in the document, beside the window. A newer search ends an
// older one.
func (s *Session) Search(query string, found func(matches []Match, more bool)) {
	doc := s.doc
	s.finding.start(func(ctx context.Context) func() {
		matches, more, err := Search(ctx, doc, query)
		if err != nil {
			return nil
		}
		return func() { found(matches, more) }
	})
}

// Runs returns the colours of a line of a file in the document: nil where they are not
// known, or not known yet.
func (s *Session) Runs(block, line int) []highlight.Run {
	if block >= s.doc.Blocks() {
		return nil
	}
	lines := s.colours[s.colourKey(block)]
	if line >= len(lines) {
		return nil
	}
	return lines[line]
}

// colourKey names the text of a block: other text of the same file has other colours.
func (s *Session) colourKey(block int) string { return s.doc.BodyKey(block) }

// Highlight colours blocks of the document beside the window: those in view.
func (s *Session) Highlight(blocks []int) {
	type job struct{ key, language, body string }
	var work []job
	for _, block := range blocks {
		if block < 0 || block >= s.doc.Blocks() {
			continue
		}
		b := s.doc.Block(block)
		if b.Row < 0 {
			continue
		}
		key := s.colourKey(block)
		if _, known := s.colours[key]; known || key == "" {
			continue
		}
		_, body := s.doc.BodyRange(block)
		work = append(work, job{key, text.Language(b.Title, body), body})
	}
	if len(work) == 0 {
		return
	}
	s.colouring.start(func(ctx context.Context) func() {
		done := map[string][][]highlight.Run{}
		for _, j := range work {
			done[j.key] = highlight.Lines(ctx, j.language, j.body)
			if ctx.Err() != nil {
				return nil
			}
		}
		return func() {
			if len(s.colours) > maxColoured {
				s.colours = nil
			}
			if s.colours == nil {
				s.colours = map[string][][]highlight.Run{}
			}
			for key, lines := range done {
				s.colours[key] = lines
			}
			s.notify(ColoursChanged)
		}
	})
}

// maxColoured bounds how many files' colours are kept.
const maxColoured = 400

// TreeInView says which rows of the tree are in view: their files are counted first.
func (s *Session) TreeInView(first, last int) {
	s.inView = [2]int{first, last}
	s.takeCensus()
}

// censusBatch is how many files are counted before the tree shows what they cost.
const censusBatch = 64

// censusBytes bounds what is read to count the files of one tree: beyond it, files are
// counted when they come into view.
const censusBytes = 256 << 20

// takeCensus counts the files of the tree beside the window, those in view first.
func (s *Session) takeCensus() {
	if s.project == nil || s.tree == nil {
		return
	}
	files := s.uncounted()
	if len(files) == 0 {
		return
	}
	project := s.project
	s.census.start(func(ctx context.Context) func() {
		batch := make([]countedFile, 0, censusBatch)
		deliver := func() {
			out := batch
			batch = make([]countedFile, 0, censusBatch)
			s.Do(func() {
				if ctx.Err() == nil {
					s.counted(out)
				}
			})
		}
		var read int64
		last := time.Now()
		for i, e := range files {
			if ctx.Err() != nil {
				return nil
			}
			if read += e.Size; read > censusBytes && i > s.seen {
				break
			}
			count, err := project.countEntry(ctx, e)
			if err != nil {
				continue // its row says what is wrong once it is in the dossier
			}
			batch = append(batch, countedFile{e, count})
			if len(batch) == censusBatch || time.Since(last) > countInterval {
				deliver()
				last = time.Now()
			}
		}
		deliver()
		return nil
	})
}

type countedFile struct {
	entry TreeEntry
	count aggregate.Count
}

// uncounted lists the files whose tokens are not known, those in view first.
func (s *Session) uncounted() []TreeEntry {
	var first, rest []TreeEntry
	taken := map[string]bool{}
	want := func(e TreeEntry) bool {
		c, ok := s.counts[e.Path]
		return !e.Dir && !e.Missing && !e.Barred && e.Size > 0 && e.Size <= s.project.MaxBytes() &&
			(!ok || c.size != e.Size || !c.mtime.Equal(e.ModTime))
	}
	for i := s.inView[0]; i < min(s.inView[1], s.model.Len()); i++ {
		if row := s.model.Row(i); want(row.TreeEntry) {
			first = append(first, row.TreeEntry)
			taken[row.Path] = true
		}
	}
	s.seen = len(first)
	for _, e := range s.entries {
		if !e.Ignored && !taken[e.Path] && want(e) {
			rest = append(rest, e)
		}
	}
	return append(first, rest...)
}

// counted shows what files of the tree cost.
func (s *Session) counted(files []countedFile) {
	for _, f := range files {
		s.counts[f.entry.Path] = fileCount{f.entry.Size, f.entry.ModTime, f.count}
	}
	if len(files) > 0 {
		s.tickTree()
		s.notify(CountsChanged)
	}
}

// countEntry counts the text of a file in the tree.
func (p *Project) countEntry(ctx context.Context, e TreeEntry) (aggregate.Count, error) {
	file, err := p.root.Read(ctx, e.Path, p.MaxBytes())
	if err != nil {
		return aggregate.Count{}, err
	}
	decoded, err := text.Decode(file.Data)
	if err != nil {
		if errors.Is(err, text.ErrBinary) {
			return aggregate.Count{Exact: true}, nil // nothing of it is ever inlined
		}
		return aggregate.Count{}, err
	}
	key := tokens.KeyOf(decoded.Text)
	n, ok := p.cache.Get(key)
	if !ok {
		if n, err = p.Builder.Tokens.CountContext(ctx, decoded.Text); err != nil {
			return aggregate.Count{}, err
		}
		p.cache.Put(key, n)
	}
	return aggregate.Count{N: n, Exact: true}, nil
}

// Explain says why a path is or is not in the tree.
func (s *Session) Explain(p string, then func(Explanation)) {
	if s.tree != nil {
		then(Explanation(s.tree.Explain(p)))
	}
}

// OpenLast opens the project that was open last; false when there is none to open.
func (s *Session) OpenLast() bool {
	for _, recent := range s.store.Recents() {
		if info, err := os.Stat(recent.Path); err == nil && info.IsDir() {
			return s.Open(recent.Path) == nil
		}
	}
	return false
}
