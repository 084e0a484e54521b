package attacks

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// field is a place of a project that takes a path.
type field struct {
	name string
	list bool // it takes any number of them
	ar   *txtar.Archive
}

// fields reads testdata/fields.
func fields(tb testing.TB) (all []field) {
	tb.Helper()
	names, err := filepath.Glob("testdata/fields/*.txtar")
	if err != nil {
		tb.Fatal(err)
	}
	for _, name := range names {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		kind, _, ok := strings.Cut(string(ar.Comment), ":")
		if !ok || kind != "list" && kind != "one" {
			tb.Fatalf("%s begins with neither list nor one", name)
		}
		all = append(all, field{strings.TrimSuffix(filepath.Base(name), ".txtar"), kind == "list", ar})
	}
	return all
}

// files returns the files of a project that names paths in the field, and how many times it
// names each.
func (f field) files(paths []string) (files map[string]string, places int) {
	files = map[string]string{"a.txt": "a\n", "sub/deep/b.txt": "b\n"}
	for _, file := range f.ar.Files {
		var b strings.Builder
		for line := range strings.Lines(string(file.Data)) {
			if !strings.Contains(line, "{{") {
				b.WriteString(line)
				continue
			}
			places++
			for i, path := range paths {
				dir := strings.TrimSuffix(path, "/canary.txt")
				plain := func(s string) string { return strings.ReplaceAll(s, "\x00", "") }
				b.WriteString(strings.NewReplacer(
					"{{n}}", strconv.Itoa(i+1), "{{toml}}", quoteTOML(path), "{{json}}", quoteJSON(path), "{{raw}}", plain(path), "{{dir}}", quoteTOML(dir), "{{rawdir}}", plain(dir),
				).Replace(line))
			}
		}
		files[file.Name] = b.String()
	}
	return files, places
}

// answer is what a model says that asks for files.
func answer(paths []string) string {
	var b strings.Builder
	for _, path := range paths {
		fmt.Fprintf(&b, "Please show me `%s`, lines 1-5 of `%s:1-5`, and:\n\n- %s\n\n", path, path, path)
	}
	return b.String()
}

// reading are the command lines that read a project, and do not need more of it than is there.
func reading() [][]string {
	return [][]string{
		{"build", "--stdout"}, {"build"}, {"explain", "a.txt", "link.txt", "linked"},
	}
}

// everything are all that do, one after the other.
func everything() [][]string {
	return append(reading(), [][]string{
		{"build", "--json"},
		{"beads"},
		{"snapshots", "list", "--changes"},
		{"view", "a.txt"},
		{"resolve", "a.txt"},
		{"tokens"},
		{"secrets"},
		{"secrets", "a.txt"},
		{"presets", "list", "--tokens"},
		{"presets", "check"},
		{"build", "--stdout", "--preset", "files"},
		{"build", "--stdout", "--preset", "shown"},
		{"build", "--stdout", "--preset", "screenshots"},
		{"presets", "apply", "files"},
		{"presets", "diff", "screenshots"},
		{"presets", "export", "--project"},
		{"links", "list"},
		{"links", "snapshot", "--context", "all"},
		{"links", "compile", "--context", "all"},
		{"links", "compile", "--context", "out"},
		{"links", "add", "--context", "all"},
		{"links", "uses", "main.c", "main.js", "main.ts", "main.py", "main.go", "main.rs", "--depth", "3"},
		{"notes", "list"},
		{"notes", "show"},
		{"discussion", "show"},
		{"screenshots", "list"},
		{"beads", "list"},
		{"symbols", "a.txt"},
		{"fit", "-q", "what lies outside of a.txt?"},
		{"fit", "-q", "what lies outside of a.txt?", "--rank"},
		{"fit", "--less"},
		{"snapshots", "list"},
		{"snapshots", "render", "latest"},
		{"snapshots", "diff", "latest"},
		{"snapshots", "verify"},
		{"snapshots", "restore", "latest"},
		{"build", "--stdout", "--focus", "a.txt"},
		{"git", "status"},
		{"git", "diff"},
		{"git", "files", "HEAD"},
		{"git", "diff", "HEAD~1.."},
		{"git", "log", "--bodies", "--names"},
		{"git", "revisions"},
		{"build", "--stdout", "--git", "uncommitted", "--git-log", "5"},
		{"build", "--stdout", "--git", "HEAD~1", "--git-as", "full"},
		{"allow", "--list"},
		{"allow", "--asked"},
		{"adopt"},
		{"build", "--stdout"},
	}...)
}

// Every way out of a project is tried in every place that takes a path. Nothing outside is printed
// or written, and nothing is written there.
func TestPaths(t *testing.T) {
	ways := newWorld(t, nil).ways()
	if len(ways) < 79 {
		t.Fatalf("%d ways out, want 79", len(ways))
	}
	cases, commands, windows, looked := 0, 0, 0, 0
	for _, f := range fields(t) {
		t.Run(f.name, func(t *testing.T) {
			if f.list {
				w := newWorld(t, nil)
				paths := w.ways()
				files, places := f.files(paths)
				cases += len(paths) * places
				w.lay(files)
				v := w.open()
				v.use(answer(paths))
				v.close()
				windows++
				looked += w.check("a window")
				for _, args := range everything() {
					w.command("", args...)
				}
				w.command(answer(paths), "request", "--find")
				w.command(strings.Join(paths, "\n"), "request", "-")
				commands += len(everything()) + 2
				looked += w.check("the command line")
				return
			}
			for i := range ways {
				w := newWorld(t, nil)
				way := w.ways()[i]
				files, places := f.files([]string{way})
				cases += places
				w.lay(files)
				lines := reading()
				if *every {
					lines = everything()
				}
				for _, args := range lines {
					w.command("", args...)
				}
				commands += len(lines)
				if *every || i%32 == 0 {
					v := w.open()
					v.use(answer([]string{way}))
					v.close()
					windows++
				}
				looked += w.check(fmt.Sprintf("%q", way))
			}
		})
	}
	if !t.Failed() {
		report("paths out of the project", fmt.Sprintf("%d ways in %d places, %d command lines and %d windows: 0 bytes of what lies outside in %.1f MiB told and written, 0 files written outside", len(ways), cases, commands, windows, float64(looked)/(1<<20)))
	}
}
