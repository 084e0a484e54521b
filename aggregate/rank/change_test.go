package rank

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/git/history"
)

// besideChange returns the files beside a change, each with its reasons.
func besideChange(t *testing.T, files map[string]string, c Change, h *History) (got []string) {
	t.Helper()
	x := newFolder(t, files).update(t, &Index{})
	r, err := x.RankChange(t.Context(), c, 10, h, DefaultChangeWeights())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Files {
		said := f.Path
		for _, reason := range f.Reasons {
			if reason.Kind != Words {
				said += ", " + reason.Kind + ": " + reason.Text
			}
		}
		got = append(got, said)
	}
	return got
}

func TestFilesBesideAChange(t *testing.T) {
	lines := func(s ...string) string { return strings.Join(s, "\n") + "\n" }
	fillers := func(files map[string]string) map[string]string {
		for _, name := range []string{"apple", "banana", "cherry", "damson", "elder", "fig", "grape"} {
			files[name+".go"] = "package a\n\nvar " + name + " = 1\n"
		}
		return files
	}
	commit := func(paths ...string) history.Commit { return history.Commit{Paths: paths, Message: "One"} }
	for _, tt := range []struct {
		name    string
		files   map[string]string
		change  Change
		commits []history.Commit
		want    []string
	}{
		{
			"a name that is removed is still used",
			map[string]string{"parse.go": "package a\n\nfunc parseRecord() {}\n", "run.go": "package a\n\nfunc Run() { parseLine() }\n"},
			Change{Files: []ChangedFile{{Path: "parse.go", Removed: "func parseLine() {}\n", Added: "func parseRecord() {}\n"}}},
			nil,
			[]string{"run.go, has names that are removed: parseLine"},
		},
		{
			"a name that the change uses is defined",
			map[string]string{"run.go": "package a\n\nfunc Run() { parseLine() }\n", "parse.go": "package a\n\nfunc parseLine() {}\n"},
			Change{Files: []ChangedFile{{Path: "run.go", Added: "func Run() { parseLine() }\n"}}},
			nil,
			[]string{"parse.go, defines names of the change: parseLine, linked from: run.go"},
		},
		{
			"a name that the change defines is used",
			map[string]string{"parse.go": "package a\n\nfunc parseLine(n int) {}\n", "run.go": "package a\n\nfunc Run() { parseLine() }\n"},
			Change{Files: []ChangedFile{{Path: "parse.go", Removed: "func parseLine() {}\n", Added: "func parseLine(n int) {}\n"}}},
			nil,
			[]string{"run.go, uses names of the change: parseLine, links to: parse.go"},
		},
		{
			"the words of a comment name nothing",
			map[string]string{"run.go": "package a\n\nfunc Run() {}\n", "parse.go": "package a\n\nfunc parseLine() {}\n"},
			Change{Files: []ChangedFile{{Path: "run.go", Added: "// As parseLine does.\n"}}},
			nil,
			[]string{"parse.go"},
		},
		{
			"a test uses what has changed, and has the better name of two",
			map[string]string{
				"parse.go": "package a\n\nfunc parseLine(n int) {}\n", "parse_test.go": "package a\n\nfunc TestParse() { parseLine() }\n",
				"other_test.go": "package a\n\nfunc TestOther() { parseLine() }\n",
			},
			Change{Files: []ChangedFile{{Path: "parse.go", Removed: "\t// why\n", Added: "\t// how\n"}}},
			nil,
			[]string{"parse_test.go, tests what has changed: parse.go", "other_test.go, tests what has changed: parse.go"},
		},
		{
			"a test of both: of the change, and of what uses it",
			map[string]string{
				"parse.go": "package a\n\nfunc parseLine(n int) {}\n", "run.go": "package a\n\nfunc RunAll() { parseLine() }\n",
				"a_test.go": "package a\n\nfunc TestOne() { parseLine() }\n", "b_test.go": "package a\n\nfunc TestTwo() { parseLine(); RunAll() }\n",
			},
			Change{Files: []ChangedFile{{Path: "parse.go", Removed: "\t// why\n", Added: "\t// how\n"}}},
			nil,
			[]string{
				"b_test.go, tests what has changed: parse.go + run.go", "run.go, links to: parse.go", "a_test.go, tests what has changed: parse.go",
			},
		},
		{
			"a test of another language is none, nor is one of what uses the change alone",
			map[string]string{
				"parse.go": "package a\n\nfunc parseLine(n int) {}\n", "run.go": "package a\n\nfunc RunAll() { parseLine() }\n",
				"test_parse.py": "x = 1\n", "c_test.go": "package a\n\nfunc TestThree() { RunAll() }\n",
			},
			Change{Files: []ChangedFile{{Path: "parse.go", Removed: "\t// why\n", Added: "\t// how\n"}}},
			nil,
			[]string{"run.go, links to: parse.go", "test_parse.py"},
		},
		{
			"a name that many files have makes no test",
			map[string]string{
				"a/doc.go": "package a\n", "b/doc.go": "package b\n", "c/doc.go": "package c\n", "d/doc.go": "package d\n", "e/doc_test.go": "package e\n",
			},
			Change{Files: []ChangedFile{{Path: "a/doc.go", Added: "x\n"}}},
			nil,
			[]string{"b/doc.go", "c/doc.go", "d/doc.go", "e/doc_test.go"},
		},
		{
			"earlier commits changed it too",
			map[string]string{"a.go": "package a\n\nvar one = 1\n", "b.sql": "select 1\n"},
			Change{Files: []ChangedFile{{Path: "a.go", Added: "one\n"}}},
			[]history.Commit{commit("a.go", "b.sql"), commit("a.go", "b.sql"), commit("apple.go")},
			[]string{"b.sql, changes together: a.go", "apple.go"},
		},
		{
			"by the name that it had before",
			map[string]string{"new.go": "package a\n\nvar one = 1\n", "b.sql": "select 1\n"},
			Change{Files: []ChangedFile{{Path: "new.go", OldPath: "old.go"}}},
			[]history.Commit{commit("old.go", "b.sql"), commit("apple.go")},
			[]string{"b.sql, changes together: old.go", "apple.go"},
		},
		{
			"a question counts beside the lines",
			map[string]string{"a.go": "package a\n\nvar one = 1\n", "login.go": "package a\n\nfunc checkLogin() {}\n"},
			Change{Files: []ChangedFile{{Path: "a.go", Added: "x\n"}}, Question: "where is a login checked"},
			nil,
			[]string{"login.go"},
		},
		{
			"what the change touches is not beside it, and a file that is gone is no mistake",
			map[string]string{"parse.go": lines("package a", "func parseLine() {}")},
			Change{Files: []ChangedFile{{Path: "parse.go", Added: "func parseLine() {}\n"}, {Path: "gone.go", Removed: "func parseLine() {}\n"}}},
			nil,
			nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var h *History
			if tt.commits != nil {
				h = NewHistory(history.Of(tt.commits...), "")
			}
			if diff := cmp.Diff(tt.want, besideChange(t, fillers(tt.files), tt.change, h)); diff != "" {
				t.Errorf("another ranking (-want +got):\n%s", diff)
			}
		})
	}
	for _, name := range ChangeFeatures() {
		if name == "" {
			t.Error("a feature has no name")
		}
	}
	if got := len(ChangeFeatures()); got != int(changeFeatures) {
		t.Errorf("%d names of %d features", got, changeFeatures)
	}
}

func TestTheSameChangeGivesTheSameRanking(t *testing.T) {
	files := map[string]string{}
	for _, p := range []string{"a.go", "b.go", "c.go", "d/e.go", "d/f.go"} {
		files[p] = "package a\n\nfunc use() { alphaBeta(); gammaDelta(); epsilonZeta() }\n"
	}
	files["x.go"] = "package a\n\nfunc alphaBeta() {}\nfunc gammaDelta() {}\nfunc epsilonZeta() {}\n"
	h := NewHistory(history.Of(history.Commit{Paths: []string{"x.go", "b.go", "d/e.go"}, Message: "One"}), "")
	c := Change{Files: []ChangedFile{{Path: "x.go", Added: "func alphaBeta() {}\nfunc gammaDelta() {}\n", Removed: "func epsilonZeta(n int) {}\n"}}}
	want := besideChange(t, files, c, h)
	if len(want) != 5 {
		t.Fatalf("%d files are ranked: %v", len(want), want)
	}
	for range 5 {
		if diff := cmp.Diff(want, besideChange(t, files, c, h)); diff != "" {
			t.Fatalf("another ranking (-want +got):\n%s", diff)
		}
	}
	// Without files, and for no change, nothing is ranked.
	for _, r := range []struct {
		x *Index
		c Change
	}{{&Index{}, c}, {newFolder(t, files).update(t, &Index{}), Change{}}} {
		got, err := r.x.RankChange(t.Context(), r.c, 10, nil, DefaultChangeWeights())
		if err != nil || len(got.Files) != 0 {
			t.Errorf("%+v, %v", got, err)
		}
	}
}

func TestALargeChangeIsBounded(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("123456789\n", n) } // ten bytes each
	size := func(c Change) (sizes []int, all int) {
		for _, f := range c.Files {
			sizes = append(sizes, len(f.Added), len(f.Removed))
			all += len(f.Added) + len(f.Removed)
		}
		return sizes, all
	}
	small := Change{Files: []ChangedFile{{Path: "a", Added: lines(10), Removed: lines(5)}}}
	if diff := cmp.Diff(small, small.bounded()); diff != "" {
		t.Errorf("a small change is cut (-want +got):\n%s", diff)
	}
	large := Change{Question: "why", Files: []ChangedFile{
		{Path: "huge", Added: lines(100_000), Removed: lines(100)},
		{Path: "small", Added: lines(50)},
		{Path: "moved", Added: lines(30_000), Removed: lines(30_000)},
	}}
	cut := large.bounded()
	sizes, all := size(cut)
	if all > maxChanged || all < maxChanged-100 {
		t.Errorf("%d bytes are read, want nearly %d", all, maxChanged)
	}
	for i, want := range []int{0, 1000, 500, 0, 0, 0} { // small ones as a whole
		if want > 0 && sizes[i] != want {
			t.Errorf("of side %d are read %d bytes, want %d", i, sizes[i], want)
		}
	}
	if huge, moved := sizes[0]+sizes[1], sizes[4]+sizes[5]; huge-moved > 100 || moved-huge > 100 || sizes[5]-sizes[4] > 100 || sizes[4]-sizes[5] > 100 {
		t.Errorf("the shares are not the same: %v", sizes)
	}
	for _, f := range cut.Files {
		if strings.TrimSuffix(f.Added, "\n") == f.Added && f.Added != "" {
			t.Errorf("%s is cut within a line", f.Path)
		}
	}
	if _, all := size(large); all != 1_601_500 {
		t.Error("the change itself was cut")
	}
}

// TestAChangeThatSaysLittle: beside the change of a comment nothing is as sure as beside one that says much.
func TestAChangeThatSaysLittle(t *testing.T) {
	files := map[string]string{"run.go": "package a\n\nfunc Run() {}\n", "parse.go": "package a\n\n// Coupons expire at midnight.\nfunc parseLine() {}\n"}
	for i := range 40 {
		files[fmt.Sprintf("f%02d.go", i)] = fmt.Sprintf("package a\n\nfunc unrelated%02d() {}\n", i)
	}
	x := newFolder(t, files).update(t, &Index{})
	r, err := x.RankChange(t.Context(), Change{Files: []ChangedFile{{Path: "run.go", Added: "// coupons expire\n"}}}, 3, nil, DefaultChangeWeights())
	if err != nil || len(r.Files) == 0 || r.Files[0].Path != "parse.go" {
		t.Fatalf("%+v, %v", r, err)
	}
	if most := DefaultChangeWeights()[changeWords]; r.Files[0].Score > most/2 {
		t.Errorf("two words of a comment give %v, of at most %v", r.Files[0].Score, most)
	}
}

// TestLinesThatAreComments: a mark begins a comment in the languages that have it, and nowhere else.
func TestLinesThatAreComments(t *testing.T) {
	for _, tt := range []struct {
		path, line string
		want       bool
	}{
		{"a.go", "\t// why\n", true},
		{"a.go", "run() // why\n", false},
		{"A.java", " * As run does.\n", true},
		{"a.c", "#include <run.h>\n", false},
		{"a.c", "*run = 1;\n", false},
		{"a.py", "# why\n", true},
		{"a.py", "\"\"\"Runs.\n", true},
		{"a.sql", "-- why\n", true},
		{"a.js", "--run\n", false},
		{"a.md", "# Run\n", false},
	} {
		if got := withoutComments(tt.path, tt.line) == ""; got != tt.want {
			t.Errorf("%s: %q is a comment: %t", tt.path, tt.line, got)
		}
	}
}
