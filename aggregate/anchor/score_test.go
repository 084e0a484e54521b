package anchor

import (
	"flag"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// score counts the results for slices.
type score struct {
	exist, found, near, elsewhere, lost int // slices that still exist
	gone, invented                      int // slices that do not exist, and those reported as changed nevertheless
	twins                               int // exact or moved, but another slice with the same text
	sure                                int // exact or moved

	answers uint32 // a checksum of all of them
}

func (s score) String() string {
	share := func(n int) float64 { return 100 * float64(n) / float64(max(1, s.exist)) }
	return fmt.Sprintf("%6d slices: %5.1f %% found, %4.1f %% off by up to two lines, %4.1f %% elsewhere, %4.1f %% lost; %d of %d sure ones a twin; %d of %d gone ones invented",
		s.exist, share(s.found), share(s.near), share(s.elsewhere), share(s.lost), s.twins, s.sure, s.invented, s.gone)
}

func (s *score) add(o score) {
	s.exist += o.exist
	s.found += o.found
	s.near += o.near
	s.elsewhere += o.elsewhere
	s.lost += o.lost
	s.gone += o.gone
	s.invented += o.invented
	s.twins += o.twins
	s.sure += o.sure
}

// foundShare returns the share of existing slices that were found, from 0 to 1.
func (s score) foundShare() float64 { return float64(s.found) / float64(max(1, s.exist)) }

// judge compares an answer with the expected lines from start to end; 0 for none. A slice exists
// if enough of it is left.
func (s *score) judge(r Resolution, start, end int, exists bool) {
	sure := r.Health == Exact || r.Health == Moved
	s.answers = crc32.Update(s.answers, crc32.IEEETable, fmt.Appendln(nil, r.Start, r.End, r.Health))
	// After a line is duplicated, the slice has the same text one line further down.
	right := r.Start == start && r.End == end || sure && r.Start <= end && r.End >= start
	if sure {
		s.sure++
		if !right {
			s.twins++
		}
	}
	switch {
	case start == 0:
		s.gone++
		if r.Health == Changed {
			s.invented++
		}
	case !exists:
	case right:
		s.exist++
		s.found++
	case r.Health == Lost:
		s.exist++
		s.lost++
	case abs(r.Start-start)+abs(r.End-end) <= 2:
		s.exist++
		s.near++
	default:
		s.exist++
		s.elsewhere++
	}
}

// play runs one script of the given edits and scores it.
func play(tb testing.TB, rng *rand.Rand, steps []edit, s *score) {
	tb.Helper()
	lines := sampleText(rng, 12+rng.IntN(30))
	first := rng.IntN(len(lines))
	last := min(len(lines)-1, first+rng.IntN(25))
	slice, err := NewText(join(lines)).Make(first+1, last+1)
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
	r := Resolve(join(lines), slice)
	if r.Health == Exact || r.Health == Moved {
		if got := join(lines[r.Start-1 : r.End]); got != original {
			tb.Fatalf("%s, but lines %d-%d are another text:\n%s\nwant:\n%s", r.Health, r.Start, r.End, got, original)
		}
	}
	if left == 0 {
		s.judge(r, 0, 0, false)
		return
	}
	// A slice still exists if at least half of its lines do, close together, and if it had enough
	// words to begin with.
	exists := left*2 >= size && end-start+1 <= 2*size+5 && len(strings.Fields(original)) >= 3
	s.judge(r, start+1, end+1, exists)
}

// kinds lists the kinds of scripts: each kind of edit alone, and several of any kind.
func kinds() []kind {
	var list []kind
	for _, e := range edits() {
		list = append(list, kind{e.name, true, func(*rand.Rand) []edit { return []edit{e} }})
	}
	for i, name := range []string{"two edits of any kind", "three edits of any kind"} {
		list = append(list, kind{name, false, func(rng *rand.Rand) []edit {
			all := edits()
			steps := make([]edit, i+2)
			for k := range steps {
				steps[k] = all[rng.IntN(len(all))]
			}
			return steps
		}})
	}
	return list
}

// kind is a kind of script.
type kind struct {
	name   string
	single bool
	pick   func(rng *rand.Rand) []edit
}

// scriptsPerKind is the number of scripts of each kind in a score.
func scriptsPerKind() int {
	if testing.Short() {
		return 120
	}
	return 300
}

// TestScore measures how many slices are found after generated edits, prints the score for each
// kind of edit, and requires a minimum. If there is another slice with the same text (a copy,
// "return nil" and "}"), only the original counts as correct; a copy that outlives the edited
// original is such a twin.
func TestScore(t *testing.T) {
	var single, total score
	var answers strings.Builder
	for i, k := range kinds() {
		var s score
		rng := rand.New(rand.NewPCG(uint64(i), 1))
		for range scriptsPerKind() {
			play(t, rng, k.pick(rng), &s)
		}
		t.Logf("%-27s %s", k.name, s)
		fmt.Fprintf(&answers, "%s, answers %08x\n  %s\n", k.name, s.answers, s)
		total.add(s)
		if k.single {
			single.add(s)
		}
	}
	t.Logf("%-27s %s", "one edit", single)
	t.Logf("%-27s %s", "all", total)
	sameAnswers(t, answers.String())
	if single.foundShare() < 0.98 || total.foundShare() < 0.95 {
		t.Errorf("fewer than 98 %% of the slices were found after one edit, or 95 %% of all")
	}
	if single.elsewhere*200 > single.exist {
		t.Errorf("more than 0.5 %% of the slices were found elsewhere after one edit")
	}
	if single.twins*400 > single.sure {
		t.Errorf("more than 0.25 %% of the exact and moved are twins after one edit")
	}
	if single.invented*40 > single.gone {
		t.Errorf("more than 2.5 %% of the removed slices were found as changed")
	}
}

var update = flag.Bool("update", false, "record the answers that TestScore gets")

// sameAnswers compares the answers with the recorded ones, so that a change to a parameter of the
// search shows its effects; -update records them. Other processors may round products
// differently, and fewer scripts have other answers.
func sameAnswers(t *testing.T, got string) {
	t.Helper()
	if testing.Short() || runtime.GOARCH != "amd64" {
		return
	}
	const file = "testdata/answers.golden"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the answers are not those of %s:\n%s", file, diff)
	}
}

// TestRemovedSlicesAreLost is the other half of the score: a removed slice must not be found in
// its neighbours or in similar text.
func TestRemovedSlicesAreLost(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const scripts = 1000
	var s score
	for range scripts {
		lines := sampleText(rng, 12+rng.IntN(30))
		first := rng.IntN(len(lines) - 30)
		last := first + 2 + rng.IntN(20)
		slice, err := NewText(join(lines)).Make(first+1, last+1)
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines[:first:first], lines[last+1:]...)
		s.judge(Resolve(join(lines), slice), 0, 0, false)
	}
	t.Log(s)
	if s.invented*100 > scripts || s.twins*100 > scripts {
		t.Errorf("of %d removed slices %d were found as changed and %d as their twins, want at most 1 %% each", scripts, s.invented, s.twins)
	}
}
