package presetlist

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/repair"
	"dossier/ui/session/jobs"
)

// Costs counts the costs of presets and their missing files, only while they are visible. It
// belongs to the session's goroutine.
type Costs struct {
	host     Host
	rows     func() []Row // including the remains of deleted ones
	counting *jobs.Latest
	shown    bool
	known    map[string]cost // by [Costs.key]
	notes    notesKey
}

// cost is the result of counting a preset.
type cost struct {
	project.PresetCost
	missing []repair.Item
}

// Show starts or stops counting the costs of presets.
func (c *Costs) Show(on bool) {
	c.shown = on
	if !on {
		c.counting.Stop()
	}
	c.Update()
}

// Of returns the number of files of a preset and its cost in the document with the current
// strategy: its files, screenshots and instruction. Both are pending until they are known.
func (c *Costs) Of(preset models.Preset) (files int, cost project.Cost) {
	known, ok := c.known[c.key(preset)]
	if !ok || known.Failed {
		return 0, project.Cost{Pending: true}
	}
	return known.Files, project.Cost{Count: c.host.Cost(known.Tokens)}
}

// Missing returns the missing files of a preset that are known: they are determined together with
// its cost.
func (c *Costs) Missing(preset models.Preset) []repair.Item {
	return c.known[c.key(preset)].missing
}

// key returns everything that a preset's cost depends on, except the disk.
func (c *Costs) key(preset models.Preset) string {
	if c.host.Project() == nil {
		return ""
	}
	in := c.host.Project().Presets().Input(preset, c.host.Composition())
	key, err := json.Marshal([]any{in.Composition, in.FilesBase, in.ScreenshotBase, in.MaxBytes, in.Languages})
	if err != nil {
		return preset.Name // of a value that no file can contain
	}
	return string(key) + c.notes.of(in.Notes)
}

// notesKey is the key of the most recent list of notes, which all presets share: it is computed again only for another
// list, because lists of notes are not modified.
type notesKey struct {
	list []models.Note
	key  string
}

// of returns everything that a preset's cost depends on of notes.
func (k *notesKey) of(list []models.Note) string {
	if len(list) == 0 {
		return ""
	}
	if len(list) != len(k.list) || &list[0] != &k.list[0] {
		keys := make([]noteKey, len(list))
		for i, n := range list {
			keys[i] = noteKey{n.ID, n.Type, len(n.Content), n.Metadata.Filename}
		}
		data, _ := json.Marshal(keys) // strings and numbers
		k.list, k.key = list, string(data)
	}
	return k.key
}

// noteKey is what a preset's cost depends on of a note, without the text of its content.
type noteKey struct {
	ID     string
	Type   models.NoteType
	Length int
	File   string
}

// RepositoryChanged drops the costs that a change of the git repository may have changed.
func (c *Costs) RepositoryChanged() {
	c.counting.Stop()
	maps.DeleteFunc(c.known, func(_ string, one cost) bool { return one.Sourced })
	c.Update()
}

// Update counts the unknown costs of presets in the background, one after another, while they are
// visible.
func (c *Costs) Update() {
	if c.host.Project() == nil || !c.shown || c.counting.Busy() {
		return
	}
	all := c.rows()
	wanted := map[string]bool{}
	at, key := -1, ""
	for i, row := range all {
		k := c.key(row.Preset)
		if _, ok := c.known[k]; !ok && at < 0 {
			at, key = i, k
		}
		wanted[k] = true
	}
	if at < 0 {
		maps.DeleteFunc(c.known, func(k string, _ cost) bool { return !wanted[k] })
		return
	}
	opened := c.host.Project()
	in := opened.Presets().Input(all[at].Preset, c.host.Composition())
	c.counting.Start(func(ctx context.Context) func() {
		counted, doc, err := opened.Presets().Count(ctx, in)
		next := cost{PresetCost: counted} // a preset that fails stays pending
		if err == nil {
			next.missing = repair.Of(ctx, opened, doc, in)
		}
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			c.known[key] = next
			c.host.Changed()
			c.Update()
		}
	})
}

// DiskChanged drops the costs that a change on disk may have changed, and cancels the current
// count, which may have read old data.
func (c *Costs) DiskChanged(b watch.Batch) {
	c.counting.Stop()
	for key, cost := range c.known {
		hit := b.All || cost.Sourced || cost.Opened && len(b.Folders) > 0 || slices.ContainsFunc(b.Files, func(path string) bool {
			if cost.Paths[path] {
				return true
			}
			for known := range cost.Paths { // a current or former folder represents everything in it
				if _, below := project.CutFolder(known, path); below {
					return true
				}
			}
			return false
		})
		if hit {
			delete(c.known, key)
		}
	}
	c.Update()
}
