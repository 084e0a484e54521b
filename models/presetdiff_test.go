package models

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestComparePresets(t *testing.T) {
	file := func(path string, edit ...func(*FileItem)) FileItem {
		item := NewFileItem(path)
		for _, fn := range edit {
			fn(&item)
		}
		return item
	}
	mode := func(m ViewMode) func(*FileItem) { return func(it *FileItem) { it.ViewMode = m } }
	cut := func(list ...Slice) func(*FileItem) { return func(it *FileItem) { it.CustomSlices = list } }
	mask := func(m map[string]MaskMode) func(*FileItem) { return func(it *FileItem) { it.AstMask = m } }
	tests := []struct {
		name     string
		was, now Preset
		want     string // one line per difference
	}{
		{name: "nothing differs", was: Preset{Name: "a", Files: []FileItem{file("a")}}, now: Preset{Name: "b", Files: []FileItem{file("a")}}},
		{name: "no list and an empty one are the same", was: Preset{}, now: Preset{Files: []FileItem{}, Screenshots: []Screenshot{}}},
		{
			name: "entries come and go, each in the order of its list",
			was:  Preset{Files: []FileItem{file("z"), file("a"), file("b")}},
			now:  Preset{Files: []FileItem{file("y"), file("a"), file("x")}},
			want: "+ y\n+ x\n- z\n- b\n",
		},
		{
			name: "each setting of an entry is reported",
			was:  Preset{Files: []FileItem{file("a", mode(Skeleton), func(it *FileItem) { it.MaxBytes = 9 })}},
			now:  Preset{Files: []FileItem{file("a", func(it *FileItem) { it.ForceFull = true; it.AutoAggregate = false })}},
			want: "~ a: view_mode skeleton → –, max_bytes 9 → –, auto_aggregate – → false, force_full – → true\n",
		},
		{
			name: "each symbol of a mask is reported",
			was:  Preset{Files: []FileItem{file("a", mask(map[string]MaskMode{"A": MaskDef, "B": MaskSig, "S.c": MaskDef}))}},
			now:  Preset{Files: []FileItem{file("a", mask(map[string]MaskMode{"A": MaskSig, "B": MaskSig, "D": MaskHide}))}},
			want: "~ a: ast_mask.A def → sig, ast_mask.D – → hide, ast_mask.\"S.c\" def → –\n",
		},
		{
			name: "slices are paired by tag, else by their beginning",
			was:  Preset{Files: []FileItem{file("a", cut(Slice{StartLine: 1, EndLine: 2, Tag: "x"}, Slice{StartLine: 5, EndLine: 6}, Slice{StartLine: 8, EndLine: 9}))}},
			now:  Preset{Files: []FileItem{file("a", cut(Slice{StartLine: 3, EndLine: 4, Tag: "x"}, Slice{StartLine: 5, EndLine: 7}, Slice{StartLine: 20, EndLine: 20, Tag: "new"}))}},
			want: "~ a: custom_slices lines 1-2 x → lines 3-4 x, custom_slices lines 5-6 → lines 5-7, custom_slices – → lines 20-20 new, custom_slices lines 8-9 → –\n",
		},
		{
			name: "the order of slices counts",
			was:  Preset{Files: []FileItem{file("a", cut(Slice{StartLine: 1, EndLine: 2}, Slice{StartLine: 5, EndLine: 6}))}},
			now:  Preset{Files: []FileItem{file("a", cut(Slice{StartLine: 5, EndLine: 6}, Slice{StartLine: 1, EndLine: 2}))}},
			want: "~ a: custom_slices lines 1-2, lines 5-6 → lines 5-6, lines 1-2\n",
		},
		{
			name: "a repeated path is two entries",
			was:  Preset{Files: []FileItem{file("a", mode(Skeleton)), file("a", mode(Full))}},
			now:  Preset{Files: []FileItem{file("a", mode(Full))}},
			want: "- a\n",
		},
		{
			name: "the order of entries counts, an insertion is no move",
			was:  Preset{Files: []FileItem{file("a"), file("b"), file("c")}},
			now:  Preset{Files: []FileItem{file("b"), file("x"), file("a"), file("c")}},
			want: "+ x\nfiles in another order\n",
		},
		{
			name: "screenshots",
			was:  Preset{Screenshots: []Screenshot{{Path: "1"}, {Path: "2"}, {Path: "3"}}},
			now:  Preset{Screenshots: []Screenshot{{Path: "3"}, {Path: "2", Caption: "c"}, {Path: "4"}}},
			want: "screenshots + 4\nscreenshots - 1\nscreenshots ~ 2: caption – → c\nscreenshots in another order\n",
		},
		{
			name: "instruction and description",
			was:  Preset{Instruction: "why?", Description: "one"},
			now:  Preset{Instruction: "", Description: "two"},
			want: "instruction why? → –\ndescription one → two\n",
		},
		{
			name: "notes",
			was:  Preset{NotesExclude: []string{"ctx-1", "ctx-2"}},
			now:  Preset{NotesExclude: []string{"ctx-3"}},
			want: "notes_exclude ctx-1, ctx-2 → ctx-3\n",
		},
		{
			name: "notes in another order",
			was:  Preset{NotesExclude: []string{"ctx-1", "ctx-2"}},
			now:  Preset{NotesExclude: []string{"ctx-2", "ctx-1"}},
		},
		{
			name: "one says nothing of notes",
			now:  Preset{NotesExclude: []string{}},
			want: "notes_exclude – → \n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := ComparePresets(tt.was, tt.now)
			if diff := cmp.Diff(tt.want, inLines(d)); diff != "" {
				t.Errorf("wrong difference (-want +got):\n%s", diff)
			}
			if d.Same() != (tt.want == "") {
				t.Errorf("Same is %t", d.Same())
			}
		})
	}
}

func inLines(d PresetDiff) string {
	out := ""
	for _, it := range d.Added {
		out += "+ " + it.Path + "\n"
	}
	for _, it := range d.Removed {
		out += "- " + it.Path + "\n"
	}
	for _, e := range d.Changed {
		sep := "~ " + e.Path + ": "
		for _, s := range e.Settings {
			out += sep + s.String()
			sep = ", "
		}
		out += "\n"
	}
	if d.Moved {
		out += "files in another order\n"
	}
	for _, p := range d.Screenshots.Added {
		out += "screenshots + " + p + "\n"
	}
	for _, p := range d.Screenshots.Removed {
		out += "screenshots - " + p + "\n"
	}
	for _, e := range d.Screenshots.Changed {
		out += "screenshots ~ " + e.Path + ": " + e.Settings[0].String() + "\n"
	}
	if d.Screenshots.Moved {
		out += "screenshots in another order\n"
	}
	for _, s := range []*SettingDiff{d.Instruction, d.Description, d.Notes} {
		if s != nil {
			out += s.String() + "\n"
		}
	}
	return out
}

// Two presets have no difference if and only if their stored form is equal, and each entry of
// both is reported at most once.
func TestComparePresetsIsComplete(t *testing.T) {
	item := rapid.Custom(func(t *rapid.T) FileItem {
		it := NewFileItem(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "path"))
		it.ViewMode = rapid.SampledFrom([]ViewMode{Full, Masked, Custom}).Draw(t, "mode")
		it.ForceFull = rapid.Bool().Draw(t, "force")
		if rapid.Bool().Draw(t, "masked") {
			it.AstMask = map[string]MaskMode{rapid.SampledFrom([]string{"A", "B"}).Draw(t, "symbol"): MaskDef}
		}
		for range rapid.IntRange(0, 3).Draw(t, "slices") {
			n := rapid.IntRange(1, 3).Draw(t, "line")
			it.CustomSlices = append(it.CustomSlices, Slice{StartLine: n, EndLine: n, Tag: rapid.SampledFrom([]string{"", "t"}).Draw(t, "tag")})
		}
		return it
	})
	preset := rapid.Custom(func(t *rapid.T) Preset {
		return Preset{
			Files:       rapid.SliceOfN(item, 0, 4).Draw(t, "files"),
			Screenshots: rapid.SliceOfN(rapid.SampledFrom([]Screenshot{{Path: "1"}, {Path: "2"}, {Path: "2", Caption: "c"}}), 0, 3).Draw(t, "screenshots"),
			Instruction: rapid.SampledFrom([]string{"", "i"}).Draw(t, "instruction"),
		}
	})
	rapid.Check(t, func(t *rapid.T) {
		old, new := preset.Draw(t, "was"), preset.Draw(t, "now")
		d := ComparePresets(old, new)
		same := slices.EqualFunc(old.Files, new.Files, func(a, b FileItem) bool { return reflect.DeepEqual(a.Fields(), b.Fields()) }) &&
			slices.EqualFunc(old.Screenshots, new.Screenshots, func(a, b Screenshot) bool { return a.Path == b.Path && a.Caption == b.Caption }) && old.Instruction == new.Instruction
		if d.Same() != same {
			t.Fatalf("Same is %t, the forms are equal: %t\n%s", d.Same(), same, inLines(d))
		}
		if len(d.Added)-len(d.Removed) != len(new.Files)-len(old.Files) {
			t.Fatalf("%d added and %d removed, of %d came %d", len(d.Added), len(d.Removed), len(old.Files), len(new.Files))
		}
		back := ComparePresets(new, old)
		if fmt.Sprint(len(d.Added), len(d.Removed), d.Moved) != fmt.Sprint(len(back.Removed), len(back.Added), back.Moved) {
			t.Fatalf("there %s\nback %s", inLines(d), inLines(back))
		}
	})
}

// pairOneByOne pairs as pair does, but compares each element with all of the same name.
func pairOneByOne(old, new []FileItem) (from, left []int) {
	from = make([]int, len(new))
	taken := make([]bool, len(old))
	for i := range from {
		from[i] = -1
	}
	for _, anyway := range []bool{false, true} {
		for i, v := range new {
			for j, o := range old {
				if from[i] < 0 && !taken[j] && o.Path == v.Path && (anyway || reflect.DeepEqual(o.Fields(), v.Fields())) {
					from[i], taken[j] = j, true
				}
			}
		}
	}
	for j := range old {
		if !taken[j] {
			left = append(left, j)
		}
	}
	return from, left
}

func TestEntriesArePairedAsOneByOne(t *testing.T) {
	values := []any{"1", int64(1), 1.0, true, nil, []any{}, []any{"a", "b"}, []any{`a","b`}, map[string]any{"a": "b"}, map[string]any{"a": map[string]any{}}}
	item := rapid.Custom(func(t *rapid.T) FileItem {
		it := NewFileItem(rapid.SampledFrom([]string{"a", "b"}).Draw(t, "path"))
		it.MaxBytes = rapid.Int64Range(0, 2).Draw(t, "max")
		if rapid.Bool().Draw(t, "extra") {
			it.Extra = map[string]any{"x": rapid.SampledFrom(values).Draw(t, "value")}
		}
		return it
	})
	list := rapid.SliceOfN(item, 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		old, new := list.Draw(t, "old"), list.Draw(t, "new")
		from, left := pair(old, new, func(it FileItem) string { return it.Path }, FileItem.Fields)
		wantFrom, wantLeft := pairOneByOne(old, new)
		if diff := cmp.Diff([][]int{wantFrom, wantLeft}, [][]int{from, left}); diff != "" {
			t.Errorf("wrong pairs (-one by one +pair):\n%s", diff)
		}
	})
}

func TestPresetOfIsTheInverseOfApply(t *testing.T) {
	c := Composition{Files: []FileItem{NewFileItem("a")}, Screenshots: []Screenshot{{Path: "s"}}, Instruction: "i", Strategy: Summarize}
	p := PresetOf(c, "n")
	if diff := cmp.Diff(c, p.Apply(Composition{Strategy: Summarize})); diff != "" {
		t.Errorf("wrong composition (-want +got):\n%s", diff)
	}
	c.NotesExclude = []string{"ctx-1"}
	if p.NotesExclude != nil || p.ContentOf(c, "n").NotesExclude != nil {
		t.Error("a preset says something of notes unasked")
	}
	with := p.WithNotes(true, c)
	if diff := cmp.Diff(c, with.Apply(Composition{Strategy: Summarize, NotesExclude: []string{"ctx-7"}})); diff != "" {
		t.Errorf("wrong composition with notes (-want +got):\n%s", diff)
	}
	if next := with.ContentOf(Composition{}, "n"); next.NotesExclude == nil || len(next.NotesExclude) > 0 {
		t.Errorf("saved over, its notes are %v", next.NotesExclude)
	}
	p.Files[0].Path = "changed"
	if c.Files[0].Path != "a" {
		t.Error("the preset shares its files with the composition")
	}
}

func BenchmarkComparePresets(b *testing.B) {
	var old, new Preset
	for i := range 10_000 {
		old.Files = append(old.Files, NewFileItem(fmt.Sprintf("dir/file%d.go", i)))
	}
	new.Files = slices.Clone(old.Files)
	slices.Reverse(new.Files)
	b.ReportAllocs()
	for b.Loop() {
		ComparePresets(old, new)
	}
}
