package tokens

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestModels(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range Models() {
		if seen[m.ID] {
			t.Errorf("two models have the id %q", m.ID)
		}
		seen[m.ID] = true
		if m.Window < 1 || m.Factor <= 0 || m.Name == "" {
			t.Errorf("%+v lacks a name, a window or a factor", m)
		}
		if m.Exact != (m.Error == 0) || m.Exact && m.Factor != 1 {
			t.Errorf("%+v: an exact model has factor 1 and no error, another has an error", m)
		}
		if got, ok := LookUp(m.ID); !ok || got != m {
			t.Errorf("LookUp(%q) = %+v, %t", m.ID, got, ok)
		}
	}
	if !seen[CustomID] {
		t.Error("the menu has no custom model")
	}
	if _, ok := LookUp("gpt-2"); ok {
		t.Error("LookUp found an unknown model")
	}
}

func TestScale(t *testing.T) {
	tests := []struct {
		name  string
		model Model
		count int
		want  int
	}{
		{"an exact model counts as o200k does", Model{Factor: 1}, 1234, 1234},
		{"a factor rounds up", Model{Factor: 1.18}, 101, 120},
		{"a whole product stays", Model{Factor: 1.1}, 100, 110},
		{"something is never nothing", Model{Factor: 0.001}, 1, 1},
		{"nothing is nothing", Model{Factor: 1.53}, 0, 0},
		{"a negative count is nothing", Model{Factor: 1.53}, -4, 0},
		{"a factor that makes no sense is 1", Custom(1000, math.NaN()), 7, 7},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.model.Scale(tt.count); got != tt.want {
				t.Errorf("Scale(%d) = %d, want %d", tt.count, got, tt.want)
			}
		})
	}
}

func TestScaleNeverFalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Custom(1, rapid.Float64Range(0.01, 10).Draw(t, "factor"))
		n := rapid.IntRange(0, 1<<30).Draw(t, "count")
		if m.Scale(n) > m.Scale(n+1) {
			t.Fatalf("Scale(%d) = %d, Scale(%d) = %d", n, m.Scale(n), n+1, m.Scale(n+1))
		}
	})
}
