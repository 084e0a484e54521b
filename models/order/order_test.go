package order

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestRising(t *testing.T) {
	tests := []struct {
		name       string
		list, want []int
	}{
		{"nothing", nil, nil},
		{"all of what is in order", []int{0, 1, 2}, []int{0, 1, 2}},
		{"all but what moved up", []int{2, 0, 1}, []int{1, 2}},
		{"all but what moved down", []int{1, 2, 0}, []int{0, 1}},
		{"one of what is turned round", []int{2, 1, 0}, []int{2}},
		{"not what is new", []int{-1, 0, -1, 1}, []int{1, 3}},
		{"the last of what is the same", []int{3, 3, 3}, []int{2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Rising(tt.list), cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("wrong run (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRisingIsLongest compares the run with that of a naive algorithm.
func TestRisingIsLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.IntRange(-1, 9), 0, 14).Draw(t, "list")
		run := Rising(list)
		for n, i := range run {
			if list[i] < 0 || n > 0 && (run[n-1] >= i || list[run[n-1]] >= list[i]) {
				t.Fatalf("%v of %v do not rise", run, list)
			}
		}
		longest, lengths := 0, make([]int, len(list))
		for i, v := range list {
			for j := range i {
				if list[j] >= 0 && list[j] < v {
					lengths[i] = max(lengths[i], lengths[j])
				}
			}
			if v >= 0 {
				lengths[i]++
			}
			longest = max(longest, lengths[i])
		}
		if len(run) != longest {
			t.Fatalf("%d elements of %v rise, and %d could", len(run), list, longest)
		}
	})
}

func TestMove(t *testing.T) {
	tests := []struct {
		name string
		rows []int
		at   int
		want string
	}{
		{"up", []int{3}, 1, "adbc"},
		{"down", []int{0}, 2, "bacd"},
		{"to the end", []int{0, 2}, 4, "bdac"},
		{"beyond the end is the end", []int{1}, 99, "acdb"},
		{"what moves keeps its order, however it is named", []int{3, 1, 3}, 0, "bdac"},
		{"rows that are not there do nothing", []int{-1, 9}, 0, "abcd"},
		{"before one that moves too", []int{1, 2}, 2, "abcd"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list := []byte("abcd")
			if got := string(Move(list, tt.rows, tt.at)); got != tt.want || !slices.Equal(list, []byte("abcd")) {
				t.Errorf("Move(abcd, %v, %d) = %s and left %s, want %s", tt.rows, tt.at, got, list, tt.want)
			}
		})
	}
}

func TestStep(t *testing.T) {
	const list = "abcde"
	for _, tt := range []struct {
		name string
		rows []int
		by   int
		want string // the list afterwards
		ok   bool
	}{
		{"down", []int{1}, 1, "acbde", true},
		{"up", []int{1}, -1, "bacde", true},
		{"two separate ones, down", []int{0, 2}, 1, "bdace", true},
		{"two separate ones, up", []int{2, 4}, -1, "acebd", true},
		{"to the end", []int{3}, 1, "abced", true},
		{"beyond the end", []int{1, 4}, 1, list, false},
		{"above the first", []int{0, 3}, -1, list, false},
		{"no rows", nil, 1, list, false},
	} {
		at, ok := Step(tt.rows, tt.by, len(list))
		got := list
		if ok {
			got = string(Move([]byte(list), tt.rows, at))
		}
		if got != tt.want || ok != tt.ok {
			t.Errorf("%s: %q and %t, want %q and %t", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

func TestWithout(t *testing.T) {
	for _, tt := range []struct {
		name string
		list string
		rows []int
		want string
	}{
		{"nothing", "abc", nil, "abc"},
		{"the ends", "abcd", []int{3, 0}, "bc"},
		{"all", "ab", []int{0, 1}, ""},
		{"rows that are not there, and one twice", "abc", []int{-1, 1, 1, 3}, "ac"},
		{"no list", "", []int{0}, ""},
	} {
		list := []byte(tt.list)
		if got := string(Without(list, tt.rows)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
		if string(list) != tt.list {
			t.Errorf("%s: the list was changed to %q", tt.name, list)
		}
	}
}

func BenchmarkRising(b *testing.B) {
	list := make([]int, 100_000)
	for i := range list {
		list[i] = i * 7919 % len(list)
	}
	b.ReportAllocs()
	for b.Loop() {
		Rising(list)
	}
}

func TestFirst(t *testing.T) {
	even := func(n int) bool { return n%2 == 0 }
	tests := []struct {
		name       string
		list, want []int
	}{
		{"nothing", nil, nil},
		{"both keep their order", []int{5, 2, 3, 8, 4, 1}, []int{2, 8, 4, 5, 3, 1}},
		{"all are accepted", []int{4, 2}, []int{4, 2}},
		{"none is", []int{3, 1}, []int{3, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			given := slices.Clone(tt.list)
			if diff := cmp.Diff(tt.want, First(tt.list, even)); diff != "" {
				t.Errorf("wrong order (-want +got):\n%s", diff)
			}
			if !slices.Equal(given, tt.list) {
				t.Errorf("what was given is %v now", tt.list)
			}
		})
	}
}
