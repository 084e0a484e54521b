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

// gitFolder is the repository's folder, where it is directly in the project.
const gitFolder = ".git"

// followStates finds out which files are not as the commit has them, in the background. Where that cannot be known, as
// outside of a repository, none is said to have changed.
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

// AddChanged adds the files that are not as the commit has them.
func (p *Part) AddChanged() {
	paths := p.model.Changed()
	p.host.Edit(message.Several("add {{.N}} files", len(paths), project.FirstName(paths)), func(e *project.Edit) { e.Add(paths) })
}

// AddChangedLines adds the lines that are not as the commit has them, with a few around them, as slices of their files.
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

// apart removes the paths of the repository's folder from a batch, and reports whether there were
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
