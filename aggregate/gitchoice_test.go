package aggregate

import (
	"strings"
	"testing"

	"dossier/models"
)

func TestGitChoiceByPatterns(t *testing.T) {
	tests := []struct {
		name    string
		exclude []string
		path    string
		by      string // the pattern that decides; empty: none
		shown   bool
	}{
		{"a path", []string{"docs/big.md"}, "docs/big.md", "docs/big.md", false},
		{"no other file of its name", []string{"docs/big.md"}, "old/docs/big.md", "", true},
		{"a name in any folder", []string{"*.pb.go"}, "api/v1/user.pb.go", "*.pb.go", false},
		{"a folder with all that is in it", []string{"vendor/"}, "vendor/a/b/c.go", "vendor/", false},
		{"a folder anywhere", []string{"vendor/"}, "sub/vendor/c.go", "vendor/", false},
		{"a folder at the top", []string{"/vendor/"}, "sub/vendor/c.go", "", true},
		{"two stars", []string{"vendor/**"}, "vendor/a/b/c.go", "vendor/**", false},
		{"a file at the top alone", []string{"/a.go"}, "lib/a.go", "", true},
		{"the last that matches decides", []string{"vendor/", "!/vendor/a/keep.go"}, "vendor/a/keep.go", "!/vendor/a/keep.go", true},
		{"whatever came before", []string{"!/vendor/a/keep.go", "vendor/"}, "vendor/a/keep.go", "vendor/", false},
		{"an escaped star is a star", []string{`/a\*.go`}, "ab.go", "", true},
		{"and matches it", []string{`/a\*.go`}, "a*.go", `/a\*.go`, false},
		{"discussions", nil, "sub/dossier_history.toml", "*_history.toml", false},
		{"notes", nil, "dossier_notes.toml", "dossier_notes.toml", false},
		{"presets", nil, "dossier.toml", "dossier.toml", false},
		{"settings", nil, ".dossier/prompts.toml", "/.dossier/", false},
		{"unless they are included", []string{"!/dossier_notes.toml"}, "dossier_notes.toml", "!/dossier_notes.toml", true},
		{"what matches nothing excludes nothing", []string{"", "#a", "[a"}, "[a", "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			by, excluded := NewGitChoice(models.Git{Exclude: tt.exclude}).Excludes(tt.path)
			if by != tt.by || excluded == tt.shown {
				t.Errorf("excluded: %t by %q, want %t by %q", excluded, by, !tt.shown, tt.by)
			}
		})
	}
	views := NewGitChoice(models.Git{As: models.GitSlices, Views: map[string]models.GitView{
		"*.go": models.GitSkeleton, "*_test.go": models.GitDiff, "/api/server.go": models.GitFull, "vendor/": models.GitDiff,
	}})
	for path, want := range map[string]models.GitView{
		"main.go": models.GitSkeleton, "main_test.go": models.GitDiff, "api/server.go": models.GitFull, "vendor/x/y.md": models.GitDiff,
		"api/x/api/server.go": models.GitSkeleton, "README.md": models.GitSlices,
	} {
		if got := views.View(path); got != want {
			t.Errorf("%s is shown as %s, want %s", path, got, want)
		}
	}
	if got := NewGitChoice(models.Git{}).View("a"); got != models.GitDiff {
		t.Errorf("without a choice a file is shown as %q", got)
	}
	if _, excluded := NewGitChoice(models.Git{Exclude: []string{strings.Repeat("*a", 400)}}).Excludes(strings.Repeat("a", 4000)); !excluded {
		t.Error("a pattern of many stars does not match")
	}
}
