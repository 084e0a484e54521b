package snippets

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"dossier/aggregate/text"
	"dossier/models"
)

func TestGuess(t *testing.T) {
	const (
		code  = models.NoteCode
		prose = models.NoteText
		repl  = models.NoteREPLHistory
		fail  = models.NoteError
	)
	tests := []struct {
		name, in string
		want     models.NoteType
		language string
	}{
		{"nothing", "", prose, ""},
		{"prose", "The login fails when the token is older than a day.\n\nSee the log.", prose, ""},
		{"prose that begins like a statement", "Select the file from the list where it stands.", prose, ""},
		{"prose with a colon at the end", "if you ask me:\nfor this:\nwith that:", prose, ""},
		{"a quote", "> that is so (they said)\n> and more of it\n\nI agree.", prose, ""},
		{"a list", "* one thing\n* another thing\n\nand an end", prose, ""},
		{"prose that quotes a line of an error", "It says\nError: no such host\nand I do not know why.\nIt was fine before.\nWhat now?\n", prose, ""},
		{"a Python trace", "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    f()\nValueError: no\n", fail, ""},
		{"a Go panic", "panic: runtime error: index out of range [3]\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/a.go:5 +0x1d\n", fail, ""},
		{"a Java trace", "java.lang.IllegalStateException: no\n\tat a.b.C.d(C.java:3)\n\tat a.b.C.main(C.java:9)\n", fail, ""},
		{"a Java trace behind a line of a log", "2026-11-22 10:00 request failed\njava.lang.Error: no\n\tat a.b.C.d(C.java:3)\n\tat a.b.C.main(C.java:9)\n", fail, ""},
		{"a Go trace behind a line of a log", "2026-11-22 10:00 POST /login 401\ngoroutine 41 [running]:\nacme.example/api.(*Server).Login(0xc0000b4000)\n\t/srv/auth.go:58 +0x1c4\n", fail, ""},
		{"a JavaScript trace", "TypeError: x is not a function\n    at f (/app/a.js:3:5)\n    at Object.<anonymous> (/app/a.js:9:1)\n", fail, ""},
		{"a Rust panic", "thread 'main' panicked at src/main.rs:2:5:\nno\n", fail, ""},
		{"a Rust error", "error[E0382]: borrow of moved value: `x`\n --> src/main.rs:4:5\n", fail, ""},
		{"a compiler's errors", "# acme/server\n./auth.go:12:2: undefined: token\n./auth.go:14:9: undefined: session\n", fail, ""},
		{"a C error", "a.c:3:5: error: 'x' undeclared\n", fail, ""},
		{"a failed test", "--- FAIL: TestLogin (0.00s)\n    auth_test.go:9: got 401\nFAIL\n", fail, ""},
		{"a Lisp error", "debugger invoked on a SB-INT:SIMPLE-ERROR in thread\n#<THREAD>: no\n", fail, ""},
		{"the seed's error", "ERROR: Division by zero", fail, ""},
		{"a Python session", ">>> 1 + 1\n2\n>>> x\nTraceback (most recent call last):\nNameError: x\n", repl, ""},
		{"an IPython session", "In [1]: 1 + 1\nOut[1]: 2\n", repl, ""},
		{"a Lisp session", "CL-USER> (+ 1 2)\n3\nCL-USER> ", repl, ""},
		{"a Ruby session", "irb(main):001:0> 1 + 1\n=> 2\n", repl, ""},
		{"a Node session", "> [1].length\n1\n", repl, ""},
		{"a shell session", "$ go version\ngo version go1.26\n", repl, ""},
		{"a shell session with a name", "me@box:~/src$ ls\nREADME.md\n", repl, ""},
		{"a prompt of psql", "acme=# select 1;\n ?column?\n 1\n", repl, ""},
		{"Go", "func (s *Server) Login(w http.ResponseWriter) {\n\tif err != nil {\n\t\treturn\n\t}\n}\n", code, "go"},
		{"Python", "def add(a, b):\n    return a + b\n", code, "python"},
		{"JavaScript", "const add = (a, b) => a + b;\nconsole.log(add(1, 2));\n", code, "javascript"},
		{"TypeScript", "interface User {\n  name: string;\n}\n", code, "typescript"},
		{"Rust", "fn main() {\n    let mut x = 1;\n    println!(\"{x}\");\n}\n", code, "rust"},
		{"C", "#include <stdio.h>\n\nint main(void) {\n    printf(\"hi\");\n}\n", code, "c"},
		{"C++", "#include <vector>\n\nstd::vector<int> v;\n", code, "cpp"},
		{"Java", "public class A {\n    public static void main(String[] a) {\n        System.out.println(1);\n    }\n}\n", code, "java"},
		{"C#", "using System;\n\nnamespace A {\n    public class B { void C() { Console.WriteLine(1); } }\n}\n", code, "csharp"},
		{"Kotlin", "fun main() {\n    val x = 1\n}\n", code, "kotlin"},
		{"Ruby", "def add(a, b)\n  a + b\nend\n\nputs add(1, 2)\n", code, "ruby"},
		{"PHP", "<?php\n$x = 1;\n", code, "php"},
		{"Lisp", "(defun add (a b) (+ a b))", code, "lisp"},
		{"Clojure", "(defn add [a b] (+ a b))", code, "clojure"},
		{"a shebang", "#!/usr/bin/env bash\nls\n", code, "shell"},
		{"a shell script", "for f in *.go; do\n  echo \"${f}\"\ndone\n", code, "shell"},
		{"SQL", "SELECT id, name\nFROM users\nWHERE id = 1;\n", code, "sql"},
		{"a small SQL", "select id from users where id = 1", code, "sql"},
		{"a table", "CREATE TABLE users (\n  id serial PRIMARY KEY\n);\n", code, "sql"},
		{"JSON", "{\"a\": [1, 2]}", code, "json"},
		{"HTML", "<!DOCTYPE html>\n<html><body></body></html>\n", code, "html"},
		{"XML", "<?xml version=\"1.0\"?>\n<a/>\n", code, "xml"},
		{"CSS", ".head {\n  color: red;\n  margin: 0;\n}\n", code, "css"},
		{"TOML", "[server]\nport = 80\nname = \"a\"\n", code, "toml"},
		{"a diff", "--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n-a\n+b\n", code, "diff"},
		{"a commit with its diff", "commit 1fec26e0\nAuthor: A <a@b.example>\n\n    Mend x\n\ndiff --git a/x.go b/x.go\n--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n-a\n+b\n", code, "diff"},
		{"prose that quotes a diff", "I would look at x first.\n\n--- a/x.go\n+++ b/x.go\n@@ -1 +1 @@\n-a\n+b\n", prose, ""},
		{"Windows line ends", "def add(a, b):\r\n    return a + b\r\n", code, "python"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Guess(tt.in); got != tt.want {
				t.Errorf("it is taken for %s, want %s", got, tt.want)
			}
			if got := ContentLanguage(tt.in); tt.want == code && got != tt.language {
				t.Errorf("its language is %q, want %q", got, tt.language)
			}
		})
	}
}

// alike are languages with common lines: a snippet of one may also be one of the other.
var alike = []string{"c cpp objective-c cuda", "javascript typescript jsx tsx vue svelte html css", "shell dockerfile", "html xml vue svelte", "css scss less", "lisp emacs-lisp scheme", "sql plsql", "terraform hcl toml", "groovy java kotlin scala", "markdown html", "mdx javascript"}

// Sources of the languages' own tests are detected correctly or as unknown: almost never as
// another language.
func TestCodeIsHardlyEverTakenForAnotherLanguage(t *testing.T) {
	archives, err := filepath.Glob("../code/languages/*/testdata/*.txtar")
	if err != nil || len(archives) < 40 {
		t.Fatalf("%d archives, %v", len(archives), err)
	}
	detected, wrong := 0, 0
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "in.") {
				continue
			}
			want, got := text.Language(f.Name, string(f.Data)), ContentLanguage(string(f.Data))
			switch {
			case got == "":
			case got == want, slices.ContainsFunc(alike, func(s string) bool {
				list := strings.Fields(s)
				return slices.Contains(list, got) && slices.Contains(list, want)
			}):
				detected++
			default:
				wrong++
				t.Logf("%s %s is taken for %s", name, f.Name, got)
			}
		}
	}
	if detected < 50 || wrong > detected/10 {
		t.Errorf("%d sources are detected, %d are taken for another language", detected, wrong)
	}
}

// Prose about a program is not code, not an error and not a session, for each paragraph.
func TestProseIsText(t *testing.T) {
	for _, name := range []string{"README.md", "ARCHITECTURE.md", "CHANGELOG.md"} {
		data, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		inside := false
		for paragraph := range strings.SplitSeq(string(data), "\n\n") {
			fences := strings.Count(paragraph, "```")
			if fences == 0 && !inside {
				if got := Guess(paragraph); got != models.NoteText {
					t.Errorf("%s: this is taken for %s (%s):\n%s", name, got, ContentLanguage(paragraph), paragraph)
				}
			}
			inside = inside != (fences%2 == 1)
		}
	}
}

func FuzzGuess(f *testing.F) {
	f.Add("> a\n")
	f.Add("$ ls\nx")
	f.Fuzz(func(t *testing.T, content string) {
		kind, language := Guess(content), ContentLanguage(content)
		if !slices.Contains(models.NoteTypes(), kind) || kind == models.NoteCode && language == "" {
			t.Fatalf("%q is %q in %q", content, kind, language)
		}
		if language != "" && text.FindLanguage(language) != language {
			t.Fatalf("%q is in %q, which is no language", content, language)
		}
	})
}
