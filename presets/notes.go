package presets

import (
	"os"
	"slices"

	"dossier/models"
	"dossier/presets/tomledit"
)

// NotesFile is the loaded dossier_notes.toml of a project.
type NotesFile = File[models.Notes]

// LoadNotes reads the notes of the project in root, which must stay open as long as the result is
// saved. It always returns a result; the error is why the file could not be read, and the notes
// are then empty.
func LoadNotes(root *os.Root, places Places) (*NotesFile, error) {
	f, err := notesKind().Load(root, NotesName, places)
	if Understood(err) {
		err = nil
	}
	return f, err
}

// notesKind returns the kind of the notes file; concurrent changes are merged by note.
func notesKind() Kind[models.Notes] {
	return Kind[models.Notes]{
		Limits: Limits{ofRecords().Bounds, "delete notes that are no longer needed"},
		Parse:  models.ParseNotes,
		Clone: func(n models.Notes) models.Notes {
			n.List = slices.Clone(n.List)
			for i, one := range n.List {
				n.List[i] = one.Clone()
			}
			return n
		},
		Parts: noteParts,
		Merge: models.MergeNotes,
	}
}

// noteParts returns the saved parts of notes: the list as a whole, in order.
func noteParts(n models.Notes) []Part {
	list := listOf(n.List, func(one models.Note) any { return one.Stored() }, []string{"notes"})
	if len(n.List) == 0 {
		list.value = nil
	}
	list.form = func(raw any, before Part) any {
		old, _ := before.of.([]models.Note)
		return noteBlocks(raw, old, n.List)
	}
	return []Part{
		Setting(n.Last, int64(0), "last"),
		Setting(int64(n.Limit), int64(0), "limit"),
		list,
	}
}

// noteBlocks returns the stored list raw of old, changed to new.
func noteBlocks(raw any, old, new []models.Note) any {
	raws, _ := raw.([]any)
	if len(raws) != len(old) {
		raws, old = nil, nil
	}
	from := paired(old, new, func(n models.Note) string { return n.ID })
	out := make(tomledit.Blocks, len(new))
	list := make([]any, len(new))
	for i, one := range new {
		form := one.Stored()
		if j := from[i]; j >= 0 {
			if table, ok := raws[j].(map[string]any); ok {
				form = merged(table, old[j].Stored(), form, old[j].Extra)
			}
		}
		out[i], list[i] = tomledit.Block(form), form
	}
	if raw != nil && len(raws) == 0 {
		return list // it is an empty list in brackets
	}
	return out
}
