package answerstab

import (
	"dossier/ui/kit"
	kept "dossier/ui/project/requests"
	"dossier/ui/words"
)

// extentWords returns the names of extents for a single line.
func extentWords() words.Table[kept.Extent] {
	return words.Table[kept.Extent]{
		kept.AroundSymbol: "its symbol",
		kept.OneLine:      "that line",
		kept.NearLines:    "±10 lines",
		kept.WholeFile:    "its file",
	}
}

// extents returns the menu of extents for a single line.
func (t *Tab) extents() []kit.MenuItem {
	return extentMenu(t.requests().Extent(), t.requests().SetExtent)
}

// extentsOf is the menu of row i, of how much its line and those of the other rows mean.
func (t *Tab) extentsOf(i int, rows []int) []kit.MenuItem {
	return extentMenu(t.requests().ExtentOf(i), func(e kept.Extent) { t.requests().SetExtentOf(rows, e) })
}

func extentMenu(now kept.Extent, set func(kept.Extent)) []kit.MenuItem {
	var items []kit.MenuItem
	for _, e := range []kept.Extent{kept.AroundSymbol, kept.OneLine, kept.NearLines, kept.WholeFile} {
		items = append(items, kit.MenuItem{Text: extentWords().Say(e), Checked: e == now, Action: func() { set(e) }})
	}
	return items
}
