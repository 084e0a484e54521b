package session

import (
	"context"
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/highlight"
	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/preview"
)

// Search looks for a text in the document, beside the window. A newer search ends an
// older one.
func (s *Session) Search(query string, found func(matches []project.Match, more bool)) {
	doc := s.Document()
	s.finding.Start(func(ctx context.Context) func() {
		matches, more, err := preview.Search(ctx, doc, query)
		if err != nil {
			return nil
		}
		return func() { found(matches, more) }
	})
}

// Runs returns the colours of a line of a file in the document: nil where they are not
// known, or not known yet.
func (s *Session) Runs(block, line int) []highlight.Run {
	if block < 0 || block >= s.Document().Blocks() {
		return nil
	}
	lines := s.colours[s.colourKey(block)]
	if line < 0 || line >= len(lines) {
		return nil
	}
	return lines[line]
}

// colourKey names what a block's colours depend on: the text, and the file's name,
// which tells the language. It is empty where no whole file is shown.
func (s *Session) colourKey(block int) string {
	key := s.Document().BodyKey(block)
	if key == "" {
		return ""
	}
	return key + s.Document().Block(block).Title
}

// Highlight colours blocks of the document beside the window: those in view.
func (s *Session) Highlight(blocks []int) {
	type job struct{ key, language, body string }
	var work []job
	doc := s.Document()
	for _, block := range blocks {
		if block < 0 || block >= doc.Blocks() {
			continue
		}
		key := s.colourKey(block)
		if _, known := s.colours[key]; known || key == "" {
			continue
		}
		_, body := doc.BodyRange(block)
		work = append(work, job{key, text.Language(doc.Block(block).Title, body), body})
	}
	if len(work) == 0 {
		return
	}
	s.colouring.Start(func(ctx context.Context) func() {
		done := map[string][][]highlight.Run{}
		for _, j := range work {
			done[j.key] = highlight.Lines(ctx, j.language, j.body)
			if ctx.Err() != nil {
				return nil
			}
		}
		return func() {
			if s.colours == nil || len(s.colours) > maxColoured {
				s.colours = map[string][][]highlight.Run{}
			}
			maps.Copy(s.colours, done)
			s.notify(change.Colours)
		}
	})
}

// maxColoured bounds how many files' colours are kept.
const maxColoured = 400

// fileCounts is what is known of the tokens of files in the tree. It may be asked from
// any goroutine.
type fileCounts struct {
	mu    sync.Mutex
	known map[string]fileCount
}

type fileCount struct {
	size  int64
	mtime time.Time
	count aggregate.Count
}

func newFileCounts() *fileCounts { return &fileCounts{known: map[string]fileCount{}} }

// of returns the count of a file as it is listed; false when it is not known.
func (f *fileCounts) of(e TreeEntry) (aggregate.Count, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c, ok := f.known[e.Path]
	return c.count, ok && c.size == e.Size && c.mtime.Equal(e.ModTime)
}

func (f *fileCounts) put(e TreeEntry, count aggregate.Count) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known[e.Path] = fileCount{e.Size, e.ModTime, count}
}

// TreeInView says which rows of the tree are in view, [first, last): their files are
// counted first.
func (s *Session) TreeInView(first, last int) {
	if s.project == nil {
		return
	}
	var files []TreeEntry
	for i := max(0, first); i < min(last, s.model.Len()); i++ {
		files = append(files, s.model.nodes[s.model.visible[i]].TreeEntry)
	}
	files = slices.DeleteFunc(files, s.unwanted())
	if len(files) > 0 {
		p, counts, limit := s.project, s.counts, s.project.Kept().MaxBytes()
		s.glance.Start(func(ctx context.Context) func() { return s.countFiles(ctx, p, counts, limit, files) })
	}
}

// unwanted returns what tells the entries that need no counting: all but files that can
// be read and are not counted yet.
func (s *Session) unwanted() func(TreeEntry) bool {
	limit, counts := s.project.Kept().MaxBytes(), s.counts
	return func(e TreeEntry) bool {
		if e.Dir || e.Missing || e.Barred || e.Size == 0 || e.Size > limit {
			return true
		}
		_, known := counts.of(e)
		return known
	}
}

// censusBytes bounds what is read to count the files of one tree: beyond it, files are
// counted when they come into view.
const censusBytes = 256 << 20

// takeCensus counts the files of the tree beside the window.
func (s *Session) takeCensus() {
	entries, unwanted, p, counts, limit := s.entries, s.unwanted(), s.project, s.counts, s.project.Kept().MaxBytes()
	s.census.Start(func(ctx context.Context) func() {
		var files []TreeEntry
		var size int64
		for _, e := range entries {
			if e.Ignored || unwanted(e) {
				continue
			}
			if size += e.Size; size > censusBytes {
				break
			}
			files = append(files, e)
		}
		return s.countFiles(ctx, p, counts, limit, files)
	})
}

// countFiles counts files of at most limit bytes and shows now and then what they cost.
// What was counted before it was called off is shown too: nobody counts it again.
func (s *Session) countFiles(ctx context.Context, p *project.Project, counts *fileCounts, limit int64, files []TreeEntry) func() {
	var batch []TreeEntry
	deliver := func() {
		done := batch
		batch = nil
		s.Do(func() {
			if s.project == p {
				s.countedFiles(done)
			}
		})
	}
	last := time.Now()
	for _, e := range files {
		count, err := p.CountPath(ctx, e.Path, limit)
		if ctx.Err() != nil {
			deliver()
			return nil
		}
		if err != nil {
			count = aggregate.Count{N: int(max(1, e.Size/bytesPerToken))} // its row in the dossier says what is wrong
		}
		counts.put(e, count)
		if batch = append(batch, e); time.Since(last) > countInterval {
			deliver()
			last = time.Now()
		}
	}
	return func() { s.countedFiles(batch) }
}

// countedFiles shows what files of the tree cost.
func (s *Session) countedFiles(files []TreeEntry) {
	news := false
	for _, e := range files {
		if count, ok := s.counts.of(e); ok && s.model.setCount(e, count) {
			news = true
		}
	}
	if !news {
		return
	}
	if s.model.sort == ByTokens {
		s.model.layout()
	}
	s.notify(change.Tree)
}

// Explain says why a path is or is not in the tree.
func (s *Session) Explain(p string, then func(project.Explanation)) {
	if s.tree != nil {
		then(project.Explanation(s.tree.Explain(p)))
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
