// Package repository reports on the git repository of a project: the state of its files, the files
// of a change with their lines, tokens and patches, the log, and the branches, tags and commits
// that a range can name.
//
// Each call opens the repository, reads its state at that moment and closes it; nothing is cached.
// The calls are safe for concurrent use and end with their context. Certain secrets are redacted in
// texts, and files whose names are secret are only named. The JSON of a report is that of the
// command line.
package repository

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/git"
	"dossier/aggregate/git/change"
	"dossier/aggregate/git/object"
	"dossier/aggregate/git/revision"
	"dossier/models"
	"dossier/ui/project"
)

// Git answers for one project.
type Git struct{ p *project.Project }

// Of returns the repository of a project.
func Of(p *project.Project) Git { return Git{p} }

// Open opens the repository that the project is in; the caller closes it. Review builds on it.
func (c Git) Open(ctx context.Context) (*change.Repository, error) {
	return change.Open(ctx, c.p.Root(), change.Options{})
}

// Status is the state of the work tree.
type Status struct {
	Branch    string       `json:"branch,omitempty"`    // empty: HEAD is detached
	Commit    string       `json:"commit,omitempty"`    // empty: the branch has no commit yet
	Operation string       `json:"operation,omitempty"` // a merge, rebase, cherry-pick, revert or bisect in progress
	Files     []FileStatus `json:"files"`
}

// FileStatus is the state of a file that is not as the commit has it.
type FileStatus struct {
	Path    string `json:"path"`
	OldPath string `json:"old_path,omitempty"` // of a renamed file
	// State is modified, added, deleted, renamed, untracked, conflicted or type changed.
	State    string `json:"state"`
	Staged   string `json:"staged,omitempty"`    // index compared with the commit
	Worktree string `json:"work_tree,omitempty"` // work tree compared with the index
	Conflict string `json:"conflict,omitempty"`  // two letters, as git status prints them

	Letters string `json:"-"` // of the index and of the work tree, as git status --short prints them
}

// Status returns the state of the project's files. The error is one sentence.
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
	s := FileStatus{Path: f.Path, OldPath: f.OldPath, State: f.State().String(), Conflict: f.Conflict}
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
		s.Letters = letter(f.Staged) + letter(f.Disk)
	}
	if f.Staged != 0 {
		s.Staged = f.Staged.String()
	}
	if f.Disk != 0 {
		s.Worktree = f.Disk.String()
	}
	return s
}

// States returns the state of each file of the project that is not as the commit has it, by path:
// for a tree's letters, and for the filter is:modified. It is empty where there is no repository.
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

// ChangedLines returns how the entries of the files of a range change so that they show the changed lines, with three
// around them, as slices. Files that are gone, or whose difference cannot be shown, are not among them; nor are those
// that the disk no longer has as the range does.
func (c Git) ChangedLines(ctx context.Context, rng string) ([]project.EntryChange, error) {
	parsed, err := change.ParseRange(rng)
	if err != nil {
		return nil, err
	}
	r, err := c.Open(ctx)
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
		old, now, err := set.Texts(ctx, f)
		if err != nil {
			return nil, err
		}
		file, err := c.p.FileSlices(ctx, f.Path)
		if err != nil {
			continue // it is gone meanwhile, or no text
		}
		one := project.EntryChange{Path: f.Path, Change: func(*models.FileItem) {}}
		if f.State != change.Untracked && f.State != change.Added { // new files are new as a whole
			var slices []models.Slice
			for _, lines := range change.Slices(old, now) {
				if s, err := file.Make(lines.Start, min(lines.End, file.Lines())); err == nil {
					slices = append(slices, s)
				}
			}
			one.Change = func(it *models.FileItem) {
				for _, s := range slices {
					file.AddTo(it, s)
				}
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
	Old     string `json:"old,omitempty"` // the commit that is compared with; empty: none, or the index
	New     string `json:"new,omitempty"` // empty: the index or the work tree
	Files   []File `json:"files"`
	More    int    `json:"more,omitempty"` // number of further files
	Added   int    `json:"added"`          // lines
	Removed int    `json:"removed"`
	Tokens  int    `json:"tokens"` // of all patches
}

// File is a file of a change.
type File struct {
	Path    string `json:"path"`
	OldPath string `json:"old_path,omitempty"` // of a renamed file
	State   string `json:"state"`
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Tokens  int    `json:"tokens"`             // of its patch
	Named   string `json:"named,omitempty"`    // why it is named only: binary, generated, …; empty: its patch is shown
	Patch   string `json:"patch,omitempty"`    // if requested
	Mode    string `json:"mode,omitempty"`     // in git's numbers; empty: the file is gone
	OldMode string `json:"old_mode,omitempty"` // empty: the file is new

	Letter string `json:"-"`
}

// Want selects details of the files of a change in addition to their names and lines.
type Want uint8

// Details, combined by addition.
const (
	Tokens  Want = 1 << iota // of the patches
	Patches                  // themselves
)

// Files returns the files of a range. within limits it to files and folders. The error is one
// sentence.
func (c Git) Files(ctx context.Context, rng string, want Want, within ...string) (Report, error) {
	parsed, err := change.ParseRange(rng)
	if err != nil {
		return Report{}, err
	}
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
	redacting := c.p.Redacting(ctx)
	for _, f := range set.Files {
		one := File{Path: f.Path, OldPath: f.OldPath, State: f.State.String(), Added: f.Added, Removed: f.Removed, Named: f.Why, Letter: string(rune(f.State)), Mode: mode(f.Mode()), OldMode: mode(f.OldMode())}
		patch := ""
		if want != 0 {
			patch, err = c.patch(ctx, set, f, redacting)
		}
		switch {
		case ctx.Err() != nil:
			return Report{}, ctx.Err()
		case err != nil:
			one.Named = err.Error()
		}
		if patch != "" && want&Tokens != 0 {
			count, err := c.p.CountText(ctx, patch)
			if err != nil {
				return Report{}, err
			}
			one.Tokens = count.N
		}
		if want&Patches != 0 {
			one.Patch = patch
		}
		report.Added, report.Removed, report.Tokens = report.Added+one.Added, report.Removed+one.Removed, report.Tokens+one.Tokens
		report.Files = append(report.Files, one)
	}
	return report, nil
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

// patch returns the patch of a file as it may leave the project; empty where it is named only.
// Both sides are redacted as whole texts: a secret of several lines is none of each line by itself.
func (c Git) patch(ctx context.Context, set *change.Set, f change.File, redacting *project.Redacting) (string, error) {
	switch f.Content {
	case change.Submodule:
		return set.Patch(f, "", ""), nil
	case change.Text:
	default:
		return "", nil
	}
	old, now, err := set.Texts(ctx, f)
	if err != nil {
		return "", err
	}
	before := f.OldPath
	if before == "" {
		before = f.Path
	}
	if old, err = redacting.File(ctx, before, old); err == nil {
		now, err = redacting.File(ctx, f.Path, now)
	}
	var withheld *aggregate.WithheldError
	if errors.As(err, &withheld) {
		return "", errors.New("withheld, because files of this name hold secrets")
	}
	if err != nil {
		return "", err
	}
	return set.Patch(f, old, now), nil
}

// LogOptions select commits of the log.
type LogOptions struct {
	Limit  int // commits; 0 is no limit
	Bodies bool
	Files  bool
	Within []string // files and folders; none: everything
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

// Log calls each with the commits of a range, the newest first, until it returns false. The error
// is one sentence.
func (c Git) Log(ctx context.Context, rng string, opts LogOptions, each func(Commit) bool) error {
	parsed, err := change.ParseRange(rng)
	if err != nil {
		return err
	}
	r, err := c.Open(ctx)
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
	Name string    `json:"name"` // as a range names it
	ID   string    `json:"id"`   // of the commit
	Time time.Time `json:"time"`
	// Subject is that of the commit.
	Subject string `json:"subject"`
	Author  string `json:"author"`
	Head    bool   `json:"head,omitempty"` // it is checked out
}

// Revisions returns the branches, remote branches and tags by name, then the commits of HEAD, the
// newest first, as far as they fit the words of a query: each word is in the name, the ID, the
// subject or the author. It reads on only while the caller asks for more.
func (c Git) Revisions(ctx context.Context, query string) iter.Seq2[Revision, error] {
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
		for _, group := range []struct{ prefix, kind string }{{"refs/heads/", "branch"}, {"refs/remotes/", "remote"}, {"refs/tags/", "tag"}} {
			for _, ref := range repo.Refs(group.prefix) {
				one, ok := revisionOf(repo, ref, group.kind)
				if ctx.Err() != nil {
					return
				}
				one.Head = group.kind == "branch" && ref.Short() == head.Branch
				if ok && fits(one) && !yield(one, nil) {
					return
				}
			}
		}
		if head.Commit.IsZero() {
			return
		}
		for found, err := range repo.Log(nil, head.Commit) {
			if err != nil {
				yield(Revision{}, err)
				return
			}
			one := Revision{Kind: "commit", Name: found.ID.Short(), ID: found.ID.String(), Time: time.Unix(found.Committer.Time, 0).UTC(), Subject: found.Subject(), Author: found.Author.Name, Head: found.ID == head.Commit}
			if fits(one) && !yield(one, nil) {
				return
			}
		}
	}
}

// revisionOf reads the commit of a ref; false where it names none.
func revisionOf(repo *revision.Repository, ref revision.Ref, kind string) (Revision, bool) {
	if strings.HasSuffix(ref.Name, "/HEAD") && kind == "remote" {
		return Revision{}, false // another name of one that is listed
	}
	id, err := repo.Resolve(ref.ID.String())
	if err != nil {
		return Revision{}, false
	}
	found, err := repo.Store.Commit(id)
	if err != nil {
		return Revision{}, false
	}
	return Revision{Kind: kind, Name: ref.Short(), ID: id.String(), Time: time.Unix(found.Committer.Time, 0).UTC(), Subject: found.Subject(), Author: found.Author.Name}, true
}

// fitting returns whether a revision has each word of a query.
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

// ParseState returns whether a file of a state fits the word of a filter: is:modified, is:added,
// is:untracked, is:deleted, is:renamed, is:conflicted, or is:changed for any of them. A new file
// that git knows is added, one that it does not know is untracked. ok is false for another word.
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
