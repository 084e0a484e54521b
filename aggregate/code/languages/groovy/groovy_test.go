package groovy

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code/languages/langtest"
)

func TestGolden(t *testing.T) { langtest.Golden(t, Language()) }

func FuzzProperties(f *testing.F) { langtest.Fuzz(f, Language()) }

func TestSkeleton(t *testing.T) {
	langtest.RoundTrips(t, read, func(elision string) string {
		if elision == "..." {
			return "0"
		}
		return "{}"
	})
}

// TestTypesAreNotCut checks that a type after an unclosed bracket keeps its members.
func TestTypesAreNotCut(t *testing.T) {
	const src = "list(1, 2\n\nstatic class Pool {\n    void start() {\n        listen()\n    }\n}\n"
	want := strings.Replace(src, "{\n        listen()\n    }", "{ ... }", 1)
	if diff := cmp.Diff(want, read([]byte(src)).Skeleton(src)); diff != "" {
		t.Errorf("wrong skeleton (-want +got):\n%s", diff)
	}
}
