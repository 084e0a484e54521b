package text

import "testing"

func TestIndexWord(t *testing.T) {
	isPart := func(c byte) bool { return c == '_' || c >= 'a' && c <= 'z' }
	for _, tt := range []struct {
		s, word string
		want    int
	}{
		{"", "", -1},
		{"abc", "", -1}, // the empty word does not occur
		{"a ", "", -1},
		{"", "a", -1},
		{"run", "run", 0},
		{"func run()", "run", 5},
		{"rerun run", "run", 6},
		{"runs run_all", "run", -1},
		{"aaa aa", "aa", 4},
		{"a+a", "a+a", 0},
	} {
		if got := IndexWord(tt.s, tt.word, isPart); got != tt.want {
			t.Errorf("IndexWord(%q, %q) = %d, want %d", tt.s, tt.word, got, tt.want)
		}
	}
}
