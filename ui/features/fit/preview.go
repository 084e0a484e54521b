package fit

import (
	"context"
	"strings"

	"dossier/aggregate/highlight"
	"dossier/models"
	"dossier/ui/project/fit"
	"dossier/ui/session/jobs"
)

// Preview is a file as the proposal shows it.
type Preview struct {
	Path    string
	Mode    models.ViewMode // empty if it is excluded
	Lines   []string
	Runs    [][]highlight.Run // the colors of the lines
	Problem error             // why it cannot be shown
}

// previewing is the previewed file.
type previewing struct {
	path  string // empty for none
	shown Preview
	job   *jobs.Latest
}

// Preview returns the file most recently built for [Part.SetPreview]; its path is empty until then.
func (p *Part) Preview() Preview { return p.preview.shown }

// PreviewHidden reports whether the user hid the preview.
func (p *Part) PreviewHidden() bool { return p.unseen }

// HidePreview sets whether the preview is hidden, also when proposals are opened again.
func (p *Part) HidePreview(on bool) {
	p.unseen = on
	p.host.SaveSoon()
}

// Previewing reports whether a preview is being built.
func (p *Part) Previewing() bool { return p.preview.job.Busy() }

// SetPreview builds the file of a row as proposed, in the background, and again whenever that
// changes. An empty path stops it.
func (p *Part) SetPreview(path string) {
	if path != p.preview.path {
		p.preview.path = path
		p.show()
	}
}

// show builds the preview.
func (p *Part) show() {
	opened := p.host.Project()
	row, ok := p.Row(p.preview.path)
	if opened == nil || !ok {
		p.preview.job.Stop()
		p.preview.shown = Preview{}
		return
	}
	if row.New == "" {
		p.preview.job.Stop()
		p.preview.shown = Preview{Path: row.Path}
		return
	}
	proposal := p.proposal
	p.preview.job.Start(func(ctx context.Context) func() {
		shown := Preview{Path: row.Path, Mode: row.New}
		view, err := fit.To(opened).View(ctx, proposal, row)
		if shown.Problem = err; err == nil {
			shown.Lines = strings.Split(strings.TrimSuffix(view.Text, "\n"), "\n")
			shown.Runs = highlight.Lines(view.Language, view.Text)
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			p.preview.shown = shown
			p.host.Changed()
		}
	})
}
