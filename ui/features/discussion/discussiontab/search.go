package discussiontab

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate/text"
	"dossier/ui/features/discussion"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
	"dossier/ui/kit/prose"
	"dossier/ui/project"
	"dossier/ui/words"
)

// search searches the entries: it highlights matches in the cards, or lists those in all
// discussions.
type search struct {
	t                   *Tab
	find                *edit.Entry
	found               *kit.Label
	previous, following *kit.Button
	all                 *kit.Button // search all discussions
	list                *board.List
	none                *kit.Empty
	stack               *fyne.Container

	query   string
	matches []project.EntryMatch // in all discussions, in order
	here    []project.EntryMatch // in the active discussion
	current int                  // index in here, or -1
	wanted  *project.EntryMatch  // to show after its discussion becomes active
}

func newSearch(t *Tab) *search {
	d := &search{t: t, current: -1}
	d.find = edit.NewEntry(words.Say("find…"), d.search)
	d.find.OnKey = d.findKey
	d.find.OnEscape = t.Focus
	d.find.OnShortcut = t.w.Shortcut
	d.found = kit.NewLabel("", kit.Number)
	d.previous = kit.NewGlyphButton(kit.GlyphUp, words.Say("Previous match")+" ("+kit.Chords("Shift+F3")+")", func() { d.next(-1) })
	d.following = kit.NewGlyphButton(kit.GlyphDown, words.Say("Next match")+" ("+kit.Chords("F3")+")", func() { d.next(1) })
	d.all = kit.NewToggle(words.Say("All"), false, func(bool) { d.show() })
	d.all.SetTip(words.Say("Search in all discussions of the project"))
	d.list = board.NewList(d, kit.RowHeight)
	d.list.Single = true
	d.list.OnOpen = d.visit
	d.list.OnShortcut = func(s fyne.Shortcut) { t.w.Shortcut(s) }
	d.none = kit.NewEmpty("", "", nil)
	d.stack = container.NewStack(d.list, d.none)
	d.show()
	return d
}

// open begins a search, in all discussions or in the active one.
func (d *search) open(all bool) {
	d.all.SetOn(all)
	d.show()
	d.t.w.Focus(d.find)
}

// close closes the list of matches.
func (d *search) close() {
	if d.all.On() {
		d.all.SetOn(false)
		d.show()
	}
}

// listing reports whether matches are listed in place of the cards.
func (d *search) listing() bool { return d.all.On() && d.query != "" }

// search searches for a text in the background.
func (d *search) search(query string) {
	if d.query = query; query == "" {
		d.matches = nil
		d.showResults()
		return
	}
	discussion.Of(d.t.w.Session()).Find(query, func(matches []project.EntryMatch) {
		if d.query == query {
			d.matches = matches
			d.showResults()
		}
	})
}

// reload repeats the search after the entries have changed. Until it is done the cards show the
// previous matches.
func (d *search) reload() {
	if d.query != "" {
		d.search(d.query)
	}
}

// showResults shows the results.
func (d *search) showResults() {
	active := discussion.Of(d.t.w.Session()).Active().Name
	first := 0
	for first < len(d.matches) && d.matches[first].Discussion != active {
		first++
	}
	end := first
	for end < len(d.matches) && d.matches[end].Discussion == active {
		end++
	}
	d.here = d.matches[first:end]
	d.current = min(d.current, len(d.here)-1)
	if d.wanted != nil {
		for i, m := range d.here {
			if m == *d.wanted {
				d.current = i
			}
		}
		d.wanted = nil
	} else if d.current < 0 && len(d.here) > 0 {
		d.current = d.nearest()
	}
	d.list.Reload()
	d.show()
	d.reveal()
}

// nearest returns the first match at or below the current card.
func (d *search) nearest() int {
	at := max(0, d.t.list.Cursor())
	return min(len(d.here)-1, sort.Search(len(d.here), func(i int) bool { return d.here[i].Entry >= at }))
}

// show updates the head and the middle.
func (d *search) show() {
	found := ""
	switch {
	case d.query == "":
	case d.all.On():
		found = kit.Count(int64(len(d.matches)))
	case len(d.here) == 0:
		found = words.Say("not found")
	default:
		found = fmt.Sprintf("%s / %s", kit.Count(int64(d.current+1)), kit.Count(int64(len(d.here))))
	}
	d.found.SetText(found)
	kit.SetVisible(d.found, found != "")
	kit.SetVisible(d.previous, d.query != "" && !d.all.On())
	kit.SetVisible(d.following, d.query != "" && !d.all.On())
	kit.SetVisible(d.all, d.query != "" || d.all.On())
	d.none.SetText(words.With("No discussion of the project contains “{{.Query}}”.", map[string]any{"Query": text.Escape(d.query)}))
	kit.SetVisible(d.none, len(d.matches) == 0)
	if d.t.head == nil {
		return
	}
	kit.Relayout(d.t.head)
	d.t.arrange()
	d.t.list.Refresh()
}

// reveal scrolls to the current match.
func (d *search) reveal() {
	if d.current >= 0 && d.current < len(d.here) && !d.all.On() {
		m := d.here[d.current]
		d.t.list.ShowText(m.Entry, m.Start)
	}
}

// next moves to the next match, or for -1 to the previous one.
func (d *search) next(by int) {
	if n := len(d.here); n > 0 {
		d.current = (d.current + by + n) % n
		d.show()
		d.reveal()
	}
}

// in returns the matches in entry i, and the index of the current one.
func (d *search) in(i int) (found []prose.Span, current int) {
	current = -1
	first := sort.Search(len(d.here), func(k int) bool { return d.here[k].Entry >= i })
	for k := first; k < len(d.here) && d.here[k].Entry == i; k++ {
		if k == d.current {
			current = len(found)
		}
		found = append(found, prose.Span{Start: d.here[k].Start, End: d.here[k].End})
	}
	return found, current
}

// key handles the keys of a search while the cards are focused.
func (d *search) key(name fyne.KeyName, mods fyne.KeyModifier) bool {
	switch {
	case name == fyne.KeyF && mods == kit.Ctrl:
		d.open(d.all.On())
	case name == fyne.KeyF3 && mods&^kit.Shift == 0 && d.query != "":
		d.next(direction(mods))
	case name == fyne.KeyEscape && mods == 0 && d.query != "":
		d.find.SetText("")
		d.close()
	default:
		return false
	}
	return true
}

// direction is -1 with Shift, else 1.
func direction(mods fyne.KeyModifier) int {
	if mods&kit.Shift != 0 {
		return -1
	}
	return 1
}

func (d *search) findKey(ev *fyne.KeyEvent, mods fyne.KeyModifier) bool {
	switch {
	case d.all.On() && ev.Name == fyne.KeyDown:
		d.t.w.Focus(d.list)
	case d.all.On():
		return false
	case ev.Name == fyne.KeyReturn, ev.Name == fyne.KeyEnter:
		d.next(direction(mods))
	case ev.Name == fyne.KeyDown:
		d.next(1)
	case ev.Name == fyne.KeyUp:
		d.next(-1)
	default:
		return false
	}
	return true
}

// visit shows a listed match in its discussion, which becomes active.
func (d *search) visit(i int) {
	m := d.matches[i]
	d.all.SetOn(false)
	d.wanted = &m
	if s := d.t.w.Session(); discussion.Of(s).Active().Name != m.Discussion {
		discussion.Of(s).Activate(m.Discussion) // this repeats the search, which then shows the match
	} else {
		d.showResults()
	}
	d.t.Focus()
}

// The rows of the list are the matches.

func (d *search) Len() int         { return len(d.matches) }
func (d *search) Key(i int) string { return strconv.Itoa(i) }

func (d *search) Find(key string) int { return board.FindKey(d, key) }

func (d *search) Row(i int) board.Row {
	m := d.matches[i]
	of, _ := discussion.Of(d.t.w.Session()).All().Find(m.Discussion)
	if m.Entry >= len(of.History) || m.End > len(of.History[m.Entry].Content) {
		return board.Row{} // outdated; the search is being repeated
	}
	e := of.History[m.Entry]
	return board.Row{Tip: words.Say("Enter: show it in its discussion"), Cells: []board.Cell{
		{Text: text.Escape(m.Discussion), Width: foundNameWidth, Middle: true},
		{Text: text.Escape(e.Role), Width: foundRoleWidth, Tone: kit.ColorMuted},
		{Text: around(e.Content, m.Start, m.End), Fill: true},
	}}
}

const (
	foundNameWidth = 120
	foundRoleWidth = 72
	foundBefore    = 24 // approximate bytes shown before a match
	foundAfter     = 160
)

// around returns the line of a match, from shortly before it.
func around(content string, start, end int) string {
	from := max(start-foundBefore, strings.LastIndexByte(content[:start], '\n')+1)
	for from > 0 && from < start && !utf8.RuneStart(content[from]) {
		from++
	}
	to := min(len(content), end+foundAfter)
	if n := strings.IndexByte(content[end:to], '\n'); n >= 0 {
		to = end + n
	}
	shown := text.Escape(strings.ToValidUTF8(content[from:to], ""))
	if from > 0 && content[from-1] != '\n' {
		shown = "…" + shown
	}
	return shown
}
