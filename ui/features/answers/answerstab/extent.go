package answerstab

import (
	"dossier/ui/kit"
	kept "dossier/ui/project/requests"
	"dossier/ui/words"
)

// extentWords has the words for how much a single line means.
func extentWords() words.Table[kept.Extent] {
	return words.Table[kept.Extent]{
		kept.AroundSymbol: "its symbol",
		kept.OneLine:      "that line",
		kept.NearLines:    "±10 lines",
		kept.WholeFile:    "its file",
	}
}

// extents is the menu of how much a single line means.
func (t *Tab) extents() []kit.MenuItem {
	var items []kit.MenuItem
	for _, e := range []kept.Extent{kept.AroundSymbol, kept.OneLine, kept.NearLines, kept.WholeFile} {
		items = append(items, kit.MenuItem{Text: extentWords().Say(e), Checked: e == t.requests().Extent(), Action: func() { t.requests().SetExtent(e) }})
	}
	return items
}
