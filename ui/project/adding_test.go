package project

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate"
	"dossier/aggregate/anchor"
	"dossier/models"
)

// addOne adds a slice as AddAll does, but locates all existing ones.
func addOne(f *FileSlices, it *models.FileItem, s models.Slice) bool {
	placed := f.place(it.CustomSlices)
	i := slices.IndexFunc(placed, func(p PlacedSlice) bool { return p.Equivalent(s) })
	if i < 0 {
		InsertSlice(it, placed, s)
		return true
	}
	s.Extra = placed[i].Extra
	it.CustomSlices = slices.Clone(it.CustomSlices)
	it.CustomSlices[i] = s
	return false
}

func TestManySlicesAreAddedAsOneByOne(t *testing.T) {
	line := rapid.SampledFrom(strings.Split("one two three four five six seven eight nine ten } }", " "))
	text := rapid.SliceOfN(line, 3, 20)
	rapid.Check(t, func(t *rapid.T) {
		old, new := text.Draw(t, "old"), text.Draw(t, "new")
		if rapid.Bool().Draw(t, "unchanged") {
			new = old
		}
		of := func(text []string, by string) models.Slice {
			start := rapid.IntRange(1, len(text)).Draw(t, "start")
			s, err := anchor.NewText(strings.Join(text, "\n")).Make(start, rapid.IntRange(start, min(start+2, len(text))).Draw(t, "end"))
			if err != nil {
				t.Fatal(err)
			}
			s.Tag = rapid.SampledFrom([]string{"", "", "", "x"}).Draw(t, "tag")
			s.Extra = map[string]any{"by": by}
			return s
		}
		it := models.NewFileItem("a.txt")
		it.ViewMode = rapid.SampledFrom([]models.ViewMode{models.Full, models.Custom, models.None}).Draw(t, "mode")
		for i := range rapid.IntRange(0, 6).Draw(t, "existing") {
			s := of(old, fmt.Sprint(i))
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				s.Problem = "end_line is missing"
			case 1:
				s.ContentHash, s.AnchorLines = "", nil
			case 2:
				s.ContentHash, s.StartLine, s.EndLine = "", 99, 99
			}
			it.CustomSlices = append(it.CustomSlices, s)
		}
		if rapid.Bool().Draw(t, "sorted") {
			slices.SortStableFunc(it.CustomSlices, func(a, b models.Slice) int { return a.StartLine - b.StartLine })
		}
		var list []models.Slice
		for range rapid.IntRange(0, 8).Draw(t, "new") {
			list = append(list, of(new, "new"))
		}
		f := &FileSlices{text: anchor.NewText(strings.Join(new, "\n"))}
		before, want, added := it.Clone(), it.Clone(), 0
		for _, s := range list {
			if addOne(f, &want, s) {
				added++
			}
		}
		got := it
		n := f.AddAll(&got, list)
		if diff := cmp.Diff(want, got); diff != "" || n != added {
			t.Errorf("%d are new, want %d; wrong entry (-one by one +all):\n%s", n, added, diff)
		}
		if diff := cmp.Diff(before, it); diff != "" {
			t.Errorf("the previous entry has changed:\n%s", diff)
		}
	})
}

func TestManyFilesAreChanged(t *testing.T) {
	entry := func(path string) models.FileItem { return models.NewFileItem(path) }
	item := func(path string, at int) aggregate.Item {
		return aggregate.Item{FileItem: entry(path), Entry: at, Named: at}
	}
	c := models.Composition{Files: []models.FileItem{entry("a/1"), entry("*.txt"), entry("b/1"), entry("a/1")}}
	rows := aggregate.Rows{
		Items:   []aggregate.Item{item("a/1", 0), item("x.txt", 1), item("y.txt", 1), item("b/1", 2)},
		Matches: [][]string{{"a/1"}, {"x.txt", "y.txt"}, {"b/1"}, {"a/1"}},
	}
	e := NewEdit(c, aggregate.Base{}, rows)
	var list []EntryChange
	for _, path := range []string{"b/1", "a/2", "y.txt", "a/1", "c/1"} {
		list = append(list, EntryChange{path, func(it *models.FileItem) { it.ViewMode = models.Summary }})
	}
	e.ChangeFiles(list)
	var got []string
	for _, it := range e.Composition.Files {
		got = append(got, it.Path+" "+string(it.ViewMode))
	}
	want := []string{"a/1 summary", "a/2 summary", "*.txt full", "b/1 summary", "a/1 full", "c/1 summary", "y.txt summary"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong entries (-want +got):\n%s", diff)
	}
}
