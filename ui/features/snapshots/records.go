package snapshots

import (
	"context"
	"errors"

	"dossier/aggregate/text"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// refreshed changes snapshots in the background, one change after another, and lists them again.
// then is called after success and may be nil.
func (p *Part) refreshed(work func(context.Context) error, then func()) {
	p.changing.Run(func(ctx context.Context) func() {
		err := work(ctx)
		return func() {
			switch {
			case err != nil:
				p.host.Fail(err)
			case then != nil:
				then()
			}
			p.Refresh()
		}
	})
}

// Describe sets the description of a snapshot, a single line.
func (p *Part) Describe(id project.SnapshotID, description string) {
	if p.host.Project() == nil {
		return
	}
	folder := p.host.Project().Snapshots().Folder(id.Copied)
	p.refreshed(func(ctx context.Context) error { return folder.Describe(ctx, id.Name, description) }, nil)
}

// Pin protects snapshots from being pruned, or removes the protection.
func (p *Part) Pin(ids []project.SnapshotID, on bool) {
	opened := p.host.Project()
	if opened == nil {
		return
	}
	written, copies := opened.Snapshots().Folder(false), opened.Snapshots().Folder(true)
	p.refreshed(func(ctx context.Context) error {
		var errs []error
		for _, id := range ids {
			folder := written
			if id.Copied {
				folder = copies
			}
			errs = append(errs, folder.Pin(ctx, id.Name, on))
		}
		return errors.Join(errs...)
	}, nil)
}

// Export writes the text of a snapshot to a path that the user selected, and also its record if
// record is set. An existing file is only replaced if replace is set.
func (p *Part) Export(id project.SnapshotID, path string, record, replace bool) {
	if p.host.Project() == nil {
		return
	}
	folder := p.host.Project().Snapshots().Folder(id.Copied)
	p.refreshed(func(ctx context.Context) error {
		_, err := folder.Export(ctx, id.Name, path, record, replace)
		return err
	}, func() {
		p.host.Notify(message.New("Exported {{.Name}} to {{.Path}}", map[string]any{"Name": id.Name, "Path": text.Escape(path)}))
	})
}
