package anchor

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"dossier/models"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestMake(t *testing.T) {
	const text = "one\ntwo\nthree\nfour\nfive\n"
	tests := []struct {
		name       string
		text       string
		start, end int
		want       models.Slice // without the hash
		fails      string
	}{
		{
			name: "three lines around and inside each end", text: "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\n", start: 5, end: 11,
			want: models.Slice{StartLine: 5, EndLine: 11, AnchorLines: strings.Split("bcdefgijklmn", "")},
		},
		{
			name: "no line twice, none beyond the text", text: text, start: 2, end: 2,
			want: models.Slice{StartLine: 2, EndLine: 2, AnchorLines: []string{"one", "two", "three", "four", "five"}},
		},
		{
			name: "an end beyond the text is its last line", text: text, start: 4, end: 99,
			want: models.Slice{StartLine: 4, EndLine: 5, AnchorLines: []string{"one", "two", "three", "four", "five"}},
		},
		{
			name: "long lines are cut", text: strings.Repeat("é", 1000), start: 1, end: 1,
			want: models.Slice{StartLine: 1, EndLine: 1, AnchorLines: []string{strings.Repeat("é", maxAnchor/2)}},
		},
		{name: "a start below 1", text: text, start: 0, end: 1, fails: "lines count from 1"},
		{name: "a start behind the end", text: text, start: 3, end: 2, fails: "before its start"},
		{name: "a start beyond the text", text: text, start: 6, end: 6, fails: "the text has 5 lines"},
		{name: "an empty text has no lines", text: "", start: 1, end: 1, fails: "the text has 0 lines"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := NewText(tt.text).Make(tt.start, tt.end)
			if failed := err != nil; failed != (tt.fails != "") || failed && !strings.Contains(err.Error(), tt.fails) {
				t.Fatalf("error %v, want %q", err, tt.fails)
			}
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(models.Slice{}, "ContentHash")); diff != "" {
				t.Errorf("wrong slice (-want +got):\n%s", diff)
			}
		})
	}
}

func TestHashIsOfTheLinesJoined(t *testing.T) {
	// printf 'two\nthree' | sha256sum
	const want = "sha256:43fc3d02ea6e854a19e994c75467d8163dde2464c83a12a5c56c59f47f75e253"
	for _, text := range []string{"one\ntwo\nthree", "one\ntwo\nthree\n", "one\r\ntwo\r\nthree\r\n", "one\ntwo\nthree\nfour\n"} {
		s, err := NewText(text).Make(2, 3)
		if err != nil {
			t.Fatal(err)
		}
		if s.ContentHash != want {
			t.Errorf("hash of %q is %s, want %s", text, s.ContentHash, want)
		}
	}
}

// numbered returns the distinct lines from first to last.
func numbered(first, last int) []string {
	var list []string
	for i := first; i <= last; i++ {
		list = append(list, fmt.Sprintf("this is line number %d", i*i))
	}
	return list
}

func linesText(parts ...[]string) string {
	var b strings.Builder
	for _, part := range parts {
		for _, line := range part {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

func TestResolve(t *testing.T) {
	old := linesText(numbered(1, 40))
	slice, err := NewText(old).Make(11, 20)
	if err != nil {
		t.Fatal(err)
	}
	with := func(change func(*models.Slice)) models.Slice {
		s := slice
		change(&s)
		return s
	}
	byHand := models.Slice{StartLine: 11, EndLine: 20}
	other := []string{"something else altogether, and new", "which nobody has seen before"}
	lost := Resolution{Health: Lost}
	braces := linesText(numbered(1, 2), []string{"if a {", "b()", "c()", "}"}, numbered(5, 6), []string{"if d {", "e()", "}"})
	tests := []struct {
		name  string
		text  string
		slice models.Slice
		want  Resolution
	}{
		{"nothing changed", old, slice, Resolution{11, 20, Exact}},
		{"line ends converted", strings.ReplaceAll(old, "\n", "\r\n"), slice, Resolution{11, 20, Exact}},
		{"the final newline gone", strings.TrimSuffix(old, "\n"), slice, Resolution{11, 20, Exact}},
		{"other lines changed", linesText(other, numbered(3, 20), other), slice, Resolution{11, 20, Exact}},
		{"the hash in capitals", old, with(func(s *models.Slice) { s.ContentHash = "sha256:" + strings.ToUpper(s.ContentHash[7:]) }), Resolution{11, 20, Exact}},
		{"lines put in above", linesText(other, numbered(1, 40)), slice, Resolution{13, 22, Moved}},
		{"lines taken out above", linesText(numbered(5, 40)), slice, Resolution{7, 16, Moved}},
		{"moved to the top", linesText(numbered(11, 20), numbered(1, 10), numbered(21, 40)), slice, Resolution{1, 10, Moved}},
		{"two copies: the nearest", linesText(numbered(11, 20), numbered(1, 7), numbered(11, 20)), slice, Resolution{18, 27, Moved}},
		{"moved without anchor lines", linesText(other, linesOf(old)), with(func(s *models.Slice) { s.AnchorLines = nil }), Resolution{13, 22, Moved}},
		{"moved from beyond the end", linesText(numbered(8, 22)), with(func(s *models.Slice) { s.StartLine, s.EndLine = 1011, 1020 }), Resolution{4, 13, Moved}},
		{"a line put in", linesText(numbered(1, 15), other, numbered(16, 40)), slice, Resolution{11, 22, Changed}},
		{"a line taken out", linesText(numbered(1, 14), numbered(16, 40)), slice, Resolution{11, 19, Changed}},
		{"the first line replaced", linesText(numbered(1, 10), other[:1], numbered(12, 40)), slice, Resolution{11, 20, Changed}},
		{"the last line replaced", linesText(numbered(1, 19), other[:1], numbered(21, 40)), slice, Resolution{11, 20, Changed}},
		{"moved and changed", linesText(numbered(21, 30), numbered(8, 13), other, numbered(15, 23)), slice, Resolution{14, 24, Changed}},
		{"indented", strings.ReplaceAll(old, "is line", "is\t  line"), slice, Resolution{11, 20, Changed}},
		{"changed, without anchor lines", linesText(numbered(1, 15), other, numbered(16, 40)), with(func(s *models.Slice) { s.AnchorLines = nil }), lost},
		{"changed, with a list of anchor lines that fits nothing", linesText(numbered(1, 15), other, numbered(16, 40)), with(func(s *models.Slice) { s.AnchorLines = s.AnchorLines[:2] }), lost},
		{"taken out", linesText(numbered(1, 10), numbered(21, 40)), slice, lost},
		{"two changed copies", linesText(numbered(8, 15), other, numbered(16, 23), numbered(8, 15), other, numbered(16, 23)), with(func(s *models.Slice) { s.StartLine, s.EndLine = 13, 22 }), lost},
		{"another text", linesText(numbered(100, 140)), slice, lost},
		{"an empty text", "", slice, lost},
		{"a hash that is none", linesText(numbered(100, 140)), with(func(s *models.Slice) { s.ContentHash = "sha256:9f2c…" }), lost},
		{"the whole text", "// new\n" + old, mustMake(t, old, 1, 40), Resolution{2, 41, Moved}},
		{"the whole text, a line put in", strings.Replace(old, "\n", "\nnew\n", 1), mustMake(t, old, 1, 40), Resolution{1, 41, Changed}},
		{"the whole text, converted and without its final newline", strings.TrimSuffix(strings.ReplaceAll(old, "\n", "\r\n"), "\r\n"), mustMake(t, old, 1, 40), Resolution{1, 40, Exact}},
		{"lines put in above, line ends converted", strings.ReplaceAll(linesText(other, numbered(1, 40)), "\n", "\r\n"), slice, Resolution{13, 22, Moved}},
		{"two copies at one distance: the earlier", linesText(numbered(11, 20), numbered(71, 75), numbered(81, 85), numbered(11, 20)), with(func(s *models.Slice) { s.StartLine, s.EndLine = 11, 20 }), Resolution{1, 10, Moved}},
		{"a copy at the old place, itself among its neighbours further down", linesText(numbered(51, 60), numbered(11, 20), numbered(1, 40)), slice, Resolution{31, 40, Moved}},
		{"a copy right above reads as the slice at the old place", linesText(numbered(1, 20), numbered(11, 40)), slice, Resolution{11, 20, Exact}},
		{"edited among its neighbours, a copy elsewhere", linesText(numbered(1, 15), other, numbered(16, 40), numbered(11, 20)), slice, Resolution{11, 22, Changed}},
		{"a brace among its neighbours", "// new\n" + braces, mustMake(t, braces, 6, 6), Resolution{7, 7, Moved}},
		{"a brace whose neighbours are gone is any brace", linesText(numbered(1, 9)) + "}\n}\n}\n", mustMake(t, braces, 6, 6), lost},
		{"one long line", "new\n" + strings.Repeat("word ", 200_000), mustMake(t, strings.Repeat("word ", 200_000), 1, 1), Resolution{2, 2, Moved}},
		{"one long line, edited at its end", strings.Repeat("word ", 200_000) + "end", mustMake(t, strings.Repeat("word ", 200_000), 1, 1), Resolution{1, 1, Changed}},
		{"a blank line", "new\n" + linesText(numbered(1, 5), []string{""}, numbered(6, 9)), mustMake(t, linesText(numbered(1, 5), []string{""}, numbered(6, 9)), 6, 6), Resolution{7, 7, Moved}},
		{"by hand: the numbers count", linesText(numbered(1, 40)), byHand, Resolution{11, 20, Unchecked}},
		{"by hand: the end is moved to the last line", linesText(numbered(1, 15)), byHand, Resolution{11, 15, Unchecked}},
		{"by hand: a start beyond the end", linesText(numbered(1, 10)), byHand, lost},
		{"by hand: numbers below 1", old, models.Slice{}, Resolution{1, 1, Unchecked}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Resolve(tt.text, tt.slice); got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func mustMake(tb testing.TB, text string, start, end int) models.Slice {
	tb.Helper()
	s, err := NewText(text).Make(start, end)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// linesOf returns the lines of a text.
func linesOf(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }

func TestShortAnchorLists(t *testing.T) {
	// The lines as a hand-written list: one before, the first, the last, one after.
	var body []string
	for i := range 20 {
		body = append(body, fmt.Sprintf("  column_%d integer,", i))
	}
	table := linesText([]string{"-- a", "-- b", "-- users", "CREATE TABLE users ("}, body, []string{");", "-- the orders begin"})
	s, err := NewText(table).Make(4, 25)
	if err != nil {
		t.Fatal(err)
	}
	s.AnchorLines = []string{"-- users", "CREATE TABLE users (", ");", "-- the orders begin"}
	changed := strings.Replace(table, "column_7 integer", "column_7 text", 1)
	if got, want := Resolve("-- new\n"+changed, s), (Resolution{5, 26, Changed}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func FuzzSignature(f *testing.F) {
	f.Add("\treturn  nil", 3)
	f.Add(strings.Repeat("é ", 200), 7)
	f.Add(strings.Repeat("a", maxAnchor-1)+"日本", 0)
	f.Fuzz(func(t *testing.T, line string, at int) {
		if !utf8.ValidString(line) {
			return // texts are decoded by the caller
		}
		if signature(cut(line)) != signature(line) {
			t.Fatalf("%q cut is another line", line)
		}
		if at = max(0, min(at, len(line))); signature(line[:at]+" \t"+line[at:]) != signature(line) && utf8.ValidString(line[:at]) {
			t.Fatalf("white space at %d makes %q another line", at, line)
		}
	})
}

// FuzzResolve checks the invariants of Resolve for arbitrary texts and slices.
func FuzzResolve(f *testing.F) {
	f.Add("a\nb\nc\n", "x\na\nb\nc\n", 1, 2)
	f.Add("", "\n\n", 1, 1)
	f.Add("a\r\nb", "a\nb\r\n\x00", 2, 9)
	f.Add(strings.Repeat("}\n", 40), strings.Repeat("}\n\n", 30), 7, 11)
	f.Fuzz(func(t *testing.T, before, after string, start, end int) {
		s, err := NewText(before).Make(start, end)
		if err != nil {
			// A hand-made slice must not break anything.
			s = models.Slice{StartLine: start, EndLine: end, ContentHash: "sha256:", AnchorLines: strings.Split(after, "\n")}
		} else if r := Resolve(before, s); r != (Resolution{s.StartLine, s.EndLine, Exact}) {
			t.Fatalf("in its own text %+v resolves to %+v", s, r)
		}
		l := splitLines(after)
		r := Resolve(after, s)
		if again := Resolve(after, s); again != r {
			t.Fatalf("%+v once, %+v the next time", r, again)
		}
		if r.Health == Lost {
			if r != (Resolution{Health: Lost}) {
				t.Fatalf("lost with a place: %+v", r)
			}
			return
		}
		if r.Start < 1 || r.End < r.Start || r.End > l.count() {
			t.Fatalf("%+v in a text of %d lines", r, l.count())
		}
		if r.Health == Exact || r.Health == Moved {
			if got := l.hash(r.Start-1, r.End); got != s.ContentHash {
				t.Fatalf("%+v has another hash", r)
			}
		}
	})
}

// TestTextIsShared checks that a text gives many slices at once the same results as each alone.
func TestTextIsShared(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	lines := sampleText(rng, 30)
	old := join(lines)
	new := NewText(join(edits()[0].apply(rng, slices.Clone(lines), 40, 60)))
	var wg sync.WaitGroup
	for start := 1; start < len(lines); start += 7 {
		s := mustMake(t, old, start, start+5)
		wg.Go(func() {
			if got, want := new.Resolve(s), Resolve(new.text, s); got != want {
				t.Errorf("lines %d-%d are %+v together, %+v alone", s.StartLine, s.EndLine, got, want)
			}
		})
	}
	wg.Wait()
}

// benchmarkText is about 10 000 lines of source.
func benchmarkText() []idLine { return sampleText(rand.New(rand.NewPCG(1, 1)), 700) }

func BenchmarkResolve(b *testing.B) {
	lines := benchmarkText()
	before := join(lines)
	slice := mustMake(b, before, len(lines)/2, len(lines)/2+40)
	moved := "// one line more\n" + before
	changed := strings.Split(moved, "\n")
	changed[len(lines)/2+10] += "// edited"
	repeated := strings.Repeat("}\n", 10_000)
	for _, bm := range []struct {
		name string
		text string
		want Health
	}{
		{"exact", before, Exact},
		{"moved", moved, Moved},
		{"changed", strings.Join(changed, "\n"), Changed},
		{"lost", repeated, Lost},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.text)))
			b.ReportAllocs()
			for b.Loop() {
				if r := Resolve(bm.text, slice); r.Health != bm.want {
					b.Fatalf("%+v, want %s", r, bm.want)
				}
			}
		})
	}
}

// BenchmarkManySlices finds 50 slices of one text, all of which have moved and every tenth was
// edited.
func BenchmarkManySlices(b *testing.B) {
	lines := benchmarkText()
	before := join(lines)
	now := strings.Split("// one line more\n"+before, "\n")
	var list []models.Slice
	for i := range 50 {
		start := 1 + i*(len(lines)-60)/50
		list = append(list, mustMake(b, before, start, start+40))
		if i%10 == 0 {
			now[start+20] += "// edited"
		}
	}
	text := strings.Join(now, "\n")
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		t := NewText(text)
		for _, s := range list {
			if r := t.Resolve(s); r.Health != Moved && r.Health != Changed {
				b.Fatalf("lines %d-%d are %s", s.StartLine, s.EndLine, r.Health)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(list)), "ns/slice")
}

// BenchmarkScore reports how many slices are found after generated edits, as TestScore does:
// %found of those that still exist, %twin of the exact and moved ones that are other slices with
// the same text.
func BenchmarkScore(b *testing.B) {
	for _, k := range kinds() {
		b.Run(strings.ReplaceAll(k.name, " ", "-"), func(b *testing.B) {
			var s score
			rng := rand.New(rand.NewPCG(1, 1))
			for b.Loop() {
				play(b, rng, k.pick(rng), &s)
			}
			b.ReportMetric(100*s.foundShare(), "%found")
			b.ReportMetric(100*float64(s.twins)/float64(max(1, s.sure)), "%twin")
		})
	}
}
