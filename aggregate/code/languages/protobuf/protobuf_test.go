package protobuf

import (
	"strings"
	"testing"

	"dossier/aggregate/code/languages/langtest"
)

func TestGolden(t *testing.T) { langtest.Golden(t, Language()) }

func FuzzProperties(f *testing.F) { langtest.Fuzz(f, Language()) }

// TestOneLine parses one long line. It would take minutes if the line was searched for each token.
func TestOneLine(t *testing.T) {
	const n = 20_000
	s := read([]byte(strings.Repeat("message A { message b = 1 [(a) = {b: 1}]; } ", n)))
	if len(s.Symbols) != n || s.Broken {
		t.Errorf("%d symbols, broken: %t; want %d", len(s.Symbols), s.Broken, n)
	}
}
