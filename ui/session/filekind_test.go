package session

import (
	"slices"
	"testing"

	"dossier/aggregate/text"
)

func TestKindOf(t *testing.T) {
	tests := []struct {
		kind  FileKind
		names []string
	}{
		{CodeFile, []string{"main.go", "a/b.PY", "Makefile", "Dockerfile.dev", "web/App.tsx", "style.css", "schema.sql", "x.proto", "index.html"}},
		{ProseFile, []string{"README.md", "docs/guide.rst", "notes.txt", "LICENSE", "a/AUTHORS", "HACKING", "paper.tex"}},
		{DataFile, []string{"go.mod", "go.sum", "dossier.toml", "a.json", "b.yaml", ".env.local", ".gitignore", ".nvmrc", "x.csv", "pom.xml", "fix.patch"}},
		{ImageFile, []string{"a.png", "b.JPEG", "logo.svg", "favicon.ico"}},
		{OtherFile, []string{"a.zip", "b.so", "c.unknown", "font.woff2"}},
	}
	for _, tt := range tests {
		for _, name := range tt.names {
			t.Run(name, func(t *testing.T) {
				if got := KindOf(name); got != tt.kind {
					t.Errorf("kind %v, want %v", got, tt.kind)
				}
			})
		}
	}
}

func TestKindsNameLanguagesThatThereAre(t *testing.T) {
	for _, id := range slices.Concat(prose, data) {
		if text.FindLanguage(id) != id {
			t.Errorf("there is no language %s", id)
		}
	}
}
