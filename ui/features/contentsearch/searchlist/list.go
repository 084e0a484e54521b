// Package searchlist shows the lines of the project's files that a search found, by file.
package searchlist

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/grep"
	"dossier/aggregate/text"
	"dossier/ui/columns"
	"dossier/ui/features/contentsearch"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part"
	"dossier/ui/project/search"
	"dossier/ui/session"
	"dossier/ui/session/change"
	"dossier/ui/words"
)

// List shows the search options, the found lines, and the actions on all of them.
type List struct {
	w       part.Window
	list    *board.List
	letters *kit.Button // matches the case of letters
	whole   *kit.Button // matches whole words
	regexp  *kit.Button
	add     *kit.Button
	found   *kit.Label
	empty   *kit.Empty
	stack   *fyne.Container
	content fyne.CanvasObject
	confirm func(paths []string, then func())
}

// Active cells of a row.
const (
	foldCell = iota + 1
	tickCell
)

const lineWidth = 44 // 12345

// New returns the list for a window. confirm asks before many files are added.
func New(w part.Window, confirm func(paths []string, then func())) *List {
	l := &List{w: w, confirm: confirm}
	toggle := func(text, tip string, set func(*grep.Query, bool)) *kit.Button {
		b := kit.NewToggle(text, false, func(on bool) {
			q := l.part().Query()
			set(&q, on)
			l.part().Set(q)
		})
		b.SetTip(tip)
		return b
	}
	l.letters = toggle("Aa", words.Say("Match case. It is on by itself if the text has capitals; click to ignore case then"), func(q *grep.Query, on bool) {
		*q = q.WithCase(on)
	})
	l.whole = toggle("W", words.Say("Match whole words only"), func(q *grep.Query, on bool) { q.Word = on })
	l.regexp = toggle(".*", words.Say("The text is a regular expression"), func(q *grep.Query, on bool) { q.Regexp = on })
	l.add = kit.NewMenuButton(words.Say("Add"), func() []kit.MenuItem { return l.addItems(l.part().All()) })
	l.add.SetTip(words.Say("Add everything that was found"))
	l.list = part.NewList(w, l, l.menu)
	l.list.OnCell = l.cell
	l.list.OnSpace = func(int) { l.toggle(l.targets(l.list.Cursor())) }
	l.list.OnOpen = l.open
	l.list.OnKey = l.key
	l.found = kit.NewLabel("", kit.Body)
	l.empty = kit.NewEmpty("", words.Say("Ignore case"), func() { l.part().Set(l.part().Query().WithCase(false)) })
	l.empty.ShowStep(false)
	l.stack = container.NewStack(l.empty)
	bar := kit.NewBar(container.NewBorder(nil, nil, container.NewHBox(l.letters, l.whole, l.regexp), l.add), kit.EdgeBottom)
	l.content = kit.NewColumn(bar, l.stack, kit.NewStatusBar(l.found, kit.EdgeTop))
	return l
}

func (l *List) part() *contentsearch.Part { return contentsearch.Of(l.w.Session()) }

// Content returns the content, which is always the same.
func (l *List) Content() fyne.CanvasObject { return l.content }

// Search searches for a text with the current options.
func (l *List) Search(text string) {
	q := l.part().Query()
	q.Pattern = text
	l.part().Set(q)
}

// Focus focuses the lines, and reports whether there are any.
func (l *List) Focus() bool {
	if l.Len() == 0 {
		return false
	}
	if l.list.Cursor() < 0 {
		l.list.SetCursor(0)
	}
	l.w.Focus(l.list)
	return true
}

// CurrentFile returns the file with the cursor if the list is focused.
func (l *List) CurrentFile() (path string, is bool) {
	i := l.list.Cursor()
	if l.w.Focused() != l.list || i < 0 || i >= l.Len() {
		return "", false
	}
	return l.file(i).Path, true
}

func (l *List) row(i int) contentsearch.Row  { return l.part().Rows()[i] }
func (l *List) file(i int) search.FileReport { return l.part().Report().Files[l.row(i).File] }

// Len returns the number of rows; with Key, Find and Label it implements [board.Rows].
func (l *List) Len() int { return len(l.part().Rows()) }

// Key returns the path and the line of a row.
func (l *List) Key(i int) string {
	row, file := l.row(i), l.file(i)
	if row.Line < 0 {
		return file.Path
	}
	return fmt.Sprintf("%s:%d", file.Path, file.Lines[row.Line].Line)
}

// Find returns the row with a key, or -1.
func (l *List) Find(key string) int { return board.FindKey(l, key) }

// Label returns the text with which typing finds a row.
func (l *List) Label(i int) string { return l.file(i).Path }

// Row returns a file or a line for the list.
func (l *List) Row(i int) board.Row {
	row, file := l.row(i), l.file(i)
	if row.Line >= 0 {
		line := file.Lines[row.Line]
		shown, marks := lineCell(line)
		return board.Row{Indent: 1, Cells: []board.Cell{
			{Kind: board.CellNumber, Text: fmt.Sprint(line.Line), Width: lineWidth, Small: true},
			{Text: shown, Marks: marks, Mono: true, Small: true, Fill: true, Tone: kit.ColorText},
		}, Tip: fmt.Sprintf("%s:%d", text.Escape(file.Path), line.Line)}
	}
	_, in := l.w.Session().Files().RowOf(file.Path)
	return board.Row{Cells: []board.Cell{
		{Kind: board.CellFold, ID: foldCell, Width: columns.FoldWidth, State: kit.Ticked(!l.part().Folded(file.Path))},
		{Kind: board.CellCheck, ID: tickCell, State: kit.Ticked(in), Tip: words.Say("In the document, or not")},
		columns.File(session.KindOf(file.Path)),
		{Text: text.Escape(file.Path), Fill: true, Middle: true},
		{Kind: board.CellNumber, Text: kit.Count(int64(file.Matches)), Tip: words.Count("{{.N}} lines match", file.Matches)},
	}, Tip: text.Escape(file.Path)}
}

// A match that begins after inView bytes is shown after an ellipsis with up to before bytes of the
// preceding text, so that it is visible in a narrow panel.
const (
	inView = 20
	before = 12
)

// lineCell returns a line as shown, and its match: without the white space at its start, and from
// shortly before the match on.
func lineCell(line search.LineReport) (string, [][2]int) {
	shown := strings.ReplaceAll(line.Text, "\t", " ")
	cut := len(shown) - len(strings.TrimLeft(shown, " "))
	lead := ""
	if line.Start-cut > inView {
		cut, lead = line.Start-before, "…"
		for !utf8.RuneStart(shown[cut]) {
			cut++
		}
		if at := strings.IndexByte(shown[cut:line.Start], ' '); at >= 0 {
			cut += at + 1
		}
	}
	shown = shown[cut:]
	escaped := text.Escape(shown)
	if escaped != shown || line.End <= cut {
		return lead + escaped, nil
	}
	return lead + escaped, [][2]int{{len(lead) + max(0, line.Start-cut), len(lead) + line.End - cut}}
}

func (l *List) cell(i int, c board.Cell, _ fyne.Position, _ fyne.Size) {
	switch c.ID {
	case foldCell:
		l.part().Fold(l.file(i).Path, !l.part().Folded(l.file(i).Path))
	case tickCell:
		l.toggle(l.part().Places([]contentsearch.Row{l.row(i)}))
	}
}

// targets returns the places that an action at row i applies to: the selection, or the row alone.
func (l *List) targets(i int) []search.Place {
	var rows []contentsearch.Row
	for _, at := range l.list.Targets(i) {
		rows = append(rows, l.row(at))
	}
	return l.part().Places(rows)
}

// toggle adds the files of places, or removes them if all are in the document.
func (l *List) toggle(places []search.Place) {
	if slices.ContainsFunc(places, func(p search.Place) bool {
		_, in := l.w.Session().Files().RowOf(p.Path)
		return !in
	}) {
		l.addFiles(places)
		return
	}
	l.part().RemoveFiles(places)
}

func (l *List) addFiles(places []search.Place) {
	if len(places) > l.w.Session().Settings().All().ConfirmFolderFiles {
		paths := make([]string, len(places))
		for i, p := range places {
			paths[i] = p.Path
		}
		l.confirm(paths, func() { l.part().AddFiles(places) })
		return
	}
	l.part().AddFiles(places)
}

// open opens the slices editor of the file at the found line, where lines can be selected with the pointer.
func (l *List) open(i int) { l.w.OpenSlices(l.file(i).Path, l.lineOf(i)) }

// lineOf returns the line number of row i in its file; for a file, the first found line.
func (l *List) lineOf(i int) int {
	return l.file(i).Lines[max(l.row(i).Line, 0)].Line
}

func (l *List) key(ev *fyne.KeyEvent, mods fyne.KeyModifier, i int) bool {
	if i < 0 || mods != 0 {
		return false
	}
	path, row := l.file(i).Path, l.row(i)
	switch ev.Name {
	case fyne.KeyRight:
		if row.Line < 0 && l.part().Folded(path) {
			l.part().Fold(path, false)
		} else {
			l.list.SetCursor(min(i+1, l.Len()-1))
		}
	case fyne.KeyLeft:
		if row.Line < 0 {
			l.part().Fold(path, true)
		} else {
			l.list.SetCursor(l.Find(path))
		}
	default:
		return false
	}
	return true
}

// addItems returns the menu of ways to add places to the document.
func (l *List) addItems(places []search.Place) []kit.MenuItem {
	if len(places) == 0 {
		return []kit.MenuItem{{Text: words.Say("Add files"), Reason: words.Say("Nothing was found")}}
	}
	lines := 0
	for _, p := range places {
		lines += len(p.Lines)
	}
	return []kit.MenuItem{
		{Text: words.Count("Add {{.N}} files", len(places)), Note: words.Say("Each as it is shown now; new ones in full"), Action: func() { l.addFiles(places) }},
		{Text: words.Count("Add {{.N}} lines as slices", lines), Note: words.Count("With {{.N}} lines around each", contentsearch.ContextLines), Action: func() { l.part().AddSlices(places) }},
		{Text: words.Say("Add the symbols around them"), Note: words.Say("The whole definition of each function or type; slices where there is none"), Action: func() { l.part().AddSymbols(places) }},
	}
}

func (l *List) menu(i int) []kit.MenuItem {
	s, file, line := l.w.Session(), l.file(i), l.lineOf(i) // the rows may change while the menu is open
	items := l.addItems(l.targets(i))
	if at, ok := s.Files().RowOf(file.Path); ok {
		items = append(items, kit.MenuItem{Text: words.Say("Show in preview"), Action: func() { l.w.ShowRow(at) }})
	}
	return append(items,
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Open in the editor"), Detail: l.w.KeysOf("open-in-editor"), Action: func() { l.w.OpenInEditor(file.Path, line) }},
		kit.MenuItem{Text: words.Say("Slices…"), Detail: l.w.KeysOf("edit-slices"), Action: func() { l.w.OpenSlices(file.Path, line) }},
		kit.MenuItem{Text: words.Say("Symbols…"), Detail: l.w.KeysOf("edit-symbols"), Action: func() { l.w.OpenSymbols(file.Path) }},
		kit.MenuItem{Text: words.Say("Show in the tree"), Action: func() { l.w.RevealInTree(file.Path) }},
		kit.MenuItem{Text: words.Say("Copy path"), Action: func() { s.Copy().Text(file.Path, words.Count("{{.N}} paths", 1)) }},
		kit.MenuItem{Separator: true},
		kit.MenuItem{Text: words.Say("Show the lines of all files"), Action: func() { l.part().FoldAll(false) }},
		kit.MenuItem{Text: words.Say("Show the files alone"), Action: func() { l.part().FoldAll(true) }},
	)
}

// Changed updates what has changed.
func (l *List) Changed(c change.Set) {
	if c.Has(contentsearch.Changed | change.Composition | change.Project) {
		l.reload()
	}
}

func (l *List) reload() {
	q := l.part().Query()
	l.letters.SetOn(q.MatchesCase())
	l.whole.SetOn(q.Word)
	l.regexp.SetOn(q.Regexp)
	l.list.Reload()
	l.found.SetText(l.summary())
	why, cased := l.nothing()
	l.empty.SetText(why)
	l.empty.ShowStep(cased)
	kit.ShowEither(l.stack, why == "", l.list, l.empty)
}

// summary describes the result.
func (l *List) summary() string {
	r := l.part().Report()
	if l.part().Query().Pattern == "" || l.part().Err() != nil {
		return ""
	}
	said := words.Count("{{.N}} lines", r.Matches) + " · " + words.Count("{{.N}} files", r.InFiles)
	switch {
	case r.Stopped:
		said += " · " + words.Say("and more: search for a longer text")
	case l.part().Searching():
		said += " · " + words.Say("searching…")
	}
	if r.Withheld > 0 {
		said += " · " + words.Count("{{.N}} secret files were not searched", r.Withheld)
	}
	return said
}

// nothing returns the reason why there are no lines, empty if there are some; cased is whether it may
// be that the text has capitals.
func (l *List) nothing() (why string, cased bool) {
	switch {
	case l.w.Session().Dir() == "":
		return words.Say("The files of a project are listed here."), false
	case l.part().Query().Pattern == "":
		return words.Say("Type a text that the files contain. Lines that match are found as you type."), false
	case l.part().Err() != nil:
		return words.Sentence(l.part().Err()), false
	case l.Len() > 0:
		return "", false
	case l.part().Searching():
		return words.Say("Searching…"), false
	case l.part().Query().Case == grep.Smart && l.part().Query().MatchesCase():
		return words.Say("No line of the project's files matches. The text has capitals, so case counts."), true
	}
	return words.Say("No line of the project's files matches."), false
}
