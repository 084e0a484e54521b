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

// addCommits records commits that the document depends on.
func (b *Building) addCommits(ids ...git.ID) {
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
	blocks map[changeKey]changeBlock
}

// changeBlock is the block of a changed file, with notes about omitted content.
type changeBlock struct {
	SectionBlock
	notes     []string
	decoding  []string // warnings about hidden characters and invalid bytes
	transient bool     // the result may differ on the next attempt
}

// changeKey is everything that the block of a changed file depends on, except its secrets.
type changeKey struct {
	path, oldPath string
	state         change.State
	oldID, newID  git.ID
	mode          [2]uint32
	view          models.GitView
	language      string // by the language rules; empty means detected from name and content
}

// Kind implements [SectionBuilder].
func (*gitChangesSection) Kind() SectionKind { return GitChangesSection }

// Build implements [SectionBuilder].
func (s *gitChangesSection) Build(ctx context.Context, b *Building) (Content, error) {
	c := Content{Title: "Git Changes", About: "changes in git"}
	opts := b.Input.Composition.Git
	if opts.Range == "" {
		return c, nil
	}
	set, err := b.changes(ctx, opts.Range)
	if err != nil {
		c.Warnings = append(c.Warnings, Warning{Message: "the changes of git are not shown: " + err.Error()})
		return c, ctx.Err()
	}
	b.addCommits(set.Old, set.New)
	previous, choice := s.blocks, NewGitChoice(opts)
	s.blocks = map[changeKey]changeBlock{}
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
		oldID, newID := f.IDs()
		key := changeKey{f.Path, f.OldPath, f.State, oldID, newID, [2]uint32{f.OldMode(), f.Mode()}, choice.View(f.Path), langrule.Find(b.Input.Languages, f.Path)}
		block, ok := previous[key]
		if !ok || block.transient || !b.CanReuse(block.SectionBlock) {
			block, err = b.changeBlock(ctx, set, f, key.view)
			if notShown := new(notShownError); errors.As(err, &notShown) {
				named = append(named, namedOnly(f, notShown.reason))
				continue
			}
			if err != nil {
				return c, err
			}
		}
		s.blocks[key] = block
		files = append(files, block.SectionBlock)
		for _, message := range block.decoding {
			c.Warnings = append(c.Warnings, Warning{Path: f.Path, Message: message})
		}
		for _, note := range block.notes {
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

// notShownError reports that only a file's name is shown.
type notShownError struct{ reason string }

func (e *notShownError) Error() string { return e.reason }

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
		fmt.Fprintf(&out, "\nomitted, because there are too many: %d", set.Cut)
	}
	return out.String()
}

// redactedSide is one side of a changed file after redaction.
type redactedSide struct {
	path, src, clean string
	notes            []string // about hidden characters and invalid bytes
	check            secrets.Check
	cuts             []secrets.Cut
}

// redactSide redacts one side of a changed file. It returns the context's error or a [*notShown].
func (b *Building) redactSide(ctx context.Context, path, src string) (redactedSide, error) {
	if b.guard.policy.File(path, src) == secrets.Withheld {
		return redactedSide{}, &notShownError{"withheld, because files of this name hold secrets"}
	}
	decoded := decodeSide(src)
	src = decoded.Text
	check, err := b.guard.checker.Check(ctx, path, src)
	if err != nil {
		return redactedSide{}, err
	}
	cuts := b.guard.cuts(src, check.Findings)
	return redactedSide{path, src, secrets.Apply(src, cuts), decoded.Notes(), check, cuts}, nil
}

// decodeSide decodes one side of a changed file like a file of the document. Git shows a file with NUL characters
// as text if .gitattributes says so; they are replaced like invalid bytes.
func decodeSide(src string) text.Decoded {
	decoded, err := text.Decode([]byte(src))
	if err != nil {
		decoded, _ = text.Decode([]byte(strings.ToValidUTF8(strings.ReplaceAll(src, "\x00", "\ufffd"), "\ufffd")))
	}
	return decoded
}

// decodingNotes returns the notes about the characters of both sides. What was the same before the change is
// reported once.
func decodingNotes(old, new redactedSide) []string {
	notes := slices.Clone(new.notes)
	for _, note := range old.notes {
		if !slices.Contains(new.notes, note) {
			notes = append(notes, "before the change: "+note)
		}
	}
	return notes
}

// changeBlock renders a changed file. It redacts each side as a whole, because a secret that spans several
// lines cannot be recognized in single lines. It returns the context's error or a [*notShown].
func (b *Building) changeBlock(ctx context.Context, set *change.Set, f change.File, as models.GitView) (changeBlock, error) {
	finishLog := b.guard.startLog()
	var old, new redactedSide
	if f.Content == change.Text {
		oldText, newText, err := set.Texts(ctx, f)
		if err != nil {
			return changeBlock{}, cmp.Or[error](ctx.Err(), &notShownError{err.Error()})
		}
		if old, err = b.redactSide(ctx, cmp.Or(f.OldPath, f.Path), oldText); err != nil {
			return changeBlock{}, err
		}
		if new, err = b.redactSide(ctx, f.Path, newText); err != nil {
			return changeBlock{}, err
		}
	}
	v, err := b.builder.changeView(ctx, b.Input, Change{set, f, old.clean, new.clean}, as)
	if err != nil {
		return changeBlock{}, err
	}
	block := b.Block(v.block)
	for _, side := range []redactedSide{old, new} {
		if side.src != "" {
			b.guard.addFindings(location{name: side.path, row: -1}, side.src, side.check, side.cuts, block.contains)
		}
	}
	block.log = finishLog()
	return changeBlock{block, v.notes, decodingNotes(old, new), v.transient}, nil
}

// gitLogSection lists the newest commits. It caches the block of the last build.
type gitLogSection struct {
	text  string
	block SectionBlock
}

// Kind implements [SectionBuilder].
func (*gitLogSection) Kind() SectionKind { return GitLogSection }

// Build implements [SectionBuilder].
func (s *gitLogSection) Build(ctx context.Context, b *Building) (Content, error) {
	c := Content{Title: "Git Log", About: "the newest commits", Bare: true}
	opts := b.Input.Composition.Git
	if opts.Log == 0 {
		return c, nil
	}
	log, err := b.log(ctx, opts)
	if err != nil {
		c.Warnings = append(c.Warnings, Warning{Message: "the git log is not shown: " + err.Error()})
		return c, ctx.Err()
	}
	if log == "" {
		c.Warnings = append(c.Warnings, Warning{Message: "the git log has no commits", Note: true})
		return c, nil
	}
	if s.text != log || !b.CanReuse(s.block) {
		s.text, s.block = log, b.Block(content.Block{Title: c.Title, Body: content.Code{Info: "text", Text: log}})
	}
	c.Blocks = []SectionBlock{s.block}
	return c, nil
}

// log renders the newest commits. It returns an empty string if there are none.
func (b *Building) log(ctx context.Context, opts models.Git) (string, error) {
	repo, err := b.repository(ctx)
	if err != nil {
		return "", err
	}
	head, err := change.ParseRange("uncommitted") // the commits of HEAD; valid even if HEAD has no commit
	if err != nil {
		return "", err
	}
	var within []string
	if opts.Chosen {
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
			b.addCommits(c.ID)
		}
		if err := logCommit(&out, repo, c, opts); err != nil {
			return "", err
		}
		if n++; n == opts.Log || ctx.Err() != nil {
			break
		}
	}
	return strings.TrimSuffix(out.String(), "\n"), ctx.Err()
}

// logCommit writes a commit: its ID, day, author and subject on one line, then the
// other requested details.
func logCommit(out *strings.Builder, repo *change.Repository, c object.Commit, opts models.Git) error {
	day := time.Unix(c.Committer.Time, 0).UTC().Format(time.DateOnly)
	fmt.Fprintf(out, "%s %s %s: %s\n", c.ID.Short(), day, text.Escape(c.Author.Name), text.Escape(c.Subject()))
	if body := c.Body(); opts.Bodies && body != "" {
		out.WriteByte('\n')
		for line := range strings.SplitSeq(body, "\n") {
			out.WriteString(strings.TrimRight("    "+text.Escape(line), " ") + "\n")
		}
		out.WriteByte('\n')
	}
	if !opts.Names {
		return nil
	}
	names, err := repo.ChangedIn(c)
	for _, name := range names {
		fmt.Fprintf(out, "    %s\n", text.Escape(name))
	}
	return err
}
