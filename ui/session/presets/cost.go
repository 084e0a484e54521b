package presets

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/ui/project"
)

// costs is what presets cost, counted only while somebody looks.
type costs struct {
	shown bool
	known map[string]project.PresetCost // by [Part.costKey]
}

// ShowCosts begins to count what presets cost, or stops.
func (p *Part) ShowCosts(on bool) {
	p.costs.shown = on
	if !on && p.host.Project() != nil {
		p.counting.Stop()
	}
	p.UpdateCosts()
}

// Cost returns what a preset adds to the document with the strategy of now: its
// files, screenshots and instruction. Both are pending until they are known.
func (p *Part) Cost(preset models.Preset) (files int, cost project.Cost) {
	known, ok := p.costs.known[p.costKey(preset)]
	if !ok || known.Failed {
		return 0, project.Cost{Pending: true}
	}
	return known.Files, project.Cost{Count: p.host.Cost(known.Tokens)}
}

// Missing lists what a preset names that is not there, as far as that is known: it
// is found out with what it costs.
func (p *Part) Missing(preset models.Preset) []project.Missing {
	return p.costs.known[p.costKey(preset)].Gone
}

// costKey names all that a preset's cost depends on beside the disk.
func (p *Part) costKey(preset models.Preset) string {
	if p.host.Project() == nil {
		return ""
	}
	in := p.host.Project().Presets().Input(preset, p.host.Composition())
	key, err := json.Marshal([]any{in.Composition, in.FilesBase, in.ScreenshotBase, in.MaxBytes, in.Languages})
	if err != nil {
		return preset.Name // of a value that no file can hold
	}
	return string(key)
}

// UpdateCosts counts beside the window what the presets cost whose cost is not known, one
// after the other, while somebody looks.
func (p *Part) UpdateCosts() {
	if p.host.Project() == nil || !p.costs.shown || p.counting.Busy() {
		return
	}
	all := p.AllRows() // with what is left of those that are gone
	wanted := map[string]bool{}
	at, key := -1, ""
	for i, row := range all {
		k := p.costKey(row.Preset)
		if _, ok := p.costs.known[k]; !ok && at < 0 {
			at, key = i, k
		}
		wanted[k] = true
	}
	if at < 0 {
		maps.DeleteFunc(p.costs.known, func(k string, _ project.PresetCost) bool { return !wanted[k] })
		return
	}
	opened := p.host.Project()
	in := opened.Presets().Input(all[at].Preset, p.host.Composition())
	p.counting.Start(func(ctx context.Context) func() {
		cost, _ := opened.Presets().Count(ctx, in) // one that fails stays pending
		if ctx.Err() != nil {
			return nil
		}
		return func() {
			if p.costs.known == nil {
				p.costs.known = map[string]project.PresetCost{}
			}
			p.costs.known[key] = cost
			p.host.Changed()
			p.UpdateCosts()
		}
	})
}

// DiskChanged drops the costs that a change on disk may have changed, and the one that is
// being counted: what it has read may be old.
func (p *Part) DiskChanged(b watch.Batch) {
	p.counting.Stop()
	for key, cost := range p.costs.known {
		hit := b.All || cost.Opened && len(b.Folders) > 0 || slices.ContainsFunc(b.Files, func(path string) bool {
			if cost.Paths[path] {
				return true
			}
			for known := range cost.Paths { // one that is or was a folder stands for everything in it
				if _, below := project.CutFolder(known, path); below {
					return true
				}
			}
			return false
		})
		if hit {
			delete(p.costs.known, key)
		}
	}
	p.UpdateCosts()
}
