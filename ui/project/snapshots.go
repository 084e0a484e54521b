package project

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/extract"
	"dossier/aggregate/format"
	"dossier/models"
	"dossier/presets"
	"dossier/presets/snapshots"
)

// SnapshotID identifies a snapshot of the project.
type SnapshotID struct {
	Copied bool   // it is one of the user's copies
	Name   string // acme_007, or acme_c007 for a copy
}

// snapshotFolders are the folders of a project's snapshots.
type snapshotFolders struct {
	dir, namespace  string // of written documents
	written, copies *snapshots.Folder
}

// Snapshots are the written and copied documents of a project, with their records.
type Snapshots struct{ p *Project }

// Snapshots returns the project's snapshots.
func (p *Project) Snapshots() Snapshots { return Snapshots{p} }

// Folder returns the folder of the project's documents, or of its copies, according to the current settings.
func (s Snapshots) Folder(copied bool) *snapshots.Folder {
	f := s.p.foldersOf(s.p.StoredState())
	if copied {
		return f.copies
	}
	return f.written
}

// foldersOf returns the folders of snapshots for given settings.
func (p *Project) foldersOf(k *StoredState) snapshotFolders {
	dir, namespace, state := k.OutputDir(), k.Namespace(), p.places.State
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.folders.dir != dir || p.folders.namespace != namespace {
		p.folders = snapshotFolders{
			dir: dir, namespace: namespace,
			written: snapshots.Written(func(create bool) (*os.Root, bool, error) { return p.openOutput(dir, create) }, namespace, TextExts(), state),
			copies:  snapshots.Private(snapshots.CopiesPath(state, p.Dir), namespace, TextExts(), state, true),
		}
	}
	return p.folders
}

// TextExts returns the file extensions of snapshot texts by format; the empty key is for
// records without a format.
func TextExts() map[string]string {
	exts := map[string]string{"": format.Default().Ext()}
	for _, f := range format.All() {
		exts[f.Name()] = f.Ext()
	}
	return exts
}

// Path returns the path of the text of a snapshot; its record has the same path with the extension
// .toml.
func (s Snapshots) Path(id SnapshotID) string {
	name := s.Folder(id.Copied).TextName(id.Name)
	if id.Copied {
		return filepath.Join(snapshots.CopiesPath(s.p.places.State, s.p.Dir), name)
	}
	if dir := filepath.FromSlash(s.p.StoredState().OutputDir()); filepath.IsAbs(dir) {
		return filepath.Join(dir, name)
	}
	return filepath.Join(s.p.Dir, filepath.FromSlash(s.p.StoredState().OutputDir()), name)
}

// RecordInfo describes how and when a document is created. preset is the one that it is based on.
func (s Snapshots) RecordInfo(preset PresetRef, copied bool) aggregate.RecordInfo {
	return aggregate.RecordInfo{
		Time: time.Now(), Version: Version, Model: ModelOf(s.p.user.Settings()).ID, Preset: preset.Name, Scope: preset.Scope, Copied: copied,
	}
}

// Write writes a document, which was built from in, as the project's next document, with its
// record. It returns the path of the document, relative to the project or absolute. If the output
// folder needs permission, the error is an [*OutputError]. preset is the one that the document is
// based on; its name is empty if there is none.
func (s Snapshots) Write(doc *aggregate.Document, in aggregate.Input, preset PresetRef) (path string, record models.Snapshot, err error) {
	record = aggregate.RecordOf(doc, in, s.RecordInfo(preset, false))
	path, err = s.output().Write(doc, record)
	return path, record, err
}

// output returns the destination of documents according to the current settings.
func (s Snapshots) output() Output {
	k := s.p.StoredState()
	return Output{Folder: s.p.foldersOf(k).written, Dir: k.OutputDir()}
}

// Find returns the snapshot with a name given by the user: acme_007, 7 or latest for written
// documents, acme_c007 or c7 for copied ones. If copied is set, every name is that of a copy.
func (s Snapshots) Find(name string, copied bool) (SnapshotID, error) {
	copied = copied || s.Folder(true).NamesCopy(name)
	folder := s.Folder(copied)
	list, err := folder.List()
	if err != nil {
		return SnapshotID{}, err
	}
	h, err := folder.Find(list, name)
	if err != nil {
		where, names := Shown(s.p.StoredState().OutputDir()), "dossier snapshots list"
		if copied {
			where, names = "what was copied", "dossier snapshots list --copies"
		}
		return SnapshotID{}, fmt.Errorf("%w in %s; %s lists the existing ones", err, where, names)
	}
	return SnapshotID{copied, h.Name}, nil
}

// Sent is a sent document with its record.
type Sent struct {
	ID       SnapshotID
	Record   models.Snapshot
	Document *aggregate.Document // of exactly the stored bytes; its items are the files of the record
}

// Load reads and verifies a snapshot. On a [*snapshots.DamageError] the result is the readable
// part. The record of a text without one is empty.
func (s Snapshots) Load(id SnapshotID) (Sent, error) {
	return LoadSnapshot(s.Folder(id.Copied), id)
}

// LoadSnapshot is [Snapshots.Load] for a folder of snapshots.
func LoadSnapshot(folder *snapshots.Folder, id SnapshotID) (Sent, error) {
	record, text, err := folder.Load(id.Name)
	if err != nil && !errors.As(err, new(*snapshots.DamageError)) {
		return Sent{ID: id}, err
	}
	return Sent{id, record, aggregate.Replay(record, string(text))}, err
}

// Restored returns the composition of a record in a reusable form.
func Restored(record models.Snapshot) models.Composition {
	c := record.Composition.Clone()
	for i := range c.Files {
		c.Files[i].InjectedAt = nil // only stored in snapshots
	}
	return c
}

// RestoredOver returns the composition of a record as a replacement of now, whose smart
// contexts remain; those of the record are in the document.
func RestoredOver(now models.Composition, record models.Snapshot) models.Composition {
	c := Restored(record)
	c.Links = now.Links.Restored(c.Links)
	return c
}

// Restore writes the composition of a snapshot to the project file. Replaced content that is in no
// preset is first stored as a draft, as by [Presets.Apply]; kept reports whether it was.
func (s Snapshots) Restore(ctx context.Context, id SnapshotID) (comp models.Composition, kept bool, err error) {
	record, err := s.Folder(id.Copied).Read(id.Name)
	if err != nil {
		return comp, false, err
	}
	old := s.p.StoredState().Composition()
	comp = RestoredOver(old, record)
	if kept, err = s.p.Presets().storeDraft(ctx, replaced(old, true, true), comp); err != nil {
		return comp, false, fmt.Errorf("%s was not restored: %w", id.Name, err)
	}
	return comp, kept, s.p.save(ctx, func(file *models.Project) { presets.SetComposition(file, comp) })
}

// Render builds the composition of a snapshot with the current files.
func (s Snapshots) Render(ctx context.Context, id SnapshotID) (*aggregate.Document, error) {
	record, err := s.Folder(id.Copied).Read(id.Name)
	if err != nil {
		return nil, err
	}
	in := s.p.Input()
	in.Composition = Restored(record)
	return s.p.Builder.Build(ctx, in, nil)
}

// Drift describes how the files of a snapshot have changed since.
func (s Snapshots) Drift(ctx context.Context, id SnapshotID) (Drift, error) {
	folder := s.Folder(id.Copied)
	record, err := folder.Read(id.Name)
	if err != nil {
		return Drift{}, err
	}
	job := DriftJob{Root: s.p.Reader(), Read: map[string]FileSum{}}
	return job.drift(ctx, record.Files, record.Time, map[string]pathState{})
}

// Texts returns the reader of the project's files as text.
func (p *Project) Texts() extract.Reader {
	return extract.Reader{Rules: p.StoredState().Project.Languages}
}

// Reader returns the project's root with access to the allowed external paths.
func (p *Project) Reader() *disk.Root {
	return p.root.Allowing(p.leave())
}
