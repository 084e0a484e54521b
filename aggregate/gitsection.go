package aggregate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/aggregate/content"
	"dossier/aggregate/git"
	"dossier/aggregate/git/change"
	"dossier/aggregate/git/object"
	"dossier/aggregate/langrule"
	"dossier/aggregate/secrets"
	"dossier/aggregate/text"
	"dossier/models"
)

// repository opens the project's repository, once per build.
func (b *Building) repository(ctx context.Context) (*change.Repository, error) {
	if b.repo != nil {
		return b.repo, nil
	}
	if b.builder.Git == nil {
		return nil, change.ErrNone
	}
	var err error
	b.repo, err = b.builder.Git(ctx)
	return b.repo, err
}

// rests records commits that the document depends on.
func (b *Building) rests(ids ...git.ID) {
	for _, id := range ids {
		if !id.IsZero() && !slices.Contains(b.commits, id.String()) {
			b.commits = append(b.commits, id.String())
		}
	}
}

// gitChangesSection shows the changes of a range of the repository: a summary, each
// file in the view that the composition requests, and the names of files that cannot
// be shown. It caches the blocks of the last build.
type gitChangesSection struct {
	shown map[changedFile]shownChange
}

// shownChange is the block of a changed file, with notes about omitted content.
type shownChange struct {
	SectionBlock
	notes  []string
	passes bool // the result may differ on the next attempt
}

// changedFile is everything that the block of a changed file depends on, except its secrets.
type changedFile struct {
	path, old string
	state     change.State
	was, now  git.ID
	mode      [2]uint32
	as        models.GitView
	language  string // by the language rules; empty means detected from name and content
}

// Kind implements [SectionBuilder].
func (*gitChangesSection) Kind() SectionKind { return GitChangesSection }

// Build implements [SectionBuilder].
func (s *gitChangesSection) Build(ctx context.Context, b *Building) (Content, error) {
	c := Content{Title: "Git Changes", About: "changes in git"}
	asked := b.Input.Composition.Git
	if asked.Range == "" {
		return c, nil
	}
	set, err := b.changes(ctx, asked.Range)
	if err != nil {
		c.Warnings = append(c.Warnings, Warning{Message: "the changes of git are not shown: " + err.Error()})
		return c, ctx.Err()
	}
	b.rests(set.Old, set.New)
	before, choice := s.shown, NewGitChoice(asked)
	s.shown = map[changedFile]shownChange{}
	var named content.Names
	var files []SectionBlock
	shown := 0
	for _, f := range set.Files {
		if _, excluded := choice.Excludes(f.Path); excluded {
			continue
		}
		shown++
		if f.Content != change.Text && f.Content != change.Submodule {
			named = append(named, namedOnly(f, f.Why))
			continue
		}
		was, now := f.IDs()
		key := changedFile{f.Path, f.OldPath, f.State, was, now, [2]uint32{f.OldMode(), f.Mode()}, choice.View(f.Path), langrule.Find(b.Input.Languages, f.Path)}
		made, ok := before[key]
		if !ok || made.passes || !b.Holds(made.SectionBlock) {
			made, err = b.changedFile(ctx, set, f, key.as)
			if why := new(notShown); errors.As(err, &why) {
				named = append(named, namedOnly(f, why.why))
				continue
			}
			if err != nil {
				return c, err
			}
		}
		s.shown[key] = made
		files = append(files, made.SectionBlock)
		for _, note := range made.notes {
			c.Warnings = append(c.Warnings, Warning{Path: f.Path, Message: note, Note: true})
		}
	}
	if shown == 0 {
		c.Warnings = append(c.Warnings, Warning{Message: "nothing has changed in git: " + set.Range.Title(), Note: true})
		return c, nil
	}
	c.Blocks = append([]SectionBlock{b.Block(content.Block{Title: "Summary", Headed: true, Body: content.Code{Info: "text", Text: summaryOf(set, choice)}})}, files...)
	if len(named) > 0 {
		c.Blocks = append(c.Blocks, b.Block(content.Block{Title: "Not shown", Body: named}))
	}
	return c, nil
}

// changes computes the changes of a range.
func (b *Building) changes(ctx context.Context, rng string) (*change.Set, error) {
	parsed, err := change.ParseRange(rng)
	if err != nil {
		return nil, err
	}
	repo, err := b.repository(ctx)
	if err != nil {
		return nil, err
	}
	return repo.Changes(ctx, parsed)
}

// namedOnly returns the note for a file whose content is not shown.
func namedOnly(f change.File, why string) string {
	name := f.Path
	if f.OldPath != "" {
		name = f.OldPath + " → " + f.Path
	}
	return fmt.Sprintf("%s (%s, %s)", name, f.State, why)
}

// notShown reports that only a file's name is shown.
type notShown struct{ why string }

func (e *notShown) Error() string { return e.why }

// summaryOf describes the compared states and the extent of the changes.
func summaryOf(set *change.Set, choice *GitChoice) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s\n", text.Escape(set.Range.Title()))
	if !set.Old.IsZero() {
		fmt.Fprintf(&out, "from %s\n", set.Old)
	}
	if !set.New.IsZero() {
		fmt.Fprintf(&out, "to %s\n", set.New)
	}
	files, excluded, added, removed := 0, 0, 0, 0
	for _, f := range set.Files {
		if _, out := choice.Excludes(f.Path); out {
			excluded++
			continue
		}
		files, added, removed = files+1, added+f.Added, removed+f.Removed
	}
	fmt.Fprintf(&out, "files: %d, lines added: %d, removed: %d", files, added, removed)
	if excluded > 0 {
		fmt.Fprintf(&out, "\nexcluded: %d", excluded)
	}
	if set.Cut > 0 {
		fmt.Fprintf(&out, "\nleft out, as there are too many: %d", set.Cut)
	}
	return out.String()
}

// sideOf is one side of a changed file after redaction.
type sideOf struct {
	path, src, clean string
	found            secrets.Check
	cuts             []secrets.Cut
}

// side redacts one side of a changed file. It returns the context's error or a [*notShown].
func (b *Building) side(ctx context.Context, path, src string) (sideOf, error) {
	if b.guard.policy.File(path, src) == secrets.Withheld {
		return sideOf{}, &notShown{"withheld, because files of this name hold secrets"}
	}
	src = strings.ToValidUTF8(src, "\ufffd")
	found, err := b.guard.checker.Check(ctx, path, src)
	if err != nil {
		return sideOf{}, err
	}
	cuts := b.guard.cuts(src, found.Findings)
	return sideOf{path, src, secrets.Apply(src, cuts), found, cuts}, nil
}

// changedFile renders a changed file. It redacts each side as a whole, because a secret that spans several
// lines cannot be recognized in single lines. It returns the context's error or a [*notShown].
func (b *Building) changedFile(ctx context.Context, set *change.Set, f change.File, as models.GitView) (shownChange, error) {
	marked := b.guard.marking()
	var old, now sideOf
	if f.Content == change.Text {
		was, is, err := set.Texts(ctx, f)
		if err != nil {
			return shownChange{}, cmp.Or[error](ctx.Err(), &notShown{err.Error()})
		}
		if old, err = b.side(ctx, cmp.Or(f.OldPath, f.Path), was); err != nil {
			return shownChange{}, err
		}
		if now, err = b.side(ctx, f.Path, is); err != nil {
			return shownChange{}, err
		}
	}
	v, err := b.builder.changeView(ctx, b.Input, Change{set, f, old.clean, now.clean}, as)
	if err != nil {
		return shownChange{}, err
	}
	block := b.Block(v.block)
	for _, side := range []sideOf{old, now} {
		if side.src != "" {
			b.guard.add(place{name: side.path, row: -1}, side.src, side.found, side.cuts, block.holds)
		}
	}
	block.mark = marked()
	return shownChange{block, v.notes, v.passes}, nil
}

// gitLogSection lists the newest commits. It caches the block of the last build.
type gitLogSection struct {
	said  string
	block SectionBlock
}

// Kind implements [SectionBuilder].
func (*gitLogSection) Kind() SectionKind { return GitLogSection }

// Build implements [SectionBuilder].
func (s *gitLogSection) Build(ctx context.Context, b *Building) (Content, error) {
	c := Content{Title: "Git Log", About: "the newest commits", Bare: true}
	asked := b.Input.Composition.Git
	if asked.Log == 0 {
		return c, nil
	}
	said, err := b.log(ctx, asked)
	if err != nil {
		c.Warnings = append(c.Warnings, Warning{Message: "the git log is not shown: " + err.Error()})
		return c, ctx.Err()
	}
	if said == "" {
		c.Warnings = append(c.Warnings, Warning{Message: "the git log has no commits", Note: true})
		return c, nil
	}
	if s.said != said || !b.Holds(s.block) {
		s.said, s.block = said, b.Block(content.Block{Title: c.Title, Body: content.Code{Info: "text", Text: said}})
	}
	c.Blocks = []SectionBlock{s.block}
	return c, nil
}

// log renders the newest commits. It returns an empty string if there are none.
func (b *Building) log(ctx context.Context, asked models.Git) (string, error) {
	repo, err := b.repository(ctx)
	if err != nil {
		return "", err
	}
	head, err := change.ParseRange("uncommitted") // the commits of HEAD; valid even if HEAD has no commit
	if err != nil {
		return "", err
	}
	var within []string
	if asked.Chosen {
		for _, item := range b.Items {
			if item.InDocument() {
				within = append(within, item.Path)
			}
		}
		if len(within) == 0 {
			return "", nil
		}
	}
	commits, err := repo.Log(head, within...)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	n := 0
	for c, err := range commits {
		if err != nil {
			return "", err
		}
		if n == 0 {
			b.rests(c.ID)
		}
		if err := logCommit(&out, repo, c, asked); err != nil {
			return "", err
		}
		if n++; n == asked.Log || ctx.Err() != nil {
			break
		}
	}
	return strings.TrimSuffix(out.String(), "\n"), ctx.Err()
}

// logCommit writes a commit: its ID, day, author and subject on one line, then the
// other requested details.
func logCommit(out *strings.Builder, repo *change.Repository, c object.Commit, asked models.Git) error {
	day := time.Unix(c.Committer.Time, 0).UTC().Format(time.DateOnly)
	fmt.Fprintf(out, "%s %s %s: %s\n", c.ID.Short(), day, text.Escape(c.Author.Name), text.Escape(c.Subject()))
	if body := c.Body(); asked.Bodies && body != "" {
		out.WriteByte('\n')
		for line := range strings.SplitSeq(body, "\n") {
			out.WriteString(strings.TrimRight("    "+text.Escape(line), " ") + "\n")
		}
		out.WriteByte('\n')
	}
	if !asked.Names {
		return nil
	}
	names, err := repo.ChangedIn(c)
	for _, name := range names {
		fmt.Fprintf(out, "    %s\n", text.Escape(name))
	}
	return err
}
