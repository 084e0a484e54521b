package disk

import (
	"testing"

	"dossier/aggregate/systemtest"
)

// On a disk that ignores case a path gets the names that the folders list; on one that does not,
// it is another path.
func TestSpelling(t *testing.T) {
	root, dir := project(t)
	write(t, dir, "Docs/Überblick.md", "x")
	write(t, dir, "Docs/README.md", "x")
	other := func(insensitive, sensitive string) string {
		if systemtest.CaseSensitive(t) {
			return sensitive
		}
		return insensitive
	}
	for path, want := range map[string]string{
		"Docs/README.md":    "Docs/README.md",
		"docs/readme.MD":    other("Docs/README.md", "docs/readme.MD"),
		"Docs/readme.md":    other("Docs/README.md", "Docs/readme.md"),
		"DOCS/überblick.md": other("Docs/Überblick.md", "DOCS/überblick.md"),
		"docs/New.md":       other("Docs/New.md", "docs/New.md"),
		"docs/new/x.md":     other("Docs/new/x.md", "docs/new/x.md"),
		"SUB":               other("sub", "SUB"),
		"sub/deep":          "sub/deep",
		"gone/README.md":    "gone/README.md",
		".":                 ".",
		"":                  "",
		"../canary":         "../canary",
		"Lib:/A.txt":        "Lib:/A.txt",
		"a.txt/b":           "a.txt/b",
		"docs//readme.md":   other("Docs//README.md", "docs//readme.md"),
	} {
		if got := root.CanonicalCase(path); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}

// Which listed name is meant, also where two differ by case alone, as in a folder of WSL.
func TestListed(t *testing.T) {
	names := []Name{{Name: "readme.md"}, {Name: "Makefile"}, {Name: "makefile"}, {Name: "ß"}}
	every := func(string) bool { return true }
	none := func(string) bool { return false }
	for _, tt := range []struct {
		name, want string
		same       func(string) bool
	}{
		{"readme.md", "readme.md", every},
		{"README.md", "readme.md", every},
		{"README.md", "README.md", none}, // another file, which was just created
		{"makefile", "makefile", every},
		{"Makefile", "Makefile", every},
		{"MAKEFILE", "makefile", func(name string) bool { return name == "makefile" }},
		{"SS", "SS", every}, // disks compare single characters
		{"other", "other", every},
	} {
		if got := listedName(tt.name, names, tt.same); got != tt.want {
			t.Errorf("%s is %s, want %s", tt.name, got, tt.want)
		}
	}
}
