package session

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/presets"
	"dossier/ui/features/discussion"
	"dossier/ui/features/excludelist"
	"dossier/ui/features/secretlist"
)

// listedFiles are the files that the tree lists.
func (d *desk) listedFiles() []string {
	var list []string
	for _, e := range d.Tree().Entries() {
		if !e.Dir && !e.Ignored && !strings.HasPrefix(e.Path, "dossier") {
			list = append(list, e.Path)
		}
	}
	return list
}

// projectText is what dossier.toml holds; empty where there is none.
func (d *desk) projectText() string {
	data, err := os.ReadFile(filepath.Join(d.dir, presets.ProjectName))
	if err != nil && !os.IsNotExist(err) {
		d.tb.Fatal(err)
	}
	return string(data)
}

// Excluding saves the pattern, removes what names the file from the composition, and is one step:
// undo brings both back and leaves no file behind, and redo does it again.
func TestExcludingIsOneStep(t *testing.T) {
	d := newDesk(t, map[string]string{"a.go": "package a\n", "x/b.go": "package b\n", "x/c.go": "package c\n"})
	d.Add([]string{"a.go", "x/b.go"})
	d.settle()
	whole := []string{"a.go", "x/b.go", "x/c.go"}
	check := func(when string, listed, rows []string, text string) {
		t.Helper()
		d.settle()
		var got []string
		for _, item := range d.Files().Items() {
			got = append(got, item.Path)
		}
		if diff := cmp.Diff([][]string{listed, rows}, [][]string{d.listedFiles(), got}); diff != "" || d.projectText() != text {
			t.Errorf("%s, dossier.toml is %q, want %q; files and rows (-want +got):\n%s", when, d.projectText(), text, diff)
		}
	}
	const excluded = "schema = 1\n\n[files]\nexclude = [\"/x/\"]\n"
	excludelist.Of(d).Exclude(excludelist.Target{Path: "x", Folder: true})
	check("excluded", []string{"a.go"}, []string{"a.go"}, excluded)
	if e, _ := d.Tree().Explain("x/b.go"); e.Source != "files.exclude" || e.Pattern != "/x/" {
		t.Errorf("it is explained by %+v", e)
	}
	d.Undo()
	check("undone", whole, []string{"a.go", "x/b.go"}, "")
	d.Redo()
	check("done again", []string{"a.go"}, []string{"a.go"}, excluded)
	d.Undo()
	check("undone again", whole, []string{"a.go", "x/b.go"}, "")
}

// A step that cannot be undone is no step: redo would revert the exclusion under the name of the exclusion.
func TestAnExclusionThatCannotBeUndoneIsNoStep(t *testing.T) {
	d := newDesk(t, map[string]string{"a.go": "package a\n", "x/b.go": "package b\n"})
	d.Add([]string{"a.go", "x/b.go"})
	excludelist.Of(d).Exclude(excludelist.Target{Path: "x", Folder: true})
	d.settle()
	excluded := d.projectText()
	d.write(presets.ProjectName, "[oops\n")
	d.Undo()
	d.until("it has failed", func() bool { return !d.saves.Busy() })
	d.write(presets.ProjectName, excluded)
	if d.Redo() {
		t.Error("it can be done again")
	}
	d.settle()
	if got := d.projectText(); got != excluded {
		t.Errorf("dossier.toml is %q", got)
	}
}

func TestIncludingAgain(t *testing.T) {
	tests := []struct {
		name     string
		patterns string // of dossier.toml
		path     string
		target   excludelist.Target
		want     string // what the file says then
	}{
		{name: "its own pattern goes", patterns: `"/a.snap"`, path: "a.snap", target: excludelist.Target{Path: "a.snap"}, want: `exclude = []`},
		{name: "of a wider pattern it is the exception", patterns: `"*.snap"`, path: "a.snap", target: excludelist.Target{Path: "a.snap"}, want: `exclude = ["*.snap", "!/a.snap"]`},
		{name: "what an ignore file hides", path: "err.log", target: excludelist.Target{Path: "err.log"}, want: `exclude = ["!/err.log"]`},
		{name: "what lies in an excluded folder comes with it", patterns: `"vendor"`, path: "vendor/x/b.go", target: excludelist.Target{Path: "vendor", Folder: true}, want: `exclude = ["vendor", "!/vendor/"]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{
				".gitignore": "*.log\n", "a.snap": "x\n", "err.log": "x\n", "vendor/x/b.go": "package b\n",
				presets.ProjectName: "[files]\nexclude = [" + tt.patterns + "]\n",
			})
			target, ok := excludelist.Of(d).Hidden(tt.path)
			if !ok || target != tt.target {
				t.Fatalf("to be included again is %+v, %t", target, ok)
			}
			excludelist.Of(d).Include(target)
			d.settle()
			if !slices.Contains(d.listedFiles(), tt.path) || !strings.Contains(d.projectText(), tt.want) {
				t.Errorf("listed are %q, and the file is\n%s", d.listedFiles(), d.projectText())
			}
			if _, hidden := excludelist.Of(d).Hidden(tt.path); hidden {
				t.Error("it is still hidden")
			}
		})
	}
}

// A list is tried out before it is saved, and keeps the rest of the file.
func TestTryingAListOut(t *testing.T) {
	t.Parallel()
	const text = "# ours\n[files] # of the project\nexclude = [\n  \"*.tmp\", # made\n  \"/x/\",\n]\n"
	d := newDesk(t, map[string]string{"a.go": "package a\n", "a.tmp": "x\n", "x/c.go": "package c\n", presets.ProjectName: text})
	excludelist.Of(d).Begin()
	var trial excludelist.Trial
	excludelist.Of(d).Try([]string{"*.tmp", "*.go"}, func(t excludelist.Trial) { trial = t })
	d.until("it is tried out", func() bool { return trial.Counted })
	if diff := cmp.Diff([][]string{{"a.go"}, nil}, [][]string{trial.Hidden, trial.Shown}); diff != "" || trial.Patterns[1].Hides != 2 {
		t.Errorf("%+v; what changes (-want +got):\n%s", trial.Patterns, diff)
	}
	excludelist.Of(d).Stop()
	if d.projectText() != text {
		t.Error("it was saved")
	}
	if err := excludelist.Of(d).Set([]string{"*.tmp", "["}); err == nil || d.saves.Busy() {
		t.Errorf("a pattern that can match nothing is saved: %v", err)
	}
	if err := excludelist.Of(d).Set([]string{"*.tmp", "*.go"}); err != nil {
		t.Fatal(err)
	}
	d.settle()
	if want := strings.Replace(text, `"/x/"`, `"*.go"`, 1); d.projectText() != want || slices.Contains(d.listedFiles(), "x/c.go") {
		t.Errorf("listed are %q, and the file is\n%s", d.listedFiles(), d.projectText())
	}
	// What another program adds meanwhile stays when the step is undone.
	d.write(presets.ProjectName, strings.Replace(d.projectText(), `"*.go",`, "\"*.go\",\n  \"*.md\",", 1))
	d.until("it is read", func() bool { return slices.Contains(excludelist.Of(d).List(), "*.md") })
	d.Undo()
	d.settle()
	if got := excludelist.Of(d).List(); !slices.Equal(got, []string{"*.tmp", "*.md", "/x/"}) {
		t.Errorf("after undo the list is %q", got)
	}
}

// Undoing the first thing that was saved to a project leaves none of its files behind.
func TestUndoLeavesNoFileBehind(t *testing.T) {
	t.Parallel()
	const token = "gh" + "p_0123456789abcdefghijABCDEFGHIJ012345"
	tests := []struct {
		name, file string
		do         func(*desk)
	}{
		{"a secret is allowed for the project", presets.ProjectName, func(d *desk) {
			d.Add([]string{"a.yaml"})
			d.settle()
			secretlist.Of(d).AllowInProject(secretlist.Of(d).List()[0])
		}},
		{"a preset is saved", presets.ProjectName, func(d *desk) {
			d.Add([]string{"a.yaml"})
			d.Presets().Save(ours("one"), "")
		}},
		{"an entry is written", presets.HistoryName, func(d *desk) { discussion.Of(d.fast()).InsertEntries(0, entry("hello")) }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"a.yaml": "token: " + token + "\n"})
			is := func(there bool) func() bool { // and what came of the save was taken in
				return func() bool { return d.has(tt.file) == there && !d.Busy() && !d.queue.RunOne() }
			}
			tt.do(d)
			d.until("there is a file", is(true))
			d.Undo()
			d.until("there is none", is(false))
			d.Redo()
			d.until("there is one again", is(true))
		})
	}
}
