package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"dossier/ui/beads"
	"dossier/ui/context"
	"dossier/ui/discussion"
	"dossier/ui/kit"
	"dossier/ui/links"
	"dossier/ui/notes"
	"dossier/ui/part"
	"dossier/ui/presets"
	"dossier/ui/preview"
	"dossier/ui/requests"
	"dossier/ui/snapshots"
)

// tabID names a tab of the middle pane, also in what is kept between sessions.
type tabID string

// The tabs.
const (
	contextID    tabID = context.ID
	presetsID    tabID = presets.ID
	discussionID tabID = discussion.ID
	beadsID      tabID = beads.ID
	snapshotsID  tabID = snapshots.ID
	notesID      tabID = notes.ID
	linksID      tabID = links.ID
	previewID    tabID = preview.ID
)

// newTabs lists the tabs in the order of the bar. The preview is one only while the window
// is too narrow for a pane of its own.
func (w *Window) newTabs() []part.Tab {
	return []part.Tab{w.context, w.presets, w.discussion, w.beads, w.snapshots, w.notes, w.links, requests.New(host{w}), w.preview}
}

// tabsInBar lists the tabs that there are in a window of this width.
func (w *Window) tabsInBar() []part.Tab {
	return slices.DeleteFunc(slices.Clone(w.allTabs), func(t part.Tab) bool { return onlyNarrow(t) && !w.narrow })
}

// onlyNarrow reports whether a tab is there only in a narrow window.
func onlyNarrow(t part.Tab) bool { return tabID(t.ID()) == previewID }

// placeOf is where a tab stands in a bar, or -1.
func placeOf(bar []part.Tab, id tabID) int {
	return slices.IndexFunc(bar, func(t part.Tab) bool { return tabID(t.ID()) == id })
}

// setTabs gives the bar its tabs. The one in front stays, if it is still there.
func (w *Window) setTabs() {
	var bar []kit.Tab
	for _, t := range w.tabsInBar() {
		bar = append(bar, kit.Tab{Text: t.Title(), Tip: t.Tip(), Keep: onlyNarrow(t)})
	}
	w.tabs.SetTabs(bar)
	at := placeOf(w.tabsInBar(), w.tab)
	if at < 0 {
		w.turnTo(w.wideTab)
		return
	}
	w.tabs.SetCurrent(at)
}

// showTab brings a tab to the front, and closes the editors that cover it.
func (w *Window) showTab(id tabID) {
	w.leaveEditors()
	w.turnTo(id)
}

// goTo brings a tab to the front and gives it the keyboard.
func (w *Window) goTo(id tabID) {
	w.showTab(id)
	if w.tab == id {
		w.focusTab()
	}
}

// turnTo changes the tab. A keyboard that was at work in the tab before goes along: what
// is out of sight must not be changed by keys that are meant for what is seen.
func (w *Window) turnTo(id tabID) {
	bar := w.tabsInBar()
	at := placeOf(bar, id)
	if at < 0 {
		return
	}
	before := w.tab
	follow := before != id && w.editor == nil && w.focusedIn(w.middle) &&
		(before != previewID || w.narrow) // the preview is beside the tabs again
	w.tab = id
	if !onlyNarrow(bar[at]) {
		w.wideTab = id
	}
	w.tabs.SetCurrent(at)
	w.middle.Objects = []fyne.CanvasObject{bar[at].Content()}
	w.middle.Refresh()
	for _, t := range w.allTabs {
		if is := tabID(t.ID()); before != id && (is == before || is == id) {
			t.Shown(is == id)
		}
	}
	if follow {
		w.win.Canvas().Unfocus()
		bar[at].Focus()
	}
	w.session.Autosave().Soon()
}

// turnTab goes to the next tab, or with -1 to the one before.
func (w *Window) turnTab(by int) {
	bar := w.tabsInBar()
	at := placeOf(bar, w.tab)
	w.showTab(tabID(bar[(at+by+len(bar))%len(bar)].ID()))
}
