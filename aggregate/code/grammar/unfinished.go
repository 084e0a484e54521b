package grammar

import (
	"slices"

	"dossier/aggregate/code"
)

// Unfinished handles a definition whose node is a keyword among the unattached parts of an error,
// as in a type without an end. The definition begins with preceding parts of the given types and
// ends with its bracket, or with the last part.
func (d *Definition) Unfinished(before ...string) {
	pieces := d.Node.Parent()
	if pieces == nil {
		return
	}
	start, open, depth, past := -1, -1, 0, false
	for n := range pieces.Children() {
		at := int(n.StartByte())
		switch {
		case n.Equal(d.Node):
			past = true
			if start < 0 {
				start = at
			}
		case !past && slices.Contains(before, n.Type()):
			if start < 0 {
				start = at
			}
		case !past:
			start = -1
		case n.Type() == "{":
			if depth++; open < 0 {
				open = at
			}
		case n.Type() == "}":
			depth--
		}
		if past {
			d.Span = code.Span{Start: start, End: int(n.EndByte())}
		}
		if past && n.Type() == "}" && depth <= 0 {
			break
		}
	}
	if open >= 0 {
		d.Members = code.Span{Start: open, End: d.Span.End}
	}
}
