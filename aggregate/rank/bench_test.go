package rank

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate/code"
)

// synthetic returns the index of n files of about 300 words each, as code has them: a few
// words occur everywhere, most in a few files, and each file defines names that others use.
func synthetic(n int) *Index {
	r := rand.New(rand.NewPCG(1, 2))
	vocabulary := rand.NewZipf(r, 1.1, 4, 60_000)
	a, u := &analyzer{}, update{previous: &Index{}, known: map[key]*doc{}}
	files := make([]entry, n)
	for i := range files {
		var src strings.Builder
		for range 300 {
			fmt.Fprintf(&src, "word%d", vocabulary.Uint64())
			fmt.Fprintf(&src, "Name%d ", vocabulary.Uint64())
		}
		fmt.Fprintf(&src, "Defined%d Defined%d\n", i, r.IntN(n))
		symbols := &code.Structure{Symbols: []code.Symbol{{Name: fmt.Sprintf("Defined%d", i), Kind: code.Function}}}
		var k key
		k.hash[0], k.hash[1], k.hash[2] = byte(i), byte(i>>8), byte(i>>16)
		k.language = "go"
		d := u.add(k, a.analyze("go", src.String(), symbols))
		files[i] = newEntry(fmt.Sprintf("folder%d/part%d/file%06d.go", i%40, i%400, i), d)
		if len(u.pending) >= batchPostings || i == n-1 {
			s, list := u.batch()
			s.fill(list)
		}
	}
	slices.SortFunc(files, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	return newIndex(appendSegments(nil, u.segments), u.docs, files)
}

const asked = "word120 fails when a word77 is read twice, see Defined17\n\nword3000 word45 word9000 in word800Name12 and word5"

// BenchmarkRank is a keystroke with the index in memory.
func BenchmarkRank(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			x := synthetic(n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := x.Rank(b.Context(), asked, 50); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkLearnedOrder is what the learned order takes of that.
func BenchmarkLearnedOrder(b *testing.B) {
	x := synthetic(10_000)
	q := newQuestion(asked)
	m, err := x.match(b.Context(), q)
	if err != nil {
		b.Fatal(err)
	}
	s := x.score(q, m, &With{unlearned(), past(x)})
	b.ReportAllocs()
	for b.Loop() {
		s.reorder()
	}
}

// BenchmarkLoad is the start of the program, with what the index takes in memory.
func BenchmarkLoad(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			file := filepath.Join(b.TempDir(), "index")
			x := synthetic(n)
			if err := x.Save(file); err != nil {
				b.Fatal(err)
			}
			x = nil
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			for b.Loop() {
				x = Load(file)
			}
			runtime.GC()
			runtime.ReadMemStats(&after)
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MB-held")
			if x.Len() != n {
				b.Fatal("the index is not read")
			}
		})
	}
}

// BenchmarkAnalyze is what a file of code costs beside its parse.
func BenchmarkAnalyze(b *testing.B) {
	src := strings.Repeat("// Reads the next value of a stream.\nfunc (r *Reader) readValue(ctx context.Context) (Value, error) {\n\treturn r.stream.next(ctx, \"value of a kind\")\n}\n\n", 400)
	a := &analyzer{}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		a.analyze("go", src, nil)
	}
}
