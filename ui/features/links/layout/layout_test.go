package layout

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// web is a graph of the user's notes: some that were chosen, and at each depth more, each
// linked from one above and here and there with others.
func web(r *rand.Rand, chosen, nodes, edges int) Graph {
	var g Graph
	for i := range nodes {
		depth := 0
		if i >= chosen {
			from := int(float64(i) * math.Pow(r.Float64(), 2))
			depth = g.Nodes[from].Depth + 1
			g.Edges = append(g.Edges, Edge{from, i})
		}
		g.Nodes = append(g.Nodes, Node{Key: fmt.Sprintf("n%d", i), Depth: min(depth, 4)})
	}
	for len(g.Edges) < edges {
		g.Edges = append(g.Edges, Edge{r.IntN(nodes), r.IntN(nodes)})
	}
	return g
}

// parse parses a graph from lines: "a > b c" links a with b and c, "a" is a node without links. The
// depth of a node is one more than that of the one that names it first; those at the beginning of a
// line that were not named before are selected.
func parse(text string) Graph {
	var g Graph
	index := map[string]int{}
	node := func(key string, depth int) int {
		if i, ok := index[key]; ok {
			return i
		}
		index[key] = len(g.Nodes)
		g.Nodes = append(g.Nodes, Node{Key: key, Depth: depth})
		return index[key]
	}
	for line := range strings.Lines(text) {
		words := strings.Fields(strings.ReplaceAll(line, ">", " "))
		from := node(words[0], 0)
		for _, to := range words[1:] {
			g.Edges = append(g.Edges, Edge{from, node(to, g.Nodes[from].Depth+1)})
		}
	}
	return g
}

func places(t testing.TB, g Graph, old map[string]Point) map[string]Point {
	t.Helper()
	at, err := Places(context.Background(), g, old)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// hold fails where what the package promises of places does not hold.
func hold(t testing.TB, g Graph, at map[string]Point) {
	t.Helper()
	d := newDrawing(g, nil)
	of := make([]*part, len(g.Nodes))
	for _, p := range d.parts {
		for _, i := range p.nodes {
			of[i] = p
		}
	}
	if len(at) != len(g.Nodes) {
		t.Fatalf("%d places for %d nodes", len(at), len(g.Nodes))
	}
	for i, a := range g.Nodes {
		for j, b := range g.Nodes[:i] {
			least := Apart
			if of[i] != of[j] {
				least = PartsApart
			}
			far := at[a.Key].minus(at[b.Key]).length()
			if !(far >= least-1e-9) && !a.Pinned && !b.Pinned {
				t.Fatalf("%s and %s are %.3f apart, want %g", a.Key, b.Key, far, least)
			}
		}
	}
}

func TestNodesAreApart(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 1))
		n := 1 + r.IntN(150)
		g := web(r, 1+r.IntN(min(n, 20)), n, r.IntN(3*n))
		hold(t, g, places(t, g, nil))
	}
}

func TestOneNodeManyLinks(t *testing.T) {
	var line strings.Builder
	line.WriteString("hub >")
	for i := range 300 {
		fmt.Fprintf(&line, " leaf%d", i)
	}
	g := parse(line.String())
	at := places(t, g, nil)
	hold(t, g, at)
	far := 0.0
	for _, p := range at {
		far = max(far, p.minus(at["hub"]).length())
	}
	if far > 25 { // one ring of them would have a radius of about 80
		t.Errorf("the farthest of 300 leaves is %.1f away", far)
	}
}

func TestChosenInTheMiddleAndDepthsAsRings(t *testing.T) {
	g := parse("top > a b c d\na > a1 a2 a3\nb > b1 b2\na1 > x y")
	at := places(t, g, nil)
	far := map[int][]float64{}
	for _, n := range g.Nodes {
		far[n.Depth] = append(far[n.Depth], at[n.Key].minus(at["top"]).length())
	}
	for depth := 1; depth <= 3; depth++ {
		for _, outer := range far[depth] {
			for _, inner := range far[depth-1] {
				if outer <= inner {
					t.Errorf("what is %d links away is %.2f from the middle, and what is %d away %.2f", depth, outer, depth-1, inner)
				}
			}
		}
	}
}

// The links of what was chosen do not pull it out of the middle, however they are spread.
func TestTheChosenOneIsInTheMiddle(t *testing.T) {
	for seed := range uint64(6) {
		d := newDrawing(web(rand.New(rand.NewPCG(seed, 1)), 1, 150, 600), nil)
		r := d.rings(d.parts[0])
		d.spread(d.parts[0], r)
		if err := d.relax(t.Context(), d.parts[0], r); err != nil {
			t.Fatal(err)
		}
		if off := d.at[0].minus(r.middle).length(); off > Apart/4 {
			t.Errorf("it is %.2f beside the middle of its rings", off)
		}
	}
}

func TestTheSameAgain(t *testing.T) {
	g := web(rand.New(rand.NewPCG(3, 3)), 5, 120, 250)
	once := places(t, g, nil)
	if diff := cmp.Diff(once, places(t, g, nil)); diff != "" {
		t.Errorf("made anew (-once +again):\n%s", diff)
	}
	if diff := cmp.Diff(once, places(t, g, once)); diff != "" {
		t.Errorf("of the same graph (-before +after):\n%s", diff)
	}
	double := g
	double.Edges = append(append([]Edge{{2, 2}}, g.Edges...), g.Edges...)
	if diff := cmp.Diff(once, places(t, double, nil)); diff != "" {
		t.Errorf("of links that are there twice (-once +twice):\n%s", diff)
	}
}

// TestStay says what the user sees of a change: within a part, nothing that was there
// before moves.
func TestStay(t *testing.T) {
	tests := []struct{ name, before, after string }{
		{"one more", "a > b c", "a > b c d"},
		{"one less", "a > b c d", "a > b d"},
		{"deeper", "a > b c", "a > b c\nb > e f g h i j\nc > k l m"},
		{"another order", "a > b c d", "a > d c b"},
		{"two parts become one", "a > b c\nx > y z", "a > b c x\nx > y z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old := places(t, parse(tt.before), nil)
			g := parse(tt.after)
			new := places(t, g, old)
			hold(t, g, new)
			for key, at := range new {
				if before, ok := old[key]; ok && before != at {
					t.Errorf("%s went from %v to %v", key, before, at)
				}
			}
		})
	}
}

func TestPartsMoveAsAWhole(t *testing.T) {
	before := parse("a > b c\nx > y z")
	old := places(t, before, nil)
	var grown strings.Builder
	grown.WriteString("a > b c")
	for i := range 60 {
		fmt.Fprintf(&grown, " new%d", i)
	}
	g := parse(grown.String() + "\nx > y z")
	new := places(t, g, old)
	hold(t, g, new)
	if new["a"] != old["a"] && new["x"] != old["x"] {
		t.Error("both parts moved")
	}
	for _, two := range [][2]string{{"a", "b"}, {"a", "c"}, {"x", "y"}, {"x", "z"}} {
		before, after := old[two[0]].minus(old[two[1]]), new[two[0]].minus(new[two[1]])
		if before.minus(after).length() > 1e-9 {
			t.Errorf("%v were %v from each other, and are %v", two, before, after)
		}
	}
}

func TestHeldNodesStay(t *testing.T) {
	g := parse("a > b c\nx > y\nalone")
	old := places(t, g, nil)
	old["b"] = old["x"].plus(Point{0.1, 0}) // dragged onto another part
	old["alone"] = old["y"].plus(Point{0, 0.2})
	g.Nodes[1].Pinned, g.Nodes[5].Pinned = true, true
	if diff := cmp.Diff(old, places(t, g, old)); diff != "" {
		t.Errorf("places (-were +are):\n%s", diff)
	}
	more := parse("a > b c\nx > y\nalone\nnew > p q r s t")
	more.Nodes[1].Pinned, more.Nodes[5].Pinned = true, true
	new := places(t, more, old)
	hold(t, more, new)
	for _, n := range more.Nodes[6:] {
		for _, held := range []string{"b", "alone"} {
			if far := new[n.Key].minus(old[held]).length(); far < Apart {
				t.Errorf("the new %s stands %.2f from %s, which is held", n.Key, far, held)
			}
		}
	}
}

func TestHeldBeforeItHasAPlace(t *testing.T) {
	g := parse("a > b c")
	g.Nodes[0].Pinned, g.Nodes[2].Pinned = true, true
	for key, at := range places(t, g, nil) {
		for other, p := range places(t, g, nil) {
			if key != other && at.minus(p).length() < Apart {
				t.Errorf("%s and %s stand at %v and %v", key, other, at, p)
			}
		}
	}
}

func TestNothing(t *testing.T) {
	if at := places(t, Graph{}, map[string]Point{"gone": {1, 2}}); len(at) != 0 {
		t.Errorf("places of nothing: %v", at)
	}
}

func TestEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if at, err := Places(ctx, parse("a > b"), nil); err != context.Canceled || at != nil {
		t.Errorf("got %v, %v", at, err)
	}
}

// FuzzPlaces makes a graph of bytes, two of them a link, then takes some nodes away and
// brings others in, and holds each drawing to what the package promises.
func FuzzPlaces(f *testing.F) {
	f.Add([]byte("abacadbebfxyxz"), []byte("abacqrqs"), byte(0))
	f.Add([]byte{}, []byte{1, 1}, byte(3))
	f.Add([]byte("aabbccdd"), []byte("abbccd"), byte('b'))
	f.Fuzz(func(t *testing.T, before, after []byte, held byte) {
		if len(before) > 200 || len(after) > 200 {
			return
		}
		g := fromBytes(before, 0)
		old := places(t, g, nil)
		hold(t, g, old)
		next := fromBytes(after, held)
		new := places(t, next, old)
		hold(t, next, new)
		kept(t, next, old, new)
	})
}

func fromBytes(data []byte, held byte) Graph {
	var g Graph
	index := map[byte]int{}
	for k, b := range data {
		if _, ok := index[b]; !ok {
			index[b] = len(g.Nodes)
			g.Nodes = append(g.Nodes, Node{Key: string(rune(b)), Depth: int(b) % 5, Pinned: b == held})
		}
		if k%2 == 1 {
			g.Edges = append(g.Edges, Edge{index[data[k-1]], index[b]})
		}
	}
	return g
}

// kept fails where nodes of one part have moved to each other.
func kept(t *testing.T, g Graph, old, new map[string]Point) {
	t.Helper()
	for _, p := range newDrawing(g, old).parts {
		var by Point
		first := true
		for _, i := range p.nodes {
			key := g.Nodes[i].Key
			before, ok := old[key]
			if !ok {
				continue
			}
			moved := new[key].minus(before)
			if first {
				by, first = moved, false
			}
			if by.minus(moved).length() > 1e-6 || g.Nodes[i].Pinned && moved != (Point{}) {
				t.Fatalf("%s moved by %v, and others of its part by %v", key, moved, by)
			}
		}
	}
}

func BenchmarkPlaces(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	alone := Graph{}
	for i := range 500 {
		alone.Nodes = append(alone.Nodes, Node{Key: fmt.Sprint(i)})
	}
	for _, bb := range []struct {
		name string
		g    Graph
	}{
		{"500 nodes 1500 edges", web(r, 3, 500, 1500)},
		{"500 nodes of one", web(r, 1, 500, 0)},
		{"500 alone", alone},
		{"2000 nodes 6000 edges", web(r, 10, 2000, 6000)},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				places(b, bb.g, nil)
			}
		})
	}
	b.Run("deeper", func(b *testing.B) {
		g := web(rand.New(rand.NewPCG(1, 1)), 3, 500, 1500)
		old := places(b, g, nil)
		for i := 250; i < 500; i++ {
			delete(old, g.Nodes[i].Key)
		}
		for b.Loop() {
			places(b, g, old)
		}
	})
}
