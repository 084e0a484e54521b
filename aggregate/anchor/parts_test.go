package anchor

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInformationCountsLettersAndDigits(t *testing.T) {
	for _, tt := range []struct {
		name, line string
		want       float64
	}{
		{"nothing", "", 0.05},
		{"signs", "}/@[`{:()", 0.05},
		{"one letter", "x", 0.125},
		{"the ends of the alphabet and the digits", "a z A Z 0 9", 0.75},
		{"each byte of a letter beyond ASCII", "é", 0.25},
		{"the first byte beyond ASCII and the last of it", "\x80\x7f", 0.125},
		{"eight letters say all", "abcdefgh", 1},
		{"more say no more", "abcdefghijkl", 1},
	} {
		if got := information(tt.line); got != tt.want {
			t.Errorf("%s: %q says %v, want %v", tt.name, tt.line, got, tt.want)
		}
	}
}

func TestSignatureEndsWhereALineIsCut(t *testing.T) {
	long := strings.Repeat("a", maxAnchor)
	for _, tt := range []struct {
		name, a, b string
		same       bool
	}{
		{"white space", "\tif  x {\r", "if x {", true},
		{"another letter", "if x {", "if y {", false},
		{"the same letters in another order", "ab", "ba", false},
		{"the last byte that is kept", long[1:] + "x", long[1:] + "y", false},
		{"the first byte that is cut", long + "x", long + "y", true},
		{"the last byte that is kept of a longer line", long[1:] + "xz", long[1:] + "yz", false},
		{"a line that is as long as may be, and one that is cut there", long, long + "x", true},
		{"letters of a longer line in another order", "ab" + long, "ba" + long, false},
		{"white space in a longer line", long[1:] + " a x", long + "y", true},
		{"the rest of a character", long[1:] + "é" + "x", long[1:] + "è" + "x", false},
	} {
		if got := signature(tt.a) == signature(tt.b); got != tt.same {
			t.Errorf("%s: the same: %t", tt.name, got)
		}
	}
}

// Redacted lines are compared as they are stored: cut, and without their line endings.
func TestRedactedLines(t *testing.T) {
	long := strings.Repeat("x", maxAnchor)
	got := Redacted("a\r\n  \n  key\r\n"+long+"key\nkey"+long+"\nlast", "a\r\n  \n  #\r\n"+long+"#\n#"+long+"\nlast")
	want := map[string]string{"  key": "  #", "key" + long[3:]: "#" + long[1:]}
	if !maps.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAlike(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		want       float64
	}{
		{"the same", "return1", "return1", 1},
		{"four bytes are enough", "abcd", "abcd", 1},
		{"three say too little", "abc", "abc", 0},
		{"nor if only one is so short", "abc", "abcd", 0},
		{"one letter of eight", "abcdefgh", "abcdefgx", 2 * 6.0 / 14},
		{"one letter more", "abcdefgh", "abcdefghi", 2 * 7.0 / 15},
		{"nothing in common", "abcdefgh", "ijklmnop", 0},
		{"each pair counts as often as both have it", "aaaaaaaa", "aaaaaaab", 2 * 6.0 / 14},
		{"the other way round", "aaaaaaab", "aaaaaaaa", 2 * 6.0 / 14},
		{"the same pairs turned round", "abcdefgh", "badcfehg", 0},
		{"too long to be alike, however much is the same", "abcd", "abcdefghijklmnop", 0},
		{"more of a pair than can be counted", strings.Repeat("a", 200), strings.Repeat("a", 200), 2 * 127.0 / 398},
	} {
		if got := similarity([]byte(tt.a), []byte(tt.b)); math.Abs(got-tt.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestCosts(t *testing.T) {
	for _, tt := range []struct {
		name      string
		got, want float64
	}{
		{"where it was", moveCost(0, 0.2), 0},
		{"a line further down", moveCost(1, 0.2), 0.2},
		{"three lines further up", moveCost(-3, 0.2), 0.4},
		{"as long as it was", lengthCost(10, 10), 0},
		{"twice as long, but for six lines that come and go", lengthCost(10, 2), resizeCost},
		{"half as long", lengthCost(2, 10), resizeCost},
	} {
		if math.Abs(tt.got-tt.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", tt.name, tt.got, tt.want)
		}
	}
}

// The edge is before the first line of the inside, or after the last of the outside.
func TestEdgePlaces(t *testing.T) {
	type places struct {
		first, second int
		two           bool
	}
	for _, tt := range []struct {
		name    string
		matched []int // two outside, then two inside
		want    places
	}{
		{"nothing matched", []int{-1, -1, -1, -1}, places{first: -1}},
		{"all as it was", []int{0, 1, 2, 3}, places{first: 2, second: 2}},
		{"lines of text before anything", []int{-1, -1, 0, 1}, places{first: 0}},
		{"the inside alone, from its second line", []int{-1, -1, -1, 7}, places{first: 6}},
		{"the outside alone", []int{4, 5, -1, -1}, places{first: 6}},
		{"the outside alone, from its second line", []int{4, -1, -1, -1}, places{first: 6}},
		{"the outside at the very beginning", []int{-1, 0, -1, -1}, places{first: 1}},
		{"lines put in between", []int{4, 5, 8, 9}, places{8, 6, true}},
		{"the first line of the inside taken out", []int{4, 5, -1, 6}, places{first: 6, second: 6}},
		{"the last line of the outside taken out", []int{4, -1, 5, 6}, places{first: 5, second: 5}},
		{"the inside begins later than its second line tells", []int{0, 1, -1, 9}, places{8, 2, true}},
	} {
		var got places
		if got.first, got.second, got.two = edgePlaces(tt.matched, 2); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestTheBetterOfOnePlaceIsKept(t *testing.T) {
	list := []edgeCandidate{{at: 1, score: 2}, {at: 3, score: 4}}
	for _, tt := range []struct {
		name string
		f    edgeCandidate
		want []edgeCandidate
	}{
		{"another place", edgeCandidate{at: 2, score: 1}, []edgeCandidate{{at: 1, score: 2}, {at: 3, score: 4}, {at: 2, score: 1}}},
		{"a better one", edgeCandidate{at: 1, score: 5}, []edgeCandidate{{at: 1, score: 5}, {at: 3, score: 4}}},
		{"a worse one", edgeCandidate{at: 3, score: 3}, list},
		{"one as good: the first stays", edgeCandidate{at: 3, score: 4, inside: 1}, list},
	} {
		if diff := cmp.Diff(tt.want, addBest(slices.Clone(list), tt.f), cmp.AllowUnexported(edgeCandidate{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// neighbourhood is a text of one letter per line, with a slice of two lines between "ab" and
// "cd".
func neighbourhood(t *testing.T, lines string) *target {
	t.Helper()
	text := strings.Join(strings.Split(lines, ""), "\n") + "\n"
	return newTarget(NewText(text), anchors{before: []string{"b", "a"}, head: []string{"1"}, tail: []string{"2"}, after: []string{"c", "d"}})
}

func TestFamiliarNeighbours(t *testing.T) {
	const each = 0.125 // weight of a unique line of one letter
	for _, tt := range []struct {
		name, lines string
		start       int
		slack       int
		want        float64 // of lines with each text
	}{
		{"all where they were", "ab12cd", 2, 0, 4},
		{"none", "12", 0, 3, 0},
		{"before alone, at the beginning of the text", "ab12", 2, 0, 2},
		{"after alone, at the end of the text", "12cd", 0, 0, 2},
		{"a line put in before", "abx12cd", 3, 0, 2},
		{"which may be", "abx12cd", 3, 1, 4},
		{"a line put in behind", "ab12xcd", 2, 0, 2},
		{"which may be too", "ab12xcd", 2, 1, 4},
		{"two are too many", "ab12xxcd", 2, 1, 2},
		{"elsewhere", "12xxxxabcd", 0, 3, 0},
	} {
		if got := neighbourhood(t, tt.lines).neighbourEvidence(tt.start, 2, tt.slack); math.Abs(got-tt.want*each) > 1e-12 {
			t.Errorf("%s: %v, want %v", tt.name, got/each, tt.want)
		}
	}
}

func TestSettled(t *testing.T) {
	a := anchors{before: []string{"b", "a"}, head: []string{"1"}, tail: []string{"2"}, after: []string{"c", "d", "e"}}
	for _, tt := range []struct {
		name, lines string
		first       int
		want        bool
	}{
		{"all is as it was", "ab12cde", 2, true},
		{"three of five", "ab12cxx", 2, true},
		{"two of five", "ax12cxx", 2, false},
		{"three of five, at the beginning", "12cde", 0, true},
		{"two of five, at the end", "ab12", 2, false},
		{"all, but further away", "abx12xcde", 3, false},
	} {
		text := NewText(strings.Join(strings.Split(tt.lines, ""), "\n") + "\n")
		if got := text.neighboursMatch(a, tt.first, 2); got != tt.want {
			t.Errorf("%s: %t", tt.name, got)
		}
	}
}

// If there are fewer anchor lines than possible, the text began right before them, or ended right
// after them.
func TestFewAnchorLinesAreTheEndOfTheText(t *testing.T) {
	lines := func(n int) []string { return strings.Split("abcdefgh", "")[:n] }
	for _, tt := range []struct {
		before, after int
		atStart, last bool
	}{{0, 0, true, true}, {2, 3, true, false}, {3, 2, false, true}, {3, 3, false, false}} {
		target := newTarget(NewText("x\n"), anchors{before: lines(tt.before), head: lines(1), tail: lines(1), after: lines(tt.after), around: 3})
		if target.start.bounded != tt.atStart || target.end.bounded != tt.last {
			t.Errorf("%d lines before and %d after: bounded %t and %t", tt.before, tt.after, target.start.bounded, target.end.bounded)
		}
	}
}

// Lines that have moved are found at any position, the nearest first.
func TestNearest(t *testing.T) {
	for _, tt := range []struct {
		name, lines string
		first       int
		want        int // -1: not found
	}{
		{"at the beginning", "12xxxxxx", 6, 0},
		{"at the end", "xxxxxx12", 0, 6},
		{"one line above", "x12xxx", 2, 1},
		{"one line below", "xxx12x", 2, 3},
		{"of two as near the earlier", "12xx12", 2, 0},
		{"of two the nearer", "12xxx12", 3, 5},
		{"not where it was looked for already", "xx12xx", 2, -1},
		{"from beyond the end", "xx12", 9, 2},
		{"of two, from beyond the end", "12x12", 9, 3},
		{"nowhere", "xxxx", 1, -1},
		{"in a text that is shorter", "1", 0, -1},
	} {
		text := NewText(strings.Join(strings.Split(tt.lines, ""), "\n") + "\n")
		at, ok := text.nearest(tt.first, 2, NewText("1\n2\n").hash(0, 2))
		if !ok {
			at = -1
		}
		if at != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, at, tt.want)
		}
	}
}

// If a slice was removed, the lines before and after it are adjacent.
func TestRemoved(t *testing.T) {
	const before, after = "func before one,func before two", "func after one,func after two"
	between := func(lines, after string) *target {
		return newTarget(NewText(strings.ReplaceAll(lines, ",", "\n")+"\n"), anchors{
			before: []string{"func before two", "func before one"}, head: []string{"inside"}, tail: []string{"inside"}, after: strings.Split(after, ","),
		})
	}
	for _, tt := range []struct {
		name, lines string
		want        deletion
	}{
		{"all neighbours have met", before + "," + after, certain},
		{"they are as they were", before + ",x,y," + after, unlikely},
		{"only those before are there", before, unlikely},
		{"only those behind are there", after, unlikely},
		{"one line was put in between", before + ",x," + after, unlikely},
		{"the nearest have met, the others are gone", "func before two,func after one", unlikely},
		{"all before, and half behind", before + ",func after one", unlikely},
		{"half before, and all behind", "func before two," + after, unlikely},
	} {
		if got := between(tt.lines, after).deletedSlice(); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
		}
	}
	if got := between(before+",},)", "},)").deletedSlice(); got != likely {
		t.Errorf("common lines follow: %d", got)
	}
}

// Each anchor line leads to an edge at its original distance.
func TestSeeds(t *testing.T) {
	for _, tt := range []struct {
		name, lines string
		near        int
		want        []int
	}{
		{"as it was", "ab12cd", 2, []int{2}},
		{"moved", "xxxab12cd", 2, []int{5}},
		{"the outside and the inside lead to different places", "abxx12cd", 2, []int{2, 4}},
		{"a repeated line", "ab1xx1", 2, []int{2, 5}},
		{"before the beginning", "b12", 2, []int{1}},
		{"nothing", "xyz", 1, nil},
	} {
		target := neighbourhood(t, tt.lines)
		if got := newSearch(target, target.start, false, tt.near).seeds(); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	target := neighbourhood(t, "xab12cd")
	if got := newSearch(target, target.end, true, 2).seeds(); !slices.Equal(got, []int{2}) {
		t.Errorf("from the end: %v", got)
	}
	many := neighbourhood(t, strings.Repeat("1", 100))
	if got := newSearch(many, many.start, false, 50).seeds(); len(got) != seedsPerLine || got[0] != 38 {
		t.Errorf("of a hundred places %d are tried from %d on", len(got), got[0])
	}
}
