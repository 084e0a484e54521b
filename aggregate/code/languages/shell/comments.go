package shell

import (
	"bytes"

	"mvdan.cc/sh/v3/syntax"

	"dossier/aggregate/code"
)

// comments returns the comments of a source that is valid Bash; nil for any other.
func comments(src []byte) (list []code.Span) {
	if opened(src) > maxOpened {
		return nil
	}
	defer func() {
		if recover() != nil {
			list = nil
		}
	}()
	f, err := syntax.NewParser(syntax.Variant(variants[0]), syntax.KeepComments(true)).Parse(bytes.NewReader(src), "")
	if err != nil {
		return nil
	}
	list = []code.Span{}
	syntax.Walk(f, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok {
			list = append(list, code.Span{Start: int(c.Pos().Offset()), End: int(c.End().Offset())})
		}
		return true
	})
	return list
}
