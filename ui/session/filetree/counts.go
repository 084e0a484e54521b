package filetree

import (
	"context"
	"sync"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/ui/project"
)

const (
	// maxCounted bounds the bytes that are read to count the files of one tree: beyond it,
	// files are counted when they come into view.
	maxCounted = 256 << 20
	// countInterval is how often new counts are shown while more are being made: often
	// enough to be seen to move, seldom enough to cost nothing.
	countInterval = 100 * time.Millisecond
)

// counts is what is known of the tokens of files in the tree. It may be asked from any
// goroutine.
type counts struct {
	vocabulary tokens.Vocabulary

	mu    sync.Mutex
	known map[string]counted
}

type counted struct {
	size  int64
	mtime int64 // nanoseconds since 1970
	count aggregate.Count
}

func newCounts(v tokens.Vocabulary) *counts {
	return &counts{vocabulary: v, known: map[string]counted{}}
}

// of returns the count of a file as it is listed; false when it is not known.
func (c *counts) of(e Entry) (aggregate.Count, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one, ok := c.known[e.Path]
	return one.count.In(c.vocabulary), ok && one.size == e.Size && one.mtime == e.ModTime.UnixNano()
}

func (c *counts) put(e Entry, count aggregate.Count) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.known[e.Path] = counted{e.Size, e.ModTime.UnixNano(), count}
}

// Recount counts every file anew, because they are to be counted in another vocabulary.
func (p *Part) Recount() {
	p.countingAll.Stop()
	p.countingShown.Stop()
	p.counts = newCounts(p.host.Model().Vocabulary)
	p.Rescan()
}

// SetInView says which rows are in view, [first, last): their files are counted first.
func (p *Part) SetInView(first, last int) {
	if p.host.Project() == nil {
		return
	}
	m := p.Model()
	var files []*Entry
	c := p.counter()
	for i := max(0, first); i < min(last, m.Len()); i++ {
		if e := m.nodes[m.visible[i]].Entry; !c.unwanted(&e) {
			files = append(files, &e)
		}
	}
	if len(files) > 0 {
		p.countingShown.Start(func(ctx context.Context) func() { return p.count(ctx, c, files, func(context.Context) {}) })
	}
}

// Counting reports whether files are being counted.
func (p *Part) Counting() bool { return p.countingAll.Busy() || p.countingShown.Busy() }

// countAll counts the files of the tree beside the session's goroutine. What a person waits
// for goes first.
func (p *Part) countAll() {
	entries, c := p.entries, p.counter()
	p.countingAll.Start(func(ctx context.Context) func() {
		var files []*Entry
		var size int64
		for i := range entries {
			e := &entries[i]
			if e.Ignored || c.unwanted(e) {
				continue
			}
			if size += e.Size; size > maxCounted {
				break
			}
			files = append(files, e)
		}
		return p.count(ctx, c, files, p.work.Yield)
	})
}

// counter is what counts files beside the session's goroutine.
type counter struct {
	project *project.Project
	counts  *counts
	limit   int64 // bytes of a file
}

func (p *Part) counter() counter {
	opened := p.host.Project()
	return counter{opened, p.counts, opened.Kept().MaxBytes()}
}

// unwanted tells the entries that need no counting: all but files that can be read and are
// not counted yet.
func (c counter) unwanted(e *Entry) bool {
	if e.Dir || e.Missing || e.Barred || e.Size == 0 || e.Size > c.limit {
		return true
	}
	_, known := c.counts.of(*e)
	return known
}

// count counts one file.
func (c counter) count(ctx context.Context, e *Entry) error {
	count, err := c.project.CountPath(ctx, e.Path, c.limit)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		count = aggregate.Count{N: int(max(1, e.Size/bytesPerToken))} // its row in the dossier says what is wrong
	}
	c.counts.put(*e, count)
	return nil
}

// count counts files and shows now and then what they cost. What was counted before it was
// called off is shown too: nobody counts it again. Before each file it yields.
func (p *Part) count(ctx context.Context, c counter, files []*Entry, yield func(context.Context)) func() {
	var batch []*Entry
	deliver := func() {
		done := batch
		batch = nil
		p.work.Do(p.work.Context(), func() { p.showCounts(done) })
	}
	last := time.Now()
	for _, e := range files {
		if yield(ctx); c.count(ctx, e) != nil {
			deliver()
			return nil
		}
		if batch = append(batch, e); time.Since(last) > countInterval {
			deliver()
			last = time.Now()
		}
	}
	return func() { p.showCounts(batch) }
}

// showCounts shows what files cost.
func (p *Part) showCounts(files []*Entry) {
	changed := false
	for _, e := range files {
		if count, ok := p.counts.of(*e); ok && p.model.setCount(*e, count) {
			changed = true
		}
	}
	if !changed {
		return
	}
	if p.model.sort == ByTokens {
		p.Model().layout()
	}
	p.host.Changed()
}
