package project

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dossier/aggregate/fuzzy"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/models"
)

// UnreadableError reports a path that a program has requested and may not read.
type UnreadableError struct {
	Path   string
	Reason string // and what to do instead
}

func (e *UnreadableError) Error() string { return Shown(e.Path) + " " + e.Reason }

// Readables are the files that a program may read for the user: those that are listed, in the composition, or
// external and allowed by the user. It resolves the composition once, which takes time with thousands of files, for
// the calls of one request.
type Readables struct {
	p     *Project
	items map[string]models.FileItem // of the composition, by path
}

// Readables returns the files that a program may read now.
func (p *Project) Readables(ctx context.Context) *Readables {
	stored := p.StoredState()
	rows := p.Resolver(ctx, stored.FilesBase()).Rows(stored.Project.Files).Items
	items := make(map[string]models.FileItem, len(rows))
	for _, item := range rows {
		if _, ok := items[item.Path]; !ok {
			items[item.Path] = item.FileItem
		}
	}
	return &Readables{p, items}
}

// Readable is [Readables.Item] for a single file.
func (p *Project) Readable(ctx context.Context, name string) (models.FileItem, error) {
	return p.Readables(ctx).Item(ctx, name)
}

// Item returns the composition's entry for a file, or that of its bare path. A path may also be given as it is shown,
// if it is the only one that is shown like that. For a file that is not readable it returns an [*UnreadableError], so
// that programs cannot read what the window would not offer. Unlike [Project.Item], it does not permit files by
// naming them.
func (r *Readables) Item(ctx context.Context, name string) (models.FileItem, error) {
	p := r.p
	local, inside := p.Local(name)
	if !inside {
		local = p.absolute(name)
	}
	if item, ok := r.items[local]; ok && (inside || p.leave().Has(local)) {
		return item, nil
	}
	if !inside {
		if p.leave().Has(local) {
			return models.NewFileItem(local), nil
		}
		return models.FileItem{}, &UnreadableError{name, fmt.Sprintf("is outside the project; the user can allow it with dossier allow %s", Shown(name))}
	}
	t, err := p.Tree(ctx)
	if err != nil {
		return models.FileItem{}, err
	}
	if _, listed := slices.BinarySearch(t.Files(), local); listed {
		return models.NewFileItem(local), nil
	}
	if shown, ok := shownAs(t, name); ok {
		return r.Item(ctx, shown)
	}
	return models.FileItem{}, &UnreadableError{name, p.unlisted(t, local)}
}

// Slices is [Project.FileSlices] for a readable file.
func (r *Readables) Slices(ctx context.Context, name string) (*FileSlices, error) {
	item, err := r.Item(ctx, name)
	if err != nil {
		return nil, err
	}
	return r.p.fileSlices(ctx, item)
}

// shownAs returns the only listed file that is shown as a name that is not its path: [Shown], or in JSON, which replaces
// invalid bytes. A program cannot give the path of a file with such bytes.
func shownAs(t *tree.Tree, name string) (string, bool) {
	if !strings.ContainsAny(name, "\\⟦\ufffd") {
		return "", false
	}
	found := ""
	for _, f := range t.Files() {
		if f != name && (Shown(f) == name || strings.ToValidUTF8(f, "\ufffd") == name) {
			if found != "" {
				return "", false
			}
			found = f
		}
	}
	return found, found != ""
}

// unreadable are the reasons for which a file cannot be added to the document either.
var unreadable = []string{tree.Unreadable.String(), tree.Special.String(), tree.LinkBroken.String(), tree.LinkLoop.String(), tree.Discussion.String()}

// unlisted returns why a path is not listed, and what to read instead.
func (p *Project) unlisted(t *tree.Tree, local string) string {
	if inside, _ := t.Folder(local); len(inside) > 0 {
		return fmt.Sprintf("is a folder with %s, such as %s", text.Counted(len(inside), "file"), Shown(inside[0]))
	}
	e := t.Explain(local)
	switch {
	case e.Source != "":
		return fmt.Sprintf("is ignored (%s:%d: %s); the user can add it to the dossier in the window", Shown(e.Source), e.Line, Shown(e.Pattern))
	case slices.Contains(unreadable, e.Reason):
		return fmt.Sprintf("is not listed (%s)", e.Reason)
	case e.Reason != "" && e.Reason != tree.Missing.String():
		return fmt.Sprintf("is not listed (%s); the user can add it to the dossier in the window", e.Reason)
	}
	base := local[strings.LastIndexByte(local, '/')+1:]
	var near []string
	for _, f := range fuzzy.Find(base, t.Files(), 3) {
		near = append(near, Shown(f.Path))
	}
	if near == nil {
		return "does not exist; list the folder to see its names"
	}
	return "does not exist; is it " + strings.Join(near, ", ") + "?"
}
