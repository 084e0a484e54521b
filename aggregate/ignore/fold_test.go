package ignore

import (
	"slices"
	"strings"
	"testing"
)

// caseLists are lists and names whose verdict depends on the case of letters, or might. With git, an escaped capital and
// one in a set that is not part of a range match nothing if the case is ignored.
var (
	caseLists = []string{
		"*.LOG", "*.log\n!KEEP.log", "/Build/", "src/OUT", "Src/**/X", "**/Cache", "[a-c]x", "[A-C]x", "[!a]y", "[[:upper:]]z", "[[:lower:]]z",
		"[_[:upper:]]z", "[^[:upper:]]z", "[^[:lower:]]z", "[A]x", "[\\A]y", "[^A]y", "[@-C]x", "[Z-a]y", "[Y-_]x", "[]-A]x", `\README`, `R\EADME`,
		"Ä.txt", "ä.TXT", `\foo`, "fo?", "Read*", "DEEP/in/*.O", "a\nB\nc\nD\ne\nF\ng\nH\ni\nThumbs.DB\n*.TMP\n!important.tmp",
	}
	caseNames = []string{
		"a.log", "A.LOG", "keep.log", "Keep.LOG", "build/x", "BUILD2/x", "src/out", "SRC2/out", "src/a/b/x", "cache/y", "Cache2", "ax", "Bx", "DX", "by", "Ay", "ay", "_y", "[x", "^x", "_x", "`x", "@x", "zx", "Zx", "_z", "1z", "Gz", "hz",
		"ä.txt", "Ä.TXT", "foo", "FOo", "README", "reading", "deep/IN/a.o", "deep/IN/B.O", "b", "C", "thumbs.db", "x.tmp", "IMPORTANT.TMP",
	}
)

// With core.ignorecase git matches whatever the case, which Windows and macOS set: the verdicts are those of git.
func TestIgnoreCaseAgreesWithGit(t *testing.T) {
	g := newGit(t)
	var w world
	for _, name := range caseNames {
		parts := strings.Split(name, "/")
		for i := 1; i < len(parts); i++ {
			if dir := strings.Join(parts[:i], "/"); !slices.Contains(w.dirs, dir) {
				w.dirs = append(w.dirs, dir)
			}
		}
		w.files = append(w.files, name)
	}
	g.make(w)
	paths := slices.Concat(w.dirs, w.files)
	differ := 0
	for _, ignoring := range []string{"false", "true"} {
		g.run("", "config", "core.ignorecase", ignoring)
		for _, list := range caseLists {
			rules := rules{".gitignore": list + "\n"}
			for i, want := range g.verdicts(w, rules, paths) {
				got := rules.match(Lists{IgnoreCase: ignoring == "true"}, paths[i], i < len(w.dirs))
				if got.Folder = ""; got != want {
					t.Errorf("%q in %q, ignoring case %s\n got %+v\nwant %+v", paths[i], list, ignoring, got, want)
				}
				if ignoring == "true" && want != rules.match(Lists{}, paths[i], i < len(w.dirs)) {
					differ++
				}
			}
		}
	}
	if differ < 20 {
		t.Errorf("only %d verdicts depend on the case", differ)
	}
}

// The project's own excludes, the default list and the user's ignore case too.
func TestAllListsIgnoreCase(t *testing.T) {
	list := func(source string) *List { return Parse(source, []byte("*."+source+"\n")) }
	root := NewRoot(Lists{Global: []*List{list("global")}, Info: list("info"), Exclude: list("exclude"), Default: list("default"), IgnoreCase: true}, "", list("own"))
	for _, source := range []string{"global", "info", "exclude", "default", "own"} {
		if v := root.Match("X."+strings.ToUpper(source), false); !v.Ignored || v.Source != source || v.Pattern != "*."+source {
			t.Errorf("%s: %+v", source, v)
		}
	}
	if v := root.Enter("Sub", Parse("sub", []byte("/Made\n"))).Match("MADE", true); !v.Ignored || v.Pattern != "/Made" {
		t.Errorf("in a folder: %+v", v)
	}
}
