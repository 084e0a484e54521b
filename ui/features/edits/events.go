package edits

import (
	"context"

	"dossier/aggregate/watch"
	"dossier/ui/session/message"
)

// Opened reverts, in the background, edits of a process that ended while applying them, and
// reports it.
func (p *Part) Opened() {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	p.saves.Start(func() func(context.Context) func() {
		return func(ctx context.Context) func() {
			found, err := opened.Files().Recover(ctx)
			return func() {
				if err != nil {
					p.host.Fail(err)
				}
				if len(found) > 0 {
					opened.Builder.Invalidate()
					p.host.Tell(message.Count("Undid {{.N}} interrupted changes of files", len(found), nil))
				}
			}
		}
	})
}

// DiskChanged places the edits again in the changed files.
func (p *Part) DiskChanged(watch.Batch) bool {
	p.Follow()
	return false
}
