package notes

import (
	"context"

	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/storage"
)

// kind describes how notes are stored.
func kind() storage.Kind[models.Notes] {
	return storage.Kind[models.Notes]{
		Equal:    models.Notes.Equal,
		Merge:    models.MergeNotes,
		Join:     models.JoinNotes,
		Weight:   func(all models.Notes) int { return len(all.List) },
		Journals: (*presets.Slot).Notes,
		Kept:     func(p *project.Project) storage.File[models.Notes] { return file{p.Notes().File()} },
		Read: func(p *project.Project) storage.File[models.Notes] {
			p.Notes().Load()
			return file{p.Notes().File()}
		},
		Take: func(p *project.Project, f storage.File[models.Notes]) { p.Notes().SetFile(f.(file).NotesFile) },
		Restored: func() message.Message {
			return message.New("Unsaved changes of the notes were restored", nil)
		},
		Forked: func(f models.Fork) message.Message {
			return message.New("The note {{.Name}} was changed elsewhere too: your version is kept as {{.As}}", map[string]any{"Name": f.Name, "As": f.As})
		},
		Local: func(problem string) message.Message {
			return message.New("The notes are kept on this computer only: {{.Problem}}", map[string]any{"Problem": problem})
		},
		Unsaved: func(problem string) message.Message {
			return message.New("The notes are not saved: {{.Problem}}", map[string]any{"Problem": problem})
		},
	}
}

// file is the file of the notes.
type file struct{ *presets.NotesFile }

// Holds returns the notes.
func (f file) Holds() models.Notes { return f.Value }

// Save saves notes that are based on those of the file.
func (f file) Save(ctx context.Context, mine models.Notes) (storage.File[models.Notes], []models.Fork, error) {
	next, err := f.NotesFile.Save(ctx, func(n *models.Notes) { *n = mine })
	return file{next}, next.Forks, err
}
