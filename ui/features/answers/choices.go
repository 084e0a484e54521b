package answers

import (
	"cmp"
	"maps"
	"slices"

	"dossier/presets"
	"dossier/ui/project/requests"
)

// choices returns the user's choices in their stored form: for the rows of the answer, or before it
// is searched, the restored ones.
func (p *Part) choices() presets.RequestChoices {
	rows := map[key]*presets.RequestChoice{}
	row := func(k key) *presets.RequestChoice {
		if rows[k] == nil {
			rows[k] = &presets.RequestChoice{Path: k.path, Start: k.start, End: k.end, Symbol: k.symbol, MissingSymbol: k.missingSymbol}
		}
		return rows[k]
	}
	for k, ticked := range p.ticks {
		row(k).Ticked = &ticked
	}
	for k, extent := range p.extents {
		text := string(extent)
		row(k).Extent = &text
	}
	if p.requests != nil {
		maps.DeleteFunc(rows, func(k key, _ *presets.RequestChoice) bool {
			return !slices.ContainsFunc(p.requests, func(f requests.Found) bool { return keyOf(f) == k })
		})
	}
	out := presets.RequestChoices{Extent: string(p.extent), Candidates: p.chosenNow()}
	for _, one := range rows {
		out.Rows = append(out.Rows, *one)
	}
	slices.SortFunc(out.Rows, func(a, b presets.RequestChoice) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Symbol, b.Symbol), cmp.Compare(a.MissingSymbol, b.MissingSymbol))
	})
	return out
}

// restore adds the choices of the stored form that the user has not made here.
func (p *Part) restore(c presets.RequestChoices) {
	p.extent = cmp.Or(p.extent, requests.Extent(c.Extent))
	for given, candidate := range c.Candidates {
		addMissing(p.chosen, given, candidate)
	}
	for _, one := range c.Rows {
		k := key{one.Path, one.Start, one.End, one.Symbol, one.MissingSymbol}
		if one.Ticked != nil {
			addMissing(p.ticks, k, *one.Ticked)
		}
		if one.Extent != nil {
			addMissing(p.extents, k, requests.Extent(*one.Extent))
		}
	}
}

func addMissing[K comparable, V any](m map[K]V, k K, v V) {
	if _, ok := m[k]; !ok {
		m[k] = v
	}
}
