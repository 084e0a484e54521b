package ui

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/kit"
	"dossier/ui/session"
)

// applyPreset applies a preset from wherever it was chosen. It asks first when the preset
// has a draft, and when a project's preset hides the person's own for the first time: a
// pull can bring one that names other files.
func (w *Window) applyPreset(row session.PresetRow) {
	if row.Gone {
		w.session.ApplyDraft(row.Ref())
		return
	}
	if diff, first, _ := w.session.PresetShadow(row.Ref()); first {
		w.shadowDialog(row, diff)
		return
	}
	w.applyKnown(row)
}

// applyKnown applies a preset whose shadow the person knows.
func (w *Window) applyKnown(row session.PresetRow) {
	if !row.Draft {
		w.session.Apply(row.ScopedPreset)
		return
	}
	diff, _ := w.session.DraftDifference(row.Ref())
	list, _ := w.differenceList(diff)
	draft := does(say("The draft"), func() { w.session.ApplyDraft(row.Ref()) })
	draft.primary = true
	title := sayWith("{{.Name}} has unsaved changes", map[string]any{"Name": presetTitle(row)})
	w.ask(title, container.NewBorder(muted(say("The draft differs from the preset in this:")), nil, nil, nil, list), fyne.NewSize(560, 320),
		closes(say("Cancel")), does(say("As it is saved"), func() { w.session.Apply(row.ScopedPreset) }), draft)
}

// shadowDialog says how a project's preset differs from the person's own of its name.
func (w *Window) shadowDialog(row session.PresetRow, diff models.PresetDiff) {
	list, _ := w.differenceList(diff)
	about := paragraph(say("The project has a preset of this name, which counts here in the place of your own. It differs from yours in this:"))
	own := does(say("Apply my own"), func() {
		for _, p := range w.session.Presets(models.Global) {
			if p.Name == row.Name {
				w.session.Apply(p)
			}
		}
	})
	project := does(say("Apply the project's"), func() { w.applyKnown(row) })
	project.primary = true
	w.ask(sayWith("{{.Name}} overrides your own", map[string]any{"Name": presetTitle(row)}),
		container.NewBorder(about, nil, nil, nil, list), fyne.NewSize(560, 360), closes(say("Cancel")), own, project)
}

// applyNumber applies the preset of a number.
func (w *Window) applyNumber(n int) {
	for _, row := range w.session.Switchable() {
		if row.Number == n {
			w.applyPreset(row)
			return
		}
	}
	w.overlay.Toast(sayWith("There is no preset {{.N}}", map[string]any{"N": n}), "", nil)
}

// numberKey returns the number of a digit's key, or 0.
func numberKey(name fyne.KeyName) int {
	if len(name) == 1 && name[0] >= '1' && name[0] <= '9' {
		return int(name[0] - '0')
	}
	return 0
}

// switchPresetDialog applies a preset by typing a part of its name.
func (w *Window) switchPresetDialog() {
	s := w.session
	if s.Dir() == "" {
		w.overlay.Toast(say("Open a folder first"), "", nil)
		return
	}
	rows := &switchRows{all: s.Switchable()}
	rows.filter("")
	list := kit.NewList(rows, kit.RowHeight)
	list.Single = true
	find := w.entry("")
	find.PlaceHolder = say("Name of a preset")
	// The dialog closes first: applying may ask in a dialog of its own.
	apply := func() {
		if i := max(list.Cursor(), 0); i < rows.Len() {
			row := rows.shown[i]
			w.dialog.close()
			w.applyPreset(row)
		}
	}
	find.OnChanged = func(text string) {
		rows.filter(text)
		list.Reload()
		if rows.Len() > 0 {
			list.SetCursor(0)
		}
	}
	find.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
		by := map[fyne.KeyName]int{fyne.KeyDown: 1, fyne.KeyUp: -1, fyne.KeyPageDown: 8, fyne.KeyPageUp: -8}[ev.Name]
		if by == 0 || rows.Len() == 0 {
			return false
		}
		list.SetCursor(min(max(list.Cursor()+by, 0), rows.Len()-1))
		return true
	}
	list.OnClick = func(i int) { list.SetCursor(i); apply() }
	list.OnOpen = func(i int) { apply() }
	w.ask(say("Switch preset"), container.NewBorder(find, nil, nil, nil, list), fyne.NewSize(560, 380),
		closes(say("Cancel")), answer{text: say("Apply"), primary: true, run: func() bool { apply(); return true }})
	if rows.Len() > 0 {
		list.SetCursor(0)
	}
}

// switchRows are the presets that can be applied and hold what was typed.
type switchRows struct{ all, shown []session.PresetRow }

func (r *switchRows) filter(typed string) {
	words := strings.Fields(strings.ToLower(typed))
	r.shown = nil
	for _, row := range r.all {
		name, hit := strings.ToLower(row.Name+" "+row.Description), true
		for _, word := range words {
			hit = hit && strings.Contains(name, word)
		}
		if hit {
			r.shown = append(r.shown, row)
		}
	}
}

func (r *switchRows) Len() int         { return len(r.shown) }
func (r *switchRows) Key(i int) string { return r.shown[i].Name }

func (r *switchRows) Find(key string) int {
	for i, row := range r.shown {
		if row.Name == key {
			return i
		}
	}
	return -1
}

func (r *switchRows) Row(i int) kit.Row {
	row := r.shown[i]
	cells := []kit.Cell{{Text: presetTitle(row), Width: 2 * presetName, Middle: true}}
	cells = append(cells, presetMarks(row, nil)...)
	for i := range cells {
		cells[i].ID = 0 // a click anywhere applies
	}
	cells = append(cells,
		kit.Cell{Text: text.Escape(row.Description), Tone: kit.ColorMuted, Fill: true},
		kit.Cell{Text: scopeWord(row.Scope), Small: true, Tone: kit.ColorMuted, Width: presetScope})
	if row.Number > 0 {
		cells = append(cells, kit.Cell{Kind: kit.CellNumber, Small: true, Text: "Ctrl+" + kit.Count(int64(row.Number)), Width: presetScope})
	}
	return kit.Row{Cells: cells}
}

// scopeChoice chooses the scope of a new preset.
func (w *Window) scopeChoice(chosen models.Scope, changed func()) (choice *kit.Choice, scope func() models.Scope) {
	all := []models.Scope{models.ProjectScope, models.Global}
	choice = kit.NewChoice([]string{say("Project"), say("Global")}, func(int) { changed() })
	for i, s := range all {
		if s == chosen {
			choice.Choose(i)
		}
	}
	return choice, func() models.Scope { return all[choice.Chosen()] }
}

// savePresetDialog keeps what is put together as a preset. Over one that is there it says
// first what would change.
func (w *Window) savePresetDialog() {
	s := w.session
	if s.Dir() == "" {
		w.overlay.Toast(say("Open a folder first"), "", nil)
		return
	}
	applied := s.Applied()
	scope := cmp.Or(s.Scope(), applied.Scope, models.ProjectScope)
	if s.PresetsReadOnly(scope) != nil {
		scope = models.Global
	}
	w.saveDialog(session.PresetRef{Scope: scope, Name: applied.Name})
}

// saveOverDialog saves what is put together over a preset, once the difference was shown.
func (w *Window) saveOverDialog(row session.PresetRow) { w.saveDialog(row.Ref()) }

func (w *Window) saveDialog(ref session.PresetRef) {
	s := w.session
	name := w.entry(ref.Name)
	name.PlaceHolder = say("Name of the preset")
	about := w.entry("")
	about.PlaceHolder = say("What it is for")
	problem := complaint()
	note := muted("")
	list, rows := w.differenceList(models.PresetDiff{})
	described := "" // what the description was set to, and not typed
	var scope func() models.Scope
	target := func() session.PresetRef {
		return session.PresetRef{Scope: scope(), Name: strings.TrimSpace(name.Text)}
	}
	there := func(ref session.PresetRef) (models.Preset, bool) {
		for _, p := range s.Presets(ref.Scope) {
			if p.Name == ref.Name {
				return p.Preset, true
			}
		}
		return models.Preset{}, false
	}
	refresh := func() {
		ref := target()
		was, over := there(ref)
		if about.Text == described {
			described = was.Description
			about.SetText(described)
		}
		problem.SetText("")
		*rows = nil
		note.SetText("")
		switch err := s.CheckPreset(ref); {
		case over:
			diff := s.PresetDifference(ref)
			*rows = differenceLines(diff)
			if err := s.PresetsReadOnly(ref.Scope); err != nil {
				problem.SetText(err.Error())
			}
			note.SetText(say("It takes the place of the preset of this name, and changes this:"))
			if diff.Same() {
				note.SetText(say("The preset of this name is just what is put together."))
			}
		case err != nil && ref.Name != "":
			problem.SetText(err.Error())
		case ref.Name != "":
			note.SetText(sayCount("A new preset with {{.N}} entries", len(s.Composition().Files)))
		}
		list.Reload()
	}
	choice, scope := w.scopeChoice(ref.Scope, func() { refresh() })
	name.OnChanged = func(string) { refresh() }
	save := func() bool {
		ref := target()
		if _, over := there(ref); !over {
			if err := s.CheckPreset(ref); err != nil {
				problem.SetText(err.Error())
				return true
			}
		} else if err := s.PresetsReadOnly(ref.Scope); err != nil {
			problem.SetText(err.Error())
			return true
		}
		s.SavePreset(ref, strings.TrimSpace(about.Text))
		return false
	}
	form := container.New(layout.NewFormLayout(),
		kit.NewLabel(say("Name"), kit.Body), name,
		kit.NewLabel(say("Kept in"), kit.Body), container.NewHBox(choice),
		kit.NewLabel(say("What for"), kit.Body), about,
	)
	refresh()
	w.ask(say("Save as a preset"), container.NewBorder(container.NewVBox(form, problem, note), nil, nil, nil, list), fyne.NewSize(560, 420),
		closes(say("Cancel")), answer{text: say("Save"), primary: true, run: save})
}

// askText asks for one line of text; check says what is wrong with it.
func (w *Window) askText(title, was, placeholder, button string, check func(string) error, done func(string)) {
	entry := w.entry(was)
	entry.PlaceHolder = placeholder
	problem := complaint()
	accept := func() bool {
		typed := strings.TrimSpace(entry.Text)
		if typed == was {
			return false
		}
		if err := check(typed); err != nil {
			problem.SetText(err.Error())
			return true
		}
		done(typed)
		return false
	}
	w.ask(title, container.NewVBox(entry, problem), fyne.NewSize(480, 170),
		closes(say("Cancel")), answer{text: button, primary: true, run: accept})
}

func (w *Window) renamePresetDialog(row session.PresetRow) {
	w.askText(sayWith("Rename {{.Name}}", map[string]any{"Name": presetTitle(row)}), row.Name, say("Name of the preset"), say("Rename"),
		func(name string) error { return w.session.CheckPreset(session.PresetRef{Scope: row.Scope, Name: name}) },
		func(name string) { w.session.RenamePreset(row.Ref(), name) })
}

func (w *Window) describePresetDialog(row session.PresetRow) {
	w.askText(sayWith("Describe {{.Name}}", map[string]any{"Name": presetTitle(row)}), row.Description, say("What it is for"), say("Describe"),
		func(string) error { return w.session.PresetsReadOnly(row.Scope) },
		func(text string) { w.session.DescribePreset(row.Ref(), text) })
}

// copyPreset copies or moves a preset to the other scope. Where its name is taken there,
// the person chooses what becomes of the two.
func (w *Window) copyPreset(row session.PresetRow, scope models.Scope, move bool) {
	s := w.session
	to := session.PresetRef{Scope: scope, Name: row.Name}
	for _, there := range s.Presets(scope) {
		if there.Name != row.Name {
			continue
		}
		list, _ := w.differenceList(models.ComparePresets(there.Preset, row.Preset))
		free := session.PresetRef{Scope: scope, Name: s.FreePresetName(to)}
		both := does(sayWith("Keep both, as {{.Name}}", map[string]any{"Name": free.Shown()}), func() { s.CopyPreset(row.Ref(), free, move) })
		both.primary = true
		w.ask(sayWith("There is a {{.Name}} already", map[string]any{"Name": presetTitle(row)}),
			container.NewBorder(muted(say("Replacing it would change this:")), nil, nil, nil, list), fyne.NewSize(560, 320),
			closes(say("Cancel")), does(say("Replace"), func() { s.CopyPreset(row.Ref(), to, move) }), both)
		return
	}
	s.CopyPreset(row.Ref(), to, move)
}

// importPresetsDialog asks for a file of presets.
func (w *Window) importPresetsDialog() {
	if w.session.Dir() == "" {
		w.overlay.Toast(say("Open a folder first"), "", nil)
		return
	}
	path := w.pathField("", say("A file that was exported, the dossier.toml of another project or person, or a manual_slop.toml."), session.PathKind{Endings: []string{".toml"}})
	path.PlaceHolder = say("Path of a TOML file")
	read := func(name string) { w.session.ReadPresetFile(name, w.importOffer) }
	browse := does(say("Browse…"), func() {
		chooser := dialog.NewFileOpen(func(file fyne.URIReadCloser, err error) {
			if err == nil && file != nil {
				defer file.Close()
				read(file.URI().Path())
			}
		}, w.win)
		w.showChooser(chooser)
	})
	w.ask(say("Import presets"), path.body(nil, nil), fyne.NewSize(560, 300), closes(say("Cancel")), browse,
		answer{text: say("Import…"), primary: true, run: func() bool {
			if path.Text == "" {
				w.overlay.Toast(say("Type the path of a file, or choose one with Browse…"), "", nil)
				w.focus(path.Suggest)
				return true
			}
			read(session.ExpandHome(strings.TrimSpace(path.Text)))
			return false
		}})
}

// importOffer shows what a file has to import, and what becomes of names that are taken.
func (w *Window) importOffer(offer presets.Offer) {
	s := w.session
	clashes := kit.NewChoice([]string{say("Keep both"), say("Replace"), say("Skip")}, nil)
	kinds := []presets.Clash{presets.KeepBoth, presets.Replace, presets.Skip}
	rows := fixedRows(nil)
	list := kit.NewList(&rows, kit.RowHeight)
	list.Single = true
	note := muted("")
	var scope func() models.Scope
	refresh := func() {
		taken := map[string]bool{}
		for _, name := range s.Clashing(scope(), offer.Presets) {
			taken[name] = true
		}
		rows = nil
		for _, p := range offer.Presets {
			mark := kit.Cell{}
			if taken[p.Name] {
				mark = kit.Cell{Text: say("name is taken"), Tone: kit.ColorWarn}
			}
			rows = append(rows, kit.Row{Cells: []kit.Cell{
				{Text: text.Escape(p.Name), Width: presetName, Middle: true},
				mark,
				{Text: text.Escape(p.Description), Tone: kit.ColorMuted, Fill: true},
				{Kind: kit.CellNumber, Text: sayCount("{{.N}} entries", len(p.Files)), Width: 84},
			}})
		}
		note.SetText("")
		if len(taken) > 0 {
			note.SetText(sayCount("{{.N}} names are taken by other presets", len(taken)))
		}
		if err := s.PresetsReadOnly(scope()); err != nil {
			note.SetText(err.Error())
		}
		list.Reload()
	}
	start := cmp.Or(s.Scope(), models.ProjectScope)
	if s.PresetsReadOnly(start) != nil {
		start = models.Global
	}
	choice, scope := w.scopeChoice(start, func() { refresh() })
	refresh()
	form := container.New(layout.NewFormLayout(),
		kit.NewLabel(say("Into"), kit.Body), container.NewHBox(choice),
		kit.NewLabel(say("Where a name is taken"), kit.Body), container.NewHBox(clashes),
	)
	foot := muted("")
	if n := len(offer.Problems); n > 0 {
		foot.SetText(sayCount("{{.N}} values break a rule and are left out", n))
		foot.SetTip(offer.Problems[0].Error())
	}
	w.ask(sayCount("Import {{.N}} presets", len(offer.Presets)), container.NewBorder(container.NewVBox(form, note), foot, nil, nil, list), fyne.NewSize(600, 440),
		closes(say("Cancel")), answer{text: say("Import"), primary: true, run: func() bool {
			if s.PresetsReadOnly(scope()) != nil {
				return true
			}
			s.ImportPresets(scope(), offer.Presets, kinds[clashes.Chosen()])
			return false
		}})
}

// exportPresetsDialog asks for the file that presets go to.
func (w *Window) exportPresetsDialog(refs []session.PresetRef, name string) {
	path := w.pathField(filepath.Join(filepath.Dir(w.session.Dir()), models.NamespaceFor(name)+".toml"), "", session.PathKind{})
	problem := complaint()
	asked := ""
	write := func() bool {
		file := session.ExpandHome(strings.TrimSpace(path.Text))
		if _, err := os.Lstat(file); err == nil && asked != file {
			asked = file
			problem.SetText(say("There is a file of this name. Export once more to replace it."))
			return true
		}
		w.session.ExportPresets(refs, file)
		return false
	}
	w.ask(sayCount("Export {{.N}} presets", len(refs)), path.body(nil, problem), fyne.NewSize(560, 300),
		closes(say("Cancel")), answer{text: say("Export"), primary: true, run: write})
}
