package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"dossier/ui/kit"
)

// tabID names a tab of the middle pane, also in what is kept between sessions.
type tabID string

// The tabs.
const (
	contextID    tabID = "context"
	presetsID    tabID = "presets"
	discussionID tabID = "discussion"
	beadsID      tabID = "beads"
	snapshotsID  tabID = "snapshots"
	previewID    tabID = "preview"
)

// tab is one of the things that the middle pane can show.
type tab struct {
	id         tabID
	title, tip string
	content    fyne.CanvasObject
	// shown is told whether the tab is in front, for what is only worth its cost while
	// somebody looks at it; nil is fine.
	shown func(bool)
	// focus gives the tab the keyboard.
	focus func()
	// narrow is set where the tab is there only while the window is too narrow for a pane
	// of its own.
	narrow bool
}

// newTabs lists the tabs in the order of the bar.
func (w *Window) newTabs() []tab {
	return []tab{
		{
			id: contextID, title: say("Context"), tip: say("What is in the dossier, in output order"),
			content: w.screenshots.under(w.context.content(), w.instruction.content),
			focus:   w.context.focus,
		},
		{
			id: presetsID, title: say("Presets"), tip: say("Named compositions, of the project and of your own"),
			content: w.presets.content(), shown: w.presets.shown,
			focus: func() { w.focus(w.presets.list) },
		},
		{
			id: discussionID, title: say("Discussion"), tip: say("What was said so far, which the model reads last"),
			content: w.discussion.content(), shown: w.discussion.turned,
			focus: func() { w.focus(w.discussion.list) },
		},
		{
			id: beadsID, title: say("Beads"), tip: say("The issues of the project's own tracker"),
			content: w.beads.content(), shown: func(bool) { w.beads.reload() },
			focus: w.beads.focusList,
		},
		{
			id: snapshotsID, title: say("Snapshots"), tip: say("What was written and copied, to be read again, compared and restored"),
			content: w.snapshots.content(), shown: w.snapshots.shown,
			focus: func() { w.focus(w.snapshots.list) },
		},
		{
			id: previewID, title: say("Preview"), tip: say("The dossier as it will be read"),
			content: w.preview.content, narrow: true,
			focus: func() { w.focus(w.preview.view) },
		},
	}
}

// tabsInBar lists the tabs that there are in a window of this width.
func (w *Window) tabsInBar() []tab {
	return slices.DeleteFunc(slices.Clone(w.allTabs), func(t tab) bool { return t.narrow && !w.narrow })
}

// setTabs gives the bar its tabs. The one in front stays, if it is still there.
func (w *Window) setTabs() {
	var bar []kit.Tab
	for _, t := range w.tabsInBar() {
		bar = append(bar, kit.Tab{Text: t.title, Tip: t.tip, Keep: t.narrow})
	}
	w.tabs.SetTabs(bar)
	at := slices.IndexFunc(w.tabsInBar(), func(t tab) bool { return t.id == w.tab })
	if at < 0 {
		w.turnTo(w.wideTab)
		return
	}
	w.tabs.SetCurrent(at)
}

// showTab brings a tab to the front, and closes an editor that stands in its place.
func (w *Window) showTab(id tabID) {
	w.closeEditor()
	w.turnTo(id)
}

// goTo brings a tab to the front and gives it the keyboard.
func (w *Window) goTo(id tabID) {
	w.showTab(id)
	if at := slices.IndexFunc(w.tabsInBar(), func(t tab) bool { return t.id == id }); at >= 0 {
		w.tabsInBar()[at].focus()
	}
}

// turnTo changes the tab. A keyboard that was at work in the tab before goes along: what
// is out of sight must not be changed by keys that are meant for what is seen.
func (w *Window) turnTo(id tabID) {
	bar := w.tabsInBar()
	at := slices.IndexFunc(bar, func(t tab) bool { return t.id == id })
	if at < 0 {
		return
	}
	before := w.tab
	follow := before != id && w.editor == nil && w.focusedIn(w.middle) &&
		(before != previewID || w.narrow) // the preview is beside the tabs again
	w.tab = id
	if !bar[at].narrow {
		w.wideTab = id
	}
	w.tabs.SetCurrent(at)
	w.middle.Objects = []fyne.CanvasObject{bar[at].content}
	w.middle.Refresh()
	for _, t := range w.allTabs {
		if t.shown != nil && before != id && (t.id == before || t.id == id) {
			t.shown(t.id == id)
		}
	}
	if follow {
		w.win.Canvas().Unfocus()
		bar[at].focus()
	}
	w.session.SaveSoon()
}

// turnTab goes to the next tab, or with -1 to the one before.
func (w *Window) turnTab(by int) {
	bar := w.tabsInBar()
	at := slices.IndexFunc(bar, func(t tab) bool { return t.id == w.tab })
	w.showTab(bar[(at+by+len(bar))%len(bar)].id)
}
