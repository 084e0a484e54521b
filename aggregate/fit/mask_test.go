package fit_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code"
	"dossier/aggregate/fit"
)

// structure has a type with two methods, one of which holds a function, and a function.
func structure() *code.Structure {
	s := &code.Structure{Symbols: []code.Symbol{
		{Kind: code.Class, Name: "Server", Node: code.Span{Start: 0, End: 100}},
		{Kind: code.Method, Name: "Login", Node: code.Span{Start: 10, End: 50}},
		{Kind: code.Function, Name: "inner", Node: code.Span{Start: 20, End: 30}},
		{Kind: code.Method, Name: "Logout", Node: code.Span{Start: 60, End: 90}},
		{Kind: code.Function, Name: "main", Node: code.Span{Start: 200, End: 260}},
	}}
	for i := range s.Symbols {
		s.Symbols[i].Whole = s.Symbols[i].Node
	}
	s.Finish(nil)
	return s
}

func TestAbout(t *testing.T) {
	tests := []struct {
		name   string
		scores map[string]float64
		want   fit.Focus
	}{
		{name: "the question is about nothing here"},
		{
			name: "one symbol", scores: map[string]float64{"main": 2},
			want: fit.Focus{
				Mask: code.Mask{"main": "def"}, Covered: 1, Bytes: 60,
				Rest: code.Mask{"Server": "sig", "Server.Login": "sig", "Server.Login.inner": "sig", "Server.Logout": "sig", "main": "def"},
			},
		},
		{
			name: "a type is opened for its methods", scores: map[string]float64{"Server": 4, "Server.Login": 3, "main": 1},
			want: fit.Focus{
				Mask: code.Mask{"Server.Login": "def"}, Covered: 25.0 / 26, Bytes: 40,
				Rest: code.Mask{"Server": "sig", "Server.Login": "def", "Server.Logout": "sig", "main": "sig"},
			},
		},
		{
			name: "a type alone is shown whole", scores: map[string]float64{"Server": 4, "Server.Logout": 1},
			want: fit.Focus{
				Mask: code.Mask{"Server": "def"}, Covered: 1, Bytes: 100,
				Rest: code.Mask{"Server": "def", "main": "sig"},
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, fit.About(structure(), tt.scores, 1.0/3)); diff != "" {
				t.Errorf("wrong focus (-want +got):\n%s", diff)
			}
		})
	}
}
