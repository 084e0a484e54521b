package ignore

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

func TestParse(t *testing.T) {
	tests := []struct {
		name string
		text string
		want []string // line:pattern
	}{
		{"blank lines and comments are no patterns", "\n# a\n\n#\n", nil},
		{"lines are counted with those that are none", "# a\n\nb\n", []string{"3:b"}},
		{"the last line needs no end", "a\nb", []string{"1:a", "2:b"}},
		{"spaces at the end are cut", "a  \nb c \n", []string{"1:a", "2:b c"}},
		{"an escaped space stays", "a\\  \nb \\ \n", []string{"1:a\\ ", "2:b \\ "}},
		{"a space behind an escaped backslash is cut", "a\\\\ \n", []string{`1:a\\`}},
		{"tabs stay", "a\t\n", []string{"1:a\t"}},
		{"spaces in front stay", " a\n #b\n", []string{"1: a", "2: #b"}},
		{"only spaces are nothing", "   \n", nil},
		{"a carriage return before the end is cut", "a\r\n\r\nb \r\n", []string{"1:a", "3:b"}},
		{"only one", "a\r\r\n", []string{"1:a\r"}},
		{"also where the newline is missing", "a\r", []string{"1:a"}},
		{"a byte-order mark is cut", "\ufeffa\n\ufeffb\n", []string{"1:a", "2:\ufeffb"}},
		{"a comment behind the mark is one", "\ufeff# a\n", nil},
		{"an escaped number sign is a pattern", `\#a`, []string{`1:\#a`}},
		{"a mark alone is nothing", "!\n/\n!/\n", nil},
		{"an escaped mark is a pattern", `\!a`, []string{`1:\!a`}},
		{"nothing follows a NUL", "a\x00b\n\x00\nc\n", []string{"1:a", "3:c"}},
		{"patterns that match nothing are patterns", "[a\na\\\n", []string{"1:[a", "2:a\\"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := Parse("x", []byte(tt.text))
			var got []string
			for _, p := range l.patterns {
				got = append(got, fmt.Sprintf("%d:%s", p.line, p.source))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong patterns (-want +got):\n%s", diff)
			}
			if l.Source() != "x" || l.Len() != len(tt.want) {
				t.Errorf("source %q, length %d", l.Source(), l.Len())
			}
		})
	}
}

// list parses a list from lines.
func list(source string, lines ...string) *List {
	return Parse(source, []byte(strings.Join(lines, "\n")))
}

// verdictOf formats a verdict as "+list:line" or "-list:line"; "" if no list decides.
func verdictOf(v Verdict) string {
	if !v.Matched() {
		return ""
	}
	out := fmt.Sprintf("+%s:%d", v.Source, v.Line)
	if v.Ignored {
		out = "-" + out[1:]
	}
	if v.Folder != "" {
		out += " in " + v.Folder
	}
	return out
}

func TestPrecedence(t *testing.T) {
	everything := func(source string) *List { return list(source, "x") }
	keep := func(source string) *List { return list(source, "!x") }
	tests := []struct {
		name   string
		tree   Lists
		root   []*List
		folder []*List
		want   string // of x in the folder
	}{
		{name: "no list, no verdict"},
		{name: "the user's", tree: Lists{Global: []*List{everything("global")}}, want: "-global:1"},
		{name: "a later one of the user's is stronger", tree: Lists{Global: []*List{everything("a"), keep("b")}}, want: "+b:1"},
		{name: "info/exclude is stronger", tree: Lists{Global: []*List{everything("global")}, Info: keep("info")}, want: "+info:1"},
		{name: "the root is stronger", tree: Lists{Info: everything("info")}, root: []*List{keep("root")}, want: "+root:1"},
		{name: "a deeper folder is stronger", root: []*List{everything("root")}, folder: []*List{keep("folder")}, want: "+folder:1"},
		{name: "and not the other way", root: []*List{keep("root")}, folder: []*List{everything("folder")}, want: "-folder:1"},
		{name: "a later list of a folder is stronger", folder: []*List{everything(".gitignore"), keep(".ignore"), everything(".dossierignore"), nil}, want: "-.dossierignore:1"},
		{name: "a list that says nothing changes nothing", folder: []*List{everything(".gitignore"), list(".ignore", "y")}, want: "-.gitignore:1"},
		{name: "the project's has the last word", tree: Lists{Exclude: keep("files.exclude")}, folder: []*List{everything("folder")}, want: "+files.exclude:1"},
		{name: "the default list is the weakest", tree: Lists{Default: everything("default"), Global: []*List{keep("global")}}, want: "+global:1"},
		{name: "and speaks where nothing else does", tree: Lists{Default: everything("default")}, folder: []*List{list("folder", "y")}, want: "-default:1"},
		{name: "the last pattern of a list wins", folder: []*List{list("folder", "x", "!x", "x*", "!y")}, want: "-folder:3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := verdictOf(NewRoot(tt.tree, "", tt.root...).Enter("folder", tt.folder...).Match("x", false))
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestFolders(t *testing.T) {
	root := NewRoot(Lists{Exclude: list("exclude", "!build/again")}, "", list("root", "build/", "!build/kept", "/only", "a/b", "*.d/"))
	build := root.Enter("build", list("build's own", "!*"))
	deep := build.Enter("deep")
	tests := []struct {
		name string
		got  Verdict
		want string
	}{
		{"a pattern with a slash at its end is for folders", root.Match("build", false), ""},
		{"and speaks for those", root.Match("build", true), "-root:1"},
		{"what lies in an ignored folder is ignored", build.Match("x", false), "-root:1 in build"},
		{"its own lists have nothing to say", build.Match("kept", false), "-root:1 in build"},
		{"nor has the last word", build.Match("again", true), "-root:1 in build"},
		{"the outermost folder is named", deep.Match("x", false), "-root:1 in build"},
		{"a slash in front ties to the list's folder", root.Match("only", false), "-root:3"},
		{"and to no other", root.Enter("x").Match("only", false), ""},
		{"so does one in the middle", root.Enter("a").Match("b", false), "-root:4"},
		{"and not deeper", root.Enter("x").Enter("a").Match("b", false), ""},
		{"a name speaks at any depth", root.Enter("x").Enter("y").Match("build", true), "-root:1"},
		{"a folder's name with a wildcard", root.Enter("x").Match("conf.d", true), "-root:5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := verdictOf(tt.got); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if p := deep.Path(); p != "build/deep" {
		t.Errorf("path %q", p)
	}
}

// files.exclude is relative to the project's folder and applies only there, as does the default
// list; the repository's own lists also apply from parent folders.
func TestProjectBelowTheRoot(t *testing.T) {
	tree := Lists{Exclude: list("exclude", "/gen", "*.tmp"), Default: list("default", "/cache/", "node_modules/")}
	root := NewRoot(tree, "apps/web", list("root", "*.o"))
	apps := root.Enter("apps")
	web := apps.Enter("web")
	src := web.Enter("src")
	tests := []struct {
		name string
		dir  *Dir
		path string
		want string
	}{
		{"tied to the project's folder", web, "gen", "-exclude:1"},
		{"not to a deeper one", src, "gen", ""},
		{"nor to the root", root, "gen", ""},
		{"nor to one beside it", root.Enter("other").Enter("web"), "gen", ""},
		{"a name holds in the whole project", src, "a.tmp", "-exclude:2"},
		{"and not above it", apps, "a.tmp", ""},
		{"nor beside it", apps.Enter("website"), "a.tmp", ""},
		{"the default list is tied to the project too", web, "cache", "-default:1"},
		{"and does not hold above", apps, "node_modules", ""},
		{"the repository's lists reach in", src, "a.o", "-root:1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := verdictOf(tt.dir.Match(tt.path, true)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// The default list hides nothing that is tracked by git; every other list does.
func TestTracked(t *testing.T) {
	var asked []string
	tree := Lists{
		Default: list("default", "*.log", "dist/"),
		Tracked: func(p string, dir bool) bool {
			asked = append(asked, fmt.Sprint(p, " ", dir))
			return strings.HasPrefix("app/dist/kept.log", p)
		},
	}
	app := NewRoot(tree, "", list("root", "*.o")).Enter("app")
	dist := app.Enter("dist")
	tests := []struct {
		name string
		got  Verdict
		want Verdict
	}{
		{"a folder with a tracked file", app.Match("dist", true), Verdict{}},
		{"the file", dist.Match("kept.log", false), Verdict{}},
		{"a file beside it", dist.Match("new.log", false), Verdict{Ignored: true, Source: "default", Line: 1, Pattern: "*.log", Default: true}},
		{"an ignored one", dist.Match("a.o", false), Verdict{Ignored: true, Source: "root", Line: 1, Pattern: "*.o"}},
		{"a folder without one", dist.Match("dist", true), Verdict{Ignored: true, Source: "default", Line: 2, Pattern: "dist/", Default: true}},
		{"what lies in that", dist.Enter("dist").Match("x", false), Verdict{Ignored: true, Source: "default", Line: 2, Pattern: "dist/", Default: true, Folder: "app/dist/dist"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, tt.got); diff != "" {
				t.Errorf("wrong verdict (-want +got):\n%s", diff)
			}
		})
	}
	if slices.Contains(asked, "app/dist/a.o false") || !slices.Contains(asked, "app/dist true") {
		t.Errorf("the index was asked for %q", asked)
	}
}

// The default list excludes generated files, and nothing that is written by hand.
func TestDefaultList(t *testing.T) {
	root := NewRoot(Lists{Default: Parse(DefaultSource, []byte(DefaultText()))}, "")
	at := func(p string, dir bool) Verdict {
		d := root
		for i, c := range p {
			if c == '/' {
				d = d.Enter(path.Base(p[:i]))
			}
		}
		return d.Match(path.Base(p), dir)
	}
	for _, p := range []string{
		"go.mod", "go.sum", "go.work", "LICENSE", "README.md", "Makefile", "Dockerfile", "CMakeLists.txt", ".gitignore", ".gitattributes", ".dossierignore", ".github/workflows/ci.yml",
		"pkg/a.go", "bin/tool.sh", "build/build.go", "out/report.md", "dist/index.ts", "vendor/modules.txt", "target/main.rs", "obj/model.cs", "lib/a.rb", "env/settings.py", "coverage/readme.md", "tmp/note.txt",
		"a.gradle", "logo.svg", "main.ts", "main.mts", "tsconfig.json", "package.json", "Cargo.toml", "poetry.toml", "id.pub", "app.key.go", "data.bin", "mesh.obj", "min.js", "site.css", "roadmap", "logs.go", "login.log.go",
		".vscode/settings.json", ".env.example", ".cargo/config.toml", ".yarnrc.yml", ".yarn/plugins/a.cjs", "dossier.toml", "cache/cache.go", "debug/a.c", "x.class.php", "so/a.c", "a.so.md", "CMakeFiles.md", "build/CMakeLists.txt", "Carthage/notes.md", "a.library", "lib/x.py",
	} {
		if v := at(p, false); v.Matched() {
			t.Errorf("%s is excluded by line %d: %s", p, v.Line, v.Pattern)
		}
	}
	for _, p := range []string{
		"node_modules/x/index.js", "web/node_modules/x.js", ".venv/bin/python", "a/__pycache__/a.cpython-313.pyc", "a.pyc", "lib/x.so", "libx.so.1.2", "main.o", "Main.class",
		".idea/workspace.xml", ".DS_Store", "a/Thumbs.db", ".a.go.swp", "a.go~", "crates/x/target/debug/x", "target/release/x", "web/.next/build.js", ".terraform/x", ".svn/entries",
		"app.min.js", "app.js.map", "yarn.lock", "api/package-lock.json", "server.log", ".yarn/cache/a.zip", "web/.yarn/cache/a.zip", ".mypy_cache/a.json",
	} {
		if v := at(p, false); !v.Ignored || !v.Default || v.Source != DefaultSource {
			t.Errorf("%s is listed: %+v", p, v)
		}
	}
	if v := VersionOf(DefaultText()); v != 1 {
		t.Errorf("version %d: a changed list needs a new one here, so that users with their own list are notified", v)
	}
}

func TestVersionOf(t *testing.T) {
	for text, want := range map[string]int{
		"# version 12\nx": 12, "# version 3": 3, "# version 4\r\n": 4, "": 0, "x\n# version 1": 0, "# version": 0, "# version x": 0, "# version -1": 0,
	} {
		if got := VersionOf(text); got != want {
			t.Errorf("%q has version %d, want %d", text, got, want)
		}
	}
}

// Values are shared between the goroutines of a scan.
func TestConcurrentUse(t *testing.T) {
	root := NewRoot(Lists{Default: Parse(DefaultSource, []byte(DefaultText()))}, "", list(".gitignore", "a*b?c", "**/x/**/y", "!k"))
	want := root.Enter("x").Enter("z").Match("y", false)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				if got := root.Enter("x").Enter("z").Match("y", false); got != want || !got.Ignored {
					t.Errorf("got %+v, want %+v", got, want)
				}
			}
		})
	}
	wg.Wait()
}

// Each archive is a repository with typical ignore files, and a list of paths with their
// verdicts. This package and git must both return them.
func TestTemplates(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 20 {
		t.Fatalf("%d archives: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			r := rules{}
			var want string
			for _, f := range ar.Files {
				if f.Name == "want" {
					want = string(f.Data)
				} else {
					r[f.Name] = string(f.Data)
				}
			}
			w, paths := parsePaths(want)
			var got strings.Builder
			for _, p := range paths {
				dir := slices.Contains(w.dirs, p)
				got.WriteString(printVerdict(p, dir, r.match(Lists{}, p, dir)))
			}
			if diff := cmp.Diff(want, got.String()); diff != "" {
				if *update {
					rewrite(t, file, ar, got.String())
				} else {
					t.Errorf("wrong verdicts (-want +got):\n%s", diff)
				}
			}
			g := newGit(t)
			g.make(w)
			var git strings.Builder
			for i, v := range g.verdicts(w, r, paths) {
				git.WriteString(printVerdict(paths[i], slices.Contains(w.dirs, paths[i]), v))
			}
			if diff := cmp.Diff(git.String(), got.String()); diff != "" {
				t.Errorf("git says otherwise (-git +got):\n%s", diff)
			}
		})
	}
}

func rewrite(t *testing.T, file string, ar *txtar.Archive, want string) {
	t.Helper()
	for i := range ar.Files {
		if ar.Files[i].Name == "want" {
			ar.Files[i].Data = []byte(want)
		}
	}
	if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
		t.Fatal(err)
	}
}

// parsePaths parses the paths of a "want": one per line, folders with a trailing slash, followed
// by two spaces and the verdict. Parent folders are added.
func parsePaths(want string) (w world, paths []string) {
	for line := range strings.Lines(want) {
		p, _, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "  ")
		p, dir := strings.CutSuffix(p, "/")
		paths = append(paths, p)
		for up := path.Dir(p); up != "."; up = path.Dir(up) {
			w.dirs = append(w.dirs, up)
		}
		if dir {
			w.dirs = append(w.dirs, p)
		} else {
			w.files = append(w.files, p)
		}
	}
	return w, paths
}

func printVerdict(p string, dir bool, v Verdict) string {
	if dir {
		p += "/"
	}
	if !v.Matched() {
		return p + "\n"
	}
	word := "kept"
	if v.Ignored {
		word = "ignored"
	}
	return fmt.Sprintf("%s  %s by %s:%d: %s\n", p, word, v.Source, v.Line, v.Pattern)
}

// BenchmarkMatch matches 100 000 names in 5 000 folders, like a scan, with typical lists of a
// project.
func BenchmarkMatch(b *testing.B) {
	ar, err := txtar.ParseFile("testdata/python.txtar")
	if err != nil {
		b.Fatal(err)
	}
	tree := Lists{
		Global:  []*List{list("global", ".DS_Store", "*.swp", "*~")},
		Info:    list("info", "/scratch/"),
		Exclude: list("exclude", "**/testdata/**", "/docs/*.pdf"),
		Default: Parse(DefaultSource, []byte(DefaultText())),
	}
	own := Parse(ar.Files[0].Name, ar.Files[0].Data)
	deep := list("pkg/.gitignore", "/gen/*.go", "!/gen/doc.go")
	var dirs, files []string
	for i := range 5000 {
		dirs = append(dirs, fmt.Sprint("mod", i))
	}
	for i := range 20 {
		files = append(files, fmt.Sprint("file", i, ".go"))
	}
	b.ReportAllocs()
	for b.Loop() {
		pkg := NewRoot(tree, "", own).Enter("pkg", deep)
		for _, dir := range dirs {
			d := pkg.Enter(dir)
			for _, f := range files {
				d.Match(f, false)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(dirs)*len(files)), "ns/name")
}

// A folder of the default list is listed only for the tracked files in it; a pattern that
// includes the folder includes all of it.
func TestJunkBesideTrackedFilesIsHidden(t *testing.T) {
	tracked := func(path string, dir bool) bool {
		return path == "node_modules/kept/k.js" || dir && (path == "node_modules" || path == "node_modules/kept")
	}
	tree := Lists{Default: list("default", "node_modules/"), Tracked: tracked}
	spared := NewRoot(tree, "").Enter("node_modules")
	if v := spared.Match("kept", true); v.Ignored {
		t.Errorf("the folder of a tracked file is hidden: %+v", v)
	}
	if v := spared.Enter("kept").Match("k.js", false); v.Ignored {
		t.Errorf("a tracked file is hidden: %+v", v)
	}
	want := Verdict{Ignored: true, Source: "default", Line: 1, Pattern: "node_modules/", Default: true, Folder: "node_modules"}
	for name, got := range map[string]Verdict{
		"a file beside it":   spared.Match("new.js", false),
		"a folder beside it": spared.Match("other", true),
		"a file deeper down": spared.Enter("kept").Match("new.js", false),
	} {
		if got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	wanted := NewRoot(tree, "", list(".gitignore", "!node_modules/")).Enter("node_modules")
	if v := wanted.Match("new.js", false); v.Ignored {
		t.Errorf("a file of a folder that is wanted is hidden: %+v", v)
	}
}
