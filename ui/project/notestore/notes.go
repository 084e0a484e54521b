// Package notestore implements the stored notes of an opened project, and all actions on them that
// need no window.
//
// [Notes] is safe for concurrent use; changes are serialized, also with those of other
// processes. Package project determines which notes are in the document.
package notestore

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/snippets"
	"dossier/models"
	"dossier/presets"
)

// Notes are the notes of a project.
type Notes struct {
	root   *os.Root
	places presets.Places
	saving sync.Mutex // held during a change

	mu     sync.Mutex
	file   *presets.NotesFile
	unread error // why the last read failed
}

// Open reads the notes of the project in root, which must stay open while they are in use.
// Problems of the file are warnings.
func Open(root *os.Root, places presets.Places) *Notes {
	n := &Notes{root: root, places: places}
	n.Load()
	return n
}

// Load reads the file again. If it cannot be read, the previous notes remain.
func (n *Notes) Load() {
	file, err := presets.LoadNotes(n.root, n.places)
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.unread = err; err == nil || n.file == nil {
		n.file = file
	}
}

// File returns the file as last read or saved.
func (n *Notes) File() *presets.NotesFile {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.file
}

// SetFile sets the file after it was saved.
func (n *Notes) SetFile(file *presets.NotesFile) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.file, n.unread = file, nil
}

// All returns the notes in the file. They must not be modified.
func (n *Notes) All() models.Notes { return n.File().Value }

// Warnings returns messages to the user about the file.
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

// Change saves the notes as changed by fn, which is called with the current ones in the file.
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

// Add appends notes, and returns their ids and the number of notes removed because of the limit.
func (n *Notes) Add(ctx context.Context, list []models.Note) (ids []string, left int, err error) {
	err = n.Change(ctx, func(all models.Notes) (models.Notes, error) {
		next, added := all.Insert(len(all.List), list...)
		ids, left = added, len(all.List)+len(list)-len(next.List)
		return next, nil
	})
	return ids, left, err
}

// Import adds notes from another source. An identical note with the same id is not added again;
// its new id is then empty.
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

// New returns a note in its stored form: with a type and a time, and with text that a file can
// contain.
func New(n models.Note, now time.Time) models.Note {
	if n.Type == "" {
		n.Type = snippets.TypeOf(n)
	}
	if n.Time.IsZero() {
		n.Time = now.UTC().Truncate(time.Second)
	}
	return Storable(n)
}

// Storable returns a note with text that a file can contain.
func Storable(n models.Note) models.Note {
	valid := func(s string) string { return strings.ToValidUTF8(s, "\ufffd") }
	n.Content, n.Metadata.Filename, n.Metadata.Package = valid(n.Content), valid(n.Metadata.Filename), valid(n.Metadata.Package)
	return n
}

// Check returns likely mistakes in notes that are valid according to the schema.
func Check(list []models.Note) []aggregate.Warning {
	var out []aggregate.Warning
	for i, n := range list {
		if err := n.Metadata.CheckLines(); err != nil {
			out = append(out, aggregate.Warning{Message: fmt.Sprintf("[%d].metadata.%v", i, err)})
		}
	}
	return out
}

// Report is a note as JSON: in the original tool's schema, with additional information.
type Report struct {
	models.Note
	In     bool   // it is in the document
	Health string // of the lines that it follows; empty if it follows none
}

// MarshalJSON writes the note's keys followed by the additional information.
func (r Report) MarshalJSON() ([]byte, error) {
	fields := append(r.Fields(), models.Field{Key: "in_dossier", Value: r.In})
	if r.Health != "" {
		fields = append(fields, models.Field{Key: "health", Value: r.Health})
	}
	return fields.MarshalJSON()
}
