package presets

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"dossier/models"
	"dossier/presets/tomledit"
)

// Journal is a part of the project that may not be in its file yet.
type Journal[T any] struct {
	Base  string // digest of the file that Value is based on
	Value T
}

// Journals are the journals of one kind in the slots of a project, beginning with the slot's own.
// They have the readable form of the file that they replace.
type Journals[T any] struct {
	slot *Slot
	kind journalKind[T]
}

// journalKind is how the journals of a kind are stored: the folder and the form.
type journalKind[T any] struct {
	folder string
	read   func(document) (T, error)
	edits  func(T) []tomledit.Edit
}

// Discussions returns the journals of the discussions.
func (sl *Slot) Discussions() Journals[models.Discussions] {
	return Journals[models.Discussions]{sl, journalKind[models.Discussions]{
		folder: discussionJournals,
		read: func(doc document) (models.Discussions, error) {
			return readDiscussions(doc, doc.values, "discussions")
		},
		edits: discussionEdits,
	}}
}

// Notes returns the journals of the notes.
func (sl *Slot) Notes() Journals[models.Notes] {
	return Journals[models.Notes]{sl, journalKind[models.Notes]{
		folder: noteJournals,
		read: func(doc document) (models.Notes, error) {
			n, _, err := models.ParseNotes(doc.values)
			return n, err
		},
		edits: func(n models.Notes) []tomledit.Edit {
			edits, _ := plan("", nil, noteParts(n), nil, nil)
			return edits
		},
	}}
}

// Folders of journals.
const (
	discussionJournals = "discussions"
	noteJournals       = "notes"
)

// journalFolders returns the folders of journals.
func journalFolders() []string { return []string{discussionJournals, noteJournals} }

// Load returns the journal of the slot; ok is false if there is none.
func (js Journals[T]) Load() (j Journal[T], ok bool) { return js.load(js.slot.number) }

// Save stores a journal in the slot.
func (js Journals[T]) Save(ctx context.Context, j Journal[T]) error {
	s := js.slot.store
	data, err := js.encode(j)
	if err != nil {
		return err
	}
	root, err := s.open(js.kind.folder, true)
	if err != nil {
		return err
	}
	defer root.Close()
	return s.store.Update(ctx, root, js.name(js.slot.number), int64(ofRecords().Bytes), 0o600, func([]byte) ([]byte, error) { return data, nil })
}

// Forget removes the journal of the slot, once the project's file contains all of it.
func (js Journals[T]) Forget() error { return js.slot.remove(js.kind.folder, js.slot.number) }

// AbandonedJournal is the journal of a window that no longer exists.
type AbandonedJournal[T any] struct {
	Journal[T]
	number int
}

// Abandoned returns the journals of the project in slots without an open window.
func (js Journals[T]) Abandoned() []AbandonedJournal[T] {
	defer js.slot.alone()()
	var out []AbandonedJournal[T]
	for _, n := range js.slot.abandonedNumbers() {
		if j, ok := js.load(n); ok {
			out = append(out, AbandonedJournal[T]{j, n})
		}
	}
	return out
}

// ForgetAbandoned removes abandoned journals whose content has been saved elsewhere.
func (js Journals[T]) ForgetAbandoned(list []AbandonedJournal[T]) error {
	if len(list) == 0 {
		return nil
	}
	defer js.slot.alone()()
	var errs []error
	for _, j := range list {
		if !js.slot.busy(j.number) {
			errs = append(errs, js.slot.remove(js.kind.folder, j.number))
		}
	}
	return errors.Join(errs...)
}

func (js Journals[T]) name(slot int) string { return js.slot.name(slot) + ".toml" }

// load reads the journal of a slot; ok is false if there is no usable one.
func (js Journals[T]) load(slot int) (j Journal[T], ok bool) {
	s, name := js.slot.store, js.name(slot)
	root, err := s.open(js.kind.folder, false)
	if err != nil {
		return j, false
	}
	defer root.Close()
	path := filepath.Join(root.Name(), name)
	j, err = js.decode(readWithin(ofRecords(), root, name, path))
	switch {
	case err == nil:
		return j, true
	case notThere(err):
		return Journal[T]{}, false
	}
	// It is damaged: move it aside for inspection.
	_, _ = s.store.MoveDamagedAside(context.Background(), root, name, int64(ofRecords().Bytes), func(data []byte) error {
		_, err := js.decode(parseWithin(ofRecords(), path, data))
		return err
	})
	return Journal[T]{}, false
}

// decode parses a journal document.
func (js Journals[T]) decode(doc document) (j Journal[T], err error) {
	project, _ := doc.values["project"].(string)
	switch {
	case !doc.exists():
		return j, fs.ErrNotExist
	case doc.refusal != nil:
		return j, doc.refusal
	case project != js.slot.dir:
		return j, fmt.Errorf("it is the journal of %s", project)
	}
	j.Base, _ = doc.values["base"].(string)
	j.Value, err = js.kind.read(doc)
	return j, err
}

func (js Journals[T]) encode(j Journal[T]) ([]byte, error) {
	edits := append([]tomledit.Edit{tomledit.Set(js.slot.dir, "project"), tomledit.Set(j.Base, "base")}, js.kind.edits(j.Value)...)
	doc, err := parseWithin(ofRecords(), "the copy of the "+js.kind.folder+" of "+js.slot.dir, nil).applied(edits)
	return doc.data, err
}

// discussionEdits returns the edits that write discussions to an empty file.
func discussionEdits(d models.Discussions) []tomledit.Edit {
	var all tomledit.Block
	for _, one := range d.List {
		list := make([]any, len(one.History))
		blocks := make(tomledit.Blocks, 0, len(list))
		for i, e := range one.History {
			list[i] = e.Value()
			if fields, ok := list[i].(models.Fields); ok {
				blocks = append(blocks, tomledit.Block(fields))
			}
		}
		var history any = list
		if len(blocks) == len(list) && len(list) > 0 {
			history = blocks
		}
		all = append(all, models.Field{Key: one.Name, Value: tomledit.Block{{Key: "history", Value: history}}})
	}
	edits := []tomledit.Edit{tomledit.Set(d.Active, "active")}
	if len(all) > 0 {
		edits = append(edits, tomledit.Set(all, "discussions"))
	}
	return edits
}
