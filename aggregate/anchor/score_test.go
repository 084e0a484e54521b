package anchor

import (
	"fmt"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
)

// score counts what became of slices that still exist.
type score struct{ cases, found, near, wrong, lost int }

func (s score) String() string {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(1, s.cases)) }
	return fmt.Sprintf("%5d slices: %5.1f %% found, %4.1f %% off by up to two lines, %4.1f %% wrong, %4.1f %% lost",
		s.cases, share(s.found), share(s.near), share(s.wrong), share(s.lost))
}

func (s *score) add(r Resolution, start, end int) {
	s.cases++
	switch off := abs(r.Start-start) + abs(r.End-end); {
	case r.Health == Lost:
		s.lost++
	case off == 0:
		s.found++
	case off <= 2:
		s.near++
	default:
		s.wrong++
	}
}

// play runs one script of the given edits and scores it.
func play(tb testing.TB, rng *rand.Rand, steps []edit, s *score) {
	tb.Helper()
	lines := sampleText(rng, 12+rng.IntN(30))
	first := rng.IntN(len(lines))
	last := min(len(lines)-1, first+rng.IntN(25))
	slice, err := Make(join(lines), first+1, last+1)
	if err != nil {
		tb.Fatal(err)
	}
	firstID, lastID := lines[first].id, lines[last].id
	original := join(lines[first : last+1])
	for _, e := range steps {
		start, end, left := span(lines, firstID, lastID)
		if left == 0 {
			break
		}
		lines = e.apply(rng, lines, start, end)
	}
	start, end, left := span(lines, firstID, lastID)
	size := last - first + 1
	text := join(lines)
	r := Resolve(text, slice)
	if r.Health == Exact || r.Health == Moved {
		// What is called the same is the same; of equal places the nearest counts.
		if got := join(lines[r.Start-1 : r.End]); got != original {
			tb.Fatalf("%s, but lines %d-%d are another text:\n%s\nwant:\n%s", r.Health, r.Start, r.End, got, original)
		}
		s.cases++
		s.found++
		return
	}
	// A slice still exists when half of its lines do and they stand together, and when
	// it said anything to begin with.
	if left*2 < size || end-start+1 > 2*size+5 || len(strings.Fields(original)) < 3 {
		return
	}
	s.add(r, start+1, end+1)
}

// TestScore measures how many slices are found again after generated edits, prints the
// score for each kind of edit, and holds the package to it.
func TestScore(t *testing.T) {
	const scripts = 400
	total := score{}
	byName := map[string]*score{}
	for i, e := range edits() {
		s := &score{}
		byName[e.name] = s
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		for range scripts {
			play(t, rng, []edit{e}, s)
		}
	}
	several := &score{}
	byName["three edits of any kind"] = several
	rng := rand.New(rand.NewPCG(99, 1))
	for range 4 * scripts {
		list := edits()
		play(t, rng, []edit{list[rng.IntN(len(list))], list[rng.IntN(len(list))], list[rng.IntN(len(list))]}, several)
	}
	names := make([]string, 0, len(byName))
	for name, s := range byName {
		names = append(names, name)
		total = score{total.cases + s.cases, total.found + s.found, total.near + s.near, total.wrong + s.wrong, total.lost + s.lost}
	}
	sort.Strings(names)
	for _, name := range names {
		t.Logf("%-26s %s", name, byName[name])
	}
	t.Logf("%-26s %s", "all", total)
	if total.found*100 < total.cases*95 {
		t.Errorf("fewer than 95 %% of the slices were found: %s", total)
	}
	if total.wrong*100 > total.cases {
		t.Errorf("more than 1 %% of the slices were found in a wrong place: %s", total)
	}
}

// TestRemovedSlicesAreLost is the other half of the score: what is gone must not be
// found in its neighbours or in something like it.
func TestRemovedSlicesAreLost(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const scripts = 2000
	invented := 0
	for range scripts {
		lines := sampleText(rng, 12+rng.IntN(30))
		first := rng.IntN(len(lines) - 30)
		last := first + 2 + rng.IntN(20)
		slice, err := Make(join(lines), first+1, last+1)
		if err != nil {
			t.Fatal(err)
		}
		original := join(lines[first : last+1])
		lines = append(lines[:first:first], lines[last+1:]...)
		switch r := Resolve(join(lines), slice); r.Health {
		case Lost:
		case Moved:
			if join(lines[r.Start-1:r.End]) != original {
				t.Fatalf("moved to another text: %+v", r)
			}
		default:
			invented++
		}
	}
	t.Logf("%d of %d removed slices were taken for changed", invented, scripts)
	if invented*100 > scripts {
		t.Errorf("%d of %d removed slices were found again, want at most 1 %%", invented, scripts)
	}
}
