package grammar

import (
	"strings"

	"dossier/aggregate/code/grammar/tree"
)

// maxNames is the max number of names in one declaration that can be hidden individually, because
// each of them requires a scan of all.
const maxNames = 100

// OneOf records that the definition is one of several names in a declaration with no values, or
// as many: its own parts are its name and its value.
func (d *Definition) OneOf(names, values []*tree.Node) {
	if len(names) < 2 || len(values) > 0 && len(values) != len(names) {
		return
	}
	for i, n := range names {
		if n.Equal(d.NameNode) {
			if d.Own = append(d.Own, SpanOf(n)); len(values) > 0 {
				d.Own = append(d.Own, SpanOf(values[i]))
			}
		}
	}
}

// Elements returns the elements of a list, without comments; none if the list is too long to be
// scanned for each of them.
func Elements(list *tree.Node) []*tree.Node {
	if list == nil || list.NamedChildCount() > maxNames {
		return nil
	}
	var elements []*tree.Node
	for i := range int(list.NamedChildCount()) {
		if n := list.NamedChild(i); !strings.Contains(n.Type(), "comment") {
			elements = append(elements, n)
		}
	}
	return elements
}
