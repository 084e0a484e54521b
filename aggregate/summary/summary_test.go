package summary

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"dossier/aggregate/text"
	"dossier/aggregate/tokens"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the wanted summaries")

// TestGolden summarizes every file of every archive. A file a.go is followed by a.go.want.
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want := map[string]string{}
			for _, f := range archive.Files {
				want[f.Name] = string(f.Data)
			}
			out := &txtar.Archive{Comment: archive.Comment}
			for _, f := range archive.Files {
				if strings.HasSuffix(f.Name, ".want") {
					continue
				}
				src := string(f.Data)
				got := Of(f.Name, text.Language(f.Name, src), src) + "\n"
				out.Files = append(out.Files, f, txtar.File{Name: f.Name + ".want", Data: []byte(got)})
				if diff := cmp.Diff(want[f.Name+".want"], got); diff != "" && !*update {
					t.Errorf("%s (-want +got):\n%s", f.Name, diff)
				}
			}
			if *update {
				if err := os.WriteFile(name, txtar.Format(out), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// hostile returns texts that are designed to cost time, memory or lines.
func hostile() map[string]string {
	const size = 1 << 13 // many pairs of text and language: quadratic time would take minutes
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	var many strings.Builder
	many.WriteString("{")
	for i := range 1000 {
		fmt.Fprintf(&many, "%q: %d,\n", fmt.Sprint("key", i), i)
	}
	return map[string]string{
		"one line":          fill("a"),
		"keys":              many.String(),
		"deep arrays":       fill("["),
		"deep objects":      fill(`{"a":`),
		"an open string":    `{"` + fill("a"),
		"quotations":        fill(">"),
		"spaced quotations": fill("> "),
		"nested lists":      fill("- "),
		"nested numbers":    fill("1. "),
		"emphasis":          fill("*a_"),
		"links":             fill("[a](<b"),
		"headings":          fill("# a\n"),
		"setext":            fill("a\n-\n"),
		"open tags":         fill("<h1>"),
		"open comments":     fill("<!--"),
		"parentheses":       "package a\nvar x = " + fill("("),
		"functions":         fill("func a() {}\n"),
		"definitions":       fill("def a(b):\n"),
		"commas":            fill(","),
		"quotes":            fill(`"`),
		"newlines":          fill("\n"),
		"create table":      fill("create table a"),
		"yaml keys":         fill("a: b\n"),
		"yaml spaces":       "a" + fill(" ") + ":",
		"toml tables":       fill("[[a]]\n"),
		"words":             fill("int a(int b,\n"),
	}
}

func TestSummaryIsBounded(t *testing.T) {
	languages := []string{"go", "python", "cpp", "typescript", "java", "csharp", "rust", "shell", "makefile", "markdown", "html", "json", "jsonl", "yaml", "toml", "csv", "tsv", "sql", text.PlainText}
	for name, src := range hostile() {
		for _, language := range languages {
			check(t, name, language, src)
		}
	}
}

// TestLongTexts summarizes texts that may occur in generated files.
func TestLongTexts(t *testing.T) {
	line := strings.Repeat("a", 1<<20)
	for _, language := range []string{"go", "python", "cpp", "java", "markdown", "html", "json", "yaml", "toml", "csv", "sql", text.PlainText} {
		check(t, "a line of a megabyte", language, line)
	}
	var keys strings.Builder
	keys.WriteString("{")
	for i := range 100_000 {
		fmt.Fprintf(&keys, "%q: %d,\n", fmt.Sprint("key", i), i)
	}
	keys.WriteString("}")
	check(t, "100 000 keys", "json", keys.String())
	if got := Of("a.json", "json", keys.String()); !strings.HasSuffix(got, "\n… 99940 more") {
		t.Errorf("100 000 keys end in %q", got[len(got)-30:])
	}
}

// check checks the invariants of one summary.
func check(t *testing.T, name, language, src string) {
	t.Helper()
	got := Of(name, language, src)
	head, _, _ := strings.Cut(got, "\n")
	want := fmt.Sprintf("%s, %d lines, ~%d tokens", text.LanguageName(language), text.CountLines(src), tokens.Estimate(src))
	if head != want {
		t.Fatalf("%s as %s: first line %q, want %q", name, language, head, want)
	}
	if len(got) > 40_000 || strings.Count(got, "\n") > 100 {
		t.Errorf("%s as %s: %d bytes in %d lines", name, language, len(got), strings.Count(got, "\n"))
	}
	for line := range strings.Lines(got) {
		if n := utf8.RuneCountInString(line); n > maxList+maxNames*2+maxWidth+100 {
			t.Errorf("%s as %s: a line of %d characters", name, language, n)
		}
	}
	if utf8.ValidString(src) && !utf8.ValidString(got) {
		t.Errorf("%s as %s: not UTF-8: %q", name, language, got)
	}
	if strings.HasSuffix(got, "\n") {
		t.Errorf("%s as %s: ends in a newline", name, language)
	}
}

func TestLimitsAreCounted(t *testing.T) {
	var src strings.Builder
	for i := range maxNames + 3 {
		fmt.Fprintf(&src, "def f%d(): pass\n", i)
	}
	if got := Of("a.py", "python", src.String()); !strings.HasSuffix(got, ", … 3 more") {
		t.Errorf("names: %q does not count the omitted ones", got)
	}
	src.Reset()
	for i := range maxNames + 4 {
		fmt.Fprintf(&src, "# %d\n", i)
	}
	if got := Of("a.md", "markdown", src.String()); !strings.HasSuffix(got, "\n… 4 more") {
		t.Errorf("headings: %q does not count the omitted ones", got)
	}
	src.Reset()
	for i := range maxNames + 5 {
		fmt.Fprintf(&src, "k%d: 1\n", i)
	}
	if got := Of("a.yaml", "yaml", src.String()); !strings.HasSuffix(got, "\n… 5 more") {
		t.Errorf("keys: %q does not count the omitted ones", got)
	}
	if got, want := Of("a.txt", text.PlainText, strings.Repeat("é", 500)), strings.Repeat("é", maxWidth-1)+"…"; !strings.HasSuffix(got, "\n"+want) {
		t.Errorf("a long line is shown as %q", got)
	}
}

// fixed is a source with one file.
type fixed struct{}

func (fixed) Declarations(path, _, _ string) (Declarations, bool) {
	return Declarations{Imports: []string{"x"}, Names: []Name{{"function", "f"}, {"class", "C"}, {"function", "g"}}}, path == "known.go"
}

func TestSourceCanBeReplaced(t *testing.T) {
	s := Summarizer{Code: fixed{}}
	if got, want := s.Of("known.go", "go", "package a\n"), "Go, 1 lines, ~3 tokens\nimports: x\nfunction: f, g\nclass: C"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := s.Of("other.go", "go", "package a\n"), "Go, 1 lines, ~3 tokens\npackage a"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

var word = regexp.MustCompile(`^[a-z0-9.-]{1,40}$`) // form of language names

func FuzzOf(f *testing.F) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			f.Add(text.Language(file.Name, string(file.Data)), string(file.Data))
		}
	}
	f.Fuzz(func(t *testing.T, language, src string) {
		if !word.MatchString(language) {
			return
		}
		check(t, "fuzz", language, src)
		first := Of("fuzz", language, src)
		if second := Of("fuzz", language, strings.Clone(src)); first != second {
			t.Fatalf("two summaries of one text differ:\n%s\n%s", first, second)
		}
	})
}

func BenchmarkOf(b *testing.B) {
	archive, err := txtar.ParseFile("testdata/code.txtar")
	if err != nil {
		b.Fatal(err)
	}
	data, err := txtar.ParseFile("testdata/data.txtar")
	if err != nil {
		b.Fatal(err)
	}
	prose, err := txtar.ParseFile("testdata/prose.txtar")
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range slices.Concat(archive.Files, data.Files, prose.Files) {
		switch file.Name {
		case "server.go", "app.py", "engine.h", "store.ts", "package.json", "compose.yaml", "people.csv", "README.md":
		default:
			continue
		}
		src := strings.Repeat(string(file.Data), 1+100_000/len(file.Data))
		language := text.Language(file.Name, src)
		b.Run(language, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				Of(file.Name, language, src)
			}
		})
	}
}
