package answerstab

import (
	"dossier/ui/kit"
	"dossier/ui/project/requests"
	"dossier/ui/words"
)

// extentWords returns the names of extents for a single line.
func extentWords() words.Table[requests.Extent] {
	return words.Table[requests.Extent]{
		requests.AroundSymbol: "its symbol",
		requests.OneLine:      "that line",
		requests.NearLines:    "±10 lines",
		requests.WholeFile:    "its file",
	}
}

// extents returns the menu of extents for a single line.
func (t *Tab) extents() []kit.MenuItem {
	return extentMenu(t.requests().Extent(), t.requests().SetExtent)
}

// extentsOf returns the menu of extents for the single line of row i and those of the other selected rows.
func (t *Tab) extentsOf(i int, rows []int) []kit.MenuItem {
	return extentMenu(t.requests().ExtentOf(i), func(e requests.Extent) { t.requests().SetExtentOf(rows, e) })
}

func extentMenu(now requests.Extent, set func(requests.Extent)) []kit.MenuItem {
	var items []kit.MenuItem
	for _, e := range []requests.Extent{requests.AroundSymbol, requests.OneLine, requests.NearLines, requests.WholeFile} {
		items = append(items, kit.MenuItem{Text: extentWords().Say(e), Checked: e == now, Action: func() { set(e) }})
	}
	return items
}
