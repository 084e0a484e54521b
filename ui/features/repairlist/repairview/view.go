// Package repairview implements the repair of missing files: a list of missing items of the
// composition with proposed new places, and the dialog that asks for one.
package repairview

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/fuzzy"
	"dossier/aggregate/relocate"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/ui/dialog"
	"dossier/ui/features/repairlist"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/project/repair"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// View is a [part.Editor] that lists missing items with proposed places and reasons. It replaces
// an editor.
type View struct {
	part.EditorDefaults
	w     part.Window
	list  *board.List
	rows  []repair.Item // as drawn
	all   *kit.Button
	none  *kit.Button
	empty *kit.Empty
	stack *fyne.Container
}

// Active cells of a row.
const (
	placeCell = iota + 1
	acceptCell
	leaveCell
)

const (
	kindWidth   = 76 // screenshot
	reasonWidth = 110
	acceptWidth = 60 // Choose…
)

// New returns the list of missing items, which follows the session.
func New(w part.Window) *View {
	v := &View{w: w}
	v.list = part.NewList(w, rows{v}, v.menu)
	v.list.OnCell = v.cell
	v.list.OnOpen = v.accept
	v.list.OnKey = v.listKey
	v.all = kit.NewButton(words.Say("Accept all likely"), func() { repairlist.Of(w.Session()).AcceptLikely() })
	v.all.SetTip(words.Say("Accept the first place if it is certain, or well supported and well ahead of the second"))
	v.none = kit.NewButton(words.Say("Exclude all"), func() { repairlist.Of(w.Session()).Exclude(repairlist.Of(w.Session()).List()...) })
	v.none.SetTip(words.Say("Exclude everything that is missing; undo restores it"))
	v.empty = kit.NewEmpty(words.Say("No file of the dossier is missing."), words.Say("Back to the dossier"), w.CloseEditor)
	v.stack = container.NewStack(v.list)
	v.reload()
	return v
}

// Help returns the page of the guide about it.
func (v *View) Help() string { return "docs/guide/files.md#when-a-file-is-missing" }

// Title returns the view's title.
func (v *View) Title() string { return words.Say("Missing files") }

// Content returns the list.
func (v *View) Content() fyne.CanvasObject { return v.stack }

// Actions returns the buttons for all listed items.
func (v *View) Actions() []fyne.CanvasObject { return []fyne.CanvasObject{v.none, v.all} }

// First returns the list if it is visible.
func (v *View) First() fyne.Focusable {
	if len(v.rows) == 0 {
		return nil
	}
	return kit.VisibleFocusable(v.stack)
}

// Changed updates what has changed.
func (v *View) Changed(c change.Set) {
	if c.Has(repairlist.Changed) {
		v.reload()
	}
}

func (v *View) reload() {
	v.rows = repairlist.Of(v.w.Session()).List()
	v.list.Reload()
	likely := 0
	for _, one := range v.rows {
		if one.Likely() {
			likely++
		}
	}
	accept := words.Say("Accept all likely")
	if likely > 0 {
		accept = words.Count("Accept {{.N}} likely", likely)
	}
	v.all.SetText(accept)
	kit.SetEnabled(v.all, likely > 0, words.Say("No place is certain enough to accept without review"))
	kit.SetEnabled(v.none, len(v.rows) > 0, words.Say("Nothing is missing"))
	kit.ShowEither(v.stack, len(v.rows) > 0, v.list, v.empty)
}

func (v *View) cell(i int, c board.Cell, at fyne.Position, size fyne.Size) {
	switch c.ID {
	case placeCell:
		v.w.ShowMenuBelow(at, size, v.places(v.rows[i]))
	case acceptCell:
		v.accept(i)
	case leaveCell:
		repairlist.Of(v.w.Session()).Exclude(v.rows[i])
	}
}

func (v *View) listKey(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if i < 0 || i >= len(v.rows) || mods != 0 || ev.Name != fyne.KeyDelete && ev.Name != fyne.KeyBackspace {
		return false
	}
	var list []repair.Item
	for _, k := range v.list.Selected() {
		list = append(list, v.rows[k])
	}
	if !v.list.IsSelected(i) {
		list = []repair.Item{v.rows[i]}
	}
	repairlist.Of(v.w.Session()).Exclude(list...)
	return true
}

// accept applies the first proposed place of a row, or asks for one if there is none.
func (v *View) accept(i int) {
	one := v.rows[i]
	if len(one.Places) == 0 {
		v.choose(one)
		return
	}
	repairlist.Of(v.w.Session()).Accept(one, one.Places[0])
}

// places returns the menu of proposed places.
func (v *View) places(one repair.Item) []kit.MenuItem {
	var items []kit.MenuItem
	for _, place := range one.Places {
		items = append(items, kit.MenuItem{Text: placeText(one, place), Detail: reasonWord(one, place), Action: func() { repairlist.Of(v.w.Session()).Accept(one, place) }})
	}
	if one.Kind == repair.Slice || one.Kind == repair.Symbol {
		editor := kit.MenuItem{Text: words.Say("Open the slices…"), Action: func() { v.w.OpenSlices(one.Path, 0) }}
		if one.Kind == repair.Symbol {
			editor = kit.MenuItem{Text: words.Say("Open the symbols…"), Action: func() { v.w.OpenSymbols(one.Path) }}
		}
		return append(items, kit.MenuItem{Separator: true}, editor)
	}
	if len(items) > 0 {
		items = append(items, kit.MenuItem{Separator: true})
	}
	return append(items, kit.MenuItem{Text: words.Say("Choose…"), Action: func() { v.choose(one) }})
}

func (v *View) menu(i int) []kit.MenuItem {
	one := v.rows[i]
	return append(v.places(one), kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Exclude"), Detail: kit.Chords("Delete"), Action: func() { repairlist.Of(v.w.Session()).Exclude(one) }})
}

// choose asks for the place of a file.
func (v *View) choose(one repair.Item) {
	if one.Kind == repair.Slice {
		v.w.OpenSlices(one.Path, 0)
		return
	}
	if one.Kind == repair.Symbol {
		v.w.OpenSymbols(one.Path)
		return
	}
	v.whereDialog(one)
}

// maxPlaces is the maximum number of suggested paths; another typed letter narrows them down.
const maxPlaces = 200

// whereDialog asks for the place of a missing item. It first suggests the proposed places, and
// then the paths that match the typed text; Enter accepts the current one.
func (v *View) whereDialog(one repair.Item) {
	w := v.w
	s := w.Session()
	field := w.Dialogs().Suggest(one.Path)
	field.PlaceHolder = words.Say("Name or path in the project")
	problem := kit.NewComplaint()
	take := func(path string) {
		w.Dialogs().Front().Close()
		repairlist.Of(s).Accept(one, repair.Place{Place: relocate.Place{Path: path}})
	}
	var find func(query string)
	find = func(query string) {
		typed := strings.TrimSpace(field.Text)
		repairlist.Of(s).Search(one, query, maxPlaces, func(found []fuzzy.Found) {
			if strings.TrimSpace(field.Text) != typed {
				return
			}
			// No file has its name: search for its extension, which is usually unchanged.
			if like := "*" + path.Ext(one.Path); len(found) == 0 && typed == one.Path && query != like && like != "*" {
				find(like)
				return
			}
			var list []board.Suggestion
			for _, p := range one.Places {
				if typed == one.Path || slices.ContainsFunc(found, func(f fuzzy.Found) bool { return f.Path == p.Path }) {
					list = append(list, board.Suggestion{Label: text.Escape(p.Path), Detail: reasonWord(one, p), Choose: func() {
						w.Dialogs().Front().Close()
						repairlist.Of(s).Accept(one, p)
					}})
				}
			}
			for _, f := range found {
				if !slices.ContainsFunc(one.Places, func(p repair.Place) bool { return p.Path == f.Path }) {
					row := board.Suggestion{Label: text.Escape(f.Path), Choose: func() { take(f.Path) }}
					if row.Label == f.Path { // an escaped label has other offsets
						for _, span := range f.Spans {
							row.Marks = append(row.Marks, [2]int{span.Start, span.End})
						}
					}
					list = append(list, row)
				}
			}
			cursor := 0
			if s.Tree().Has(typed) {
				cursor = slices.IndexFunc(list, func(row board.Suggestion) bool { return row.Label == text.Escape(typed) })
			}
			field.Offer(list, cursor)
		})
	}
	field.OnChanged = func(string) {
		problem.SetText("")
		field.Offer(field.Offered(), -1) // until there are new matches, Enter accepts none of the old ones
		find(strings.TrimSpace(field.Text))
	}
	use := func() bool {
		typed := strings.TrimSpace(field.Text)
		switch at := field.List().Cursor(); {
		case at >= 0:
			field.Offered()[at].Choose()
		case typed == "":
			problem.SetText(words.Say("Type a part of its name, or its path"))
		case !s.Tree().Has(typed) && !tree.IsPattern(typed):
			problem.SetText(words.With("There is no {{.Path}} in the project's tree", map[string]any{"Path": text.Escape(typed)}))
		default:
			take(typed)
		}
		return true
	}
	w.Dialogs().Show(words.With("Where is {{.Name}} now?", map[string]any{"Name": text.Escape(path.Base(one.Path))}),
		kit.NewColumn(field, field.List(), problem), fyne.NewSize(620, 380),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Use it"), Primary: true, Run: use})
	find(path.Base(one.Path))
}

// rows adapts the missing items to the list, in dossier order.
type rows struct{ v *View }

func (r rows) Len() int           { return len(r.v.rows) }
func (r rows) Key(i int) string   { return r.v.rows[i].Key() }
func (r rows) Label(i int) string { return path.Base(r.v.rows[i].Path) }

func (r rows) Find(key string) int { return board.FindKey(r, key) }

func (r rows) Row(i int) board.Row {
	one := r.v.rows[i]
	cells := []board.Cell{
		{Text: kinds().Say(one.Kind), Tone: kit.ColorMuted, Width: kindWidth},
		{Text: words.MissingName(one), Tone: kit.ColorBad, Fill: true, Middle: true},
	}
	place := board.Cell{Kind: board.CellChip, ID: placeCell, Width: 300, Middle: true}
	accept := board.Cell{ID: acceptCell, Text: words.Say("Accept"), Tone: kit.ColorAccent, Width: acceptWidth}
	why := board.Cell{Width: reasonWidth, Tone: kit.ColorMuted}
	switch {
	case len(one.Places) > 0:
		place.Text, why.Text = placeText(one, one.Places[0]), reasonWord(one, one.Places[0])
		place.Tip = words.Say("Where it may be now: the best place, and others") + "\n" + place.Text
	case one.Known:
		place.Text, accept.Text = words.Say("no place found"), words.Say("Choose…")
	default:
		place.Text, accept.Disabled = "…", true
	}
	cells = append(cells, place, why, accept,
		board.Cell{ID: leaveCell, Text: words.Say("Exclude"), Tone: kit.ColorAccent, Tip: words.Say("Remove it from the dossier; undo restores it")})
	return board.Row{Cells: cells, Tip: words.MissingName(one)}
}

func kinds() words.Table[repair.Kind] {
	return words.Table[repair.Kind]{
		repair.File: "file", repair.Folder: "folder", repair.Pattern: "pattern",
		repair.Screenshot: "screenshot", repair.Slice: "slice", repair.Symbol: "symbol",
	}
}

func placeText(one repair.Item, p repair.Place) string {
	name := text.Escape(p.Path)
	switch one.Kind {
	case repair.Slice:
		return fmt.Sprintf("%s:%d-%d", name, p.Start, p.End)
	case repair.Symbol:
		if p.Path == one.Path {
			return text.Escape(p.Symbol)
		}
		return name + " " + text.Escape(p.Symbol)
	}
	return name
}

func reasonWord(one repair.Item, p repair.Place) string {
	if percent, ok := one.Alike(p); ok {
		return words.With("{{.N}} % the same", map[string]any{"N": percent})
	}
	return relocateReasons().Say(p.Why)
}

func relocateReasons() words.Table[relocate.Reason] {
	return words.Table[relocate.Reason]{
		relocate.SameContent: "same content", relocate.SameLines: "same lines", relocate.Similar: "similar content",
		relocate.SameName: "same name", relocate.SimilarName: "similar name",
	}
}
