package filestab

import (
	"fyne.io/fyne/v2"

	"dossier/aggregate"
	"dossier/ui/features/ordering"
	"dossier/ui/features/textoptions/textdialog"
	"dossier/ui/kit"
	"dossier/ui/part"
	"dossier/ui/project/sorting"
	"dossier/ui/words"
)

// Feature adds the files to the window.
var Feature = part.Feature{
	ID: part.Files, Help: "docs/guide/files.md", Title: "Files", Tip: "Contents of the document, in output order", Icon: kit.GlyphFiles, Group: part.InDocument, Section: aggregate.FilesSection,
	New: func(w part.Window) part.Tab { return New(w) },
	Commands: []part.Command{
		{ID: "toggle-focus-rows", Name: "Rows in focus on or off", Group: "Dossier", Key: fyne.KeyF, Mods: kit.Alt, Why: noRow, Run: func(_ part.Window, t part.Tab) { t.(*Tab).ToggleFocus() }},
		{ID: "compare-modes", Name: "Compare the costs of the view modes", Group: "Dossier", Key: fyne.KeyB, Mods: kit.Ctrl, Why: noFile, Run: func(w part.Window, _ part.Tab) {
			w.ShowTab(part.Files)
			costs := w.Session().ModeCosts()
			costs.SetComparing(!costs.Comparing())
		}},
		{ID: "group-by-folder", Name: "Group by folder", Group: "Dossier", Key: fyne.KeyJ, Mods: kit.Ctrl | kit.Shift, Why: nothingToGroup, Run: func(_ part.Window, t part.Tab) { t.(*Tab).GroupByFolder() }},
		{ID: "order-by-imports", Name: "Order by imports: dependencies first", Group: "Dossier", Why: nothingToOrder, Run: func(w part.Window, _ part.Tab) { orderBy(w, sorting.ByImports) }},
		{ID: "order-by-changes", Name: "Order by changes: most frequently changed last", Group: "Dossier", Why: nothingToOrder, Run: func(w part.Window, _ part.Tab) { orderBy(w, sorting.ByChanges) }},
		{ID: "text-options", Name: "Text of the files: line numbers, comments, blank lines", Group: "Dossier", Why: part.NoProject, Run: func(w part.Window, _ part.Tab) { textdialog.Open(w, nil) }},
		{ID: "next-strategy", Name: "Next strategy", Group: "Dossier", Key: fyne.KeyG, Mods: kit.Ctrl, Why: part.NoProject, Run: func(_ part.Window, t part.Tab) { t.(*Tab).NextStrategy() }},
	},
	Keys: []part.RowKey{
		{Does: "Move up or down", Keys: "Alt+Up, Alt+Down"},
		{Does: "Show in the preview", Keys: "Enter"},
		{Does: "Remove", Keys: "Delete"},
	},
}

func noRow(_ part.Window, t part.Tab) string {
	if len(t.(*Tab).Current()) == 0 {
		return words.Say("Select files in the Files tab first")
	}
	return ""
}

func noFile(w part.Window, t part.Tab) string {
	if reason := part.NoProject(w, t); reason != "" || len(w.Session().Files().Items()) > 0 {
		return reason
	}
	return words.Say("Add files to the document first")
}

func nothingToOrder(w part.Window, t part.Tab) string {
	if reason := part.NoProject(w, t); reason != "" || len(w.Session().Files().Items()) > 1 {
		return reason
	}
	return words.Say("Add files to the document first")
}

// orderBy shows the files and puts them into an order.
func orderBy(w part.Window, kind sorting.Kind) {
	w.ShowTab(part.Files)
	ordering.Of(w.Session()).Order(kind)
}

func nothingToGroup(w part.Window, _ part.Tab) string {
	if w.Session().Files().Continued() == 0 {
		return words.Say("The files are grouped by folder already")
	}
	return ""
}
