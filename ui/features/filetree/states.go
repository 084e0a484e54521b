package filetree

import (
	"context"
	"maps"
	"strings"

	"dossier/aggregate/watch"
	"dossier/ui/project"
	"dossier/ui/project/repository"
	"dossier/ui/session/message"
)

// gitFolder is the repository's folder, if it is directly in the project.
const gitFolder = ".git"

// followStates determines in the background which files differ from the commit. If that cannot be
// determined, as outside of a repository, no file counts as changed.
func (p *Part) followStates() {
	opened := p.host.Project()
	if opened == nil || p.tree == nil {
		return
	}
	p.looking.Start(func(ctx context.Context) func() {
		states, err := repository.Of(opened).States(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			states = nil // the Git tab says why
		}
		return func() {
			if maps.Equal(states, p.model.states) {
				return
			}
			p.model.setStates(states)
			p.Model().layout()
			p.host.Changed()
		}
	})
}

// AddChanged adds the files that differ from the commit.
func (p *Part) AddChanged() {
	paths := p.model.Changed()
	p.host.Edit(message.Several("add {{.N}} files", len(paths), project.FirstName(paths)), func(e *project.Edit) { e.Add(paths) })
}

// AddChangedLines adds the lines that differ from the commit, with a few around them, as slices of their files.
func (p *Part) AddChangedLines() {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.adding.Start(func(ctx context.Context) func() {
		list, err := repository.Of(opened).ChangedLines(ctx, "uncommitted")
		return func() {
			if err != nil {
				p.host.Fail(err)
				return
			}
			p.host.Edit(message.Count("changed lines of {{.N}} files", len(list), nil), func(e *project.Edit) { e.ChangeFiles(list) })
		}
	})
}

// apart removes the paths in the repository's folder from a batch, and reports whether there were
// any.
func apart(b watch.Batch) (rest watch.Batch, repository bool) {
	rest.All = b.All
	take := func(list []string) (kept []string) {
		for _, name := range list {
			if name == gitFolder || strings.HasPrefix(name, gitFolder+"/") {
				repository = true
			} else {
				kept = append(kept, name)
			}
		}
		return kept
	}
	rest.Files, rest.Folders = take(b.Files), take(b.Folders)
	return rest, repository
}
