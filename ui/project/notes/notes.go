// Package notes is the notes of an opened project as they are kept in its file: what can be
// done with them without a window, and what is said of them.
//
// [Notes] may be used by any goroutine; changes wait for each other, and for those of other
// processes. Package project says which notes are in the dossier.
package notes

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/notes"
	"dossier/models"
	"dossier/presets"
)

// Notes are the notes of a project.
type Notes struct {
	root   *os.Root
	places presets.Places
	saving sync.Mutex // held while one change is made

	mu     sync.Mutex
	file   *presets.NotesFile
	unread error // why the file could not be read last
}

// Open reads the notes of the project in root, which the caller keeps open for as long as
// they are used. What is wrong with the file is among the warnings.
func Open(root *os.Root, places presets.Places) *Notes {
	n := &Notes{root: root, places: places}
	n.Load()
	return n
}

// Load reads the file again. What was read before stays when it cannot be read any more.
func (n *Notes) Load() {
	file, err := presets.LoadNotes(n.root, n.places)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.unread = err; err == nil || n.file == nil {
		n.file = file
	}
}

// File returns the file as it was read or saved last.
func (n *Notes) File() *presets.NotesFile {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.file
}

// SetFile takes in the file after it was saved.
func (n *Notes) SetFile(file *presets.NotesFile) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.file, n.unread = file, nil
}

// All returns the notes that the file holds. They must not be changed.
func (n *Notes) All() models.Notes { return n.File().Value }

// Warnings are what the user should know of the file.
func (n *Notes) Warnings() []aggregate.Warning {
	n.mu.Lock()
	defer n.mu.Unlock()
	var out []aggregate.Warning
	err := n.unread
	if err == nil {
		err = n.file.ReadOnly()
	}
	if err != nil {
		out = append(out, aggregate.Warning{Message: err.Error()})
	}
	for _, list := range [][]presets.Problem{n.file.Problems, n.file.Notes} {
		for _, problem := range list {
			out = append(out, aggregate.Warning{Message: problem.Error()})
		}
	}
	return out
}

// Change saves what fn makes of the notes as the file holds them at that moment.
func (n *Notes) Change(ctx context.Context, fn func(models.Notes) (models.Notes, error)) error {
	n.saving.Lock()
	defer n.saving.Unlock()
	n.mu.Lock()
	file, unread := n.file, n.unread
	n.mu.Unlock()
	if unread != nil {
		return unread
	}
	next, err := file.Change(ctx, fn)
	if err != nil {
		return err
	}
	n.SetFile(next)
	return nil
}

// Add adds notes at the end, and returns their ids and how many left because of the limit.
func (n *Notes) Add(ctx context.Context, list []models.Note) (ids []string, left int, err error) {
	err = n.Change(ctx, func(all models.Notes) (models.Notes, error) {
		next, added := all.Insert(len(all.List), list...)
		ids, left = added, len(all.List)+len(list)-len(next.List)
		return next, nil
	})
	return ids, left, err
}

// Import takes in notes that were written elsewhere. One that is here already, the same with
// the same id, is not added again; the id that it is told by is empty then.
func (n *Notes) Import(ctx context.Context, list []models.Note) (ids []string, err error) {
	err = n.Change(ctx, func(all models.Notes) (models.Notes, error) {
		ids = make([]string, len(list))
		for i, one := range list {
			if there, ok := all.Find(one.ID); ok && there.Equal(one) {
				continue
			}
			var added []string
			all, added = all.Insert(len(all.List), one)
			ids[i] = added[0]
		}
		return all, nil
	})
	return ids, err
}

// New returns a note as it is kept: with a type and a time, and with text that a file can
// hold.
func New(n models.Note, now time.Time) models.Note {
	if n.Type == "" {
		n.Type = notes.TypeOf(n)
	}
	if n.Time.IsZero() {
		n.Time = now.UTC().Truncate(time.Second)
	}
	return Storable(n)
}

// Storable returns a note with text that a file can hold.
func Storable(n models.Note) models.Note {
	valid := func(s string) string { return strings.ToValidUTF8(s, "\ufffd") }
	n.Content, n.Metadata.Filename, n.Metadata.Package = valid(n.Content), valid(n.Metadata.Filename), valid(n.Metadata.Package)
	return n
}

// Check says what of notes that fit the schema is likely to be a mistake.
func Check(list []models.Note) []aggregate.Warning {
	var out []aggregate.Warning
	for i, n := range list {
		if err := n.Metadata.CheckLines(); err != nil {
			out = append(out, aggregate.Warning{Message: fmt.Sprintf("[%d].metadata.%v", i, err)})
		}
	}
	return out
}

// Report is a note, as JSON: by the seed's schema, with what Dossier knows of it beside.
type Report struct {
	models.Note
	In     bool   // whether it is in the dossier
	Health string // of the lines that it follows; empty: it follows none
}

// MarshalJSON writes the note with what is known of it behind its keys.
func (r Report) MarshalJSON() ([]byte, error) {
	fields := append(r.Fields(), models.Field{Key: "in_dossier", Value: r.In})
	if r.Health != "" {
		fields = append(fields, models.Field{Key: "health", Value: r.Health})
	}
	return fields.MarshalJSON()
}
