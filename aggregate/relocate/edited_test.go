package relocate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// writer generates files of a kind.
type writer struct {
	name, ext string
	lines     int // minimum
	line      func(r *rand.Rand, family int) string
}

var vocabulary = strings.Fields("user order cart price index login token cache route store query event batch shard lease quota audit retry proxy frame")

func word(r *rand.Rand) string { return vocabulary[r.IntN(len(vocabulary))] }

var writers = []writer{
	{"code", ".go", 12, func(r *rand.Rand, _ int) string {
		if r.IntN(3) == 0 { // as in every other file
			return []string{"\tif err != nil {", "\t\treturn err", "\t}", "", "import \"context\"", "\tdefer unlock()", "\treturn nil"}[r.IntN(7)]
		}
		return fmt.Sprintf("\t%s, err := %s.%s%s(ctx, %d)", word(r), word(r), word(r), word(r), r.IntN(2000))
	}},
	{"prose", ".md", 4, func(r *rand.Rand, _ int) string {
		var words []string
		for range 4 + r.IntN(12) {
			words = append(words, word(r)+[]string{"s", "ing", "ed", ""}[r.IntN(4)])
		}
		return strings.Join(words, " ")
	}},
	{"settings", ".yaml", 5, func(r *rand.Rand, _ int) string {
		return fmt.Sprintf("%s_%s: %d", word(r), word(r), r.IntN(300))
	}},
	{"families of near twins", ".sql", 20, func(r *rand.Rand, family int) string {
		if r.IntN(5) > 0 { // common to all of a family
			same := rand.New(rand.NewPCG(uint64(family), uint64(r.IntN(25))))
			return fmt.Sprintf("INSERT INTO %s_%s VALUES (%d, %d);", word(same), word(same), same.IntN(100), same.IntN(100))
		}
		return fmt.Sprintf("UPDATE %s SET %s = %d;", word(r), word(r), r.IntN(10_000))
	}},
}

func (w writer) file(r *rand.Rand, family int) []string {
	lines := make([]string, w.lines+r.IntN(40))
	for i := range lines {
		lines[i] = w.line(r, family)
	}
	return lines
}

// edited changes lines: replaced, removed and added ones.
func (w writer) edited(r *rand.Rand, lines []string, edits, family int) []string {
	lines = slices.Clone(lines)
	for range edits {
		i := r.IntN(len(lines))
		switch r.IntN(3) {
		case 0:
			lines[i] = w.line(r, family)
		case 1:
			lines = slices.Insert(lines, i, w.line(r, family))
		case 2:
			if len(lines) > 2 {
				lines = slices.Delete(lines, i, i+1)
			}
		}
	}
	return lines
}

// knownOf returns what a session remembers about a file.
func knownOf(name, text string) Known {
	return Known{Path: name, Hash: hashOf(text), Size: int64(len(text)), Fingerprint: FingerprintOf(text)}
}

// TestRenamedAndEdited measures the results for renamed and edited files on generated trees, when
// only the data that a session remembers is known, and for deleted files.
func TestRenamedAndEdited(t *testing.T) {
	type want struct {
		found float64 // min share of the renamed files whose true place is first
		wrong float64 // max share of all missing files with another likely place
	}
	wants := map[string]map[int]want{
		"code":                   {1: {0.97, 0.005}, 5: {0.9, 0.01}},
		"prose":                  {1: {0.97, 0.005}, 5: {0.85, 0.01}},
		"settings":               {1: {0.97, 0.005}, 5: {0.8, 0.01}},
		"families of near twins": {1: {0.9, 0.02}, 5: {0.75, 0.05}},
	}
	seeds := uint64(2)
	if testing.Short() {
		seeds = 1
	}
	for _, w := range writers {
		for _, edits := range []int{1, 5} {
			t.Run(fmt.Sprintf("%s, %d edits", w.name, edits), func(t *testing.T) {
				renamed, deleted, found, listed, likely, wrong := 0, 0, 0, 0, 0, 0
				for seed := range seeds {
					r := rand.New(rand.NewPCG(seed, uint64(edits)))
					now, gone, went := project{}, map[string]Known{}, map[string]string{}
					for i := range 480 {
						family := i % 20
						name := fmt.Sprintf("%s/%s/%s_%s_%d%s", word(r), word(r), word(r), word(r), i, w.ext)
						lines := w.file(r, family)
						text := strings.Join(lines, "\n") + "\n"
						switch {
						case i%6 == 0:
							to := fmt.Sprintf("%s/new/%s_%d%s", word(r), word(r), i, w.ext)
							if i%30 == 0 {
								to = strings.TrimSuffix(to, w.ext) + ".txt" // another extension
							}
							gone[name], went[name] = knownOf(name, text), to
							now[to] = strings.Join(w.edited(r, lines, edits, family), "\n") + "\n"
						case i%6 == 1:
							gone[name] = knownOf(name, text)
						default:
							now[name] = text
						}
					}
					s := now.search()
					for _, name := range slices.Sorted(mapKeys(gone)) {
						places, err := s.File(t.Context(), gone[name])
						if err != nil {
							t.Fatal(err)
						}
						to := went[name]
						if to == "" {
							deleted++
						} else {
							renamed++
						}
						right := len(places) > 0 && places[0].Path == to
						switch {
						case right:
							found++
						case slices.ContainsFunc(places, func(p Place) bool { return p.Path == to }):
							listed++
						}
						if len(places) == 0 {
							continue
						}
						if right && Likely(places) {
							likely++
						}
						if !right && Likely(places) {
							wrong++
						}
						if places[0].Certain && now[places[0].Path] != "" && hashOf(now[places[0].Path]) != gone[name].Hash {
							t.Errorf("%s is certain to be %s, which holds something else", name, places[0].Path)
						}
						for _, p := range places {
							if p.Score <= 0 || p.Score > 1 || p.Why == "" {
								t.Errorf("%s: %+v", name, p)
							}
						}
					}
				}
				t.Logf("of %d renamed %d stand first, %d of them likely, and %d further down; of %d deleted and those %d wrong ones are likely", renamed, found, likely, listed, deleted, wrong)
				least := wants[w.name][edits]
				if got := float64(found) / float64(renamed); got < least.found {
					t.Errorf("found %.3f of those renamed, want at least %.3f", got, least.found)
				}
				if got := float64(wrong) / float64(renamed+deleted); got > least.wrong {
					t.Errorf("%.3f likely places are wrong, want at most %.3f", got, least.wrong)
				}
			})
		}
	}
}

func mapKeys[V any](m map[string]V) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// A file of a few lines is found too; one of a few words is never accepted automatically.
func TestSmallFilesThatWereEdited(t *testing.T) {
	tests := []struct {
		name, was, now string
		found, likely  bool
	}{
		{name: "three lines, one edited", was: "one\ntwo\nthree\n", now: "one\ntwo\n3\n", found: true},
		{name: "a small function", was: "package auth\n\nfunc Login(name string) error {\n\treturn verify(name)\n}\n", now: "package auth\n\nfunc Login(name string) error {\n\treturn verifyAll(name)\n}\n", found: true, likely: true},
		{name: "a line of settings", was: "host = \"db\"\nport = 5432\n", now: "host = \"db\"\nport = 5433\n", found: true},
		{name: "other words", was: "alpha beta gamma\n", now: "red green blue\n"},
		{name: "one word of many", was: "alpha beta gamma delta\n", now: "alpha red green blue white black\n"},
		{name: "a large file that holds all its words", was: "import os\nimport sys\n", now: "import os\nimport sys\n" + strings.Repeat("print(compute(thing))\nvalue = other(value)\n", 40)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := project{"lib/z.txt": tt.now, "lib/other.txt": "nothing of the kind is to be read here\n"}
			places, err := files.search().File(t.Context(), knownOf("src/a.txt", tt.was))
			if err != nil {
				t.Fatal(err)
			}
			if found := len(places) > 0 && places[0].Path == "lib/z.txt"; found != tt.found {
				t.Errorf("found: %t, want %t: %+v", found, tt.found, places)
			}
			if len(places) > 0 && places[0].Certain || Likely(places) != tt.likely {
				t.Errorf("likely: %t, want %t, and never certain: %+v", Likely(places), tt.likely, places)
			}
		})
	}
}

// In a large tree a file is found by its size and its name, and the amount of reading is bounded.
func TestEditedInALargeTree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	code := writers[0]
	text := func() []string {
		lines := make([]string, 5+int(r.ExpFloat64()*120))
		for i := range lines {
			lines[i] = code.line(r, 0)
		}
		return lines
	}
	files, gone, went := project{}, []Known{}, map[string]string{}
	for i := range 8_000 {
		lines := text()
		name, now := fmt.Sprintf("pkg%d/%s_%d.go", i%211, word(r), i), strings.Join(lines, "\n")+"\n"
		if i%200 == 0 {
			gone = append(gone, knownOf(name, now))
			now = strings.Join(code.edited(r, lines, 1, 0), "\n") + "\n"
			if name = fmt.Sprintf("pkg%d/%s.go", i%211, word(r)+word(r)); i%400 == 0 {
				name = fmt.Sprintf("elsewhere/%d/renamed.go", i)
			}
			went[gone[len(gone)-1].Path] = name
		}
		files[name] = now
	}
	found, reads := 0, 0
	s := files.search()
	inner := s.files.Read
	s.files.Read = func(ctx context.Context, p string) ([]byte, error) { reads++; return inner(ctx, p) }
	for _, k := range gone {
		before := reads
		places, err := s.File(t.Context(), k)
		if err != nil {
			t.Fatal(err)
		}
		if len(places) > 0 && places[0].Path == went[k.Path] {
			found++
		}
		if n := reads - before; n > maxSimilar+100 { // and those of exactly the same size
			t.Errorf("%d files were read for one", n)
		}
	}
	t.Logf("found %d of %d, %d files read", found, len(gone), reads)
	if found < len(gone)*9/10 || reads > maxReads {
		t.Errorf("found %d of %d, %d files read", found, len(gone), reads)
	}
}

func TestFingerprint(t *testing.T) {
	long := strings.Repeat("a line of text\n", 50) + "another line\n"
	for name, tt := range map[string]struct {
		a, b string
		same bool
	}{
		"space around lines does not count": {"  a := compute(1)\n\tb := compute(2)\n", "a := compute(1)\r\nb := compute(2)", true},
		"the order does not count":          {"a := compute(1)\nb := compute(2)\n", "b := compute(2)\na := compute(1)\n", true},
		"nor how often a line occurs":       {long, "a line of text\nanother line\n", false}, // few lines are compared by words too
		"another line":                      {"a := compute(1)\n", "a := compute(2)\n", false},
		"nothing":                           {"", "}\n\n{\n", true},
	} {
		if same := FingerprintOf(tt.a) == FingerprintOf(tt.b); same != tt.same {
			t.Errorf("%s: the same: %t", name, same)
		}
	}
	if s := FingerprintOf("x\n"); s != "" {
		t.Errorf("one letter is fingerprinted as %q", s)
	}
	for _, bad := range []Fingerprint{"", "?", "AA", "AAAAAAA", Fingerprint(strings.Repeat("A", 400)), "BQAAAAA"} {
		if list, _ := bad.hashes(); list != nil {
			t.Errorf("%q holds %v", bad, list)
		}
	}
}

// The part of a fingerprint that occurs in an edited text corresponds to the part of its common
// lines, and for the text itself it is everything.
func TestFingerprintSamplesFairly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		n := rapid.IntRange(minLines, 3000).Draw(t, "lines")
		kept := rapid.IntRange(0, n).Draw(t, "kept")
		var old, new strings.Builder
		for i := range n {
			line := fmt.Sprintf("line %d of %d\n", i, seed)
			old.WriteString(line)
			if i < kept {
				new.WriteString(line)
			} else {
				fmt.Fprintf(&new, "another %d of %d\n", i, seed)
			}
		}
		s := FingerprintOf(old.String())
		if len(s) > 258 {
			t.Fatalf("it takes %d bytes", len(s))
		}
		list, byWords := s.hashes()
		if byWords || len(list) != min(n, maxFingerprint) {
			t.Fatalf("it holds %d hashes, by words: %t", len(list), byWords)
		}
		share := func(text string) float64 {
			c, n := &content{text: text}, 0
			for _, h := range list {
				if c.has(h, false) {
					n++
				}
			}
			return float64(n) / float64(len(list))
		}
		if share(old.String()) != 1 {
			t.Error("a text does not hold its own fingerprint")
		}
		if got, want := share(new.String()), float64(kept)/float64(n); got < want-0.4 || got > want+0.4 {
			t.Errorf("%.2f of the fingerprint are there, and %.2f of the lines", got, want)
		}
	})
}

// BenchmarkFingerprint computes the fingerprint of a file of a megabyte.
func BenchmarkFingerprint(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	var text strings.Builder
	for text.Len() < 1<<20 {
		text.WriteString(writers[0].line(r, 0) + "\n")
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		FingerprintOf(text.String())
	}
}
