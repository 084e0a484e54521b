// Package rank ranks the files of a project by their relevance to a question: [Ranker.Rank] returns
// the best ones, with reasons.
//
// It uses an index of the files, and the history of the repository for files that changed together;
// package index stores both. The calls are safe for concurrent use, end with their context, and
// start no goroutine that outlives them.
package rank

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/disk"
	"dossier/aggregate/git"
	"dossier/aggregate/git/history"
	"dossier/aggregate/parallel"
	"dossier/aggregate/rank"
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/index"
)

// Ranker ranks the files of a project.
type Ranker struct {
	p       *project.Project
	index   *index.Index[*rank.Index]
	commits *index.Index[*history.History]
	over    atomic.Int64

	outlines outlines

	mu      sync.Mutex
	watched bool // every change of the listed files is reported
	changes int  // how often one was
	last    upToDate
	read    *history.History // the state that history was read from
	history *rank.History
}

// Of returns the ranker of a project. Reuse it for several queries, because it holds the index.
func Of(p *project.Project) *Ranker {
	return &Ranker{p: p, index: index.Of(p, "index", rank.Load), commits: index.Of(p, "history", history.Load)}
}

// maxReading bounds how long a question waits for commits: the next one reads on.
const maxReading = 2 * time.Second

// History returns the history of the project's files in the repository; empty if there is none. It
// returns the context's error, or why the folder cannot be listed.
func (r *Ranker) History(ctx context.Context) (*rank.History, error) {
	read, folder, err := r.newest(ctx)
	if read == nil || err != nil {
		return nil, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.read != read {
		r.read, r.history = read, rank.NewHistory(read, folder)
	}
	return r.history, nil
}

// newest returns the newest commits of the repository that the project is in, and the project's
// folder in it with slashes, "" for its root. The history is nil where there is no repository.
func (r *Ranker) newest(ctx context.Context) (read *history.History, folder string, err error) {
	repo, ok := git.Discover(r.p.Dir)
	if !ok {
		return nil, "", nil
	}
	if folder, err = filepath.Rel(repo.Root, r.p.Dir); err != nil {
		return nil, "", nil // it is in no folder of the repository
	}
	if folder == "." {
		folder = ""
	}
	read, err = r.commits.Update(ctx, func(was *history.History, _ []string) (*history.History, error) {
		bounded, end := context.WithTimeout(ctx, maxReading)
		defer end()
		return was.Update(bounded, repo), ctx.Err()
	})
	return read, filepath.ToSlash(folder), err
}

// within returns the files of the project that a commit changed, as the project names them. folder
// is that of [Ranker.newest].
func within(folder string, c history.Commit) []string {
	if folder == "" {
		return c.Paths
	}
	var local []string
	for _, path := range c.Paths {
		if path, ok := strings.CutPrefix(path, folder+"/"); ok {
			local = append(local, path)
		}
	}
	return local
}

// RecentDays is how long before the newest commit a file may have changed to be recent.
const RecentDays = 30

// Recent returns, for each file of the project that a commit of the last [RecentDays] changed, how
// many later commits changed files of the project. The days are counted back from the newest
// commit, so that the same history gives the same answer on every day. It is nil where no commit
// changed a file of the project. The error is the context's.
func (r *Ranker) Recent(ctx context.Context) (map[string]int, error) {
	read, folder, err := r.newest(ctx)
	if read == nil || err != nil {
		return nil, err
	}
	var recent map[string]int
	commits, later := read.Commits(), 0
	for _, c := range commits {
		if commits[0].Time-c.Time > RecentDays*24*60*60 {
			continue
		}
		ours := within(folder, c)
		for _, path := range ours {
			if _, known := recent[path]; known {
				continue
			}
			if recent == nil {
				recent = map[string]int{}
			}
			recent[path] = later
		}
		if len(ours) > 0 {
			later++
		}
	}
	return recent, nil
}

// Ranked is a file that a question is about.
type Ranked struct {
	rank.Ranked
	// Symbols says how much the question is about each symbol of the file, by their paths. It
	// is nil where there are none, and for all but the best files.
	Symbols map[string]float64
}

// looked is the number of best files whose symbols are inspected.
const looked = 60

// Index returns the index of the files as they are now. progress is called from several goroutines
// with the number of changed files that have been read; it may be nil. It returns the context's
// error, or why the folder cannot be listed.
func (r *Ranker) Index(ctx context.Context, progress func(done, all int)) (*rank.Index, error) {
	t, err := r.p.Tree(ctx)
	if err != nil {
		return nil, err
	}
	rules := r.p.Kept().Project.Languages
	x, now, err := r.unchanged(ctx, t, hashOf(rules))
	if x != nil || err != nil {
		return x, err
	}
	x, err = r.index.Update(ctx, func(was *rank.Index, files []string) (*rank.Index, error) {
		return was.Update(ctx, rank.Project{
			Disk: r.p.Reader(), Files: files, Structure: r.structure, Progress: progress,
			Language: func(path, src string) string { return aggregate.Language(rules, path, src) }, Rules: now.rules,
			Texts: r.p.Texts(),
		})
	})
	if err != nil {
		return nil, err
	}
	r.over.Store(int64(x.Over()))
	now.index = x
	r.mu.Lock()
	r.last = now
	r.mu.Unlock()
	return x, nil
}

// upToDate is an index, and what it is up to date with.
type upToDate struct {
	index   *rank.Index
	tree    *tree.Tree
	rules   string
	changes int
	links   []string // symbolic links, whose targets may be where nothing is watched
	targets []disk.Info
}

// Watched reports whether every later change of the listed files is reported with [Ranker.Changed]. Until
// then, as for a program that watches nothing, each query stats all files.
func (r *Ranker) Watched(complete bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.watched = complete
	r.changes++
}

// Changed reports that some files have changed on the disk.
func (r *Ranker) Changed() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.changes++
}

// unchanged returns the last index if nothing can have changed since, and otherwise nil, with what the next
// one is to be up to date with. The error is the context's.
func (r *Ranker) unchanged(ctx context.Context, t *tree.Tree, rules string) (*rank.Index, upToDate, error) {
	r.mu.Lock()
	last, watched := r.last, r.watched
	now := upToDate{rules: rules, changes: r.changes}
	r.mu.Unlock()
	if !watched {
		return nil, now, nil
	}
	now.tree = t
	if now.links = last.links; t != last.tree {
		now.links = t.Symlinks()
	}
	var err error
	if now.targets, err = r.p.Reader().Stats(ctx, now.links); err != nil {
		return nil, now, err
	}
	if last.index != nil && t == last.tree && rules == last.rules && now.changes == last.changes && slices.Equal(now.targets, last.targets) {
		return last.index, now, nil
	}
	return nil, now, nil
}

// hashOf identifies rules in an index, which is stored: the user's texts in them are not stored.
func hashOf(rules []models.LanguageRule) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", rules))
	return hex.EncodeToString(sum[:])
}

// Over returns the number of files that the last query knew only by their paths, because the
// project exceeds the limit of an index.
func (r *Ranker) Over() int { return int(r.over.Load()) }

// Warnings says the same in a sentence; nil when all are known.
func (r *Ranker) Warnings() []aggregate.Warning {
	n := r.Over()
	if n == 0 {
		return nil
	}
	return []aggregate.Warning{{Message: fmt.Sprintf(
		"%d of the files are ranked by their paths alone: at most %d files and %d GiB are read, source first. Leave folders out that you never ask about: dossier explain says what leaves paths out", n, rank.MaxFiles, rank.MaxBytes>>30)}}
}

// structure returns the symbols of a text; nil where there are none.
func (r *Ranker) structure(ctx context.Context, language, src string) (*code.Structure, error) {
	s, err := index.Structure(ctx, r.p, language, src)
	if err != nil {
		return nil, ctx.Err() // a file that cannot be parsed is known by its words
	}
	return s, nil
}

// Ranking ranks at most n files for a question, as they are now.
func (r *Ranker) Ranking(ctx context.Context, question string, n int, progress func(done, all int)) (*rank.Ranking, error) {
	x, err := r.Index(ctx, progress)
	if err != nil {
		return nil, err
	}
	h, err := r.History(ctx)
	if err != nil {
		return nil, err
	}
	return x.RankWith(ctx, question, n, rank.With{Weights: rank.Defaults(), History: h})
}

// Rank returns at most n files that a question is about, the best first.
func (r *Ranker) Rank(ctx context.Context, question string, n int, progress func(done, all int)) ([]Ranked, error) {
	ranking, err := r.Ranking(ctx, question, n, progress)
	if err != nil {
		return nil, err
	}
	return r.withSymbols(ctx, ranking)
}

// withSymbols returns the files of a ranking, the best ones with their symbols.
func (r *Ranker) withSymbols(ctx context.Context, ranking *rank.Ranking) ([]Ranked, error) {
	out := make([]Ranked, len(ranking.Files))
	for i, f := range ranking.Files {
		out[i].Ranked = f
	}
	err := parallel.Each(ctx, min(len(out), looked), func(i int) error {
		var err error
		out[i].Symbols, err = r.symbols(ctx, ranking, out[i].Path)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
