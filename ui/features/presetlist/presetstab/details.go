package presetstab

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/columns"
	"dossier/ui/features/presetlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/words"
)

// detailsRows is the height of the details below the list of presets, in rows: enough to show most
// presets completely, and small enough to leave most of the space to the list.
const detailsRows = 9

// details shows the content of a preset: its entries, or its difference from the composition,
// from its draft, or from the preset that it hides.
type details struct {
	w       part.Window
	view    *kit.Button
	about   *kit.Label
	head    *fyne.Container // laid out again when the text of view has changed
	list    *board.List
	rows    board.FixedRows
	same    *kit.Empty
	stack   *fyne.Container
	content *kit.Surface
	row     presetlist.Row
	chosen  detail
}

// detail is the kind of content shown.
type detail int

const (
	detailEntries detail = iota
	detailNow
	detailDraft
	detailGlobal
)

func newDetails(w part.Window) *details {
	d := &details{w: w}
	d.list = board.NewList(&d.rows, kit.RowHeight)
	d.list.Single = true
	d.list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	d.view = kit.NewMenuButton("", d.views)
	d.view.SetTip(words.Say("Its entries, or how it differs from the dossier, from its draft, from yours"))
	d.about = kit.NewLabel("", kit.Body)
	d.about.SetTone(kit.ColorMuted)
	d.same = kit.NewEmpty("", "", nil)
	d.stack = container.NewStack(d.list)
	d.head = container.NewBorder(nil, nil, nil, d.view, d.about)
	head := kit.NewHeader(d.head, kit.EdgeTop|kit.EdgeBottom)
	body := container.New(&heightLayout{detailsRows * kit.RowHeight}, d.stack)
	d.content = kit.NewSurface(kit.NewColumn(head, body, nil), kit.ColorGround, 0, 0, 0)
	return d
}

// heightLayout gives its content the full width and a fixed height.
type heightLayout struct{ height float32 }

func (l *heightLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(0, l.height) }

func (l *heightLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for _, o := range objects {
		o.Resize(size)
		o.Move(fyne.Position{})
	}
}

// show shows a preset in the last chosen way, if that is available for it.
func (d *details) show(row presetlist.Row) {
	d.row = row
	chosen := detailEntries
	for _, v := range d.offered() {
		if v.detail == d.chosen {
			chosen = v.detail
			d.view.SetText(v.name)
		}
	}
	if chosen == detailEntries {
		d.view.SetText(d.offered()[0].name)
	}
	about := text.Escape(row.Description)
	if about == "" {
		about = titleOf(row)
	}
	kit.Relayout(d.head) // the name has another width
	d.about.SetText(about)
	d.about.SetTip(about)
	s := d.w.Session()
	var lines []board.Row
	same := ""
	switch chosen {
	case detailEntries:
		lines, same = entryLines(row.Preset), words.Say("The preset is empty.")
	case detailNow:
		lines, same = differenceLines(s.Presets().Difference(row.Ref())), words.Say("The preset is the same as the dossier.")
	case detailDraft:
		diff, _ := s.Presets().DraftDifference(row.Ref())
		lines, same = differenceLines(diff), words.Say("The draft is the same as the preset.")
	case detailGlobal:
		diff, _, _ := s.Presets().Shadow(row.Ref())
		lines, same = differenceLines(diff), words.Say("Both presets of this name are the same.")
	}
	d.rows = lines
	d.list.Reload()
	d.same.SetText(same)
	kit.ShowEither(d.stack, len(lines) > 0, d.list, d.same)
	kit.Relayout(d.stack)
}

// offeredDetail is an available kind of content.
type offeredDetail struct {
	detail detail
	name   string
}

func (d *details) offered() []offeredDetail {
	out := []offeredDetail{{detailEntries, words.Say("Entries")}}
	if !d.row.DraftOnly {
		out = append(out, offeredDetail{detailNow, words.Say("Saving would change")})
	}
	if d.row.Draft && !d.row.DraftOnly {
		out = append(out, offeredDetail{detailDraft, words.Say("The draft changes")})
	}
	if d.row.Overrides {
		out = append(out, offeredDetail{detailGlobal, words.Say("Against your own")})
	}
	return out
}

func (d *details) views() []kit.MenuItem {
	var items []kit.MenuItem
	for _, v := range d.offered() {
		items = append(items, kit.MenuItem{Text: v.name, Checked: v.detail == d.chosen, Action: func() {
			d.chosen = v.detail
			d.show(d.row)
		}})
	}
	return items
}

const lineSign = 12 // of + and −

// entryLines returns the entries of a preset.
func entryLines(p models.Preset) []board.Row {
	var rows []board.Row
	for _, item := range p.Files {
		cells := []board.Cell{{Text: text.Escape(item.Path), Fill: true, Middle: true}}
		if item.ForceFull {
			cells = append(cells, board.Cell{Text: words.Say("forced"), Tone: kit.ColorMuted})
		}
		if !item.AutoAggregate {
			cells = append(cells, board.Cell{Text: words.Say("listed"), Tone: kit.ColorMuted})
		}
		mode := words.Mode(item.ViewMode)
		if n := len(item.CustomSlices); n > 0 && item.ViewMode == models.Custom {
			mode += " " + kit.Count(int64(n))
		}
		if n := len(item.AstMask); n > 0 && item.ViewMode == models.Masked {
			mode += " " + kit.Count(int64(n))
		}
		cells = append(cells, board.Cell{Text: mode, Tone: kit.ColorMuted, Width: columns.ModeWidth})
		rows = append(rows, board.Row{Cells: cells, Tip: text.Escape(item.Path)})
	}
	for _, shot := range p.Screenshots {
		rows = append(rows, board.Row{Cells: []board.Cell{
			{Text: text.Escape(shot.Path), Fill: true, Middle: true},
			{Text: words.Say("screenshot"), Tone: kit.ColorMuted, Width: columns.ModeWidth},
		}, Tip: text.Escape(shot.Path)})
	}
	for _, s := range models.ComparePresets(models.Preset{Description: p.Description}, p).Texts() {
		rows = append(rows, board.Row{Cells: []board.Cell{
			{Text: text.Escape(kit.OneLine(s.Value())), Fill: true},
			{Text: settings().Say(s.Key), Tone: kit.ColorMuted, Width: columns.ModeWidth},
		}, Tip: text.Escape(s.Value())})
	}
	return rows
}

// settings are the names of what a preset holds besides files and screenshots.
func settings() words.Table[string] {
	return words.Table[string]{
		"instruction": "instruction", "prompts": "prompts", "notes": "notes", "format": "format", "text": "text", "git": "git",
	}
}

// differenceLines returns a line for each difference between two presets.
func differenceLines(d models.PresetDiff) []board.Row {
	var rows []board.Row
	line := func(sign string, tone fyne.ThemeColorName, what, kind string) {
		cells := []board.Cell{{Text: sign, Tone: tone, Width: lineSign, Mono: true}, {Text: what, Fill: true, Middle: true}}
		if kind != "" {
			cells = append(cells, board.Cell{Text: kind, Tone: kit.ColorMuted})
		}
		rows = append(rows, board.Row{Cells: cells, Tip: what})
	}
	change := func(e models.EntryDiff) {
		settings := make([]string, len(e.Settings))
		for i, s := range e.Settings {
			settings[i] = text.Escape(kit.OneLine(s.String()))
		}
		rows = append(rows, board.Row{Cells: []board.Cell{
			{Text: columns.Changed, Tone: kit.ColorWarn, Width: lineSign, Mono: true},
			{Text: text.Escape(e.Path), Width: nameWidth, Middle: true},
			{Text: strings.Join(settings, ", "), Tone: kit.ColorMuted, Fill: true},
		}, Tip: text.Escape(e.Path) + "\n" + strings.Join(settings, "\n")})
	}
	for _, item := range d.Added {
		line(columns.Added, kit.ColorGood, text.Escape(item.Path), words.Mode(item.ViewMode))
	}
	for _, item := range d.Removed {
		line(columns.Removed, kit.ColorBad, text.Escape(item.Path), "")
	}
	for _, e := range d.Changed {
		change(e)
	}
	if d.Moved {
		line(columns.Changed, kit.ColorWarn, words.Say("The entries are in another order"), "")
	}
	for _, shot := range d.Screenshots.Added {
		line(columns.Added, kit.ColorGood, text.Escape(shot), words.Say("screenshot"))
	}
	for _, shot := range d.Screenshots.Removed {
		line(columns.Removed, kit.ColorBad, text.Escape(shot), words.Say("screenshot"))
	}
	for _, e := range d.Screenshots.Changed {
		change(e)
	}
	if d.Screenshots.Moved {
		line(columns.Changed, kit.ColorWarn, words.Say("The screenshots are in another order"), "")
	}
	for _, s := range d.Texts() {
		line(columns.Changed, kit.ColorWarn, text.Escape(kit.OneLine(s.String())), "")
	}
	return rows
}

// differenceList returns a difference as a list for a dialog.
func (t *Tab) differenceList(d models.PresetDiff) (*board.List, *board.FixedRows) {
	w := t.w
	rows := board.FixedRows(differenceLines(d))
	list := board.NewList(&rows, kit.RowHeight)
	list.Single = true
	list.OnShortcut = func(s fyne.Shortcut) { w.Shortcut(s) }
	return list, &rows
}
