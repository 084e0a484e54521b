package excludes

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/ignore"
	"dossier/ui/project/projecttest"
)

func TestLists(t *testing.T) {
	add := func(patterns ...string) func([]string) ([]string, error) {
		return func(list []string) ([]string, error) { return Add(list, patterns...) }
	}
	remove := func(patterns ...string) func([]string) ([]string, error) {
		return func(list []string) ([]string, error) { return Remove(list, patterns...) }
	}
	exclude := func(name string, folder bool) func([]string) ([]string, error) {
		return func(list []string) ([]string, error) { return Exclude(list, name, folder), nil }
	}
	include := func(name string, folder, others bool) func([]string) ([]string, error) {
		return func(list []string) ([]string, error) { return Include(list, name, folder, others), nil }
	}
	tests := []struct {
		name    string
		list    []string
		change  func([]string) ([]string, error)
		want    []string
		refused bool
	}{
		{"a pattern is added at the end", []string{"b"}, add("a"), []string{"b", "a"}, false},
		{"one that is there keeps its place", []string{"a", "b"}, add("a"), []string{"a", "b"}, false},
		{"its opposite goes", []string{"!a", "b"}, add("a"), []string{"b", "a"}, false},
		{"one that matches nothing is refused", []string{"a"}, add("["), nil, true},
		{"a pattern is removed", []string{"a", "b", "a"}, remove("a"), []string{"b"}, false},
		{"one that is not there is refused", []string{"a"}, remove("b"), nil, true},
		{"a file is excluded by its path", nil, exclude("x/a.go", false), []string{"/x/a.go"}, false},
		{"a folder by its path and a slash", nil, exclude("x", true), []string{"/x/"}, false},
		{"one that is excluded already adds nothing", []string{"*.go"}, exclude("x/a.go", false), []string{"*.go"}, false},
		{"one that was included again is excluded by what is left", []string{"*.go", "!/x/a.go"}, exclude("x/a.go", false), []string{"*.go"}, false},
		{"a file is included again by removing its pattern", []string{"/x/a.go", "b"}, include("x/a.go", false, false), []string{"b"}, false},
		{"of what a wider pattern excludes only it is included", []string{"*.go"}, include("x/a.go", false, false), []string{"*.go", "!/x/a.go"}, false},
		{"of what an ignore file excludes too", nil, include("x/a.go", false, true), []string{"!/x/a.go"}, false},
		{"a folder that is written without its slash", []string{"/x"}, include("x", true, false), nil, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before := slices.Clone(tt.list)
			got, err := tt.change(tt.list)
			if (err != nil) != tt.refused || len(got)+len(tt.want) > 0 && !slices.Equal(got, tt.want) {
				t.Errorf("%q, %v; want %q", got, err, tt.want)
			}
			if !slices.Equal(before, tt.list) {
				t.Errorf("the list that was given is %q now", tt.list)
			}
		})
	}
}

func TestProposals(t *testing.T) {
	for _, tt := range []struct {
		name   string
		folder bool
		want   []string
	}{
		{"a.snap", false, []string{"*.snap"}},
		{"x/testdata/a.test.ts", false, []string{"*.test.ts", "*.ts", "testdata/"}},
		{"x/Makefile", false, []string{"Makefile", "x/"}},
		{".env", false, []string{".env"}},
		{"a/testdata", true, []string{"testdata/"}},
	} {
		if diff := cmp.Diff(tt.want, Proposals(tt.name, tt.folder)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// TestEffect counts files for the pattern that decides about them, beside the other ignore files.
func TestEffect(t *testing.T) {
	opened := projecttest.Open(t, map[string]string{
		".gitignore": "*.log\n", "a.go": "package a\n", "a.snap": "one two\n", "keep.snap": "x\n", "err.log": "x\n",
		"vendor/x/b.go": "package b\n", "vendor/c.snap": "x\n",
	})
	s, err := NewSurvey(t.Context(), opened)
	if err != nil {
		t.Fatal(err)
	}
	effect := func(list ...string) Effect {
		t.Helper()
		e, err := s.Effect(t.Context(), list)
		if err == nil {
			e, err = s.Count(t.Context(), e)
		}
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	none, e := effect(), effect("*.snap", "vendor/", "[", "# a comment", "!keep.snap", "!err.log", "*.rs")
	want := []Pattern{
		{Pattern: "*.snap", Hides: 1, Tokens: 3, Exact: true}, // that in vendor goes with its folder
		{Pattern: "vendor/", Hides: 2, Tokens: 5, Exact: true},
		{Pattern: "[", Exact: true, Problem: e.Patterns[2].Problem},
		{Pattern: "# a comment", Exact: true},
		{Pattern: "!keep.snap", Shows: 1, Exact: true},
		{Pattern: "!err.log", Shows: 1, Exact: true},
		{Pattern: "*.rs", Exact: true},
	}
	if diff := cmp.Diff(want, e.Patterns); diff != "" || want[2].Problem == "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	gone, come := e.From(none)
	if diff := cmp.Diff([][]string{{"a.snap", "vendor/c.snap", "vendor/x/b.go"}, {"err.log"}}, [][]string{gone, come}); diff != "" {
		t.Errorf("what changes (-want +got):\n%s", diff)
	}
	if e.Hides() != 3 || e.Cost().N != 8 || !e.Cost().Exact || e.Files() != none.Files()-2 {
		t.Errorf("hides %d files, %+v; %d are listed, %d without it", e.Hides(), e.Cost(), e.Files(), none.Files())
	}
}

func TestBlanksAroundPatternsAreRemoved(t *testing.T) {
	for text, want := range map[string][]string{
		"  *.log  ":         {"*.log"},
		"\t*.log \t ":       {"*.log"},
		"a\r\n \t\n\n\tb\n": {"a", "b"},
		"a b":               {"a b"},
		"a\\  ":             {`a\ `},
		"a\\\t\t":           {"a\\\t"},
		`a\\  `:             {`a\\`},
		`\ a`:               {`\ a`},
		`\`:                 {`\`},
	} {
		if got := Parse(text); !slices.Equal(got, want) {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}

// A pattern that Dossier makes is the same after the dialog has shown it as text.
func TestPatternsOfNamesWithBlanksAreKept(t *testing.T) {
	for _, name := range []string{" a", "\ta", "a ", "a\t", "a \t", " ", "\t"} {
		for _, pattern := range []string{ignore.Exactly(name, false), ignore.Exactly(name, true), ignore.Named(name, false), ignore.Named(name, true), ignore.Ending(name)} {
			if got := Parse(pattern); len(got) != 1 || got[0] != pattern {
				t.Errorf("the pattern %q of %q becomes %q", pattern, name, got)
			}
		}
		for _, pattern := range []string{ignore.Exactly(name, false), ignore.Named(name, false), ignore.Ending(name)} {
			if !verdict([]string{pattern}, name, false).Ignored {
				t.Errorf("%q does not match %q", pattern, name)
			}
		}
	}
}
