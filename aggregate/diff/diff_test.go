package diff

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestUnified(t *testing.T) {
	tests := []struct{ name, was, now, want string }{
		{name: "the same", was: "a\n", now: "a\n"},
		{name: "both empty"},
		{name: "a new text", now: "a\nb\n", want: "@@ -0,0 +1,2 @@\n+a\n+b\n"},
		{name: "a text that is gone", was: "a\n", want: "@@ -1 +0,0 @@\n-a\n"},
		{name: "a line in the middle", was: "1\n2\n3\n4\n5\n6\n7\n8\n9\n", now: "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", want: "@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"},
		{name: "the last newline goes", was: "a\nb\n", now: "a\nb", want: "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n"},
		{name: "neither has one", was: "a\nb", now: "c\nb", want: "@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n"},
		{
			name: "changes six lines apart share a hunk", was: "a\n1\n2\n3\n4\n5\n6\nb\n", now: "A\n1\n2\n3\n4\n5\n6\nB\n",
			want: "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n",
		},
		{
			name: "changes seven lines apart do not", was: "a\n1\n2\n3\n4\n5\n6\n7\nb\n", now: "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
			want: "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n",
		},
		{
			name: "a function that is added is taken whole",
			was:  "func a() {\n\tone()\n}\n\nfunc c() {\n\tthree()\n}\n",
			now:  "func a() {\n\tone()\n}\n\nfunc b() {\n\ttwo()\n}\n\nfunc c() {\n\tthree()\n}\n",
			want: "@@ -2,6 +2,10 @@\n \tone()\n }\n \n+func b() {\n+\ttwo()\n+}\n+\n func c() {\n \tthree()\n }\n",
		},
		{
			name: "a function that moved is no tangle of brackets",
			was:  "a {\n\tx\n}\nb {\n\ty\n}\nc {\n\tz\n}\n",
			now:  "b {\n\ty\n}\nc {\n\tz\n}\na {\n\tx\n}\n",
			want: "@@ -1,9 +1,9 @@\n-a {\n-\tx\n-}\n b {\n \ty\n }\n c {\n \tz\n }\n+a {\n+\tx\n+}\n",
		},
		{name: "a carriage return is part of its line", was: "a\r\nb\n", now: "a\nb\n", want: "@@ -1,2 +1,2 @@\n-a\r\n+a\n b\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Unified(tt.was, tt.now)); diff != "" {
				t.Errorf("wrong difference (-want +got):\n%s", diff)
			}
		})
	}
}

// check returns an error if the changes of old to new are invalid.
func check(old, new []string, changes []Change) error {
	var out []string
	at, to := 0, 0
	for i, c := range changes {
		if c.Old.Start < at || i > 0 && c.Old.Start == at || c.Old.Len() < 0 || c.New.Len() < 0 || c.Old.Len()+c.New.Len() == 0 || c.Old.Start-at != c.New.Start-to {
			return fmt.Errorf("change %d of %v does not follow on %d, %d", i, changes, at, to)
		}
		out = append(append(out, old[at:c.Old.Start]...), new[c.New.Start:c.New.End]...)
		at, to = c.Old.End, c.New.End
	}
	if out = append(out, old[at:]...); !cmp.Equal(out, append([]string(nil), new...)) {
		return fmt.Errorf("the changes give %q", out)
	}
	return nil
}

// fewest returns the length of the shortest difference, with the textbook algorithm.
func fewest(a, b []int32) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			next := 1 + min(row[j+1], row[j])
			if a[i] == b[j] {
				next = diagonal
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

func TestChangesGiveTheOtherText(t *testing.T) {
	line := rapid.SampledFrom([]string{"a\n", "b\n", "\tc\n", "\n", "}\n", "d\n", "e\n"})
	rapid.Check(t, func(t *rapid.T) {
		old := rapid.SliceOfN(line, 0, 30).Draw(t, "was")
		new := rapid.SliceOfN(line, 0, 30).Draw(t, "now")
		changes := Lines(old, new)
		if err := check(old, new, changes); err != nil {
			t.Fatal(err)
		}
		removed, added := Count(changes)
		if removed-added != len(old)-len(new) {
			t.Fatalf("%d removed and %d added, of %d came %d", removed, added, len(old), len(new))
		}
	})
}

// apply applies a unified difference to a text.
func apply(text, unified string) (string, error) {
	lines, at := Split(text), 0
	var out strings.Builder
	var last string // the previous line, for the marker of a missing newline
	rest := unified
	for rest != "" {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		switch {
		case strings.HasPrefix(line, "@@ "):
			var start, n int
			if _, err := fmt.Sscanf(line, "@@ -%d,%d", &start, &n); err != nil {
				n = 1
			}
			if n == 0 {
				start++
			}
			for ; at < start-1; at++ {
				out.WriteString(lines[at])
			}
		case strings.HasPrefix(line, "\\"):
			if last == "+" || last == " " {
				whole := strings.TrimSuffix(out.String(), "\n")
				out.Reset()
				out.WriteString(whole)
			}
		case line[0] == '+':
			out.WriteString(line[1:] + "\n")
		default:
			if at == len(lines) || strings.TrimSuffix(lines[at], "\n") != line[1:] {
				return "", fmt.Errorf("line %d is not %q", at+1, line[1:])
			}
			if line[0] == ' ' {
				out.WriteString(line[1:] + "\n")
			}
			at++
		}
		last = line[:1]
	}
	for ; at < len(lines); at++ {
		out.WriteString(lines[at])
	}
	return out.String(), nil
}

func TestAUnifiedDifferenceGivesTheOtherText(t *testing.T) {
	content := rapid.StringMatching("((a|b|\\+|-|@@ -1 \\+1 @@|\\\\| |\t|\r)?\n?){0,12}")
	rapid.Check(t, func(t *rapid.T) {
		old, new := content.Draw(t, "was"), content.Draw(t, "now")
		if got, err := apply(old, Unified(old, new)); err != nil || got != new {
			t.Fatalf("%q and its difference give %q (%v), want %q\n%s", old, got, err, new, Unified(old, new))
		}
	})
}

// stairs returns lines that become unique one after the other, between lines of no other text.
func stairs(n int, noise string) []string {
	out := []string{"2\n", "1\n"}
	for i := 3; i < n; i++ {
		out = append(out, fmt.Sprintln(i), fmt.Sprintln(noise, i), fmt.Sprintln(i-1))
	}
	return out
}

func TestStairsEndAtADepth(t *testing.T) {
	old, new := stairs(40_000, "was"), stairs(40_000, "now")
	if err := check(old, new, Lines(old, new)); err != nil {
		t.Fatal(err)
	}
}

// TestFewest compares the search between unique lines with the shortest difference.
func TestFewest(t *testing.T) {
	line := rapid.SampledFrom([]int32{0, 1, 2})
	rapid.Check(t, func(t *rapid.T) {
		s := search{old: rapid.SliceOfN(line, 0, 14).Draw(t, "was"), new: rapid.SliceOfN(line, 0, 14).Draw(t, "now"), counts: make([]occurrences, 3)}
		s.minimalDiff(Range{0, len(s.old)}, Range{0, len(s.new)})
		removed, added := Count(changesOf(s.pairs, len(s.old), len(s.new)))
		if best := fewest(s.old, s.new); removed+added != best {
			t.Fatalf("%d lines differ, %d would do", removed+added, best)
		}
	})
}

// TestPatchAgrees applies the difference with another program.
func TestPatchAgrees(t *testing.T) {
	patch, err := exec.LookPath("patch")
	if err != nil {
		t.Skip("there is no patch here")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		old := randomText(rng, nil)
		new := randomText(rng, Split(old))
		unified := Unified(old, new)
		if unified == "" || old == "" || new == "" {
			continue // patch creates and removes files in this case
		}
		dir := t.TempDir()
		name := filepath.Join(dir, "f")
		if err := os.WriteFile(name, []byte(old), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(patch, "-s", "f")
		cmd.Dir, cmd.Stdin = dir, strings.NewReader("--- f\n+++ f\n"+unified)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s\n%s", err, out, unified)
		}
		got, err := os.ReadFile(name)
		if err != nil || string(got) != new {
			t.Fatalf("patch makes %q of it (%v), want %q\n%s", got, err, new, unified)
		}
	}
}

// randomText returns a text of lines, most of them from a list.
func randomText(rng *rand.Rand, from []string) string {
	var lines []string
	for _, line := range from {
		switch rng.IntN(8) {
		case 0:
		case 1:
			lines = append(lines, line, fmt.Sprintf("new %d\n", rng.IntN(9)))
		default:
			lines = append(lines, line)
		}
	}
	for range rng.IntN(30) {
		lines = append(lines, fmt.Sprintf("line %d\n", rng.IntN(20)))
	}
	text := strings.Join(lines, "")
	if rng.IntN(3) == 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

func FuzzLines(f *testing.F) {
	f.Add("a\nb\nc", "a\nc\nb\n")
	f.Add(strings.Repeat("x\n", 50), strings.Repeat("x\ny\n", 30))
	f.Fuzz(func(t *testing.T, old, new string) {
		a, b := Split(old), Split(new)
		if strings.Join(a, "") != old {
			t.Fatal("the lines of a text are not the text")
		}
		if err := check(a, b, Lines(a, b)); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzUnified applies the difference of any two texts, with any number of lines around the changes.
func FuzzUnified(f *testing.F) {
	f.Add("a\nb\nc", "a\nc\nb\n", uint8(3))
	f.Add("@@ -1 +1 @@\n-a\n", "+a\n\\ No newline at end of file\n", uint8(0))
	f.Add(strings.Repeat("x\ny\n", 20), strings.Repeat("x\n", 20)+"y", uint8(200))
	f.Fuzz(func(t *testing.T, old, new string, context uint8) {
		unified := UnifiedWith(Lines(Split(old), Split(new)), old, new, int(context))
		if got, err := apply(old, unified); err != nil || got != new {
			t.Fatalf("%q and its difference give %q (%v), want %q\n%s", old, got, err, new, unified)
		}
	})
}

func TestWords(t *testing.T) {
	tests := []struct {
		name, was, now string
		gone, came     []string
	}{
		{"a word", "return user.Name, nil", "return user.Mail, nil", []string{"Name"}, []string{"Mail"}},
		{"an argument more", "f(a)", "f(a, b)", nil, []string{", b"}},
		{"nothing in common", "one two three", "(((((", nil, nil},
		{"the same", "x", "x", nil, nil},
		{"letters of every script", "naïve 日本", "naïve 中国", []string{"日本"}, []string{"中国"}},
		{"bytes that are no text", "a \xff b", "a \xfe b", []string{"\xff"}, []string{"\xfe"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			gone, came := Words(tt.was, tt.now)
			if diff := cmp.Diff(tt.gone, marked(tt.was, gone)); diff != "" {
				t.Errorf("wrong words of the first (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.came, marked(tt.now, came)); diff != "" {
				t.Errorf("wrong words of the second (-want +got):\n%s", diff)
			}
		})
	}
}

func marked(s string, at []Range) []string {
	var out []string
	for _, r := range at {
		out = append(out, s[r.Start:r.End])
	}
	return out
}

// BenchmarkLines compares difficult texts of a megabyte.
func BenchmarkLines(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	code := make([]string, 40_000)
	for i := range code {
		code[i] = fmt.Sprintf("\tline %d of a text\n", i)
		if i%3 == 0 {
			code[i] = "}\n"
		}
	}
	edited := append([]string(nil), code...)
	for range 200 {
		edited[rng.IntN(len(edited))] = fmt.Sprintf("changed %d\n", rng.Int())
	}
	few := make([]string, 100_000)
	for i := range few {
		few[i] = fmt.Sprint(rng.IntN(3), "\n")
	}
	mixed := append([]string(nil), few...)
	rng.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	other := make([]string, 40_000)
	for i := range other {
		other[i] = fmt.Sprintf("none of these %d\n", i)
	}
	for _, bm := range []struct {
		name     string
		was, now []string
	}{{"edited", code, edited}, {"nothing in common", code, other}, {"three lines in any order", few, mixed}, {"stairs", stairs(40_000, "was"), stairs(40_000, "now")}, {"turned round", code, append(code[20_000:len(code):len(code)], code[:20_000]...)}} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(strings.Join(bm.was, ""))))
			b.ReportAllocs()
			for b.Loop() {
				Lines(bm.was, bm.now)
			}
		})
	}
}
