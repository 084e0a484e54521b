// Package ranking ranks the files of a project by their relevance to a question: [Ranker.Rank]
// returns the best ones, with reasons.
//
// It uses an index of the files, and the history of the repository for files that changed
// together; package index stores both. All calls are safe for concurrent use, end with their
// context, and start no goroutine that outlives them.
package ranking

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
	changes int  // number of reported changes
	last    upToDate
	read    *history.History // the state that history is based on
	history *rank.History
}

// Of returns the ranker of a project. Reuse it for several queries, because it caches the index.
func Of(p *project.Project) *Ranker {
	return &Ranker{p: p, index: index.Of(p, "index", rank.Load), commits: index.Of(p, "history", history.Load)}
}

// maxReading is the max time that a query waits for reading commits; the next query continues.
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

// newest returns the newest commits of the repository that contains the project, and the project's
// folder in it, slash-separated, "" for its root. The history is nil without a repository.
func (r *Ranker) newest(ctx context.Context) (read *history.History, folder string, err error) {
	repo, ok := git.Discover(r.p.Dir)
	if !ok {
		return nil, "", nil
	}
	if folder, err = filepath.Rel(repo.Root, r.p.Dir); err != nil {
		return nil, "", nil // not in a folder of the repository
	}
	if folder == "." {
		folder = ""
	}
	read, err = r.commits.Update(ctx, func(old *history.History, _ []string) (*history.History, error) {
		bounded, end := context.WithTimeout(ctx, maxReading)
		defer end()
		return old.Update(bounded, repo), ctx.Err()
	})
	return read, filepath.ToSlash(folder), err
}

// within returns the project's files that a commit changed, relative to the project. folder is
// that of [Ranker.newest].
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

// RecentDays is the max number of days before the newest commit at which a recent file has changed.
const RecentDays = 30

// Recent returns, for each file of the project that a commit of the last [RecentDays] changed,
// the number of later commits that changed files of the project. The days are counted back from
// the newest commit, so that the same history gives the same result on any day. It is nil if no
// commit changed a file of the project. It returns the context's error.
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

// Ranked is a file that is relevant to a question.
type Ranked struct {
	rank.Ranked
	// Symbols is the relevance of the file's symbols to the question, by path. It is nil if
	// there are none, and for all but the best files.
	Symbols map[string]float64
}

// maxInspected is the number of best files whose symbols are inspected.
const maxInspected = 60

// Index returns the index of the current files. progress is called from several goroutines with
// the number of changed files that have been read; it may be nil. It returns the context's
// error, or why the folder cannot be listed.
func (r *Ranker) Index(ctx context.Context, progress func(done, all int)) (*rank.Index, error) {
	t, err := r.p.Tree(ctx)
	if err != nil {
		return nil, err
	}
	rules := r.p.StoredState().Project.Languages
	x, now, err := r.unchanged(ctx, t, hashOf(rules))
	if x != nil || err != nil {
		return x, err
	}
	x, err = r.index.Update(ctx, func(old *rank.Index, files []string) (*rank.Index, error) {
		return old.Update(ctx, rank.Project{
			Disk: r.p.Reader(), Files: files, Structure: r.structure, Progress: progress,
			Language: func(path, src string) string { return aggregate.Language(rules, path, src) }, Rules: now.rules,
			Texts: r.p.Texts(),
		})
	})
	if err != nil {
		return nil, err
	}
	r.over.Store(int64(x.PathOnly()))
	now.index = x
	r.mu.Lock()
	r.last = now
	r.mu.Unlock()
	return x, nil
}

// upToDate is an index and the state that it reflects.
type upToDate struct {
	index   *rank.Index
	tree    *tree.Tree
	rules   string
	changes int
	links   []string // symbolic links, whose targets may not be watched
	targets []disk.Info
}

// Watched sets whether every later change of the listed files is reported by [Ranker.Changed].
// By default, as for a program that watches nothing, each query stats all files.
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

// unchanged returns the last index if nothing can have changed since, and otherwise nil, with
// the state that the next one is to reflect. It returns the context's error.
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

// hashOf identifies rules in a stored index without storing the user's texts.
func hashOf(rules []models.LanguageRule) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", rules))
	return hex.EncodeToString(sum[:])
}

// PathOnly returns the number of files that the last query ranked only by their paths, because the
// project exceeds the limit of an index.
func (r *Ranker) PathOnly() int { return int(r.over.Load()) }

// Warnings returns a warning if [Ranker.PathOnly] is not 0.
func (r *Ranker) Warnings() []aggregate.Warning {
	n := r.PathOnly()
	if n == 0 {
		return nil
	}
	return []aggregate.Warning{{Message: fmt.Sprintf(
		"%d of the files are ranked by their paths alone: at most %d files and %d GiB are read, source first. Leave folders out that you never ask about: dossier explain says what leaves paths out", n, rank.MaxFiles, rank.MaxBytes>>30)}}
}

// structure returns the symbols of a text; nil if there are none.
func (r *Ranker) structure(ctx context.Context, language, src string) (*code.Structure, error) {
	s, err := index.Structure(ctx, r.p, language, src)
	if err != nil {
		return nil, ctx.Err() // a file that cannot be parsed is ranked by its words
	}
	return s, nil
}

// Ranking ranks at most n of the current files for a question.
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

// Rank returns at most n files that are relevant to a question, the best first.
func (r *Ranker) Rank(ctx context.Context, question string, n int, progress func(done, all int)) ([]Ranked, error) {
	ranking, err := r.Ranking(ctx, question, n, progress)
	if err != nil {
		return nil, err
	}
	return r.withSymbols(ctx, ranking)
}

// withSymbols returns the files of a ranking, including symbols for the best ones.
func (r *Ranker) withSymbols(ctx context.Context, ranking *rank.Ranking) ([]Ranked, error) {
	out := make([]Ranked, len(ranking.Files))
	for i, f := range ranking.Files {
		out[i].Ranked = f
	}
	err := parallel.Each(ctx, min(len(out), maxInspected), func(i int) error {
		var err error
		out[i].Symbols, err = r.symbols(ctx, ranking, out[i].Path)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
