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

// Readable returns the composition's entry for a file that a program may read for the user, or
// that of its bare path: a file that is listed, in the composition, or external and allowed by
// the user. For others it returns an [*UnreadableError], so that programs cannot read what the
// window would not offer. Unlike [Project.Item], it does not permit files by naming them.
func (p *Project) Readable(ctx context.Context, name string) (models.FileItem, error) {
	local, inside := p.Local(name)
	if !inside {
		local = p.absolute(name)
	}
	for _, item := range p.Resolver(ctx, p.StoredState().FilesBase()).Rows(p.StoredState().Project.Files).Items {
		if item.Path == local && (inside || p.leave().Has(local)) {
			return item.FileItem, nil
		}
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
	return models.FileItem{}, &UnreadableError{name, p.unlisted(t, local)}
}

// unlisted returns why a path is not listed, and what to read instead.
func (p *Project) unlisted(t *tree.Tree, local string) string {
	if inside, _ := t.Folder(local); len(inside) > 0 {
		return fmt.Sprintf("is a folder with %s, such as %s", text.Counted(len(inside), "file"), Shown(inside[0]))
	}
	e := t.Explain(local)
	switch {
	case e.Source != "":
		return fmt.Sprintf("is ignored (%s:%d: %s); the user can add it to the dossier in the window", Shown(e.Source), e.Line, Shown(e.Pattern))
	case e.Reason != "" && e.Reason != "missing":
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
