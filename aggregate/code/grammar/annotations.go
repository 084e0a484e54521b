package grammar

import (
	"slices"

	sitter "github.com/smacker/go-tree-sitter"
)

// PastAnnotations moves the start of a definition past the annotations, attributes and
// comments that its node begins with; they remain a part of its declaration. types are
// the types of these nodes, holders those of nodes that hold them beside keywords.
func (d *Definition) PastAnnotations(holders, types []string) {
	cursor := sitter.NewTreeCursor(d.Node)
	defer cursor.Close()
	if !cursor.GoToFirstChild() {
		return
	}
	passed := false
	for {
		n := cursor.CurrentNode()
		switch t := n.Type(); {
		case slices.Contains(types, t):
			passed = true
		case slices.Contains(holders, t) && cursor.GoToFirstChild():
			continue
		default:
			if start := int(n.StartByte()); passed && start < d.Span.End {
				d.Declaration = join(d.Declaration, d.Span)
				d.Span.Start = start
			}
			return
		}
		for !cursor.GoToNextSibling() {
			if !cursor.GoToParent() {
				return
			}
		}
	}
}
