package words

import (
	"fmt"
	"strings"

	"dossier/aggregate/text"
	"dossier/ui/project/repair"
)

// MissingCounts counts what is missing by its kind.
func MissingCounts(list []repair.Item) string {
	var files, slices, symbols int
	for _, one := range list {
		switch one.Kind {
		case repair.Slice:
			slices++
		case repair.Symbol:
			symbols++
		default:
			files++
		}
	}
	var parts []string
	if files > 0 {
		parts = append(parts, Count("{{.N}} entries are missing", files))
	}
	if slices > 0 {
		parts = append(parts, Count("{{.N}} slices are lost", slices))
	}
	if symbols > 0 {
		parts = append(parts, Count("{{.N}} symbols are lost", symbols))
	}
	return strings.Join(parts, ", ")
}

// MissingName returns the name of a missing item: a path, with the lines of a slice or the name of a symbol.
func MissingName(one repair.Item) string {
	name := text.Escape(one.Path)
	switch one.Kind {
	case repair.Slice:
		name += fmt.Sprintf(":%d-%d", one.Slice.StartLine, one.Slice.EndLine)
		if one.Slice.Tag != "" {
			name += " " + text.Escape(one.Slice.Tag)
		}
	case repair.Symbol:
		name += " " + text.Escape(one.Symbol)
	}
	return name
}
