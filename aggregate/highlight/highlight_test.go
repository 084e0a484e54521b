package highlight

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dossier/aggregate/text"
)

// marked shows runs in the text: «k:func» is a keyword.
func marked(src string, runs [][]Run) string {
	letters := map[Style]string{Keyword: "k", String: "s", Comment: "c", Number: "n", Name: "f", Heading: "h", Added: "a", Removed: "r"}
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(src, "\n"), "\n") {
		at := 0
		if runs != nil {
			for _, r := range runs[i] {
				fmt.Fprintf(&b, "%s«%s:%s»", line[at:r.Start], letters[r.Style], line[r.Start:r.End])
				at = r.End
			}
		}
		b.WriteString(line[at:] + "\n")
	}
	return b.String()
}

var update = flag.Bool("update", false, "rewrite the golden archive")

// TestLanguages compares the runs of a source in each family of languages with a golden archive.
func TestLanguages(t *testing.T) {
	const name = "testdata/languages.txtar"
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(archive.Files); i += 2 {
		src, want := archive.Files[i], &archive.Files[i+1]
		t.Run(src.Name, func(t *testing.T) {
			got := marked(string(src.Data), Lines(src.Name, string(src.Data)))
			if *update {
				want.Data = []byte(got)
				return
			}
			if diff := cmp.Diff(string(want.Data), got); diff != "" {
				t.Errorf("wrong runs (-want +got):\n%s", diff)
			}
		})
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLexersAreOfLanguages holds the lexers and the keywords to the ids of languages.
func TestLexersAreOfLanguages(t *testing.T) {
	lexerOf("")
	words := keywords(keywordList)
	for ids := range syntaxes() {
		if len(words[ids].all) == 0 {
			t.Errorf("%s: no keywords", ids)
		}
		delete(words, ids)
	}
	delete(words, "php")
	delete(words, "makefile")
	for ids := range words {
		t.Errorf("keywords of %s, which has no syntax", ids)
	}
	for id := range known.lexers {
		if text.FindLanguage(id) != id {
			t.Errorf("%s has a lexer and is no language", id)
		}
	}
}

func TestLines(t *testing.T) {
	tests := []struct{ name, language, src, want string }{
		{"Go", "go", "// Hi\nfunc main() { x := 12 }\n", "«c:// Hi»\n«k:func» «f:main»() { x := «n:12» }\n"},
		{"a string over two lines", "python", "s = '''a\n  b'''\n", "s = «s:'''a»\n  «s:b'''»\n"},
		{"a heading", "markdown", "# Title\n\ntext\n", "«h:# Title»\n\ntext\n"},
		{"a type and a preprocessor line", "cpp", "#include <a>\nclass A {};\n", "«k:#include <a>»\n«k:class» «f:A» {};\n"},
		{"a carriage return is no part of a run", "go", "// a\r\n// b\r\n", "«c:// a»\r\n«c:// b»\r\n"},
		{"the last line needs no newline", "go", "var é = \"ü\" // ö", "«k:var» é = «s:\"ü\"» «c:// ö»\n"},
		{"a tab stays where it is", "go", "\treturn\t1", "\t«k:return»\t«n:1»\n"},
		{"plain text", "text", "func main()\n", "func main()\n"},
		{"an unknown language", "klingon", "func main()\n", "func main()\n"},
		{"a line that is too long", "go", "// a\n" + strings.Repeat("x", MaxLine+1) + "\n// b\n", "«c:// a»\n" + strings.Repeat("x", MaxLine+1) + "\n«c:// b»\n"},
		{"a text that is too long", "go", "// a\n" + strings.Repeat("\n", MaxText), "// a\n" + strings.Repeat("\n", MaxText-1) + "\n"},
		{"an empty text", "go", "", "\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, marked(tt.src, Lines(tt.language, tt.src))); diff != "" {
				t.Errorf("wrong runs (-want +got):\n%.3000s", diff)
			}
		})
	}
}

// TestHostile highlights texts that open a token everywhere and close none. With a lexer that is not linear, it would
// not end.
func TestHostile(t *testing.T) {
	for _, tt := range []struct{ language, src string }{
		{"javascript", "/["},
		{"cpp", "[["},
		{"rust", "#[ "},
		{"rust", "'a "},
		{"ocaml", "(* "},
		{"shell", "<<EOF "},
		{"shell", "\"$( "},
		{"ruby", "<<~A\n"},
		{"ruby", "%w["},
		{"ruby", " /a "},
		{"cpp", "R\"a("},
		{"nix", "''$"},
		{"shell", "(( << "},
		{"php", "<?# "},
		{"html", "<script>"},
		{"html", "<a b='"},
		{"html", "&a "},
		{"html", "<!-- "},
		{"jinja", "{{ "},
		{"php", "<? "},
		{"markdown", "`a "},
		{"markdown", "```\n"},
		{"markdown", "a\n=\n"},
		{"css", "a/**/"},
		{"scss", "#{"},
		{"css", "a:"},
		{"yaml", "a,"},
		{"yaml", "a: 'b "},
		{"yaml", "- "},
		{"json", "\"a "},
		{"toml", "[a"},
		{"toml", "a=\"\"\""},
		{"makefile", "$( "},
		{"tex", "$a "},
	} {
		src := strings.Repeat(tt.src, MaxText/4/len(tt.src))
		if runs := Lines(tt.language, src); len(runs) != strings.Count(strings.TrimSuffix(src, "\n"), "\n")+1 {
			t.Errorf("%s, %q: %d lines of runs", tt.language, tt.src, len(runs))
		}
	}
}

func TestLinesFromManyGoroutines(t *testing.T) {
	const src = "class A:\n    def f(self): return 'x'  # why\n"
	want := marked(src, Lines("python", src))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if got := marked(src, Lines("python", src)); got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
	group.Wait()
}

func FuzzLines(f *testing.F) {
	for _, language := range []string{"go", "python", "cpp", "c", "javascript", "typescript", "rust", "java", "html", "markdown", "yaml", "json", "toml", "shell", "sql", "css", "diff", "makefile"} {
		f.Add(language, "// a /* b\n#include \"x\n'''y`z${1}\n# T\n\tkey: [1, 'v'] -- c\r\n<a b='c'>&amp;</a>")
	}
	f.Fuzz(func(t *testing.T, language, src string) {
		if len(src) > 4096 {
			return
		}
		runs := Lines(language, src)
		if runs == nil {
			return
		}
		lines := strings.Split(strings.TrimSuffix(src, "\n"), "\n")
		if len(runs) != len(lines) {
			t.Fatalf("%d lines of runs for %d lines", len(runs), len(lines))
		}
		for i, line := range lines {
			at := 0
			for _, r := range runs[i] {
				if r.Start < at || r.End <= r.Start || r.End > len(strings.TrimSuffix(line, "\r")) || r.Style == Plain || r.Style > Removed {
					t.Fatalf("line %d %q: run %+v after %d", i+1, line, r, at)
				}
				if !utf8.ValidString(line[r.Start:r.End]) {
					t.Fatalf("line %d %q: run %+v splits a character", i+1, line, r)
				}
				at = r.End
			}
		}
	})
}

func BenchmarkLines(b *testing.B) {
	for _, bm := range []struct{ language, src string }{
		{"go", "// Login checks a user.\nfunc (s *Server) Login(name string) error {\n\tif name == \"\" {\n\t\treturn errors.New(\"no name\")\n\t}\n\treturn nil\n}\n\n"},
		{"python", "class Server:\n    \"\"\"Serves.\"\"\"\n\n    def login(self, name: str) -> int:\n        return len(name) + 42  # why\n\n"},
		{"cpp", "// A box.\ntemplate <typename T>\nclass Box : public Base {\n public:\n  int get() const { return value_ + 42; }\n};\n\n"},
	} {
		src := strings.Repeat(bm.src, 64<<10/len(bm.src))
		b.Run(bm.language, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				Lines(bm.language, src)
			}
		})
	}
}
