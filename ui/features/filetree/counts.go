package filetree

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/extract"
	"dossier/aggregate/tokens"
	"dossier/ui/project"
)

const (
	// savedBytes is how much is counted between two saves of the counts: a few seconds of work.
	savedBytes = 64 << 20
	// worthSaving is the minimum that is saved at the end. Less is saved when the project is
	// closed: otherwise the file with all counts would be written whenever a file changes.
	worthSaving = 1 << 20
	// countInterval is the time between two updates of the counts while counting: short enough for
	// visible progress, long enough to cost nothing.
	countInterval = 100 * time.Millisecond
)

// counts are the known token counts of files in the tree. It is safe for concurrent use.
type counts struct {
	vocabulary tokens.Vocabulary
	limits     limits

	mu    sync.Mutex
	known map[string]counted
}

type counted struct {
	size  int64
	mtime int64 // nanoseconds since 1970
	count aggregate.Count
}

// limits are the maximum sizes of files, in bytes, of which anything is inlined.
type limits struct {
	all int64            // 0: not set
	own map[string]int64 // of files in the composition with a limit of their own
	// texts knows which larger files are read, because the limit applies to their extracted text.
	texts extract.Reader
}

func (l limits) of(path string) int64 { return aggregate.SizeLimit(l.all, l.own[path]) }

func (l limits) equal(m limits) bool {
	return l.all == m.all && maps.Equal(l.own, m.own) && slices.Equal(l.texts.Rules, m.texts.Rules)
}

// limits returns the current limits.
func (p *Part) limits() limits {
	var l limits
	if opened := p.host.Project(); opened != nil {
		l.all, l.texts = opened.StoredState().MaxBytes(), opened.Texts()
	}
	for _, item := range p.host.Items() {
		if item.MaxBytes > 0 {
			if l.own == nil {
				l.own = map[string]int64{}
			}
			l.own[item.Path] = item.MaxBytes
		}
	}
	return l
}

func newCounts(v tokens.Vocabulary, l limits) *counts {
	return &counts{vocabulary: v, limits: l, known: map[string]counted{}}
}

// within returns the counts of files under other limits; c itself if the limits are equal.
func (c *counts) within(l limits) *counts {
	if c == nil || c.limits.equal(l) {
		return c
	}
	return newCounts(c.vocabulary, l)
}

// of returns the count of a listed file; false if it is unknown. A file above its limit has no
// tokens: its row in the document is an error.
func (c *counts) of(e Entry) (aggregate.Count, bool) {
	if !e.Unmeasured && e.Size > c.limits.texts.Limit(e.Path, c.limits.of(e.Path)) {
		return aggregate.Count{Exact: true}, true
	}
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

// Recount counts all files again, after the vocabulary or the size limits have changed.
func (p *Part) Recount() {
	p.countingAll.Stop()
	p.countingShown.Stop()
	p.counts = newCounts(p.host.Model().Vocabulary, p.limits())
	p.Rescan()
}

// SetInView sets which rows are visible, [first, last): their files are counted first.
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

// countAll counts the files of the tree in the background, visible files first.
func (p *Part) countAll() {
	entries, c := p.entries, p.counter()
	p.countingAll.Start(func(ctx context.Context) func() {
		var files []*Entry
		for i := range entries {
			if e := &entries[i]; !e.Ignored && !c.unwanted(e) {
				files = append(files, e)
			}
		}
		return p.count(ctx, c, files, p.work.Yield)
	})
}

// counter counts files in the background.
type counter struct {
	project *project.Project
	counts  *counts
}

func (p *Part) counter() counter { return counter{p.host.Project(), p.counts} }

// unwanted reports whether an entry needs no counting: all except readable files that are not
// counted yet.
func (c counter) unwanted(e *Entry) bool {
	if e.Dir || e.Missing || e.Barred || e.Size == 0 {
		return true
	}
	_, known := c.counts.of(*e)
	return known
}

// count counts one file. An unreadable file has no tokens: its row in the dossier says why.
func (c counter) count(ctx context.Context, e *Entry) error {
	count, err := c.project.CountPath(ctx, e.Path, c.counts.limits.of(e.Path))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		count = aggregate.Count{Exact: true}
	}
	c.counts.put(*e, count)
	return nil
}

// count counts files and periodically shows the results. It also shows them if it is cancelled,
// because they are not counted again. It yields before each file. The counts are saved for the next
// session periodically and at the end.
func (p *Part) count(ctx context.Context, c counter, files []*Entry, yield func(context.Context)) func() {
	var batch []*Entry
	deliver := func() {
		done := batch
		batch = nil
		p.work.Do(p.work.Context(), func() { p.showCounts(done) })
	}
	keep := func() {
		if err := c.project.SaveCounts(); err != nil {
			p.work.Do(p.work.Context(), func() { p.host.Fail(err) })
		}
	}
	last, unsaved := time.Now(), int64(0)
	for _, e := range files {
		if yield(ctx); c.count(ctx, e) != nil {
			deliver()
			return nil
		}
		if batch = append(batch, e); time.Since(last) > countInterval {
			deliver()
			last = time.Now()
		}
		if unsaved += e.Size; unsaved > savedBytes {
			keep()
			unsaved = 0
		}
	}
	if unsaved > worthSaving {
		keep()
	}
	return func() { p.showCounts(batch) }
}

// showCounts shows the costs of files.
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
