package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/kit"
)

// presetsTab lists the presets of both scopes and applies them.
type presetsTab struct {
	w     *Window
	list  *kit.List
	rows  presetRows
	empty *kit.Empty
	stack *fyne.Container
}

// presetRows are the presets: the project's first, each scope under its heading.
type presetRows struct {
	w    *Window
	rows []presetRow
}

type presetRow struct {
	heading string // set on the row of a scope
	preset  models.ScopedPreset
	hidden  bool // by a project preset of the same name
}

const applyCell = 1

const presetWidth = 150 // of a name; the descriptions line up behind it

func newPresetsTab(w *Window) *presetsTab {
	t := &presetsTab{w: w, rows: presetRows{w: w}}
	t.list = kit.NewList(&t.rows, kit.RowHeight)
	t.list.Single = true
	t.list.OnCell = func(i int, _ kit.Cell, _ fyne.Position, _ fyne.Size) { t.apply(i) }
	t.list.OnOpen = t.apply
	t.list.OnShortcut = func(s fyne.Shortcut) { w.shortcut(s) }
	t.empty = kit.NewEmpty(say("Presets are named compositions: those of the project lie in its dossier.toml, your own in your settings. There are none yet."), say("Go to the context"), func() { w.showTab(contextID) })
	t.stack = container.NewStack(t.empty)
	return t
}

func (t *presetsTab) content() fyne.CanvasObject { return t.stack }

func (t *presetsTab) reload() {
	t.rows.take()
	t.list.Reload()
	shown := fyne.CanvasObject(t.list)
	if t.rows.Len() == 0 {
		shown = t.empty
	}
	if len(t.stack.Objects) != 1 || t.stack.Objects[0] != shown {
		t.stack.Objects = []fyne.CanvasObject{shown}
		t.stack.Refresh()
	}
}

func (r *presetRows) take() {
	s := r.w.session
	r.rows = nil
	titles := map[models.Scope]string{models.ProjectScope: say("Of the project"), models.Global: say("Your own")}
	for _, scope := range []models.Scope{models.ProjectScope, models.Global} {
		list := s.Presets(scope)
		if len(list) == 0 {
			continue
		}
		r.rows = append(r.rows, presetRow{heading: titles[scope]})
		for _, p := range list {
			r.rows = append(r.rows, presetRow{preset: p, hidden: scope == models.Global && s.Hidden(p.Name)})
		}
	}
}

func (r *presetRows) Len() int { return len(r.rows) }

func (r *presetRows) Key(i int) string {
	row := r.rows[i]
	return string(row.preset.Scope) + "/" + row.heading + "/" + row.preset.Name
}

func (r *presetRows) Find(key string) int {
	for i := range r.rows {
		if r.Key(i) == key {
			return i
		}
	}
	return -1
}

func (r *presetRows) Selectable(i int) bool { return r.rows[i].heading == "" }

func (r *presetRows) Label(i int) string { return r.rows[i].preset.Name }

func (r *presetRows) Row(i int) kit.Row {
	row := r.rows[i]
	if row.heading != "" {
		return kit.Row{Strong: true, Cells: []kit.Cell{{Text: row.heading, Fill: true}}}
	}
	name, modified := r.w.session.Preset()
	applied := name == row.preset.Name && r.w.session.Scope() == row.preset.Scope
	cells := []kit.Cell{{Text: text.Escape(row.preset.Name), Width: presetWidth, Middle: true}}
	if applied && modified {
		cells = append(cells, kit.Cell{Text: say("applied, modified since"), Tone: kit.ColorAccent})
	} else if applied {
		cells = append(cells, kit.Cell{Text: say("applied"), Tone: kit.ColorAccent})
	}
	switch {
	case row.preset.Overrides:
		cells = append(cells, kit.Cell{Text: say("overrides global"), Tone: kit.ColorWarn, Tip: say("A preset of your own has this name; in this project, this one counts")})
	case row.hidden:
		cells = append(cells, kit.Cell{Text: say("overridden here"), Tone: kit.ColorWarn, Tip: say("The project has a preset of this name, which counts here")})
	}
	cells = append(cells,
		kit.Cell{Text: text.Escape(row.preset.Description), Tone: kit.ColorMuted, Fill: true},
		kit.Cell{Kind: kit.CellNumber, Text: sayCount("{{.N}} entries", len(row.preset.Files)), Width: 84},
		kit.Cell{ID: applyCell, Text: say("Apply"), Tone: kit.ColorAccent, Tip: say("Put it in the place of what is put together; undo takes it back")},
	)
	return kit.Row{Indent: 1, Cells: cells, Tip: text.Escape(row.preset.Description)}
}

func (t *presetsTab) apply(i int) {
	if row := t.rows.rows[i]; row.heading == "" {
		t.w.session.Apply(row.preset)
	}
}
