package session

import (
	"slices"

	"dossier/aggregate/format"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// Composer edits the composition: its files, how each is shown, and its settings. Each edit is one undo
// step; the rules are those of [project.Edit]. It holds nothing of its own.
type Composer struct{ host host }

// Compose edits the composition.
func (s *Session) Compose() *Composer { return s.composing }

// newComposer returns the controller of a session.
func newComposer(host host) *Composer { return &Composer{host} }

// Add adds files to the dossier, in the order given. Files that it already contains stay where they are.
func (p *Composer) Add(paths []string) {
	p.host.Edit(message.Several("add {{.N}} files", len(paths), project.FirstName(paths)), func(e *project.Edit) { e.Add(paths) })
}

// Remove removes files from the dossier.
func (p *Composer) Remove(paths []string) {
	p.host.Edit(message.Several("remove {{.N}} files", len(paths), project.FirstName(paths)), func(e *project.Edit) { e.Remove(paths) })
}

// AddPattern adds a folder or glob as one entry, which includes files that are created later.
func (p *Composer) AddPattern(pattern string) {
	p.host.Edit(message.Named("add {{.Name}}", pattern), func(e *project.Edit) {
		entry := models.NewFileItem(e.EntryPath(pattern))
		e.AddPattern(entry, p.host.Resolve(entry))
	})
}

// Clear removes everything from the dossier except the instruction and the settings.
func (p *Composer) Clear() {
	p.host.Edit(message.New("clear the context", nil), func(e *project.Edit) {
		e.Composition.Files, e.Composition.Screenshots, e.Composition.Focus = nil, nil, nil
	})
}

// SetMode shows rows in a view mode.
func (p *Composer) SetMode(rows []int, mode models.ViewMode) {
	p.host.Edit(message.Chosen("view as {{.Name}}", message.Term(mode)), func(e *project.Edit) {
		e.Change(rows, func(it *models.FileItem) { it.ViewMode = mode })
	})
}

// SetForceFull shows rows in full regardless of their view mode and the strategy.
func (p *Composer) SetForceFull(rows []int, on bool) {
	p.host.Edit(message.New("force full", nil), func(e *project.Edit) {
		e.Change(rows, func(it *models.FileItem) { it.ForceFull = on })
	})
}

// SetListedOnly leaves rows in the list but excludes them from the document.
func (p *Composer) SetListedOnly(rows []int, on bool) {
	p.host.Edit(message.New("list only", nil), func(e *project.Edit) {
		e.Change(rows, func(it *models.FileItem) { it.AutoAggregate = !on })
	})
}

// RaiseLimit raises the size limit of rows so that their files fit.
func (p *Composer) RaiseLimit(rows []int) {
	p.host.Edit(message.New("raise the size limit", nil), func(e *project.Edit) {
		for _, row := range rows {
			if item, ok := p.host.Shown(row); ok {
				e.Change([]int{row}, func(it *models.FileItem) { it.MaxBytes = max(it.MaxBytes, project.GrowthLimit(item.Size)) })
			}
		}
	})
}

// SetFocusRows puts rows into the focus or removes them from it.
func (p *Composer) SetFocusRows(rows []int, on bool) {
	p.host.Edit(message.New("focus", nil), func(e *project.Edit) {
		for _, row := range rows {
			if row < 0 || row >= len(e.Items) {
				continue
			}
			at := e.Items[row].Path
			e.Composition.Focus = slices.DeleteFunc(e.Composition.Focus, func(f string) bool { return f == at })
			if on {
				e.Composition.Focus = append(e.Composition.Focus, at)
			}
		}
	})
}

// Move moves rows before the row at, which may be the number of rows.
func (p *Composer) Move(rows []int, at int) {
	p.host.Edit(message.New("move", nil), func(e *project.Edit) { e.Move(rows, at) })
}

// GroupByFolder groups the files by folder, each folder at the position of its first file; the
// order is unchanged otherwise. It is one undo step.
func (p *Composer) GroupByFolder() {
	p.host.Edit(message.New("group by folder", nil), func(e *project.Edit) { e.Group() })
}

// SetStrategy selects how the files are rendered as a whole.
func (p *Composer) SetStrategy(strategy models.Strategy) {
	p.host.Edit(message.Chosen("strategy {{.Name}}", message.Term(strategy)), func(e *project.Edit) { e.Composition.Strategy = strategy })
}

// Override is the setting that overrides the view modes of files.
type Override int

// The overrides. The focus takes precedence.
const (
	NoOverride Override = iota
	ByFocus
	BySummarize   // the strategy
	BySummaryOnly // the project's setting, under the strategy auto
)

// Override returns the setting that overrides the view modes of files.
func (p *Composer) Override() Override {
	c := p.host.Composition()
	switch strategy := c.Strategy.OrAuto(); {
	case c.Focused:
		return ByFocus
	case strategy == models.Summarize:
		return BySummarize
	case strategy == models.Auto && c.SummaryOnly:
		return BySummaryOnly
	}
	return NoOverride
}

// EndOverride removes the setting that [Composer.Override] returns.
func (p *Composer) EndOverride() {
	switch p.Override() {
	case ByFocus:
		p.SetFocused(false)
	case BySummarize:
		p.SetStrategy(models.Auto)
	case BySummaryOnly:
		p.SetSummaryOnly(false)
	}
}

// SetSummaryOnly makes the strategy auto show every file as its summary.
func (p *Composer) SetSummaryOnly(on bool) {
	p.host.Edit(message.New("summaries only", nil), func(e *project.Edit) { e.Composition.SummaryOnly = on })
}

// SetFocused switches the focused variant on or off.
func (p *Composer) SetFocused(on bool) {
	p.host.Edit(message.New("focused variant", nil), func(e *project.Edit) { e.Composition.Focused = on })
}

// SetExecutionMode includes the project's beads in the document or excludes them.
func (p *Composer) SetExecutionMode(mode models.ExecutionMode) {
	p.host.Edit(message.New("beads", nil), func(e *project.Edit) { e.Composition.ExecutionMode = mode })
}

// ToggleBeads includes the project's beads in the document, or excludes them.
func (p *Composer) ToggleBeads() {
	mode := models.Beads
	if p.host.Composition().ExecutionMode == models.Beads {
		mode = models.Native
	}
	p.SetExecutionMode(mode)
}

// SetTree selects the tree that precedes the files.
func (p *Composer) SetTree(mode models.TreeMode) {
	p.host.Edit(message.Chosen("tree {{.Name}}", message.Term(mode)), func(e *project.Edit) { e.Composition.Tree = mode })
}

// SetFormat selects the format of the document.
func (p *Composer) SetFormat(f format.Format) {
	name := f.Name()
	if f == format.Default() {
		name = ""
	}
	p.host.Edit(message.Named("format {{.Name}}", f.Title()), func(e *project.Edit) { e.Composition.Format = name })
}

// SetPlace sets the position of the instruction.
func (p *Composer) SetPlace(place models.Place) {
	if place == models.Last {
		place = ""
	}
	p.host.Edit(message.New("place of the instruction", nil), func(e *project.Edit) { e.Composition.Place = place })
}

// SetGuide sets whether the document begins with a note to the model on its layout.
func (p *Composer) SetGuide(on bool) {
	p.host.Edit(message.New("note on the layout", nil), func(e *project.Edit) { e.Composition.Guide = on })
}

// SetInstruction sets the instruction, the last section of the document. Consecutive typed letters
// are one undo step.
func (p *Composer) SetInstruction(text string) {
	if text != p.host.Composition().Instruction {
		p.host.EditIn("instruction", message.New("instruction", nil), func(e *project.Edit) { e.Composition.Instruction = text })
	}
}
