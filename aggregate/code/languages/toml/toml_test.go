package toml

import (
	"strings"
	"testing"

	"dossier/aggregate/code/languages/langtest"
)

func TestGolden(t *testing.T) { langtest.Golden(t, Language()) }

// TestLongTable parses a table of many keys. Finding each key from the first one on would take quadratic time.
func TestLongTable(t *testing.T) {
	const n = 50_000
	s, err := Language().Parse([]byte("[a]\n" + strings.Repeat("b = 1\n", n)))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Symbols) != 1+n || s.Broken {
		t.Errorf("%d symbols, broken: %t; want %d", len(s.Symbols), s.Broken, 1+n)
	}
}

func FuzzProperties(f *testing.F) { langtest.Fuzz(f, Language()) }
