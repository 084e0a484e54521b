// Package protobuf parses Protocol Buffers by statements and blocks: proto2, proto3 and editions.
// The grammar is not used: it supports only proto3, and fails for files with required, group or
// extend.
package protobuf

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language returns the definition of Protocol Buffers.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"protobuf"}, Support: code.FullSupport,
		Read:         func(src []byte) (*code.Structure, error) { return read(src), nil },
		CommentSpans: comments,
	})
}
