package ui

import (
	"slices"

	"fyne.io/fyne/v2"

	"dossier/ui/features/answers/answerstab"
	"dossier/ui/features/beadlist/beadstab"
	"dossier/ui/features/discussion/discussiontab"
	"dossier/ui/features/files/filestab"
	"dossier/ui/features/git/gittab"
	"dossier/ui/features/links/linkstab"
	"dossier/ui/features/notes/notestab"
	"dossier/ui/features/presetlist/presetstab"
	"dossier/ui/features/preview/previewpanel"
	"dossier/ui/features/screenshots/screenshotstab"
	"dossier/ui/features/snapshots/snapshotstab"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/words"
)

// tabs returns the features with a tab in the order of the rail: first those whose content becomes
// part of the document, in its order. The preview is an item only while the window is too narrow
// for its own pane.
func tabs() []part.Feature {
	return []part.Feature{
		filestab.Feature,
		notestab.Feature,
		linkstab.Feature,
		screenshotstab.Feature,
		gittab.Feature,
		beadstab.Feature,
		discussiontab.Feature,

		presetstab.Feature,
		snapshotstab.Feature,
		answerstab.Feature,

		previewpanel.Feature,
	}
}

// feature is a feature with its tab in this window.
type feature struct {
	part.Feature
	tab part.Tab
}

// newFeatures creates the tabs of the window's features.
func (w *Window) newFeatures(list []part.Feature) {
	for _, f := range list {
		w.features = append(w.features, feature{f, f.New(host{w})})
	}
}

// featureOf returns the feature with an id; false if there is none.
func (w *Window) featureOf(id string) (feature, bool) {
	if i := placeOf(w.features, id); i >= 0 {
		return w.features[i], true
	}
	return feature{}, false
}

// tabOf returns the tab of a feature that the window has.
func tabOf[T part.Tab](w *Window, id string) T {
	f, _ := w.featureOf(id)
	return f.tab.(T)
}

// inRail returns the features that have an item in the rail of a window of this width.
func (w *Window) inRail() []feature {
	return slices.DeleteFunc(slices.Clone(w.features), func(f feature) bool { return f.Group == part.OnlyNarrow && !w.narrow })
}

// placeOf returns the index of a feature in a list, or -1.
func placeOf(list []feature, id string) int {
	return slices.IndexFunc(list, func(f feature) bool { return f.ID == id })
}

// setRail sets the items of the rail. The active one stays active if it still exists.
func (w *Window) setRail() {
	w.refreshRail()
	at := placeOf(w.inRail(), w.tab)
	if at < 0 {
		w.turnTo(w.wideTab)
		return
	}
	w.rail.SetCurrent(at)
}

// refreshRail updates the figures of the rail's items.
func (w *Window) refreshRail() {
	var items []kit.RailItem
	doc := w.session.Composed() // a snapshot that is shown instead changes nothing in the tabs
	for _, f := range w.inRail() {
		item := kit.RailItem{Text: words.Say(f.Title), Icon: f.Icon, Tip: words.Say(f.Tip), Group: int(f.Group)}
		if keys := w.keysOf(goPrefix + f.ID); keys != "" {
			item.Tip += " (" + keys + ")"
		}
		item.Count = doc.Shown(f.Section)
		if tab, ok := f.tab.(part.Counter); ok {
			item.Count = tab.Count()
		}
		if tab, ok := f.tab.(part.Waiter); ok {
			item.Dot = tab.Waiting()
		}
		items = append(items, item)
	}
	w.rail.SetNarrow(w.narrow)
	w.rail.SetItems(append(items,
		kit.RailItem{Text: words.Say("Settings"), Icon: kit.GlyphSettings, Tip: words.Say("Settings") + " (" + w.keysOf("settings") + ")", Run: w.settingsDialog},
		kit.RailItem{Text: words.Say("Help"), Icon: kit.GlyphHelp, Tip: words.Say("The guide for the active tab") + " (" + w.keysOf("help") + ")", Run: w.toggleHelp}))
}

// showTab activates a feature, and closes the editors that cover it.
func (w *Window) showTab(id string) {
	w.help.makeWay()
	w.leaveEditors()
	w.turnTo(id)
}

// goTo activates a feature and focuses it.
func (w *Window) goTo(id string) {
	w.showTab(id)
	if w.tab == id {
		w.focusTab()
	}
}

// turnTo activates another feature. If what was focused is no longer visible, the feature gets the focus.
func (w *Window) turnTo(id string) {
	rail := w.inRail()
	at := placeOf(rail, id)
	if at < 0 {
		return
	}
	before := w.tab
	if before != id {
		w.overlay.HideTip() // of a widget that is not shown any more
	}
	w.tab = id
	if rail[at].Group != part.OnlyNarrow {
		w.wideTab = id
	}
	w.rail.SetCurrent(at)
	w.middle.Objects = []fyne.CanvasObject{rail[at].tab.Content()}
	w.middle.Refresh()
	kit.SetVisible(w.instruction.Content(), rail[at].Group == part.InDocument)
	kit.Relayout(w.below)
	for _, f := range w.features {
		if before != id && (f.ID == before || f.ID == id) {
			f.tab.Shown(f.ID == id)
		}
	}
	w.keepFocusVisible()
	w.session.Autosave().SaveSoon()
}

// turnTab activates the next feature of the rail, or the previous one for -1.
func (w *Window) turnTab(by int) {
	rail := w.inRail()
	at := placeOf(rail, w.tab)
	w.showTab(rail[(at+by+len(rail))%len(rail)].ID)
}

// instruct focuses the instruction, which is below each tab of the document.
func (w *Window) instruct() {
	w.help.makeWay()
	w.leaveEditors()
	if f, ok := w.featureOf(w.tab); !ok || f.Group != part.InDocument {
		w.turnTo(part.Files)
	}
	w.instruction.Focus()
}
