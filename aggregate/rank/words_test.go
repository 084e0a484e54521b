package rank

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	tests := []struct {
		in   string
		want []string
	}{
		{"fooBar", []string{"foo", "bar"}},
		{"foo_bar", []string{"foo", "bar"}},
		{"FOO_BAR", []string{"foo", "bar"}},
		{"HTTPServer", []string{"http", "server"}},
		{"NewHTTP", []string{"new", "http"}},
		{"parseURLs", []string{"parse", "ur", "ls"}}, // no capital marks its end
		{"http2Connection", []string{"http2", "connection"}},
		{"utf8", []string{"utf8"}},
		{"v4", []string{"v4"}},
		{"SHA256sum", []string{"sha256sum"}},
		{"a.b", nil},   // letters are no words
		{"12 34", nil}, // nor are numbers
		{"don't", []string{"don"}},
		{"kebab-case/and path.go", []string{"kebab", "case", "and", "path", "go"}},
		{"größeÄndern", []string{"größe", "ändern"}},
		{"日本語", []string{"日本語"}},
		{"x" + string(make([]byte, 3)), nil},
		{"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", nil}, // data
	}
	for _, tt := range tests {
		var got []string
		eachWord(tt.in, func(w string) { got = append(got, w) })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.in, diff)
		}
	}
}

func TestWordsOfOneStem(t *testing.T) {
	for _, same := range [][]string{
		{"file", "files"},
		{"parse", "parses", "parsed", "parsing"},
		{"connect", "connection", "connections", "connecting"},
		{"retry", "retries"},
		{"serialize", "serialization", "serializer"},
	} {
		for _, w := range same[1:] {
			if stem(w) != stem(same[0]) {
				t.Errorf("%s is %s, but %s is %s", same[0], stem(same[0]), w, stem(w))
			}
		}
	}
}

func TestIdentifiers(t *testing.T) {
	for s, want := range map[string]bool{
		"fooBar": true, "foo_bar": true, "_private": true, "FOO_BAR": true, "newHTTP": true, "$scope": true, "ServeHTTP": true,
		"foo": false, "Foo": false, "FOO": false, "HTTP": false, "_": false, "__": false, "utf8": false, "v2": false,
	} {
		if got := isIdentifier(s); got != want {
			t.Errorf("%q: %t, want %t", s, got, want)
		}
	}
}

func TestPaths(t *testing.T) {
	tests := []struct {
		name, in string
		want     []string
	}{
		{"a path", "look at src/app/main.go please", []string{"src/app/main.go"}},
		{"a name", "see main.go.", []string{"main.go"}},
		{"in quotes", "in `lib/a.rb`, \"b.py\" and (c.ts)", []string{"lib/a.rb", "b.py", "c.ts"}},
		{"a line and a column", "main.go:12:3: undefined: x", []string{"main.go"}},
		{"lines of a link", "src/a.rs#L10-L20", []string{"src/a.rs"}},
		{"relative", "./a/b.c ../x/y.h", []string{"a/b.c", "x/y.h"}},
		{"of Windows", `C:\work\app\Main.cs:line 10`, []string{"c:/work/app/main.cs"}},
		{"Go", "main.run(0x1)\n\t/home/me/app/cmd/run.go:31 +0x1d", []string{"main.run", "home/me/app/cmd/run.go"}},
		{"Python", `  File "/srv/app/models/user.py", line 7, in save`, []string{"srv/app/models/user.py"}},
		{"Java", "\tat com.acme.login.Session.check(Session.java:42)", []string{"com.acme.login.session.check", "session.java"}},
		{"JavaScript", "    at load (webpack:///./src/load.js:3:9)\n    at file:///app/x.mjs:1:1", []string{"src/load.js", "app/x.mjs"}},
		{"Rust", "  --> crates/core/src/lib.rs:10:5", []string{"crates/core/src/lib.rs"}},
		{"C#", `   at App.Run() in /src/App.cs:line 5`, []string{"app.run", "src/app.cs"}},
		{"Ruby", "app/models/user.rb:10:in `save'", []string{"app/models/user.rb"}},
		{"an address is none", "https://example.org/a/b.html", nil},
		{"nor a number", "3.14 and 1.2.3", nil},
		{"nor a sentence", "it ends. Here it goes on", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, pathsIn(tt.in)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", tt.in, diff)
			}
		})
	}
}

func TestPathsNameFiles(t *testing.T) {
	for _, tt := range []struct {
		named, file string
		want        int
	}{
		{"src/app/main.go", "src/app/main.go", 3},
		{"main.go", "src/app/Main.go", 1},
		{"app/main.go", "src/app/main.go", 2},
		{"home/me/src/app/main.go", "src/app/main.go", 3},
		{"ain.go", "src/app/main.go", 0},
		{"app", "src/app/main.go", 0},
	} {
		if got := matchPath(tt.named, tt.file); got != tt.want {
			t.Errorf("%s for %s: %d, want %d", tt.named, tt.file, got, tt.want)
		}
	}
}

func TestRoles(t *testing.T) {
	roles := map[Role][]string{
		Source:    {"main.go", "src/app/models/user.py", "lib/router.js", "include/fmt/format.h", "src/main/java/a/Latest.java", "contest/a.c", "src/attest.rs", "mockwebserver/src/main/kotlin/Mock.kt"},
		Test:      {"a_test.go", "tests/a.py", "test_a.py", "src/test/java/a/ATest.java", "lib/a.test.ts", "spec/a_spec.rb", "src/AppTests.cs", "Polly.Specs/RetrySpecs.cs", "conftest.py", "tests/data/a.json", "__tests__/a.js"},
		Docs:      {"README.md", "docs/guide.rst", "CHANGELOG.md", "doc/man/a.txt"},
		Example:   {"examples/a.go", "samples/App/Program.cs"},
		Config:    {".github/workflows/ci.yml", "package.json", "Makefile", "Cargo.toml", "CMakeLists.txt"},
		Generated: {"api/a.pb.go", "dist/app.js", "yarn.lock", "app.min.js", "package-lock.json"},
		Vendored:  {"vendor/a/b.go", "third_party/x/y.c", "web/node_modules/a/index.js"},
	}
	for want, paths := range roles {
		for _, p := range paths {
			if got := roleOf(p, languageByName(p), false); got != want {
				t.Errorf("%s is %d, want %d", p, got, want)
			}
		}
	}
}

func TestParts(t *testing.T) {
	type stretch struct {
		Part textKind
		Text string
	}
	code := func(s string) stretch { return stretch{codePart, s} }
	prose := func(s string) stretch { return stretch{prosePart, s} }
	str := func(s string) stretch { return stretch{stringPart, s} }
	tests := []struct {
		language, src string
		want          []stretch
	}{
		{"go", "a // b\nc", []stretch{code("a "), prose(" b"), code("c")}},
		{"go", "a /* b */ \"c\\\"d\" `e\nf` g", []stretch{code("a "), prose(" b "), code(" "), str("c\\\"d"), code(" "), str("e\nf"), code(" g")}},
		{"python", "a # b\n\"\"\"c\nd\"\"\" 'e'", []stretch{code("a "), prose(" b"), prose("c\nd"), code(" "), str("e")}},
		{"rust", "fn a<'b>() // c", []stretch{code("fn a<'b>() "), prose(" c")}},
		{"sql", "select 'a' -- b", []stretch{code("select "), str("a"), code(" "), prose(" b")}},
		{"lua", "a --[[ b\nc ]] d", []stretch{code("a "), prose(" b\nc "), code(" d")}},
		{"markdown", "# a 'b'", []stretch{prose("# a 'b'")}},
		{"c", "a \"b\nc", []stretch{code("a "), str("b"), code("c")}}, // a string ends with its line
		{"c", "a /* b", []stretch{code("a "), prose(" b")}},
	}
	for _, tt := range tests {
		var got []stretch
		styleOf(tt.language).eachPart(tt.src, func(p textKind, s string) { got = append(got, stretch{p, s}) })
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", tt.language, tt.src, diff)
		}
	}
}

func FuzzParts(f *testing.F) {
	for _, l := range []string{"go", "python", "lua", "haskell", "sql", "php"} {
		f.Add(l, "a \"b\\")
		f.Add(l, "/* -- # {- \"\"\" ' ` */ -}")
	}
	f.Fuzz(func(t *testing.T, language, src string) {
		at := 0
		styleOf(language).eachPart(src, func(_ textKind, s string) {
			n := len(src[at:])
			if s != "" {
				i := slices.Index([]byte(src[at:]), s[0])
				if i < 0 || len(s) > n {
					t.Fatalf("%q is not in the rest of %q", s, src)
				}
			}
			at += len(s)
		})
		if at > len(src) {
			t.Fatalf("the parts of %q are longer than it is", src)
		}
	})
}
