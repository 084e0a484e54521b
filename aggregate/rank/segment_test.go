package rank

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code"
	"dossier/aggregate/disk"
)

// allRanked is everything that a ranking says of its files.
func allRanked(t testing.TB, x *Index, question string) []Ranked {
	t.Helper()
	r, err := x.Rank(t.Context(), question, 1000)
	if err != nil {
		t.Fatal(err)
	}
	return r.Files
}

var changedAsked = []string{
	"apply_coupon raises KeyError for an expired code, see shop/price.py",
	"flaky test of the cart and word3 with other_name7",
	"word1 word2 name1_of word12 value5",
}

// TestUpdatedRanksAsRebuilt checks that an updated index ranks as a rebuilt one: after many changes, and
// after it was saved and loaded between them.
func TestUpdatedRanksAsRebuilt(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	content := func() string {
		var b strings.Builder
		for range 3 + r.IntN(30) {
			switch n := r.IntN(20); r.IntN(4) {
			case 0:
				fmt.Fprintf(&b, "def name%d_of(value):\n    return other_name%d(value)\n", n, r.IntN(20))
			case 1:
				fmt.Fprintf(&b, "# word%d of word%d\n", n, r.IntN(20))
			default:
				fmt.Fprintf(&b, "value%d = name%d_of(word%d)\n", n, r.IntN(20), n)
			}
		}
		return b.String()
	}
	f := newFolder(t, shop(t))
	x := f.update(t, &Index{})
	kept := filepath.Join(t.TempDir(), "index")
	for turn := range 60 {
		changes := map[string]string{}
		for range 1 + r.IntN(3)*r.IntN(6) {
			changes[fmt.Sprintf("folder%d/file%d.py", r.IntN(3), r.IntN(12))] = content()
		}
		files := f.files(t)
		if gone := files[r.IntN(len(files))]; turn%3 == 0 && changes[gone] == "" && strings.HasPrefix(gone, "folder") {
			changes[gone] = ""
		}
		f.write(t, changes)
		if turn%7 == 0 {
			if err := x.Save(kept); err != nil {
				t.Fatal(err)
			}
			x = Load(kept)
		}
		x = f.update(t, x)
		if turn%4 > 0 {
			continue
		}
		rebuilt := f.update(t, &Index{})
		for _, asked := range changedAsked {
			if diff := cmp.Diff(allRanked(t, rebuilt, asked), allRanked(t, x, asked)); diff != "" {
				t.Fatalf("turn %d: %q ranks otherwise (-rebuilt +updated):\n%s", turn, asked, diff)
			}
		}
	}
	if n := len(x.segments); n > 6 {
		t.Errorf("%d segments, which a question looks into one after the other", n)
	}
	if n := len(x.docs); n > 2*x.Len()+64 {
		t.Errorf("%d documents of %d files are known", n, x.Len())
	}
}

// What a segment says is what was put into it, whatever it was merged from.
func TestSegments(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const docs = 300
	want := map[term]map[uint32]uint16{}
	var parts []*segment
	for first := uint32(0); first < docs; first += 50 {
		var list []posting
		for doc := first; doc < first+50; doc++ {
			said := map[term]bool{}
			for range 80 {
				n := int(min(900, r.ExpFloat64()*100))
				t := wordTerm(fmt.Sprint(n))
				if n%3 == 0 {
					t = nameTerm(fmt.Sprint(n))
				}
				if said[t] {
					continue
				}
				said[t] = true
				packed := uint16(1 + r.IntN(1<<(3*contentFields)-1))
				list = append(list, posting{t, doc, packed})
				if want[t] == nil {
					want[t] = map[uint32]uint16{}
				}
				want[t][doc] = packed
			}
		}
		s := &segment{first: first, count: 50}
		s.fill(list)
		parts = append(parts, s)
	}
	keep := make([]uint32, docs)
	for i := range keep {
		if keep[i] = uint32(i / 2); i%2 == 1 {
			keep[i] = none
		}
	}
	for name, tt := range map[string]struct {
		s  *segment
		of func(doc uint32) uint32
	}{
		"merged":    {mergeSegments(parts, 0, docs, nil), func(doc uint32) uint32 { return doc }},
		"compacted": {mergeSegments(parts, 0, docs/2, keep), func(doc uint32) uint32 { return keep[doc] }},
	} {
		names := map[uint32]map[term]bool{}
		for said, in := range want {
			expect := map[uint32]uint16{}
			defined := false
			for doc, packed := range in {
				n := tt.of(doc)
				if n == none {
					continue
				}
				expect[n] = packed
				def := levelIn(uint32(packed), defField) > 0
				if defined = defined || def; said.isName() {
					if names[n] == nil {
						names[n] = map[term]bool{}
					}
					names[n][said] = def
				}
			}
			got := map[uint32]uint16{}
			row, ok := tt.s.table(said).find(said)
			tt.s.each(row.postings, func(doc, packed uint32) bool { got[doc] = uint16(packed); return true })
			if ok != (len(expect) > 0) || !maps.Equal(got, expect) || said.isName() && ok && row.defined != defined {
				t.Fatalf("%s: the term %x stands in %v, want %v", name, said, got, expect)
			}
		}
		for doc := range tt.s.count {
			got := map[term]bool{}
			tt.s.eachName(doc, func(place uint32, def bool) {
				row, _ := tt.s.names.at(place)
				got[row.term] = def
			})
			if !maps.Equal(got, names[doc]) {
				t.Fatalf("%s: document %d has the names %v, want %v", name, doc, got, names[doc])
			}
		}
		if _, ok := tt.s.words.find(wordTerm("nowhere")); ok {
			t.Errorf("%s: a term is found that is not there", name)
		}
	}
}

func TestWhatIsTooMuchIsKnownByItsPath(t *testing.T) {
	f := newFolder(t, map[string]string{
		"a.go": "package a // needle", "b_test.go": "package a // needle", "docs/c.md": "needle", "d.go": "package d // needle", "e.csv": "needle",
	})
	few := func(x *Index, n int, bytes int64) *Index {
		t.Helper()
		next, err := x.update(t.Context(), Project{Disk: f.disk, Files: f.files(t)}, n, bytes)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	x := few(&Index{}, 3, MaxBytes)
	if got, want := ranked(t, x, "needle"), []string{"a.go", "d.go", "b_test.go"}; !slices.Equal(got, want) || x.PathOnly() != 2 || x.Len() != 5 {
		t.Errorf("of 3 files at most %v say it, want %v; %d of %d are too many", got, want, x.PathOnly(), x.Len())
	}
	if got := ranked(t, x, "what is in docs/c.md"); !slices.Contains(got, "docs/c.md") {
		t.Errorf("a file that is too much is not found by its path: %v", got)
	}
	f.disk.reads.Store(0)
	if again := few(x, 3, MaxBytes); again != x || f.disk.reads.Load() > 0 {
		t.Errorf("what is too much is looked at again: %d reads", f.disk.reads.Load())
	}
	file := filepath.Join(t.TempDir(), "index")
	if err := x.Save(file); err != nil {
		t.Fatal(err)
	}
	if kept := Load(file); kept.PathOnly() != 2 {
		t.Errorf("%d are too many in what was kept", kept.PathOnly())
	}
	if all := few(x, 5, MaxBytes); all.PathOnly() != 0 || len(ranked(t, all, "needle")) != 5 {
		t.Errorf("with room for all, %d are too many and %v say it", all.PathOnly(), ranked(t, all, "needle"))
	}
	if x := few(&Index{}, 5, int64(len("package a // needle"))); x.PathOnly() == 0 || !slices.Equal(ranked(t, x, "needle"), []string{"a.go"}) {
		t.Errorf("of so many bytes %v say it", ranked(t, x, "needle"))
	}
}

// A file that cannot be read does not make another index each time.
func TestWhatCannotBeReadIsKnown(t *testing.T) {
	f := newFolder(t, map[string]string{"a.txt": "login"})
	p := Project{Disk: f.disk, Files: []string{"a.txt", "gone.txt"}}
	x, err := (&Index{}).Update(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := x.Update(t.Context(), p); again != x || err != nil {
		t.Errorf("the index is another: %v, %v", again, err)
	}
}

// The words of symbols count where they occur, whatever made the structure.
func TestNamesAreDefinedWhereTheStructureSays(t *testing.T) {
	a := &analyzer{}
	r := a.analyze("go", "func login() {}", &code.Structure{Symbols: []code.Symbol{{Name: "login", Kind: code.Function}, {Name: "key", Kind: code.Key}}})
	got := map[term]uint16{}
	for _, p := range r.postings(nil, 0) {
		got[p.term] = p.packed
	}
	if packed := got[nameTerm("login")]; levelIn(uint32(packed), defField) != 1 || levelIn(uint32(packed), bodyField) != 1 {
		t.Errorf("login is packed as %o", packed)
	}
	if _, ok := got[nameTerm("key")]; ok {
		t.Error("a key is an identifier")
	}
}

// ending is a disk that ends a context after some reads.
type ending struct {
	*counting
	left atomic.Int64
	end  context.CancelFunc
}

func (d *ending) Head(ctx context.Context, path string, limit int64) (disk.File, error) {
	if d.left.Add(-1) < 0 {
		d.end()
	}
	return d.counting.Head(ctx, path, limit)
}

// A question that is given up has read for the next one.
func TestWhatWasReadStaysWhenItIsGivenUp(t *testing.T) {
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("file%02d.py", i)] = fmt.Sprintf("def name%d_of():\n    return word%d\n", i, i)
	}
	f := newFolder(t, files)
	x := &Index{}
	ends := 0
	for {
		ctx, cancel := context.WithCancel(t.Context())
		d := &ending{counting: f.disk, end: cancel}
		d.left.Store(9)
		next, err := x.Update(ctx, Project{Disk: d, Files: f.files(t), Structure: parse})
		cancel()
		if next == nil || next.Len() <= x.Len() {
			t.Fatalf("%d files are known after %d", next.Len(), x.Len())
		}
		if x = next; err == nil {
			break
		}
		ends++
	}
	if ends < 3 || x.Len() != len(files) {
		t.Errorf("%d files are known after it was given up %d times", x.Len(), ends)
	}
	rebuilt := f.update(t, &Index{})
	for _, asked := range changedAsked {
		if diff := cmp.Diff(allRanked(t, rebuilt, asked), allRanked(t, x, asked)); diff != "" {
			t.Errorf("%q ranks otherwise (-rebuilt +made in parts):\n%s", asked, diff)
		}
	}
}

// A large index is not written for each file that changes, and what is new since then is
// counted until it is.
func TestWhenAnIndexIsKept(t *testing.T) {
	files := map[string]string{}
	for i := range 200 {
		files[fmt.Sprintf("file%03d.txt", i)] = fmt.Sprintf("word%d", i)
	}
	f := newFolder(t, files)
	x := f.update(t, &Index{})
	if !x.Due() {
		t.Error("a new index is not kept")
	}
	if err := x.Save(filepath.Join(t.TempDir(), "index")); err != nil {
		t.Fatal(err)
	}
	if x.Due() {
		t.Error("it is kept again without a change")
	}
	var due []bool
	for i := range 5 {
		f.write(t, map[string]string{fmt.Sprintf("file%03d.txt", i): fmt.Sprintf("another word%d", i)})
		x = f.update(t, x)
		due = append(due, x.Due())
	}
	if want := []bool{false, false, false, true, true}; !slices.Equal(due, want) {
		t.Errorf("after each of five changes it is kept %v, want %v", due, want)
	}
}

// Processes that keep the same index at the same moment leave one of them, and who reads
// meanwhile has a whole one.
func TestIndexesAreKeptAtTheSameMoment(t *testing.T) {
	f := newFolder(t, shop(t))
	file := filepath.Join(t.TempDir(), "index")
	x := f.update(t, &Index{})
	if err := x.Save(file); err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 20 {
				if err := x.Save(file); err != nil {
					t.Error(err)
				}
				if n := Load(file).Len(); n != x.Len() {
					t.Errorf("an index of %d files was read, of %d", n, x.Len())
				}
			}
		})
	}
	group.Wait()
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(file), ".*")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
}

// Whatever is wrong with the bytes behind a checksum that fits, they are refused, or what is
// read of them can be asked and updated.
func TestDamageBehindTheChecksum(t *testing.T) {
	f := newFolder(t, shop(t))
	whole := f.update(t, &Index{}).append(nil)
	r := rand.New(rand.NewPCG(7, 8))
	for range 3000 {
		data := slices.Clone(whole)
		for range 1 + r.IntN(3) {
			data[r.IntN(len(data))] = byte(r.IntN(256))
		}
		if r.IntN(5) == 0 {
			data = data[:r.IntN(len(data))]
		}
		x, err := decode(data)
		if err != nil {
			continue
		}
		if _, err := x.Rank(t.Context(), changedAsked[0], 50); err != nil {
			t.Fatal(err)
		}
		if len(x.docs) > 0 {
			mergeSegments(x.segments, 0, len(x.docs), nil)
		}
	}
}
