package discussion

import (
	"context"
	"errors"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/storage"
)

// kind describes how discussions are stored.
func kind() storage.Kind[models.Discussions] {
	return storage.Kind[models.Discussions]{
		Equal: models.Discussions.Equal,
		Merge: models.MergeDiscussions,
		Join:  models.JoinDiscussions,
		// The number of entries of the active discussion, of about 72 bytes each without their
		// texts, which steps share: the undo history has a hundred steps of a discussion with ten
		// thousand entries, and ten thousand of one with a hundred.
		Weight: func(all models.Discussions) int {
			d, _ := all.Current()
			return len(d.History)
		},
		Journals: (*presets.Slot).Discussions,
		Current:  func(p *project.Project) storage.File[models.Discussions] { return historyFile{p.StoredState().History} },
		Read: func(p *project.Project) storage.File[models.Discussions] {
			p.LoadHistory()
			return historyFile{p.StoredState().History}
		},
		Set: func(p *project.Project, f storage.File[models.Discussions]) { p.SetHistory(f.(historyFile).History) },
		// The contents of another program's file are added to one of ours.
		Apart: func(before, after storage.File[models.Discussions]) bool {
			return errors.Is(before.(historyFile).ReadOnly(), presets.ErrForeign) && !after.(historyFile).Exists()
		},
		Restored: "Unsaved changes of the discussions were restored",
		Forked:   "{{.Name}} was changed elsewhere too: your version is saved as {{.As}}",
		Local:    "The discussion is stored on this computer only: {{.Problem}}",
		Unsaved:  "The discussion is not saved: {{.Problem}}",
	}
}

// historyFile is the file of the discussions.
type historyFile struct{ *presets.History }

// Content returns the discussions.
func (f historyFile) Content() models.Discussions { return f.Discussions }

// Save saves discussions that are based on those of the file.
func (f historyFile) Save(ctx context.Context, mine models.Discussions) (storage.File[models.Discussions], []models.Fork, error) {
	next, err := f.History.Save(ctx, func(d *models.Discussions) { *d = mine })
	return historyFile{next}, next.Forks, err
}
