package dockerfile

import (
	"strings"
	"testing"

	"dossier/aggregate/code/languages/langtest"
)

func TestGolden(t *testing.T) { langtest.Golden(t, Language()) }

func FuzzProperties(f *testing.F) { langtest.Fuzz(f, Language()) }

// TestOpenHeredocs parses heredocs without an end. It would take minutes if the end was searched for each of them.
func TestOpenHeredocs(t *testing.T) {
	const n = 60_000
	src := "FROM a\n" + strings.Repeat("RUN <<A <<-B b\n# c\n", n)
	if list := comments([]byte(src)); len(list) != n {
		t.Errorf("%d comments, want %d", len(list), n)
	}
}
