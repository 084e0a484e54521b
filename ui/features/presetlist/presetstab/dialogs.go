package presetstab

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/dialog"
	"dossier/ui/features/presetlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/words"
)

// switching is the place of the guide about applying another preset.
const switching = "docs/guide/presets.md#switch-between-presets"

// applyPreset applies a preset. It asks first if the preset has a draft, and if a project's preset
// hides the global one for the first time, because a pull can add one that names other files.
func (t *Tab) applyPreset(row presetlist.Row) {
	w := t.w
	if row.DraftOnly {
		w.Session().Presets().ApplyDraft(row.Ref())
		return
	}
	if diff, first, _ := w.Session().Presets().Shadow(row.Ref()); first {
		t.shadowDialog(row, diff)
		return
	}
	t.applyKnown(row)
}

// applyKnown applies a preset without the question about hidden presets.
func (t *Tab) applyKnown(row presetlist.Row) {
	w := t.w
	if !row.Draft {
		w.Session().Presets().Apply(row.ScopedPreset)
		return
	}
	diff, _ := w.Session().Presets().DraftDifference(row.Ref())
	list, _ := t.differenceList(diff)
	draft := dialog.Does(words.Say("Apply the draft"), func() { w.Session().Presets().ApplyDraft(row.Ref()) }).AsPrimary()
	title := words.With("{{.Name}} has unsaved changes", map[string]any{"Name": titleOf(row)})
	w.Dialogs().Show(title, container.NewBorder(kit.NewMuted(words.Say("The draft differs from the preset in this:")), nil, nil, nil, list), fyne.NewSize(560, 320),
		dialog.Closes(words.Say("Cancel")), dialog.Does(words.Say("Apply as saved"), func() { w.Session().Presets().Apply(row.ScopedPreset) }), draft).Help = switching
}

// shadowDialog shows how a project's preset differs from the global one of the same name.
func (t *Tab) shadowDialog(row presetlist.Row, diff models.PresetDiff) {
	w := t.w
	list, _ := t.differenceList(diff)
	about := kit.NewParagraph(words.Say("The project has a preset of this name, which is used here instead of your own. They differ in this:"))
	own := dialog.Does(words.Say("Apply my own"), func() {
		if p, ok := w.Session().Presets().Find(project.PresetRef{Scope: models.Global, Name: row.Name}); ok {
			w.Session().Presets().Apply(p)
		}
	})
	project := dialog.Does(words.Say("Apply the project's"), func() { t.applyKnown(row) }).AsPrimary()
	w.Dialogs().Show(words.With("{{.Name}} overrides your own", map[string]any{"Name": titleOf(row)}),
		container.NewBorder(about, nil, nil, nil, list), fyne.NewSize(560, 360), dialog.Closes(words.Say("Cancel")), own, project).Help = switching
}

// ApplyNumber applies the preset with a number.
func (t *Tab) ApplyNumber(n int) {
	w := t.w
	for _, row := range w.Session().Presets().Switchable() {
		if row.Number == n {
			t.applyPreset(row)
			return
		}
	}
	w.Toast(words.With("There is no preset {{.N}}", map[string]any{"N": n}))
}

// SwitchDialog selects a preset by a part of its name and applies it.
func (t *Tab) SwitchDialog() {
	w := t.w
	s := w.Session()
	if s.Dir() == "" {
		w.Toast(words.Say("Open a folder first"))
		return
	}
	rows := &switchRows{all: s.Presets().Switchable()}
	rows.filter("")
	list := board.NewList(rows, kit.RowHeight)
	list.Single = true
	none := kit.NewEmpty(words.Say("No preset has these words in its name, its description or its paths."), "", nil)
	if rows.Len() == 0 {
		none.SetText(words.Say("Presets are named compositions: the project's are in its dossier.toml, your own in your settings. There are none yet."))
	}
	shown := container.NewStack(list)
	show := func() {
		if rows.Len() == 0 {
			kit.ShowAlone(shown, none)
			return
		}
		kit.ShowAlone(shown, list)
		list.SetCursor(0)
	}
	find := w.Dialogs().Entry("")
	find.PlaceHolder = words.Say("Name of a preset")
	// The dialog closes first, because applying may open another one.
	apply := func() {
		if i := max(list.Cursor(), 0); i < rows.Len() {
			row := rows.shown[i]
			w.Dialogs().Front().Close()
			t.applyPreset(row)
		}
	}
	find.OnChanged = func(text string) {
		rows.filter(text)
		list.Reload()
		show()
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
	w.Dialogs().Show(words.Say("Switch preset"), container.NewBorder(find, nil, nil, nil, shown), fyne.NewSize(560, 380),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Apply"), Primary: true, Run: func() bool { apply(); return true }}).Help = switching
	show()
}

// switchRows are the presets that match the typed text.
type switchRows struct{ all, shown []presetlist.Row }

func (r *switchRows) filter(typed string) {
	r.shown = nil
	for _, row := range r.all {
		if row.Matches(typed) {
			r.shown = append(r.shown, row)
		}
	}
}

func (r *switchRows) Len() int         { return len(r.shown) }
func (r *switchRows) Key(i int) string { return r.shown[i].Name }

func (r *switchRows) Find(key string) int { return board.FindKey(r, key) }

func (r *switchRows) Row(i int) board.Row {
	row := r.shown[i]
	cells := []board.Cell{{Text: titleOf(row), Width: 2 * nameWidth, Middle: true}}
	cells = append(cells, marksOf(row, nil, "")...)
	for i := range cells {
		cells[i].ID = 0 // a click anywhere applies
	}
	cells = append(cells,
		board.Cell{Text: text.Escape(row.Description), Tone: kit.ColorMuted, Fill: true},
		board.Cell{Text: Scopes().Say(row.Scope), Small: true, Tone: kit.ColorMuted, Width: scopeWidth()})
	if row.Number > 0 {
		cells = append(cells, board.Cell{Kind: board.CellNumber, Small: true, Text: kit.Keys("Ctrl+") + kit.Count(int64(row.Number)), Width: scopeWidth()})
	}
	return board.Row{Cells: cells}
}

// scopeChoice creates the control for the scope of a new preset.
func (t *Tab) scopeChoice(chosen models.Scope, changed func()) (choice *kit.Choice, scope func() models.Scope) {
	all := []models.Scope{models.ProjectScope, models.Global}
	choice = kit.NewChoice([]string{words.Say("Project"), words.Say("Global")}, func(int) { changed() })
	for i, s := range all {
		if s == chosen {
			choice.Choose(i)
		}
	}
	return choice, func() models.Scope { return all[choice.Chosen()] }
}

// SaveDialog saves the composition as a preset. Before replacing an existing one, it shows the
// difference.
func (t *Tab) SaveDialog() {
	w := t.w
	part := w.Session().Presets()
	if w.Session().Dir() == "" {
		w.Toast(words.Say("Open a folder first"))
		return
	}
	applied := part.Applied()
	scope := cmp.Or(part.Scope(), applied.Scope, models.ProjectScope)
	if part.ReadOnly(scope) != nil {
		scope = models.Global
	}
	t.saveAs(project.PresetRef{Scope: scope, Name: applied.Name})
}

// saveOverDialog saves the composition to a preset after showing the difference.
func (t *Tab) saveOverDialog(row presetlist.Row) { t.saveAs(row.Ref()) }

func (t *Tab) saveAs(ref project.PresetRef) {
	w := t.w
	part := w.Session().Presets()
	name := w.Dialogs().Entry(ref.Name)
	name.PlaceHolder = words.Say("Name of the preset")
	about := w.Dialogs().Entry("")
	about.PlaceHolder = words.Say("Purpose")
	problem := kit.NewComplaint()
	note := kit.NewMuted("")
	list, rows := t.differenceList(models.PresetDiff{})
	above := container.NewVBox()
	described := "" // the automatic description
	var scope func() models.Scope
	target := func() project.PresetRef {
		return project.PresetRef{Scope: scope(), Name: strings.TrimSpace(name.Text)}
	}
	refuse := func(wrong error) { // nil if it is not in the dialog
		if kit.SetVisible(problem, wrong != nil); wrong != nil {
			problem.SetText(wrong.Error())
		}
		kit.SetVisible(note, wrong == nil)
		kit.Relayout(above)
	}
	refresh := func() {
		ref := target()
		old, over := part.Find(ref)
		if about.Text == described {
			described = old.Description
			about.SetText(described)
		}
		diff := part.Difference(ref)
		*rows = differenceLines(diff)
		wrong, says := part.Check(ref), words.Count("A new preset with {{.N}} entries", len(w.Session().Composition().Files))
		switch {
		case over:
			wrong, says = part.ReadOnly(ref.Scope), words.Say("It replaces the preset of this name, with these changes:")
			if diff.Same() {
				says = words.Say("The preset of this name is the same as the dossier.")
			}
		case ref.Name == "":
			wrong = nil // a name has not been typed yet
		}
		note.SetText(says)
		refuse(wrong)
		kit.SetVisible(list, len(*rows) > 0)
		list.Reload()
	}
	choice, scope := t.scopeChoice(ref.Scope, func() { refresh() })
	name.OnChanged = func(string) { refresh() }
	save := func() bool {
		ref := target()
		if _, over := part.Find(ref); !over {
			if err := part.Check(ref); err != nil {
				refuse(err)
				return true
			}
		} else if err := part.ReadOnly(ref.Scope); err != nil {
			refuse(err)
			return true
		}
		part.Save(ref, strings.TrimSpace(about.Text))
		return false
	}
	form := container.New(layout.NewFormLayout(),
		kit.NewLabel(words.Say("Name"), kit.Body), name,
		kit.NewLabel(words.Say("Saved in"), kit.Body), container.NewHBox(choice),
		kit.NewLabel(words.Say("Purpose"), kit.Body), about,
	)
	above.Objects = []fyne.CanvasObject{form, problem, note}
	refresh()
	w.Dialogs().Show(words.Say("Save as a preset"), container.NewBorder(above, nil, nil, nil, list), fyne.NewSize(560, 420),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Save"), Primary: true, Run: save}).Help = "docs/guide/presets.md#save-a-preset"
}

// DivergedDialog asks what to do about the applied preset, which another program has changed while there were unsaved
// changes. The text names exactly the buttons that exist.
func (t *Tab) DivergedDialog(preset models.ScopedPreset) {
	part := t.w.Session().Presets()
	ref := project.PresetRef{Scope: preset.Scope, Name: preset.Name}
	explain := kit.NewParagraph(words.With("Another program changed the preset {{.Name}} while you had unsaved changes. “Keep mine” saves yours in its place, which changes what is listed below. “Take theirs” applies the changed preset; your changes stay as a draft.", map[string]any{"Name": ref.Shown()}))
	list, _ := t.differenceList(part.Difference(ref))
	cancel := dialog.Closes(words.Say("Cancel")).AsPrimary()
	t.w.Dialogs().Show(words.Say("Changed on disk"), container.NewBorder(explain, nil, nil, nil, list), fyne.NewSize(720, 380),
		cancel, dialog.Does(words.Say("Take theirs"), func() { part.Apply(preset) }),
		dialog.Does(words.Say("Keep mine"), func() { part.SaveUnsaved() })).Help = "docs/guide/trouble.md#the-file-changed-on-the-disk"
}

func (t *Tab) renameDialog(row presetlist.Row) {
	w := t.w
	w.Dialogs().PromptText(dialog.Question{
		Title: words.With("Rename {{.Name}}", map[string]any{"Name": titleOf(row)}), Initial: row.Name,
		Placeholder: words.Say("Name of the preset"), Accept: words.Say("Rename"), CloseUnchanged: true,
		Submit: func(name string) error {
			if err := w.Session().Presets().Check(project.PresetRef{Scope: row.Scope, Name: name}); err != nil {
				return err
			}
			w.Session().Presets().Rename(row.Ref(), name)
			return nil
		},
	})
}

func (t *Tab) describeDialog(row presetlist.Row) {
	w := t.w
	w.Dialogs().PromptText(dialog.Question{
		Title: words.With("Describe {{.Name}}", map[string]any{"Name": titleOf(row)}), Initial: row.Description,
		Placeholder: words.Say("Purpose"), Accept: words.Say("Describe"), CloseUnchanged: true,
		Submit: func(text string) error {
			if err := w.Session().Presets().ReadOnly(row.Scope); err != nil {
				return err
			}
			w.Session().Presets().Alter(row.Ref(), message.Named("describe {{.Name}}", row.Name), func(p models.Preset) models.Preset {
				p.Description = text
				return p
			})
			return nil
		},
	})
}

// copyPreset copies or moves a preset to the other scope. If its name is used there, the user
// decides what to do.
func (t *Tab) copyPreset(row presetlist.Row, scope models.Scope, move bool) {
	w := t.w
	part := w.Session().Presets()
	to := project.PresetRef{Scope: scope, Name: row.Name}
	if there, ok := part.Find(to); ok {
		list, _ := t.differenceList(models.ComparePresets(there.Preset, row.Preset))
		free := project.PresetRef{Scope: scope, Name: part.FreeName(to)}
		both := dialog.Does(words.With("Keep both, as {{.Name}}", map[string]any{"Name": free.Shown()}), func() { part.Copy(row.Ref(), free, move) }).AsPrimary()
		w.Dialogs().Show(words.With("{{.Name}} already exists", map[string]any{"Name": titleOf(row)}),
			container.NewBorder(kit.NewMuted(words.Say("Replacing it would change this:")), nil, nil, nil, list), fyne.NewSize(560, 320),
			dialog.Closes(words.Say("Cancel")), dialog.Does(words.Say("Replace"), func() { part.Copy(row.Ref(), to, move) }), both)
		return
	}
	part.Copy(row.Ref(), to, move)
}

// importDialog asks for a file of presets.
func (t *Tab) importDialog() {
	w := t.w
	if w.Session().Dir() == "" {
		w.Toast(words.Say("Open a folder first"))
		return
	}
	w.Dialogs().PromptPath(dialog.PathQuestion{
		Title: words.Say("Import presets"), Placeholder: words.Say("Path of a TOML file"), Accept: words.Say("Import…"),
		Hint: words.Say("An exported file, the dossier.toml of another project or user, or a manual_slop.toml."),
		What: dialog.File, Endings: []string{".toml"}, Purpose: "presets", Start: w.Session().Dir(),
		Submit: func(path string) error {
			w.Session().Presets().ReadFile(path, t.importOffer)
			return nil
		},
	})
}

// importOffer shows the importable presets of a file, and the options for names that are used.
func (t *Tab) importOffer(offer presets.Offer) {
	w := t.w
	part := w.Session().Presets()
	clashes := kit.NewChoice([]string{words.Say("Keep both"), words.Say("Replace"), words.Say("Skip")}, nil)
	kinds := []presets.Clash{presets.KeepBoth, presets.Replace, presets.Skip}
	rows := board.FixedRows(nil)
	list := board.NewList(&rows, kit.RowHeight)
	list.Single = true
	note := kit.NewMuted("")
	var scope func() models.Scope
	refresh := func() {
		taken := map[string]bool{}
		for _, name := range part.Clashing(scope(), offer.Presets) {
			taken[name] = true
		}
		rows = nil
		for _, p := range offer.Presets {
			mark := board.Cell{}
			if taken[p.Name] {
				mark = board.Cell{Text: words.Say("name is taken"), Tone: kit.ColorWarn}
			}
			rows = append(rows, board.Row{Cells: []board.Cell{
				{Text: text.Escape(p.Name), Width: nameWidth, Middle: true},
				mark,
				{Text: text.Escape(p.Description), Tone: kit.ColorMuted, Fill: true},
				{Kind: board.CellNumber, Text: words.Count("{{.N}} entries", len(p.Files)), Width: 84},
			}})
		}
		note.SetText("")
		if len(taken) > 0 {
			note.SetText(words.Count("{{.N}} names are taken by other presets", len(taken)))
		}
		if err := part.ReadOnly(scope()); err != nil {
			note.SetText(words.Sentence(err))
		}
		list.Reload()
	}
	start := cmp.Or(part.Scope(), models.ProjectScope)
	if part.ReadOnly(start) != nil {
		start = models.Global
	}
	choice, scope := t.scopeChoice(start, func() { refresh() })
	refresh()
	form := container.New(layout.NewFormLayout(),
		kit.NewLabel(words.Say("Import to"), kit.Body), container.NewHBox(choice),
		kit.NewLabel(words.Say("If a name exists"), kit.Body), container.NewHBox(clashes),
	)
	foot := kit.NewMuted("")
	if n := len(offer.Problems); n > 0 {
		foot.SetText(words.Count("{{.N}} values are invalid and ignored", n))
		foot.SetTip(offer.Problems[0].Error())
	}
	w.Dialogs().Show(words.Count("Import {{.N}} presets", len(offer.Presets)), container.NewBorder(container.NewVBox(form, note), foot, nil, nil, list), fyne.NewSize(600, 440),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Import"), Primary: true, Run: func() bool {
			if part.ReadOnly(scope()) != nil {
				return true
			}
			part.Import(scope(), offer.Presets, kinds[clashes.Chosen()])
			return false
		}})
}

// exportDialog asks for the file to export presets to.
func (t *Tab) exportDialog(refs []project.PresetRef, name string) {
	w := t.w
	asked := ""
	possible := kit.NewCheck(words.Say("Also possible secrets"), nil)
	redact := kit.NewCheck(words.Say("Redact secrets"), func(state kit.CheckState) {
		if state == kit.On {
			possible.Enable()
		} else {
			possible.Disable()
		}
	})
	possible.Disable()
	as := func() project.Redaction {
		switch {
		case redact.State() != kit.On:
			return ""
		case possible.State() != kit.On:
			return project.RedactCertain
		}
		return project.RedactAll
	}
	w.Dialogs().PromptPath(dialog.PathQuestion{
		Above: container.NewHBox(redact, possible),
		Title: words.Count("Export {{.N}} presets", len(refs)), Accept: words.Say("Export"),
		What: dialog.NewFile, Endings: []string{".toml"}, Purpose: "exported presets", Start: filepath.Dir(w.Session().Dir()), Name: models.NamespaceFor(name) + ".toml",
		Submit: func(file string) error {
			if _, err := os.Lstat(file); err == nil && asked != file {
				asked = file
				return errors.New(words.Say("A file with this name exists. Export again to replace it."))
			}
			w.Session().Presets().Export(refs, file, as())
			return nil
		},
	})
}
