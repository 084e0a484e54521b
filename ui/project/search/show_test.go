package search

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/project/projecttest"
)

const source = `package a

import "fmt"

// Greet says hello.
// It prints.
func Greet() {
	fmt.Println("hello")
	fmt.Println("world")
}

type T struct {
	Name string
}

// Show shows.
func (t T) Show() {
	fmt.Println(t.Name)
}
`

// entry renders how an entry shows its file: slices by their lines, or symbols of a mask.
func entry(it models.FileItem) string {
	switch it.ViewMode {
	case models.Custom:
		var out []string
		for _, s := range it.CustomSlices {
			out = append(out, fmt.Sprintf("%d-%d", s.StartLine, s.EndLine))
		}
		return strings.Join(out, " ")
	case models.Masked:
		var out []string
		for _, path := range slices.Sorted(maps.Keys(it.AstMask)) {
			out = append(out, path+"="+string(it.AstMask[path]))
		}
		return strings.Join(out, " ")
	}
	return string(it.ViewMode)
}

func TestFoundLinesAreShown(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.go": source, "n.txt": strings.Repeat("line\n", 40)})
	custom := func(ranges ...[2]int) models.FileItem {
		it := models.NewFileItem("a.go")
		it.ViewMode = models.Custom
		for _, r := range ranges {
			it.CustomSlices = append(it.CustomSlices, models.Slice{StartLine: r[0], EndLine: r[1]})
		}
		return it
	}
	masked := models.NewFileItem("a.go")
	masked.ViewMode, masked.AstMask = models.Masked, map[string]models.MaskMode{"T": models.MaskSig, "Greet": models.MaskHide}
	none := models.NewFileItem("a.go")
	none.ViewMode = models.None
	tests := []struct {
		name    string
		place   Place
		before  models.FileItem
		slices  string
		symbols string
	}{
		{"a line in a function", Place{"a.go", []int{8}}, models.NewFileItem("a.go"), "6-10", "Greet=def"},
		{"a doc comment belongs to its symbol", Place{"a.go", []int{5, 16}}, models.NewFileItem("a.go"), "3-7 14-18", "Greet=def T.Show=def"},
		{"the innermost symbol", Place{"a.go", []int{18}}, models.NewFileItem("a.go"), "16-19", "T.Show=def"},
		{"lines close to each other are one slice", Place{"a.go", []int{13, 8}}, models.NewFileItem("a.go"), "6-15", "Greet=def T=def"},
		{"outside of every symbol", Place{"a.go", []int{3}}, models.NewFileItem("a.go"), "1-5", "1-6"},
		{"inside and outside", Place{"a.go", []int{3, 13}}, models.NewFileItem("a.go"), "1-5 11-15", "1-6 12-14"},
		{"a file without symbols", Place{"n.txt", []int{1, 40}}, models.NewFileItem("n.txt"), "1-3 38-40", "1-4 37-40"},
		{"slices that are there stay", Place{"a.go", []int{8}}, custom([2]int{1, 1}), "1-1 6-10", "Greet=def"},
		{"none twice", Place{"a.go", []int{8}}, custom([2]int{6, 10}), "6-10", "Greet=def"},
		{"a mask that is there stays", Place{"a.go", []int{8}}, masked, "6-10", "Greet=def T=sig"},
		{"lines that are gone are left out", Place{"a.go", []int{8, 900}}, models.NewFileItem("a.go"), "6-10", "5-10"},
		{"a file without its text stays without", Place{"a.go", []int{8}}, none, "none", "Greet=def"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			change := func(shown []project.EntryChange, err error) string {
				if err != nil || len(shown) != 1 || shown[0].Path != tt.place.Path {
					t.Fatalf("%+v, %v", shown, err)
				}
				it := tt.before.Clone()
				shown[0].Change(&it)
				if tt.name == "a mask that is there stays" && it.ViewMode == models.Custom && len(it.AstMask) != 2 {
					t.Error("the mask is lost")
				}
				return entry(it)
			}
			if diff := cmp.Diff(tt.slices, change(AsSlices(t.Context(), p, []Place{tt.place}, 2))); diff != "" {
				t.Errorf("slices (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.symbols, change(AsSymbols(t.Context(), p, []Place{tt.place}))); diff != "" {
				t.Errorf("symbols (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := AsSlices(t.Context(), p, []Place{{"gone.go", []int{1}}}, 2); err == nil || !strings.Contains(err.Error(), "gone.go") {
		t.Errorf("a file that is gone gives %v", err)
	}
}

// TestTheStreamEndsWithTheReport says that what is reported so far is always a part of what is reported at the end.
func TestTheStreamEndsWithTheReport(t *testing.T) {
	files := map[string]string{}
	for i := range 3 * maxBatch {
		files[fmt.Sprintf("d%02d/f%04d.txt", i%40, i)] = strings.Repeat("needle\nhay\n", i%3)
	}
	p := projecttest.Open(t, files)
	var steps []Report
	r := Request{}
	r.Query.Pattern = "needle"
	last, err := Stream(t.Context(), p, r, func(so Report) { steps = append(steps, so) })
	if err != nil {
		t.Fatal(err)
	}
	if len(steps) < 2 || steps[0].Searched > firstBatch {
		t.Errorf("%d steps, the first after %d files", len(steps), steps[0].Searched)
	}
	for _, so := range steps {
		if diff := cmp.Diff(last.Files[:len(so.Files)], so.Files); diff != "" {
			t.Fatalf("a step is not the beginning of the report (-want +got):\n%s", diff)
		}
	}
	whole, err := Lines(t.Context(), p, r, nil)
	if diff := cmp.Diff(whole, last); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
