package watch

import (
	"cmp"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// The turns are compared with sorting all folders for each poll, while the set of folders changes.
func TestTurnsOfChangingFolders(t *testing.T) {
	dirs := rapid.SampledFrom([]string{"a", "a/b", "a-b", "b", "c", "d", "e"})
	rapid.Check(t, func(t *rapid.T) {
		p := &process{polled: map[string]polledFolder{}}
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				p.replacePolled()
			case 1, 2:
				p.dropPolled(dirs.Draw(t, "dropped"))
			case 3, 4:
				p.lastPolled = dirs.Draw(t, "polled")
			default:
				p.setPolled(dirs.Draw(t, "folder"), polledFolder{selected: rapid.Bool().Draw(t, "selected")})
			}
			class := func(dir string) int {
				switch {
				case p.polled[dir].selected:
					return 0
				case dir > p.lastPolled:
					return 1
				}
				return 2
			}
			want := slices.SortedFunc(maps.Keys(p.polled), func(a, b string) int {
				return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(a, b))
			})
			if got := slices.Collect(p.pollOrder()); !slices.Equal(got, want) {
				t.Fatalf("after %q: %q, want %q", p.lastPolled, got, want)
			}
		}
	})
}
