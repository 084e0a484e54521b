package mcp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/aggregate/grep"
	"dossier/aggregate/parallel"
	"dossier/aggregate/rank"
	"dossier/models"
	"dossier/models/order"
	"dossier/ui/project"
	"dossier/ui/project/search"
)

// maxDefining is the max number of files that are parsed to find the definitions of a name.
const maxDefining = 400

// definitions contains the definitions of a name.
type definitions struct {
	list   []symbolOut
	name   string // the part of the name that was found
	part   bool   // name is not the whole name
	unseen int    // number of files that were not parsed and may contain others
}

// defining finds the definitions of a name.
func (w *workspace) defining(c *call, in symbolsIn) (d definitions, err error) {
	name := symbolName(in.Name)
	word := name[strings.LastIndexAny(name, ".:")+1:]
	if word == "" {
		return d, fmt.Errorf("%s names no symbol; give its name alone, such as NewServer or Server.Close", project.Shown(in.Name))
	}
	for _, files := range []func(*call, symbolsIn, string) ([]string, error){w.definers, w.mentioning} {
		found, err := files(c, in, word)
		if err != nil {
			return d, err
		}
		others, source := order.Split(found, definesNothing)
		for _, files := range [][]string{source, others} {
			d.list, d.name, err = w.definedIn(c.ctx, files[:min(len(files), maxDefining)], name)
			if err != nil {
				return d, err
			}
			if d.unseen = max(0, len(files)-maxDefining); len(d.list) > 0 {
				break
			}
		}
		if len(d.list) > 0 {
			break
		}
	}
	d.part = len(d.list) > 0 && d.name != strings.ReplaceAll(name, "::", ".")
	for _, sym := range d.list {
		c.read(sym.File)
	}
	slices.SortStableFunc(d.list, func(a, b symbolOut) int { // a shorter path is more likely to be meant
		return cmp.Or(cmp.Compare(strings.Count(a.Symbol, "."), strings.Count(b.Symbol, ".")), strings.Compare(a.File, b.File))
	})
	return d, nil
}

// symbolName converts a name to the form of symbol paths: Go's (*Server).Close and Ruby's
// Server#close become Server.Close.
func symbolName(name string) string {
	name = strings.NewReplacer("(", "", ")", "", "*", "", "&", "", "->", ".", "#", ".").Replace(strings.TrimSpace(name))
	return strings.Trim(name, ".:")
}

// definers returns the files that define a word according to the file index; none if the index is not available.
func (w *workspace) definers(c *call, in symbolsIn, word string) ([]string, error) {
	if !rank.IsName(word) || w.indexing.running() {
		return nil, nil
	}
	x, err := w.index(c)
	if x == nil || err != nil {
		return nil, err
	}
	files, all := x.Defining(word)
	if !all {
		return nil, nil
	}
	return within(c, w.p, in.Path, files)
}

// within returns the files below a path; all if the path is empty.
func within(c *call, p *project.Project, path string, files []string) ([]string, error) {
	if path == "" {
		return files, nil
	}
	inside, err := search.Files(c.ctx, p, []string{path}, "")
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(files, func(f string) bool { _, ok := slices.BinarySearch(inside, f); return !ok }), nil
}

// mentioning returns the files whose text contains a word.
func (w *workspace) mentioning(c *call, in symbolsIn, word string) ([]string, error) {
	r := search.Request{Query: grep.Query{Pattern: word, Word: true, Case: grep.Sensitive}}
	if in.Path != "" {
		r.Under = []string{in.Path}
	}
	found, err := search.Lines(c.ctx, w.p, r, c.progress("searching files"))
	files := make([]string, len(found.Files))
	for i, file := range found.Files {
		files[i] = file.Path
	}
	return files, err
}

// definedIn returns the symbols with a name in files. If no file has symbols with the whole
// name, it uses the longest suffix of it that exists, which it also returns: an agent may write
// kubelet.Kubelet.Run for the symbol Kubelet.Run.
func (w *workspace) definedIn(ctx context.Context, files []string, name string) (list []symbolOut, of string, err error) {
	for name = strings.ReplaceAll(name, "::", "."); name != "" && len(files) > 0; _, name, _ = strings.Cut(name, ".") {
		in := make([][]symbolOut, len(files))
		err := parallel.Each(ctx, len(files), func(i int) error {
			symbols, err := w.p.SymbolsNamed(ctx, models.NewFileItem(files[i]), name)
			if err != nil {
				return ctx.Err() // it has no symbols
			}
			in[i] = listed(files[i], symbols)
			return nil
		})
		if list = slices.Concat(in...); err != nil || len(list) > 0 {
			return list, name, err
		}
	}
	return nil, "", nil
}

// indexWithin is the max time that a call waits for the file index; then it searches the text instead.
const indexWithin = time.Second

// index returns the index of the current files, or nil if building it takes longer than
// [indexWithin]; it is then built in the background.
func (w *workspace) index(c *call) (*rank.Index, error) {
	bounded, end := context.WithTimeout(c.ctx, w.indexing.within)
	defer end()
	x, err := w.ranker.Index(bounded, c.progress("reading files"))
	switch {
	case err == nil:
		return x, nil
	case c.ctx.Err() != nil:
		return nil, c.ctx.Err()
	case bounded.Err() == nil:
		return nil, err
	}
	w.indexing.start(func(ctx context.Context) {
		_ = w.guarded("index", func() error { _, err := w.ranker.Index(ctx, nil); return err }) // the next call tries again
	})
	return nil, nil
}

// indexing builds the file index in the background.
type indexing struct {
	within time.Duration // max time that a call waits for the index

	mu   sync.Mutex
	stop context.CancelFunc // cancels the running build; nil if there is none
	done chan struct{}
	over bool // no build is started any more
}

// start runs work, which builds the index, unless a build is running.
func (x *indexing) start(work func(context.Context)) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.stop != nil || x.over {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	x.stop, x.done = stop, done
	go func() {
		defer close(done)
		work(ctx)
		x.mu.Lock()
		defer x.mu.Unlock()
		x.stop = nil
		stop()
	}()
}

// running reports whether the index is being built.
func (x *indexing) running() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.stop != nil
}

// close cancels the work and waits for its end.
func (x *indexing) close() {
	x.mu.Lock()
	x.over = true
	if x.stop != nil {
		x.stop()
	}
	done := x.done
	x.mu.Unlock()
	if done != nil {
		<-done
	}
}
