package screenshotstab

import (
	"fyne.io/fyne/v2"

	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/part"
)

// Feature adds the screenshots to the window.
var Feature = part.Feature{
	ID: part.Screenshots, Help: "docs/guide/screenshots.md", Title: "Screenshots", Tip: "Images that belong to the document", Icon: kit.GlyphImage, Group: part.InDocument, Section: aggregate.ScreenshotsSection,
	New: func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{
		{ID: "add-screenshot", Name: "Add a screenshot", Group: "Dossier", Key: fyne.KeyT, Mods: kit.Ctrl | kit.Shift, Why: part.NoProject, Run: func(w part.Window, t part.Tab) {
			w.ShowTab(part.Screenshots)
			t.(*Tab).AddDialog()
		}},
		{ID: "add-clipboard-image", Name: "Add the clipboard's image", Group: "Dossier", Key: fyne.KeyI, Mods: kit.Ctrl | kit.Shift, Why: part.NoProject, Run: func(w part.Window, t part.Tab) {
			w.ShowTab(part.Screenshots)
			t.(*Tab).Paste()
		}},
	},
	Keys: []part.RowKey{{Does: "Move left or right", Keys: "Alt+Left, Alt+Right"}, {Does: "Large view", Keys: "Enter"}, {Does: "Caption", Keys: "F2"}, {Does: "Remove", Keys: "Delete"}},
}
