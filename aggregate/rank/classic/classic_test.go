package classic

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func lower(s string) string { return strings.ToLower(s) }

func TestWeightsAndLimitsAreOptions(t *testing.T) {
	files := []File{{"lib/a.go", "nothing"}, {"lib/b.tsx", "nothing at all of it"}, {"lib/c.go", "login"}}
	paths := func(list []Scored) []string {
		var out []string
		for _, f := range list {
			out = append(out, f.Path)
		}
		return out
	}
	tests := []struct {
		name      string
		change    func(*Options)
		full, sum []string
	}{
		{name: "the defaults", full: []string{"lib/c.go", "lib/b.tsx", "lib/a.go"}},
		{name: "only kinds of files count", change: func(o *Options) { o.Keywords = 0 }, full: []string{"lib/b.tsx", "lib/a.go", "lib/c.go"}},
		{name: "a higher threshold", change: func(o *Options) { o.MinScore = 0.3 }, full: []string{"lib/c.go"}},
		{name: "one whole file", change: func(o *Options) { o.MaxFullFiles = 1 }, full: []string{"lib/c.go"}, sum: []string{"lib/b.tsx", "lib/a.go"}},
		{name: "what is smaller may fit behind what does not", change: func(o *Options) { o.MaxTokens = 13 }, full: []string{"lib/c.go", "lib/a.go"}, sum: []string{"lib/b.tsx"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := Defaults()
			if tt.change != nil {
				tt.change(&o)
			}
			got := o.Build(o.Rank(files, "where is the login"))
			if diff := cmp.Diff([][]string{tt.full, tt.sum}, [][]string{paths(got.Full), paths(got.Summaries)}); diff != "" {
				t.Errorf("wrong choice (-want +got):\n%s", diff)
			}
		})
	}
}
