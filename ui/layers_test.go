package ui

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestLayers holds the packages to the architecture: what they may know of each other,
// and of Fyne.
func TestLayers(t *testing.T) {
	tests := []struct {
		packages string
		banned   []string
		but      string // which of these it may know
		why      string
	}{
		{"dossier/models/...", []string{"dossier/presets", "dossier/aggregate", "dossier/ui", "fyne.io/"}, "", "models know nothing"},
		{"dossier/presets/...", []string{"dossier/aggregate", "dossier/ui", "fyne.io/"}, "dossier/aggregate/diskwrite", "what is kept knows only models, and how to write"},
		{"dossier/aggregate/...", []string{"dossier/presets", "dossier/ui", "fyne.io/"}, "", "the pipeline knows nothing of where things are kept, and no window"},
		{"dossier/aggregate", []string{"github.com/smacker/"}, "", "what runs C code is asked through an interface"},
		{"dossier/ui/project/...", []string{"dossier/ui/session", "dossier/ui/features", "dossier/ui/cli", "dossier/ui/kit", "fyne.io/"}, "", "a project knows none of its faces"},
		{"dossier/ui/crash", []string{"dossier/ui/project", "dossier/ui/session", "dossier/ui/kit", "fyne.io/"}, "", "what reports a crash knows little that could crash"},
		{"dossier/ui/session", []string{"dossier/ui/kit", "dossier/ui/cli", "fyne.io/"}, "", "a session and the state of features are free of widgets"},
		{"dossier/ui/cli/...", []string{"dossier/ui/session", "dossier/ui/features", "dossier/ui/kit", "fyne.io/"}, "", "the command line is a face of the project, and needs no display"},
		{"dossier/ui/mcp", []string{"dossier/ui/session", "dossier/ui/cli", "dossier/ui/kit", "fyne.io/"}, "", "the server for programs is a frontend of the project, beside the command line"},
		{"dossier/ui/cli", []string{"dossier/ui/mcp", "github.com/modelcontextprotocol/"}, "", "the command line is given the server: its library knows the network"},
		{"dossier/ui/kit", []string{"dossier/models", "dossier/presets", "dossier/aggregate", "dossier/ui/session", "dossier/ui/features"}, "", "widgets know nothing of the product"},
		{"dossier/ui/...", []string{"fyne.io/fyne/v2/app", "github.com/go-gl/"}, "", "only main opens a window, so that tests need no OpenGL"},
	}
	for _, tt := range tests {
		t.Run(tt.packages, func(t *testing.T) {
			out, err := exec.Command("go", "list", "-deps", tt.packages).CombinedOutput()
			if err != nil {
				t.Fatalf("go list: %v\n%s", err, out)
			}
			for _, dep := range strings.Fields(string(out)) {
				if dep == tt.but {
					continue
				}
				for _, banned := range tt.banned {
					if dep == strings.TrimSuffix(banned, "/") || strings.HasPrefix(dep, strings.TrimSuffix(banned, "/")+"/") {
						t.Errorf("%s depends on %s: %s", tt.packages, dep, tt.why)
					}
				}
			}
		})
	}
}

// TestArchitectureNamesEveryPlace holds the table of ARCHITECTURE.md to the packages: each belongs to a row, each row is
// there, and below the window a package imports only what is in its row or above it.
func TestArchitectureNamesEveryPlace(t *testing.T) {
	text, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	row := map[string]int{} // of a place
	rows := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 || !strings.HasPrefix(strings.TrimSpace(cells[1]), "`") {
			continue
		}
		rows++
		for i, span := range strings.Split(cells[1], "`") {
			if i%2 == 0 {
				continue
			}
			before, list, braces := strings.Cut(strings.TrimSuffix(span, "}"), "{")
			if !braces {
				list = ""
			}
			for _, name := range strings.Split(list, ",") {
				row[before+name] = rows
			}
		}
	}
	if rows < 20 || rows > 45 {
		t.Errorf("the table has %d rows", rows)
	}
	for place := range row {
		if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(place))); err != nil {
			t.Errorf("%s is in the table, and not there: %v", place, err)
		}
	}
	rowOf := func(pkg string) int {
		for at := strings.TrimPrefix(pkg, "dossier/"); ; at = path.Dir(at) {
			if n, ok := row[at]; ok || at == "." {
				return n
			}
		}
	}
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "dossier/...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		if names[0] == "dossier" {
			continue
		}
		own := rowOf(names[0])
		if own == 0 {
			t.Errorf("%s is in no row", names[0])
		}
		for _, other := range names[1:] {
			if own < row["ui/session"] && strings.HasPrefix(other, "dossier/") && rowOf(other) > own {
				t.Errorf("%s (row %d) imports %s (row %d)", names[0], own, other, rowOf(other))
			}
		}
	}
}
