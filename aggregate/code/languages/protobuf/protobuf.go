// Package protobuf reads Protocol Buffers by their statements and blocks, of proto2,
// proto3 and the editions. The grammar is not used: it knows only proto3, and makes
// nothing of a file with required, group or extend in it.
package protobuf

import (
	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
)

// Language reads Protocol Buffers.
func Language() *grammar.Language {
	return grammar.New(grammar.Language{
		IDs: []string{"protobuf"}, Support: code.FullSupport,
		Read: func(src []byte) (*code.Structure, error) { return read(src), nil },
	})
}
