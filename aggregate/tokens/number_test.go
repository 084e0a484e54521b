package tokens

import (
	"testing"

	"pgregory.net/rapid"
)

func TestAdd(t *testing.T) {
	tests := []struct {
		name       string
		a, b, want Count
	}{
		{"exact counts of one vocabulary", Count{N: 2, Exact: true, Vocabulary: Cl100k}, Count{N: 3, Exact: true, Vocabulary: Cl100k}, Count{N: 5, Exact: true, Vocabulary: Cl100k}},
		{"an estimate makes an estimate", Count{N: 2, Exact: true, Vocabulary: O200k}, Count{N: 3, Vocabulary: O200k}, Count{N: 5, Vocabulary: O200k}},
		{"nothing is of any vocabulary", Count{N: 0, Exact: true, Vocabulary: O200k}, Count{N: 3, Exact: true, Vocabulary: Cl100k}, Count{N: 3, Exact: true, Vocabulary: Cl100k}},
		{"also as the second", Count{N: 3, Exact: true, Vocabulary: Cl100k}, Count{N: 0, Exact: true, Vocabulary: O200k}, Count{N: 3, Exact: true, Vocabulary: Cl100k}},
		{"nothing that is not certain stays so", Count{}, Count{N: 3, Exact: true, Vocabulary: Cl100k}, Count{N: 3, Vocabulary: Cl100k}},
		{"errors add up", Count{N: 9, Off: 3}, Count{N: 5, Off: 2}, Count{N: 14, Off: 5}},
		{"two vocabularies make an estimate", Count{N: 3, Exact: true, Vocabulary: Cl100k}, Count{N: 1, Exact: true, Vocabulary: O200k}, Count{N: 4, Off: 1, Vocabulary: Cl100k}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.a.Add(tt.b); got != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
	if got, want := (Count{N: 3, Exact: true, Vocabulary: Cl100k}).Less(Count{N: 5, Exact: true, Vocabulary: Cl100k}), (Count{N: -2, Exact: true, Vocabulary: Cl100k}); got != want {
		t.Errorf("Less: %+v, want %+v", got, want)
	}
}

// A count is exact for a model only if its own vocabulary was counted.
func TestOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(Models()).Draw(t, "model")
		c := Count{N: rapid.IntRange(0, 1<<20).Draw(t, "n"), Exact: rapid.Bool().Draw(t, "exact"), Vocabulary: Vocabulary(rapid.IntRange(0, Vocabularies-1).Draw(t, "vocabulary"))}
		got := m.Of(c)
		if got.Vocabulary != m.Vocabulary || got.Exact != (c.Exact && m.Exact && (c.N == 0 || c.Vocabulary == m.Vocabulary)) {
			t.Fatalf("%s of %+v: %+v", m.ID, c, got)
		}
		if got.Exact != (got.Off == 0) && c.N > 0 && c.Exact {
			t.Fatalf("%s of %+v states no error: %+v", m.ID, c, got)
		}
		if m.Exact && c.Vocabulary == m.Vocabulary && got.N != c.N {
			t.Fatalf("%s of %+v: %+v", m.ID, c, got)
		}
	})
}

func TestParseVocabulary(t *testing.T) {
	for v := range Vocabulary(Vocabularies) {
		if got, ok := ParseVocabulary(v.String()); !ok || got != v {
			t.Errorf("ParseVocabulary(%q) = %s, %t", v, got, ok)
		}
	}
	if got, ok := ParseVocabulary(""); !ok || got != O200k {
		t.Errorf("without a name: %s, %t", got, ok)
	}
	if _, ok := ParseVocabulary("p50k"); ok {
		t.Error("an unknown vocabulary is taken")
	}
}
