package sorting

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/ui/project"
	"dossier/ui/project/projecttest"
	"dossier/ui/project/ranking"
)

func TestMain(m *testing.M) { projecttest.Main(m) }

func ordered(t *testing.T, p *project.Project, kind Kind, paths ...string) []string {
	t.Helper()
	before := slices.Clone(paths)
	got, unread, err := Of(t.Context(), p, ranking.Of(p), kind, paths)
	if err != nil || unread > 0 {
		t.Fatalf("%d were not read: %v", unread, err)
	}
	if diff := cmp.Diff(before, paths); diff != "" {
		t.Errorf("the argument was changed (-want +got):\n%s", diff)
	}
	return got
}

func TestWhatIsUsedComesBeforeWhatUsesIt(t *testing.T) {
	p := projecttest.Open(t, map[string]string{
		"main.py":  "import shop\nimport util\n",
		"shop.py":  "import price\nimport util\n",
		"price.py": "import util\n",
		"util.py":  "X = 1\n",
		"one.py":   "import two\n",
		"two.py":   "import one\n",
		"notes.md": "# Notes\n",
	})
	for name, test := range map[string]struct{ paths, want []string }{
		"a chain":                     {[]string{"main.py", "shop.py", "price.py", "util.py"}, []string{"util.py", "price.py", "shop.py", "main.py"}},
		"in order already":            {[]string{"util.py", "price.py", "shop.py", "main.py"}, []string{"util.py", "price.py", "shop.py", "main.py"}},
		"only what is in the list":    {[]string{"main.py", "price.py"}, []string{"main.py", "price.py"}},
		"a cycle":                     {[]string{"one.py", "two.py"}, []string{"two.py", "one.py"}},
		"the same cycle, other start": {[]string{"two.py", "one.py"}, []string{"one.py", "two.py"}},
		"no imports at all":           {[]string{"notes.md", "gone.py", "util.py", "../outside.py"}, []string{"notes.md", "gone.py", "util.py", "../outside.py"}},
		"directly before its user":    {[]string{"notes.md", "main.py", "one.py", "util.py"}, []string{"notes.md", "util.py", "main.py", "one.py"}},
		"none":                        {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, ordered(t, p, ByImports, test.paths...)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestWhatChangesMostOftenComesLast(t *testing.T) {
	p := projecttest.Open(t, map[string]string{"often.txt": "", "once.txt": "", "never.txt": "", "twice.txt": ""})
	paths := []string{"often.txt", "twice.txt", "never.txt", "once.txt"}
	if diff := cmp.Diff(paths, ordered(t, p, ByChanges, paths...)); diff != "" {
		t.Errorf("without a repository (-want +got):\n%s", diff)
	}
	git := func(args ...string) { t.Helper(); projecttest.Git(t, p.Dir, args...) }
	git("init", "-q")
	for i := range 3 {
		for name, changes := range map[string]int{"often.txt": 3, "twice.txt": 2, "once.txt": 1} {
			if i < changes {
				projecttest.Write(t, filepath.Join(p.Dir, name), fmt.Sprint(i))
			}
		}
		git("add", "often.txt", "twice.txt", "once.txt")
		git("commit", "-q", "-m", "change")
	}
	if diff := cmp.Diff([]string{"never.txt", "once.txt", "twice.txt", "often.txt"}, ordered(t, p, ByChanges, paths...)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
