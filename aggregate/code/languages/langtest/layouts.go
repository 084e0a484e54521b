package langtest

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code/grammar"
)

// layouts checks a language whose bodies end with a brace: for any layout of a source that the
// grammar can parse, the skeleton is the same as if bodies were parsed too. It does not apply if
// blocks end with words or by indentation, where moving lines changes the meaning.
func layouts(t *testing.T, l *grammar.Language) {
	t.Helper()
	const each = 40
	sources, whole, compared, sound := Sources(t), parsedWhole(l), 0, 0
	for i, name := range slices.Sorted(maps.Keys(sources)) {
		if errors, err := whole.Errors([]byte(sources[name])); err == nil && errors == 0 {
			sound++
		}
		r := rand.New(rand.NewPCG(1, uint64(i)))
		for range each {
			src := moved(r, sources[name])
			want, err := whole.Parse([]byte(src))
			if errors, failed := whole.Errors([]byte(src)); err != nil || failed != nil || errors > 0 {
				continue
			}
			got, err := l.Parse([]byte(src))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			compared++
			if diff := cmp.Diff(want.Skeleton(src), got.Skeleton(src)); diff != "" {
				t.Fatalf("%s (-whole +without bodies):\n%s\nof\n%s", name, diff, src)
			}
		}
	}
	if compared < sound*each/4 {
		t.Errorf("of %d sources only %d could be compared", sound*each, compared)
	}
}

// moved returns a source with one to three changes to its lines.
func moved(r *rand.Rand, src string) string {
	const step = "    "
	lines := strings.SplitAfter(src, "\n")
	for range 1 + r.IntN(3) {
		if len(lines) < 3 {
			break
		}
		i := r.IntN(len(lines) - 1)
		several := lines[i:min(len(lines), i+1+r.IntN(8))]
		switch r.IntN(6) {
		case 0:
			lines = slices.Delete(lines, i, i+1)
		case 1:
			lines = slices.Insert(lines, i, lines[i])
		case 2:
			lines[i], lines[i+1] = lines[i+1], lines[i]
		case 3:
			lines[i] = strings.TrimLeft(lines[i], " \t")
		case 4:
			for j := range several {
				several[j] = step + several[j]
			}
		case 5:
			for j := range several {
				several[j] = strings.TrimPrefix(several[j], step)
			}
		}
	}
	return strings.Join(lines, "")
}
