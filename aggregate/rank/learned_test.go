package rank

import (
	"slices"
	"strings"
	"testing"

	"dossier/aggregate/git/history"
)

// leafOf and split are parts of a table of trees.
func leafOf(says int16) []byte { return []byte{leaf, byte(says), byte(uint16(says) >> 8)} }

func split(f feature, below int16, lower, upper []byte) []byte {
	return slices.Concat([]byte{byte(f), byte(below), byte(uint16(below) >> 8), byte(len(lower)), byte(len(lower) >> 8)}, lower, upper)
}

func TestForest(t *testing.T) {
	table := slices.Concat(
		split(fRole, 300, split(fScore, -2, leafOf(1), leafOf(-20)), leafOf(300)),
		leafOf(-4000),
	)
	f, err := readForest(table)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		role, score int16
		want        int32
	}{{299, -3, -3999 - 36}, {299, -2, -4020 - 24}, {300, -3, -3700 - 36}, {300, 500, -3700 + 6144}} {
		if got := f.estimate(&featureRow{fRole: tt.role, fScore: tt.score}); got != tt.want {
			t.Errorf("with %d and %d it is %d, want %d", tt.role, tt.score, got, tt.want)
		}
	}
	for cut := 1; cut < len(table); cut++ {
		if _, err := readForest(table[:cut]); err == nil && cut != len(table)-len(leafOf(0)) {
			t.Errorf("the first %d bytes are a table", cut)
		}
	}
	for name, table := range map[string][]byte{
		"a feature that is none":    split(features, 0, leafOf(1), leafOf(2)),
		"a subtree of another size": append([]byte{0, 0, 0, 4, 0}, slices.Concat(leafOf(1), leafOf(2))...),
	} {
		if _, err := readForest(table); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

// The table of the program is read, and has no features that do not exist.
func TestTheTableIsWhole(t *testing.T) {
	if n := len(theForest().roots); n == 0 {
		t.Error("it has no trees")
	}
	if len(forestTable) > 300<<10 {
		t.Errorf("it has %d bytes", len(forestTable))
	}
}

// past is a history in which commits that say word120 changed some files, and the others long ago.
func past(x *Index) *History {
	var commits []history.Commit
	for n := range 60 {
		c := history.Commit{Message: "Another"}
		if n%3 == 0 {
			c.Message = "word120 and word77"
		}
		for k := range 3 {
			c.Paths = append(c.Paths, x.files[(7*n+k)%x.Len()].path)
		}
		commits = append(commits, c)
	}
	return NewHistory(history.Of(commits...), "")
}

// The learned order permutes the scores of source files among the best ones, and moves nothing else. Without a history
// there is none.
func TestTheLearnedOrderKeepsTheScores(t *testing.T) {
	x := synthetic(3 * maxReordered)
	for i := 0; i < x.Len(); i += 10 {
		x.files[i].role = Example
	}
	const named = "file000021.go"
	q := newQuestion("word120 word77 Defined17 word3000 word45 examples see " + named)
	m, err := x.match(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	plain := func(h *History) *scoring { return x.score(q, m, &With{unlearned(), h}) }
	learned := func(h *History) *scoring { return x.score(q, m, &With{Defaults(), h}) }
	if !slices.Equal(plain(nil).best(x.Len()), learned(nil).best(x.Len())) {
		t.Error("without a history the order is another")
	}
	h := past(x)
	before, after := plain(h), learned(h)
	old, new := before.best(x.Len()), after.best(x.Len())
	if len(old) <= maxReordered+1 || !strings.HasSuffix(x.files[old[0]].path, named) {
		t.Fatalf("%d files are found, and the first is %s", len(old), x.files[old[0]].path)
	}
	others, moved := 0, 0
	for k, i := range old {
		if before.total[i] != after.total[new[k]] {
			t.Fatalf("at place %d the score is %v, and was %v", k, after.total[new[k]], before.total[i])
		}
		if x.files[i].role != Source && k <= maxReordered {
			others++
		}
		if new[k] == i {
			continue
		}
		moved++
		tied := before.total[i] == before.total[old[maxReordered]] // which come in the order of their paths
		if k == 0 || k > maxReordered && !tied || x.files[i].role != Source {
			t.Errorf("at place %d is another file than %s", k, x.files[i].path)
		}
	}
	if others == 0 || moved == 0 {
		t.Errorf("%d of the best files are no source, and %d are at another place", others, moved)
	}
}

// Whatever counts for nothing, the rest puts files in order.
func TestTheLearnedOrderWithoutAnIngredient(t *testing.T) {
	x := synthetic(maxReordered)
	q := newQuestion(asked)
	m, err := x.match(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range ablations {
		w := Defaults()
		if l.change(&w); len(x.score(q, m, &With{w, past(x)}).best(10)) != 10 {
			t.Errorf("without %s nothing is found", l.name)
		}
	}
}
