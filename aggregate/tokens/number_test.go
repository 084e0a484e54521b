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
		{"exact counts of one vocabulary", Count{2, true, Cl100k}, Count{3, true, Cl100k}, Count{5, true, Cl100k}},
		{"an estimate makes an estimate", Count{2, true, O200k}, Count{3, false, O200k}, Count{5, false, O200k}},
		{"nothing is of any vocabulary", Count{0, true, O200k}, Count{3, true, Cl100k}, Count{3, true, Cl100k}},
		{"also as the second", Count{3, true, Cl100k}, Count{0, true, O200k}, Count{3, true, Cl100k}},
		{"nothing that is not certain stays so", Count{}, Count{3, true, Cl100k}, Count{3, false, Cl100k}},
		{"two vocabularies make an estimate", Count{3, true, Cl100k}, Count{1, true, O200k}, Count{4, false, Cl100k}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.a.Add(tt.b); got != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
		})
	}
	if got, want := (Count{3, true, Cl100k}).Less(Count{5, true, Cl100k}), (Count{-2, true, Cl100k}); got != want {
		t.Errorf("Less: %+v, want %+v", got, want)
	}
}

// A count is exact for a model only where its own vocabulary was counted.
func TestOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(Models()).Draw(t, "model")
		c := Count{rapid.IntRange(0, 1<<20).Draw(t, "n"), rapid.Bool().Draw(t, "exact"), Vocabulary(rapid.IntRange(0, Vocabularies-1).Draw(t, "vocabulary"))}
		got := m.Of(c)
		if got.Vocabulary != m.Vocabulary || got.Exact != (c.Exact && m.Exact && (c.N == 0 || c.Vocabulary == m.Vocabulary)) {
			t.Fatalf("%s of %+v: %+v", m.ID, c, got)
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
