package langrule

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

func TestFind(t *testing.T) {
	rules := []models.LanguageRule{
		{Pattern: "*.inc", Language: "php"},
		{Pattern: "lib/**/*.inc", Language: "c"},
		{Pattern: "*.x", Language: "no such language"},
		{Pattern: "/top.txt", Language: "markdown"},
	}
	tests := []struct{ name, want string }{
		{"a.inc", "php"},
		{"src/a.inc", "php"},
		{"lib/a/b.inc", "c"}, // the longer pattern
		{"a.x", ""},
		{"top.txt", "markdown"},
		{"src/top.txt", ""},
	}
	for _, tt := range tests {
		if got := Find(rules, tt.name); got != tt.want {
			t.Errorf("Find(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestProblems(t *testing.T) {
	got := Problems([]models.LanguageRule{{Pattern: "*.x", Language: "nonsense"}, {Pattern: "[", Language: "go"}, {Pattern: "*.go", Language: "go"}})
	want := []string{`files.languages: *.x: there is no language "nonsense"`, "files.languages: [ is not a pattern"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
