package ranking_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate/rank"
	"dossier/ui/project/projecttest"
	"dossier/ui/project/ranking"
)

// TestMain lets the test binary be one of the processes that parse.
func TestMain(m *testing.M) { projecttest.Main(m) }

func TestRankKeepsItsIndexInTheCacheFolder(t *testing.T) {
	p := projecttest.Open(t, map[string]string{
		"login.py": "def check_password(user):\n    return user.secret\n\ndef other():\n    pass\n",
		"cart.py":  "from login import check_password\n\ndef pay(user):\n    check_password(user)\n",
		"notes.md": "# Nothing\n",
	})
	ranked, err := ranking.Of(p).Rank(t.Context(), "check_password does not check the password", 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(ranked) != 2 || ranked[0].Path != "login.py" || ranked[1].Path != "cart.py" {
		t.Fatalf("the ranking is %+v", ranked)
	}
	if s := ranked[0].Symbols; s["check_password"] <= s["other"] {
		t.Errorf("the symbols count %v", s)
	}
	kept, err := filepath.Glob(filepath.Join(p.User().Places().Cache, "index", "*"))
	if err != nil || len(kept) != 1 {
		t.Errorf("kept are %v, %v", kept, err)
	}
	left, err := os.ReadDir(p.Dir)
	if err != nil || len(left) != 3 {
		t.Errorf("in the folder are %v, %v", left, err)
	}
}

// Nothing is found in a project without files.
func TestRankOfNothing(t *testing.T) {
	ranked, err := ranking.Of(projecttest.Open(t, nil)).Rank(t.Context(), "where is a login checked", 5, nil)
	if err != nil || len(ranked) > 0 {
		t.Errorf("the ranking is %v, %v", ranked, err)
	}
}

// TestRankDoesNotReadSecretFiles checks that a question with words of a file whose name is secret does not find it, and
// one with its name does.
func TestRankDoesNotReadSecretFiles(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"a.go": "package a\n", "deploy/secrets.yaml": "password: hunter2\n"})
	for question, want := range map[string]int{"hunter2": 0, "secrets.yaml": 1} {
		found, err := ranking.Of(p).Rank(t.Context(), question, 10, nil)
		if err != nil || len(found) != want {
			t.Errorf("%s: %+v, %v; want %d", question, found, err, want)
		}
	}
}

// A file is read as the language that the project names for it, and again when that changes.
func TestRankReadsFilesAsTheProjectSays(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"login.tpl": "def check_password(user):\n    return user.secret\n"})
	r := ranking.Of(p)
	defines := func() bool {
		t.Helper()
		ranked, err := r.Rank(t.Context(), "check_password fails", 5, nil)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Contains(ranked[0].Reasons, rank.Reason{Kind: rank.Symbols, Text: "check_password"}) && ranked[0].Symbols["check_password"] > 0
	}
	if defines() {
		t.Error("a template defines something")
	}
	projecttest.Write(t, filepath.Join(p.Dir, "dossier.toml"), "schema = 1\n[files]\nlanguages = { \"*.tpl\" = \"python\" }\n")
	if _, err := p.Reload(); err != nil {
		t.Fatal(err)
	}
	if !defines() {
		t.Error("what is read as Python defines nothing")
	}
	r = ranking.Of(p)
	if !defines() {
		t.Error("what is kept is not what was read")
	}
}

// A file that no word leads to is found by what it changed with, in a folder of a repository;
// nothing runs git, and what was read is kept.
func TestRankKnowsWhatChangedTogether(t *testing.T) {
	p := projecttest.Open(t, nil)
	git := func(args ...string) { t.Helper(); projecttest.Git(t, filepath.Dir(p.Dir), args...) }
	git("init", "-q")
	for i := range 3 {
		projecttest.Write(t, filepath.Join(p.Dir, "coupon.py"), fmt.Sprintf("def coupon():\n    return %d\n", i))
		projecttest.Write(t, filepath.Join(p.Dir, "table.py"), fmt.Sprintf("ROWS = %d\n", i))
		git("add", "project")
		git("commit", "-q", "-m", "Vouchers are rounded")
	}
	reasons := func(question string) map[string][]string {
		t.Helper()
		ranked, err := ranking.Of(p).Rank(t.Context(), question, 9, nil)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string][]string{}
		for _, r := range ranked {
			for _, why := range r.Reasons {
				out[r.Path] = append(out[r.Path], why.Kind+": "+why.Text)
			}
		}
		return out
	}
	if got := reasons("a coupon is wrong"); !slices.Contains(got["table.py"], "changes together: coupon.py") || len(got) != 2 {
		t.Errorf("the reasons are %q", got)
	}
	if got := reasons("the vouchers of a coupon"); !slices.ContainsFunc(got["table.py"], func(s string) bool { return strings.HasPrefix(s, "changed in: Vouchers are rounded (20") }) {
		t.Errorf("the reasons are %q", got)
	}
	kept, err := filepath.Glob(filepath.Join(p.User().Places().Cache, "history", "*"))
	if err != nil || len(kept) != 1 {
		t.Errorf("kept are %v, %v", kept, err)
	}
}

// While every change is reported, files are only inspected after one; the targets of symbolic links, which may
// be where nothing is watched, are always.
func TestFilesAreLookedAtAfterAChange(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"login.py": "old = 1\n", ".gitignore": "unlisted/\n", "unlisted/target.py": "old = 2\n"})
	target := filepath.Join(p.Dir, "unlisted", "target.py")
	if err := os.Symlink("unlisted/target.py", filepath.Join(p.Dir, "link.py")); err != nil {
		t.Skip("there are no symbolic links:", err)
	}
	r := ranking.Of(p)
	newer := func() (paths []string) {
		t.Helper()
		ranked, err := r.Rank(t.Context(), "newer", 5, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range ranked {
			paths = append(paths, f.Path)
		}
		slices.Sort(paths)
		return paths
	}
	login := filepath.Join(p.Dir, "login.py")
	for _, step := range []struct {
		name string
		do   func()
		want []string
	}{
		{"nothing is watched", func() { projecttest.Write(t, login, "newer = 1\n") }, []string{"login.py"}},
		{"from now on changes are reported", func() { r.Watched(true) }, []string{"login.py"}},
		{"none was", func() { projecttest.Write(t, login, "older = 12\n") }, []string{"login.py"}},
		{"one was", r.Changed, nil},
		{"a target changed", func() { projecttest.Write(t, target, "newer = 34\n") }, []string{"link.py"}},
		{"changes are reported late", func() { r.Watched(false); projecttest.Write(t, login, "newer = 567\n") }, []string{"link.py", "login.py"}},
	} {
		step.do()
		if got := newer(); !slices.Equal(got, step.want) {
			t.Errorf("%s: found are %q, want %q", step.name, got, step.want)
		}
	}
}

// The symbols are those of the file as it is, however often the same was asked before.
func TestSymbolsAreThoseOfTheFileAsItIs(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"login.py": "def check_password(user):\n    return user.secret\n"})
	r := ranking.Of(p)
	symbols := func() map[string]float64 {
		t.Helper()
		ranked, err := r.Rank(t.Context(), "the password is wrong", 5, nil)
		if err != nil || len(ranked) != 1 {
			t.Fatal(ranked, err)
		}
		return ranked[0].Symbols
	}
	before := symbols()
	if again := symbols(); before["check_password"] <= 0 || !maps.Equal(before, again) {
		t.Errorf("the symbols are %v, and then %v", before, again)
	}
	projecttest.Write(t, filepath.Join(p.Dir, "login.py"), "def compare_password(user, given):\n    return user.secret == given\n")
	if after := symbols(); after["compare_password"] <= 0 || after["check_password"] != 0 {
		t.Errorf("of the file that changed the symbols are %v", after)
	}
}
