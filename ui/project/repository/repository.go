// Package repository reports on the git repository of a project: the state of its files, the files of a
// change with their lines, tokens and patches, the log, and the branches, tags and commits that a range
// can name.
//
// Each call opens the repository, reads its current state and closes it; nothing is cached. All calls
// are safe for concurrent use and end with their context. Certain secrets are redacted in texts, and
// files whose names are secret are only named. The JSON of reports is that of the command line.
package repository

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/git"
	"dossier/aggregate/git/change"
	"dossier/aggregate/git/object"
	"dossier/aggregate/git/revision"
	"dossier/models"
	"dossier/ui/project"
)

// Git reports on the repository of one project.
type Git struct{ p *project.Project }

// Of returns the repository of a project.
func Of(p *project.Project) Git { return Git{p} }

// Open opens the repository that contains the project; the caller closes it. Reviews use it.
func (c Git) Open(ctx context.Context) (*change.Repository, error) {
	r, err := change.Open(ctx, c.p.Root(), change.Options{})
	if errors.Is(err, change.ErrNone) {
		return nil, &noneError{c.p.Root().Dir()}
	}
	return r, err
}

// openFor parses a range and opens the repository; the caller closes it. The error is a single sentence.
func (c Git) openFor(ctx context.Context, rng string) (*change.Repository, change.Range, error) {
	parsed, err := change.ParseRange(rng)
	if err != nil {
		return nil, parsed, err
	}
	r, err := c.Open(ctx)
	return r, parsed, err
}

// noneError is [change.ErrNone] with the folder's name.
type noneError struct{ dir string }

func (e *noneError) Error() string {
	return fmt.Sprintf("the folder %s is in no git repository; git init makes one", project.Shown(e.dir))
}

// Unwrap makes the error match [change.ErrNone].
func (e *noneError) Unwrap() error { return change.ErrNone }

// Status is the state of the work tree.
type Status struct {
	Branch    string       `json:"branch,omitempty"`    // empty if HEAD is detached
	Commit    string       `json:"commit,omitempty"`    // empty if the branch has no commit yet
	Operation string       `json:"operation,omitempty"` // a merge, rebase, cherry-pick, revert, bisect or git am in progress
	Files     []FileStatus `json:"files"`
}

// FileStatus is the state of a file that differs from the commit.
type FileStatus struct {
	Path    string `json:"path"`
	OldPath string `json:"old_path,omitempty"` // of a renamed file
	// State is modified, added, deleted, renamed, untracked, conflicted or type changed.
	State    string `json:"state"`
	Staged   string `json:"staged,omitempty"`    // index compared with the commit
	Worktree string `json:"work_tree,omitempty"` // work tree compared with the index
	Conflict string `json:"conflict,omitempty"`  // two letters, as git status prints them
	Why      string `json:"why,omitempty"`       // why the file may be unchanged; empty if its state is certain

	Submodule string `json:"submodule,omitempty"` // what has changed in a submodule whose commit has not: modified content, untracked content

	Letters string `json:"-"` // of the index and of the work tree, as git status --short prints them
}

// Status returns the state of the project's files. Its error is a single sentence.
func (c Git) Status(ctx context.Context) (Status, error) {
	r, err := c.Open(ctx)
	if err != nil {
		return Status{}, err
	}
	defer r.Close()
	found, err := r.Status(ctx)
	if err != nil {
		return Status{}, err
	}
	s := Status{Branch: found.Branch, Operation: found.Operation, Files: []FileStatus{}}
	if !found.Commit.IsZero() {
		s.Commit = found.Commit.String()
	}
	for _, f := range found.Files {
		s.Files = append(s.Files, statusOf(f))
	}
	return s, nil
}

func statusOf(f change.FileStatus) FileStatus {
	s := FileStatus{Path: f.Path, OldPath: f.OldPath, State: f.State().String(), Conflict: f.Conflict, Why: f.Why, Submodule: f.Content}
	letter := func(s change.State) string {
		if s == 0 {
			return " "
		}
		return string(rune(s))
	}
	switch {
	case f.Conflict != "":
		s.Letters = f.Conflict
	case f.Disk == change.Untracked && f.Staged == 0:
		s.Letters = "??"
	default:
		s.Letters = letter(f.Staged) + cmp.Or(map[string]string{"modified content": "m", "untracked content": "?"}[f.Content], letter(f.Disk))
	}
	if f.Staged != 0 {
		s.Staged = f.Staged.String()
	}
	if f.Disk != 0 {
		s.Worktree = f.Disk.String()
	}
	return s
}

// States returns the states of the project's files that differ from the commit, by path: for
// the letters in a tree, and for the filter is:modified. It is empty without a repository.
func (c Git) States(ctx context.Context) (map[string]change.State, error) {
	r, err := c.Open(ctx)
	if errors.Is(err, change.ErrNone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer r.Close()
	found, err := r.Status(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[string]change.State, len(found.Files))
	for _, f := range found.Files {
		out[f.Path] = f.State()
	}
	return out, nil
}

// ChangedLines returns the changes of entries that show the changed lines of a range as slices,
// each with three lines of context. It skips files that are deleted, have no text diff, or have
// changed on the disk since.
func (c Git) ChangedLines(ctx context.Context, rng string) ([]project.EntryChange, error) {
	r, parsed, err := c.openFor(ctx, rng)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	set, err := r.Changes(ctx, parsed)
	if err != nil {
		return nil, err
	}
	var out []project.EntryChange
	for _, f := range set.Files {
		if f.Content != change.Text || f.State == change.Deleted {
			continue
		}
		old, new, err := set.Texts(ctx, f)
		if err != nil {
			return nil, err
		}
		file, err := c.p.FileSlices(ctx, f.Path)
		if err != nil {
			continue // it was deleted meanwhile, or is not text
		}
		one := project.EntryChange{Path: f.Path, Change: func(*models.FileItem) {}}
		if f.State != change.Untracked && f.State != change.Added { // new files are shown completely
			var slices []models.Slice
			for _, lines := range change.Slices(old, new) {
				if s, err := file.Make(lines.Start, min(lines.End, file.Lines())); err == nil {
					slices = append(slices, s)
				}
			}
			one.Change = func(it *models.FileItem) {
				file.AddAll(it, slices)
				if len(slices) > 0 && it.ViewMode != models.None {
					it.ViewMode = models.Custom
				}
			}
		}
		out = append(out, one)
	}
	return out, nil
}

// Report is the files of a change.
type Report struct {
	Range   string `json:"range"`
	Old     string `json:"old,omitempty"` // the commit that is compared with; empty if none, or the index
	New     string `json:"new,omitempty"` // empty for the index or the work tree
	Files   []File `json:"files"`
	More    int    `json:"more,omitempty"` // number of further files
	Added   int    `json:"added"`          // lines
	Removed int    `json:"removed"`
	Tokens  int    `json:"tokens"` // of all files

	Uncounted bool `json:"-"` // tokens are pending
}

// File is a file of a change.
type File struct {
	Path    string `json:"path"`
	OldPath string `json:"old_path,omitempty"` // of a renamed file
	State   string `json:"state"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Tokens  int    `json:"tokens"`             // of its patch; for [Git.Shown], in the document
	Named   string `json:"named,omitempty"`    // why it is only named: binary, generated, …; empty if its patch is shown
	Patch   string `json:"patch,omitempty"`    // if requested
	Mode    string `json:"mode,omitempty"`     // in git's notation; empty if the file was deleted
	OldMode string `json:"old_mode,omitempty"` // empty if the file is new

	Letter    string `json:"-"`
	Uncertain bool   `json:"-"` // it may be unchanged; Named is why that is not known
}

// Chosen returns the report without the files that a choice excludes.
func (r Report) Chosen(choice *aggregate.GitChoice) Report {
	files := r.Files
	r.Files, r.Added, r.Removed, r.Tokens = nil, 0, 0, 0
	for _, f := range files {
		if _, excluded := choice.Excludes(f.Path); !excluded {
			r.add(f)
		}
	}
	return r
}

func (r *Report) add(f File) {
	r.Files = append(r.Files, f)
	r.Added, r.Removed, r.Tokens = r.Added+f.Added, r.Removed+f.Removed, r.Tokens+f.Tokens
}

// Want selects details of the files of a change in addition to their names and lines.
type Want uint8

// Details, combined by addition.
const (
	Tokens  Want = 1 << iota // of the patches
	Patches                  // the patches
)

// Check returns an error if a range is invalid, or names commits that cannot be found or compared. The
// error is a single sentence.
func (c Git) Check(ctx context.Context, rng string) error {
	r, parsed, err := c.openFor(ctx, rng)
	if err != nil {
		return err
	}
	defer r.Close()
	return r.Check(parsed)
}

// Unknown returns the paths that exist neither on disk, nor in the index, HEAD or the commits of a range.
func (c Git) Unknown(ctx context.Context, rng string, paths []string) ([]string, error) {
	r, parsed, err := c.openFor(ctx, rng)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return r.Has(parsed, path) }), nil
}

// Files returns the files of a range. within limits them to files and folders. The error is a
// single sentence.
func (c Git) Files(ctx context.Context, rng string, want Want, within ...string) (Report, error) {
	return c.report(ctx, rng, within, nil, func(string) bool { return want != 0 }, func(one *File, changed aggregate.Change) error {
		patch := changed.Set.Patch(changed.File, changed.Old, changed.New)
		if want&Patches != 0 {
			one.Patch = patch
		}
		if patch == "" || want&Tokens == 0 {
			return nil
		}
		count, err := c.p.CountText(ctx, patch)
		one.Tokens = count.N
		return err
	})
}

// Shown returns the files of the range in a choice, including excluded ones, with the tokens of each in its
// view in the document. It calls early, which may be nil, with the files before it counts their tokens.
func (c Git) Shown(ctx context.Context, choice models.Git, early func(Report)) (Report, error) {
	views := aggregate.NewGitChoice(choice)
	return c.report(ctx, choice.Range, nil, early, func(string) bool { return true }, func(one *File, changed aggregate.Change) error {
		view := views.View(one.Path)
		costs, err := c.p.Builder.GitCosts(ctx, c.p.Input(), changed, view)
		one.Tokens = costs[view].N
		return err
	})
}

// Costs returns the total tokens of changed files in the document, for each view. It skips
// files that are only named; it returns nil if all are.
func (c Git) Costs(ctx context.Context, rng string, paths []string) (aggregate.GitCosts, error) {
	var all aggregate.GitCosts
	var mu sync.Mutex
	_, err := c.report(ctx, rng, nil, nil, func(path string) bool { return slices.Contains(paths, path) }, func(_ *File, changed aggregate.Change) error {
		costs, err := c.p.Builder.GitCosts(ctx, c.p.Input(), changed, models.GitViews()...)
		mu.Lock()
		defer mu.Unlock()
		if all == nil {
			all = costs
			return err
		}
		for view, cost := range costs {
			all[view] = all[view].Add(cost)
		}
		return err
	})
	return all, err
}

// report returns the files of a range. It calls each, from several goroutines, with each wanted file that is
// not only named, after redacting its contents; it first calls early, unless it is nil, with the whole report.
func (c Git) report(ctx context.Context, rng string, within []string, early func(Report), wanted func(path string) bool, each func(*File, aggregate.Change) error) (Report, error) {
	parsed, err := change.ParseRange(rng)
	if err != nil {
		return Report{}, err
	}
	var redacting *project.Redacting
	var rules sync.WaitGroup // for secrets, compiled while the repository is read
	rules.Go(func() { redacting = c.p.Redacting(ctx) })
	defer rules.Wait()
	r, err := c.Open(ctx)
	if err != nil {
		return Report{}, err
	}
	defer r.Close()
	set, err := r.Changes(ctx, parsed, within...)
	if err != nil {
		return Report{}, err
	}
	report := Report{Range: parsed.String(), Files: []File{}, More: set.Cut, Old: name(set.Old), New: name(set.New)}
	if early != nil {
		soon := report
		for _, f := range set.Files {
			soon.add(fileOf(f))
		}
		soon.Uncounted = true
		early(soon)
	}
	rules.Wait()
	for files := range slices.Chunk(set.Files, atOnce) {
		details := make([]detail, len(files))
		for i, f := range files {
			details[i] = detail{file: fileOf(f), change: aggregate.Change{Set: set, File: f}, wanted: wanted(f.Path)}
		}
		if err := fill(ctx, details, redacting, each); err != nil {
			return Report{}, err
		}
		for _, d := range details {
			report.add(d.file)
		}
	}
	return report, nil
}

// fileOf returns a file without its patch and tokens.
func fileOf(f change.File) File {
	return File{Path: f.Path, OldPath: f.OldPath, State: f.State.String(), Added: f.Added, Removed: f.Removed, Named: f.Why, Letter: string(rune(f.State)), Uncertain: f.Uncertain, Mode: mode(f.Mode()), OldMode: mode(f.OldMode())}
}

func name(id git.ID) string {
	if id.IsZero() {
		return ""
	}
	return id.String()
}

func mode(m uint32) string {
	if m == 0 {
		return ""
	}
	return fmt.Sprintf("%06o", m)
}

// LogOptions select commits of the log.
type LogOptions struct {
	Limit  int // number of commits; 0 means no limit
	Bodies bool
	Files  bool
	Within []string // files and folders; empty means all
}

// Commit is one commit of the log.
type Commit struct {
	ID      string    `json:"id"`
	Parents []string  `json:"parents"`
	Author  string    `json:"author"`
	Email   string    `json:"email"`
	Time    time.Time `json:"time"` // commit time
	Subject string    `json:"subject"`
	Body    string    `json:"body,omitempty"`
	Files   []string  `json:"files,omitempty"`
}

// Log calls each with the commits of a range, newest first, until it returns false. The error
// is a single sentence.
func (c Git) Log(ctx context.Context, rng string, opts LogOptions, each func(Commit) bool) error {
	r, parsed, err := c.openFor(ctx, rng)
	if err != nil {
		return err
	}
	defer r.Close()
	commits, err := r.Log(parsed, opts.Within...)
	if err != nil {
		return err
	}
	n := 0
	for found, err := range commits {
		if err != nil {
			return err
		}
		one := commitOf(found)
		if opts.Bodies {
			one.Body = found.Body()
		}
		if opts.Files {
			if one.Files, err = r.ChangedIn(found); err != nil {
				return err
			}
		}
		if n++; !each(one) || n == opts.Limit {
			break
		}
	}
	return ctx.Err()
}

func commitOf(found object.Commit) Commit {
	one := Commit{ID: found.ID.String(), Parents: []string{}, Author: found.Author.Name, Email: found.Author.Email, Time: time.Unix(found.Committer.Time, 0).UTC(), Subject: found.Subject()}
	for _, p := range found.Parents {
		one.Parents = append(one.Parents, p.String())
	}
	return one
}

// Revision is something that a range can name.
type Revision struct {
	Kind string    `json:"kind"` // branch, remote, tag or commit
	Name string    `json:"name"` // as in a range
	ID   string    `json:"id"`   // of the commit
	Time time.Time `json:"time"`
	// Subject is the subject of the commit.
	Subject string `json:"subject"`
	Author  string `json:"author"`
	Head    bool   `json:"head,omitempty"` // it is checked out

	ref string // full name of a branch or tag
}

// RevisionKind selects revisions.
type RevisionKind string

// Kinds of revisions.
const (
	AllRevisions RevisionKind = ""
	Branches     RevisionKind = "branches" // including remote branches
	Tags         RevisionKind = "tags"
	Commits      RevisionKind = "commits" // of HEAD
)

// maxDated is the max number of refs of a kind that are sorted by date, which requires reading their commits.
const maxDated = 5000

// Revisions returns the branches, remote branches and tags, each newest first (more than 5,000 by name),
// then the commits of HEAD, newest first, that are of a kind and match all words of a query: each word is
// in the name, the ID, the subject or the author. It reads only as much as the caller consumes.
func (c Git) Revisions(ctx context.Context, query string, kind RevisionKind) iter.Seq2[Revision, error] {
	return func(yield func(Revision, error) bool) {
		r, err := c.Open(ctx)
		if err != nil {
			yield(Revision{}, err)
			return
		}
		defer r.Close()
		repo := r.Revisions()
		head, err := repo.Head()
		if err != nil {
			yield(Revision{}, err)
			return
		}
		fits := fitting(query)
		for _, group := range []struct {
			prefix, kind string
			of           RevisionKind
		}{{"refs/heads/", "branch", Branches}, {"refs/remotes/", "remote", Branches}, {"refs/tags/", "tag", Tags}} {
			if kind != AllRevisions && kind != group.of {
				continue
			}
			for one := range named(ctx, r, group.prefix, group.kind) {
				one.Head = one.Kind == "branch" && one.ref == "refs/heads/"+head.Branch
				if fits(one) && !yield(one, nil) {
					return
				}
			}
		}
		if head.Commit.IsZero() || kind != AllRevisions && kind != Commits || ctx.Err() != nil {
			return
		}
		for found, err := range repo.Log(nil, head.Commit) {
			if err != nil {
				yield(Revision{}, err)
				return
			}
			one := Revision{Kind: "commit", Name: found.ID.Short(), ID: found.ID.String(), Time: time.Unix(found.Committer.Time, 0).UTC(), Subject: found.Subject(), Author: found.Author.Name, Head: found.ID == head.Commit}
			if ctx.Err() != nil || fits(one) && !yield(one, nil) {
				return
			}
		}
	}
}

// named returns the refs below a prefix, newest first unless there are too many.
func named(ctx context.Context, opened *change.Repository, prefix, kind string) iter.Seq[Revision] {
	return func(yield func(Revision) bool) {
		repo := opened.Revisions()
		refs := repo.Refs(prefix)
		dated := len(refs) <= maxDated
		var list []Revision
		for _, ref := range refs {
			one, ok := revisionOf(repo, ref, kind)
			one.Name = opened.NameOf(ref)
			switch {
			case ctx.Err() != nil:
				return
			case !ok:
			case dated:
				list = append(list, one)
			case !yield(one):
				return
			}
		}
		slices.SortStableFunc(list, func(a, b Revision) int { return b.Time.Compare(a.Time) })
		for _, one := range list {
			if !yield(one) {
				return
			}
		}
	}
}

// revisionOf reads the commit of a ref; false if there is none.
func revisionOf(repo *revision.Repository, ref revision.Ref, kind string) (Revision, bool) {
	if strings.HasSuffix(ref.Name, "/HEAD") && kind == "remote" {
		return Revision{}, false // an alias of a listed branch
	}
	id, err := repo.Resolve(ref.ID.String())
	if err != nil {
		return Revision{}, false
	}
	found, err := repo.Store.Commit(id)
	if err != nil {
		return Revision{}, false
	}
	return Revision{Kind: kind, ref: ref.Name, ID: id.String(), Time: time.Unix(found.Committer.Time, 0).UTC(), Subject: found.Subject(), Author: found.Author.Name}, true
}

// fitting returns a function that reports whether a revision matches all words of a query.
func fitting(query string) func(Revision) bool {
	words := strings.Fields(strings.ToLower(query))
	return func(r Revision) bool {
		all := strings.ToLower(r.Name + "\n" + r.ID + "\n" + r.Subject + "\n" + r.Author)
		for _, w := range words {
			if !strings.Contains(all, w) {
				return false
			}
		}
		return true
	}
}

// ParseState parses the word of a filter to a function that reports whether a state matches:
// is:modified, is:added, is:untracked, is:deleted, is:renamed, is:conflicted, or is:changed for any of
// them. A new file in the index is added, one that is not is untracked. ok is false for other words.
func ParseState(word string) (fits func(change.State) bool, ok bool) {
	name, ok := strings.CutPrefix(word, "is:")
	if !ok {
		return nil, false
	}
	if name == "changed" {
		return func(s change.State) bool { return s != 0 }, true
	}
	for _, s := range []change.State{change.Modified, change.Added, change.Untracked, change.Deleted, change.Renamed, change.Conflicted} {
		if s.String() == name {
			return func(is change.State) bool {
				return is == s || s == change.Modified && is == change.TypeChanged
			}, true
		}
	}
	return nil, false
}
