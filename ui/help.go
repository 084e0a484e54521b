package ui

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/presets"
	"dossier/ui/dialog"
	"dossier/ui/guide"
	"dossier/ui/kit"
	"dossier/ui/kit/article"
	"dossier/ui/kit/edit"
	"dossier/ui/language"
	"dossier/ui/project/diagnosis"
	"dossier/ui/words"
)

// Places in the guide that explain several dialogs.
const (
	keyboardHelp    = "docs/guide/start.md#the-keyboard"
	permissionsHelp = "docs/guide/secrets.md#what-a-project-may-not-do-by-itself"
)

// helpPane shows the guide in place of the preview, next to the tab that it explains: so a task can be read
// and done step by step, which a modal dialog would prevent. In a narrow window it takes the middle, like the
// preview. Over a dialog it is a dialog too, because the pane would be behind it.
type helpPane struct {
	w       *Window
	dialog  *dialog.Dialog // the dialog that contains it; nil for the pane
	book    *guide.Book    // nil until the guide is opened for the first time
	open    bool
	at      helpPlace
	behind  []helpPlace // history for Back, most recent last
	view    *article.View
	find    *edit.Entry
	title   *kit.Label
	back    *kit.Button
	content fyne.CanvasObject
	from    fyne.Focusable // the object that was focused before
}

// helpPlace is the content of the pane.
type helpPlace struct {
	place  string // in the guide; for search results, where the search began
	query  string // the marked words
	found  bool   // whether it is a list of search results
	offset float64
}

// newHelpPane returns the closed guide in place of the preview.
func newHelpPane(w *Window) *helpPane {
	h := newHelp(w)
	more := kit.NewGlyphButton(kit.GlyphMore, words.Say("What is new, shortcuts, reports"), nil)
	more.SetItems(func() []kit.MenuItem {
		return []kit.MenuItem{w.menuItem("whats-new"), w.menuItem("keyboard-shortcuts"), w.menuItem("report-problem")}
	})
	closing := kit.NewGlyphButton(kit.GlyphClose, words.Say("Close the guide")+" ("+kit.Chords("Escape")+")", h.close)
	h.layOut(more, closing)
	return h
}

// newHelp returns the guide without its content.
func newHelp(w *Window) *helpPane {
	h := &helpPane{w: w}
	h.view = article.NewView()
	h.view.OnLink = h.follow
	h.view.OnKey = h.key
	h.view.OnRune = func(r rune) { // typing searches
		w.focus(h.find)
		h.find.TypedRune(r)
	}
	h.view.OnShortcut = func(s fyne.Shortcut) { w.shortcut(s) }
	h.find = edit.NewEntry(words.Say("search the guide…"), h.search)
	h.find.Searches = true
	h.find.SetClear(words.Say("Clear"), nil)
	h.find.OnEscape = func() { w.focus(h.view) }
	h.find.OnShortcut = w.shortcut
	h.find.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
		switch ev.Name {
		case fyne.KeyReturn, fyne.KeyEnter:
			if links := h.view.Links(); h.at.found && len(links) > 0 {
				h.follow(links[0])
				w.focus(h.view)
			}
			return true
		case fyne.KeyDown:
			w.focus(h.view)
			return true
		}
		return false
	}
	h.title = kit.NewLabel("", kit.Strong)
	h.title.SetMinWidth(kit.MinSide)
	h.back = kit.NewGlyphButton(kit.GlyphLeft, words.Say("Previous page")+" ("+kit.Chords("Backspace")+")", h.goBack)
	h.back.DisableFor(words.Say("There is no previous page"))
	return h
}

// layOut creates the content, with buttons at the right of the header.
func (h *helpPane) layOut(buttons ...fyne.CanvasObject) {
	contents := kit.NewButton(words.Say("Contents"), func() { h.show(guide.Contents); h.w.focus(h.view) })
	right := container.NewHBox(append([]fyne.CanvasObject{contents}, buttons...)...)
	head := container.NewBorder(nil, nil, h.back, right, h.title)
	bars := kit.NewColumn(kit.NewHeader(head, kit.EdgeBottom), kit.NewBar(h.find, kit.EdgeBottom), nil)
	if language.Now() != language.English() {
		note := kit.NewMuted(words.Say("The guide is in English."))
		note.SetMinWidth(1)
		bars = kit.NewColumn(bars, kit.NewBar(note, kit.EdgeBottom), nil)
	}
	h.content = kit.NewSurface(kit.NewColumn(bars, h.view, nil), kit.ColorGround, 0, 0, 0)
}

// menuItem returns a command as an item of a menu.
func (w *Window) menuItem(id string) kit.MenuItem {
	c, _ := w.commandOf(id)
	return kit.MenuItem{Text: words.Say(c.name), Detail: c.shortcut(), Reason: c.reason(w), Action: func() { c.run(w) }}
}

// toggleHelp opens the guide at the page of the topmost dialog, editor or tab; from within it closes it.
func (w *Window) toggleHelp() {
	if front := w.dialogs.Front(); front != nil {
		w.toggleDialogHelp(front)
		return
	}
	if w.help.open && w.focusedIn(w.help.content) {
		w.help.close()
		return
	}
	w.showHelp(w.topic())
}

// toggleDialogHelp opens the guide over a dialog, which stays open, or closes it.
func (w *Window) toggleDialogHelp(front *dialog.Dialog) {
	if w.dialogHelp != nil {
		w.dialogHelp.close()
		return
	}
	if !w.help.load() {
		return
	}
	place := cmp.Or(front.Help, w.topic())
	h := newHelp(w)
	h.book, h.open = w.help.book, true
	h.layOut()
	size := w.win.Canvas().Size()
	h.dialog = w.dialogs.Show(words.Say("Guide"), h.content, fyne.NewSize(dialogHelpWidth, size.Height), dialog.Closes(words.Say("Close the guide")))
	h.dialog.OnClosed = func() { w.dialogHelp = nil }
	w.dialogHelp = h
	h.show(place)
	w.focus(h.view)
}

// dialogHelpWidth is the width of the guide over a dialog: its pages are up to 520 wide.
const dialogHelpWidth = 620

// topic returns the page of the guide about the active editor or tab.
func (w *Window) topic() string {
	if w.editor != nil {
		return w.editor.Help()
	}
	if f, ok := w.featureOf(w.tab); ok && f.Help != "" {
		return f.Help
	}
	return guide.Contents
}

// showHelp opens the guide at a place, and focuses it.
func (w *Window) showHelp(place string) {
	h := w.help
	if !h.load() {
		return
	}
	if !h.open {
		w.overlay.HideTip()
		w.session.Snapshots().LeavePeek() // a snapshot was shown in the preview
		h.open, h.from = true, w.win.Canvas().Focused()
		w.arrange()
	}
	h.show(place)
	w.focus(h.view)
}

// load reads the guide once, and reports whether it is available.
func (h *helpPane) load() bool {
	if h.book != nil {
		return true
	}
	if h.w.Manual == nil {
		h.w.overlay.Toast(words.Say("This build of Dossier has no guide in it"), "", nil)
		return false
	}
	book, err := guide.Open(h.w.Manual, kit.Keys)
	if err != nil {
		h.w.overlay.Toast(words.Sentence(err), "", nil)
		return false
	}
	h.book = book
	return true
}

// close shows the preview again, and restores the focus.
func (h *helpPane) close() {
	if h.dialog != nil {
		h.dialog.Close() // what was focused before gets the focus again
		return
	}
	if !h.open {
		return
	}
	inside := h.w.focusedIn(h.content)
	h.open = false
	h.w.arrange()
	if !inside {
		return
	}
	h.w.restoreFocus(h.from)
}

// makeWay closes the guide if it covers the middle, which something else needs.
func (h *helpPane) makeWay() {
	if h.w.narrow {
		h.close()
	}
}

// show shows a place in the guide. The current place is added to the history.
func (h *helpPane) show(place string) { h.turn(helpPlace{place: place}) }

func (h *helpPane) turn(to helpPlace) {
	if h.at.place != "" && (h.at.place != to.place || h.at.found != to.found) {
		h.at.offset = h.view.Offset()
		h.behind = append(h.behind, h.at)
		h.back.Enable()
	}
	h.draw(to)
}

// goBack shows the previous page, as the user left it.
func (h *helpPane) goBack() {
	last := len(h.behind) - 1
	if last < 0 {
		return
	}
	to := h.behind[last]
	if h.behind = h.behind[:last]; last == 0 {
		h.back.DisableFor(words.Say("There is no previous page"))
	}
	h.draw(to)
	h.view.SetOffset(to.offset)
	h.w.focus(h.view)
}

// draw draws a place.
func (h *helpPane) draw(to helpPlace) {
	h.at = to
	if to.found {
		h.title.SetText(words.Say("Guide"))
		h.view.SetBlocks(results(h.book.Find(to.query)), 0)
		h.view.Mark(strings.Fields(to.query))
		return
	}
	page, block, err := h.book.Go(to.place)
	if page == nil {
		h.w.overlay.Toast(words.Sentence(err), "", nil)
		return
	}
	h.title.SetText(page.Title)
	h.view.Mark(strings.Fields(to.query))
	h.view.SetBlocks(page.Blocks, block)
}

// search shows the sections that contain the typed words, or, without words, the page where the search began.
func (h *helpPane) search(typed string) {
	if strings.TrimSpace(typed) == "" {
		if h.at.found || h.at.query != "" {
			h.draw(helpPlace{place: h.at.place})
		}
		return
	}
	h.turn(helpPlace{place: h.at.place, query: typed, found: true})
}

// results lists the found sections, each with a link to its place.
func results(found []guide.Found) []article.Block {
	if len(found) == 0 {
		return []article.Block{{Spans: []article.Span{{Text: words.Say("No page of the guide has these words.")}}}}
	}
	var blocks []article.Block
	for _, one := range found {
		name := one.Page.Title
		if one.Heading.Text != name {
			name += " › " + one.Heading.Text
		}
		blocks = append(blocks,
			article.Block{Spans: []article.Span{{Text: name, Bold: true, Link: one.Page.Path + "#" + one.Heading.Anchor}}},
			article.Block{Indent: 1, Spans: []article.Span{{Text: one.Text}}})
	}
	return blocks
}

// follow goes to a place in the guide, or opens an address in the browser.
func (h *helpPane) follow(to string) {
	if strings.HasPrefix(to, "https:") {
		if u, err := url.Parse(to); err == nil {
			if err := h.w.app.OpenURL(u); err != nil {
				h.w.overlay.Toast(words.Sentence(err), "", nil)
			}
		}
		return
	}
	query := ""
	if h.at.found {
		query = h.at.query
	}
	h.turn(helpPlace{place: to, query: query})
}

// key handles the keys of the page that do not scroll it.
func (h *helpPane) key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	switch {
	case name == fyne.KeyEscape && mods == 0:
		h.close()
	case name == fyne.KeyBackspace || name == fyne.KeyLeft && mods == alt:
		h.goBack()
	default:
		return false
	}
	return true
}

// windowKey handles keys of the window that have another meaning while the guide is focused, and
// reports whether it did: Ctrl+F searches the guide, and Escape closes it.
func (h *helpPane) windowKey(name fyne.KeyName, mods fyne.KeyModifier) bool {
	find, escape := name == fyne.KeyF && mods == ctrl, name == fyne.KeyEscape && mods == 0
	if !h.open || !find && !escape || !h.w.focusedIn(h.content) {
		return false
	}
	if find {
		h.w.focus(h.find)
	} else {
		h.close()
	}
	return true
}

// showChanges shows what is new in the versions of the program.
func (w *Window) showChanges() { w.showHelp(guide.Changes) }

// reportProblem copies what a problem report needs, without any data of the user: versions, system,
// the results of the machine's checks, and how the window is drawn. Nothing is sent.
func (w *Window) reportProblem() {
	size := w.win.Canvas().Size()
	drawn := fmt.Sprintf("window: %.0f×%.0f, scale %.4g, zoom %d %%, colours %s%s\n", size.Width, size.Height, w.win.Canvas().Scale(), w.zoom.percent, cmp.Or(w.theme, presets.ThemeAuto), map[bool]string{true: " in high contrast"}[w.strong])
	machine, places := w.machine, w.places
	w.session.Copy().CopyGenerated(func() string {
		return diagnosis.CheckMachine(machine, places).Public() + drawn
	}, words.Say("version, system and the state of this machine, for a report: no contents, and no paths"))
}
