package notes

import (
	"context"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/storage"
)

// kind describes how notes are stored.
func kind() storage.Kind[models.Notes] {
	return storage.Kind[models.Notes]{
		Equal: models.Notes.Equal,
		Merge: models.MergeNotes,
		Join:  models.JoinNotes,
		Revert: func(now, old models.Notes) models.Notes {
			old.Last = max(now.Last, old.Last)
			return old
		},
		Weight:   func(all models.Notes) int { return len(all.List) },
		Journals: (*presets.Slot).Notes,
		Current:  func(p *project.Project) storage.File[models.Notes] { return file{p.Notes().File()} },
		Read: func(p *project.Project) storage.File[models.Notes] {
			p.Notes().Load()
			return file{p.Notes().File()}
		},
		Set:      func(p *project.Project, f storage.File[models.Notes]) { p.Notes().SetFile(f.(file).NotesFile) },
		Restored: "Unsaved changes of the notes were restored",
		Forked:   "The note {{.Name}} was changed elsewhere too: your version is saved as {{.As}}",
		Local:    "The notes are stored on this computer only: {{.Problem}}",
		Unsaved:  "The notes are not saved: {{.Problem}}",
	}
}

// file is the file of the notes.
type file struct{ *presets.NotesFile }

// Content returns the notes.
func (f file) Content() models.Notes { return f.Value }

// Save saves notes that are based on those of the file.
func (f file) Save(ctx context.Context, mine models.Notes) (storage.File[models.Notes], []models.Fork, error) {
	next, err := f.NotesFile.Save(ctx, func(n *models.Notes) { *n = mine })
	return file{next}, next.Forks, err
}
