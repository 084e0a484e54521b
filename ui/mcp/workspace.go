package mcp

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"dossier/aggregate"
	"dossier/ui/crash"
	"dossier/ui/project"
	"dossier/ui/project/dependencies"
	"dossier/ui/project/ranking"
)

// workspace is a served project with the server's cached state of it.
type workspace struct {
	p       *project.Project
	write   bool // documents may be written to the project's output folder
	ranker  *ranking.Ranker
	uses    *dependencies.Files
	crashes crash.Folder

	diskState diskState
	activity  *activity
	indexing  indexing
	roles     roles

	mu   sync.Mutex
	last *aggregate.Document // last built document; other cached files are released if they are large
}

// open returns the workspace of a project.
func (s *Server) open(p *project.Project) *workspace {
	w := &workspace{p: p, write: s.opts.Write, ranker: ranking.Of(p), uses: dependencies.Of(p), crashes: crash.In(p.User().Places().State, project.Version), last: &aggregate.Document{}}
	w.indexing.within = indexWithin
	w.activity = newActivity(p, s.connection)
	return w
}

// close stores the activity and ends the goroutines of the workspace.
func (w *workspace) close() error {
	w.indexing.close()
	return w.activity.close()
}

// guarded runs work for a client. A panic is written to a report and returned as an error.
func (w *workspace) guarded(name string, run func() error) error {
	err := w.crashes.Run("mcp "+name, run)
	if errors.As(err, new(*crash.Panic)) {
		return fmt.Errorf("%s failed inside Dossier, which has stored a report for the user; try other arguments or another tool", name)
	}
	return err
}

// clean returns an error in a form for clients.
func (w *workspace) clean(ctx context.Context, err error) error {
	if errors.Is(err, context.Canceled) {
		return errors.New("the call was cancelled")
	}
	ctx = context.WithoutCancel(ctx)
	text, failed := w.p.Redacting(ctx).Text(ctx, "", err.Error())
	if failed != nil {
		text = "the call failed, and the reason is not shown because it could not be checked for secrets"
	}
	return errors.New(bounded(text))
}
