package grammar

import (
	"slices"

	"dossier/aggregate/code/grammar/tree"
)

// PastAnnotations moves the start of a definition past the annotations, attributes and comments
// at the beginning of its node; they remain part of its declaration. types are the types of these
// nodes, holders those of nodes that contain them together with keywords.
func (d *Definition) PastAnnotations(holders, types []string) {
	first, hasAnnotations := firstAfterAnnotations(d.Node, holders, types)
	if first == nil || !hasAnnotations {
		return
	}
	if start := int(first.StartByte()); start < d.Span.End {
		d.Declaration = join(d.Declaration, d.Span)
		d.Span.Start = start
	}
}

// firstAfterAnnotations returns the first node in n that is not an annotation, or nil, and whether annotations
// precede it.
func firstAfterAnnotations(n *tree.Node, holders, types []string) (first *tree.Node, hasAnnotations bool) {
	for c := range n.Children() {
		t := c.Type()
		switch {
		case slices.Contains(types, t):
			hasAnnotations = true
			continue
		case slices.Contains(holders, t) && c.ChildCount() > 0:
			first, inner := firstAfterAnnotations(c, holders, types)
			if hasAnnotations = hasAnnotations || inner; first == nil {
				continue
			}
			return first, hasAnnotations
		}
		return c, hasAnnotations
	}
	return nil, hasAnnotations
}
