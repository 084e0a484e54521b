package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/aggregate/systemtest"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/projecttest"
)

func TestMain(m *testing.M) { projecttest.Main(m) }

// client is a client of a server, in memory.
type client struct {
	tb      testing.TB
	session *mcp.ClientSession
}

// served is a server with the workspace that it was started in.
type served struct {
	*Server
	*workspace
}

// serving returns a server of a project.
func serving(p *project.Project, o Options) served {
	s := New(p, o)
	return served{s, s.workspaces.current()}
}

// serve opens a project of files and serves it to one client.
func serve(tb testing.TB, files map[string]string, o Options) (served, *client) {
	tb.Helper()
	s := serving(projecttest.Open(tb, files), o)
	tb.Cleanup(func() {
		if err := s.Close(); err != nil {
			tb.Error(err)
		}
	})
	return s, connect(tb, s.Server, &mcp.ClientOptions{})
}

// connect connects another client.
func connect(tb testing.TB, s *Server, o *mcp.ClientOptions) *client {
	tb.Helper()
	here, there := mcp.NewInMemoryTransports()
	if _, err := s.Connect(context.Background(), there); err != nil {
		tb.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, o).Connect(context.Background(), here, nil)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { session.Close() })
	return &client{tb, session}
}

// call calls a tool and returns its text, and the structured answer as JSON.
func (c *client) call(name string, args any) (text, structured string, failed bool) {
	c.tb.Helper()
	r, err := c.session.CallTool(context.Background(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		return err.Error(), "", true
	}
	for _, content := range r.Content {
		text += content.(*mcp.TextContent).Text
	}
	data, err := json.Marshal(r.StructuredContent)
	if err != nil {
		c.tb.Fatal(err)
	}
	return text, string(data), r.IsError
}

// ok calls a tool that must not fail, and returns its text.
func (c *client) ok(name string, args any) string {
	c.tb.Helper()
	text, _, failed := c.call(name, args)
	if failed {
		c.tb.Fatalf("%s %v: %s", name, args, text)
	}
	return text
}

type m = map[string]any

const source = "package a\n\nimport \"acme/b\"\n\n// One is the first number.\nconst One = 1\n\n// Two returns the second number.\nfunc Two() int {\n\treturn b.Three - One\n}\n"

// sample is a project with something for each tool.
func sample() map[string]string {
	return map[string]string{
		"go.mod": "module acme\n", ".gitignore": "out/\n*.log\n", "a/a.go": source, "a/a_test.go": "package a\n\nimport \"testing\"\n\nfunc TestTwo(t *testing.T) { Two() }\n",
		"b/b.go":  "// Package b has a number.\npackage b\n\n// Three is the third number.\nconst Three = 3\n",
		"plan.md": "# Plan\n\nSee [[other]].\n", "other.md": "# Other\n\nWords of the plan.\n", "out/x.go": "package x\n", "err.log": "failed\n",
		"dossier.toml": "[project]\nname = \"acme\"\ninstruction = \"Explain it.\"\n[files]\nitems = [\"a/a.go\", { path = \"b/b.go\", view_mode = \"skeleton\" }]\n[presets.notes]\nfiles = [\"plan.md\"]\n",
	}
}

// TestTools says what each tool answers, as text.
func TestTools(t *testing.T) {
	_, c := serve(t, sample(), Options{})
	tests := []struct {
		name, tool string
		args       m
		want       string // the whole text, or what it contains where it ends with …
	}{
		{"folders come first, ignored ones do not", "tree", m{"depth": 1}, "a/ 2 files ~53\nb/ 1 file ~21\n.gitignore ~3\ndossier.toml ~40\ngo.mod ~3\nother.md ~7\nplan.md ~6\n"},
		{"a folder", "tree", m{"path": "a"}, "a/a.go ~37\na/a_test.go ~17\n"},
		{"the first page", "tree", m{"depth": 1, "limit": 2}, "a/ 2 files ~53\nb/ 1 file ~21\n… 2 of 7 entries; continue with offset 2\n"},
		{"what is ignored, and why", "tree", m{"depth": 1, "ignored": true}, "err.log ~2 (ignored)…"},
		{"a text", "search", m{"query": "number"}, "a/a.go:5:// One is the first number.\na/a.go:8:// Two returns the second number.\nb/b.go:1:// Package b has a number.\nb/b.go:4:// Three is the third number.\n"},
		{"a page of an expression", "search", m{"query": "^const", "regexp": true, "limit": 1}, "a/a.go:6:const One = 1\n… 1 of 2 matching lines; continue with offset 1\n"},
		{"its context", "search", m{"query": "Three", "glob": "a/*.go", "context": 1}, "a/a.go-9-func Two() int {\na/a.go:10:\treturn b.Three - One\na/a.go-11-}\n"},
		{"source before data", "search", m{"query": "acme"}, "a/a.go:3:import \"acme/b\"\ndossier.toml:2:name = \"acme\"\ngo.mod:1:module acme\n"},
		{"only which files", "search", m{"query": "number", "paths": true}, "a/a.go 2\nb/b.go 2\n"},
		{"a page of these", "search", m{"query": "number", "paths": true, "limit": 1, "context": 3}, "a/a.go 2\n… 1 of 2 files; continue with offset 1\n"},
		{"the next page of these", "search", m{"query": "number", "paths": true, "limit": 1, "offset": 1}, "b/b.go 2\n"},
		{"perhaps an expression", "search", m{"query": "Tw.* int"}, "nothing matches this as text; set regexp if it is a regular expression\n"},
		{"one level where two are too many", "tree", m{"limit": 8}, "a/ 2 files ~53\nb/ 1 file ~21\n.gitignore ~3\ndossier.toml ~40\ngo.mod ~3\nother.md ~7\nplan.md ~6\nonly one level is listed; give the path of a folder to list its contents, or a depth\n"},
		{"at most some of each kind", "related", m{"path": "a/a.go", "kinds": []string{"imported_by", "tests"}, "limit": 1}, "imported_by:\n  a/a_test.go\ntests:\n  a/a_test.go (has a similar name)\n"},
		{"nothing", "search", m{"query": "nowhere"}, "nothing matches; try other words or parts of them, or set names to find files by their paths\n"},
		{"names", "search", m{"query": "a_te", "names": true}, "a/a_test.go\n"},
		{"a file", "read", m{"files": []m{{"path": "b/b.go"}}}, "=== b/b.go (full)\n// Package b has a number.\npackage b\n\n// Three is the third number.\nconst Three = 3\n"},
		{
			"several, in several ways", "read",
			m{"files": []m{{"path": "a/a.go", "symbols": []string{"Two"}}, {"path": "a/a.go", "lines": []string{"6"}}, {"path": "b/b.go", "view": "outline"}}},
			"=== a/a.go (symbols)\n// Two returns the second number.\nfunc Two() int {\n\treturn b.Three - One\n}\n=== a/a.go (lines)\n…",
		},
		{"one of several is not there", "read", m{"files": []m{{"path": "plan.md"}, {"path": "a/b.go"}}}, "=== plan.md (full)\n# Plan\n\nSee [[other]].\na/b.go does not exist; is it b/b.go?\n"},
		{"from beyond the end", "read", m{"files": []m{{"path": "plan.md", "offset": 3}}}, "=== plan.md (full, offset 3 is past the last of 3 lines)\n"},
		{"entries beyond the end", "tree", m{"depth": 1, "offset": 7}, "offset 7 is past the last of 7 entries\n"},
		{"matches beyond the end", "search", m{"query": "^const", "regexp": true, "offset": 2}, "offset 2 is past the last of 2 matching lines\n"},
		{"null in the objects of a list", "read", m{"files": []m{{"path": "other.md", "view": nil, "lines": nil, "symbols": []string{}}}}, "=== other.md (full)\n# Other\n\nWords of the plan.\n"},
		{"from a line on", "read", m{"files": []m{{"path": "plan.md", "offset": 2}}}, "=== plan.md (full, lines 3-3 of 3)\nSee [[other]].\n"},
		{"the symbols of a file", "symbols", m{"path": "a/a.go"}, "a/a.go\n  One Constant 6-6 12 tokens: const One = 1\n  Two Function 9-11 20 tokens: func Two() int\n"},
		{"where a symbol is", "symbols", m{"name": "Three"}, "b/b.go\n  Three Constant 5-5 12 tokens: const Three = 3\n"},
		{"what belongs to a file", "related", m{"path": "a/a.go"}, "imports:\n  b/b.go (acme/b)\nimported_by:\n  a/a_test.go\ntests:\n  a/a_test.go (has a similar name)\n"},
		{"what belongs to a note", "related", m{"path": "other.md", "kinds": []string{"linked_by"}}, "linked_by:\n  plan.md\n"},
		{"files for a question", "fit", m{"question": "where is the third number", "rank": true, "limit": 1}, "b/b.go (words: …"},
		{"within a budget", "fit", m{"question": "where is the third number", "max_tokens": 300}, "of 300 tokens; propose these to the user, or read what you need\n…"},
		{"the composition", "context", nil, "a/a.go full 53 tokens\nb/b.go skeleton 35 tokens\nsection Files: …"},
		{"the document", "build", nil, "document: …"},
		{"a section", "build", m{"section": "instruction"}, "Explain it.…"},
		{"a preset", "build", m{"preset": "notes"}, "# Plan…"},
		{"no snapshots", "snapshots", nil, "no snapshots yet: the user has neither written nor copied a document\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := c.ok(tt.tool, tt.args)
			if part, some := strings.CutSuffix(tt.want, "…"); got != tt.want && !(some && strings.Contains(got, part)) {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// TestSnapshotsAndChanges writes documents, where the user allowed that, and compares with them.
func TestSnapshotsAndChanges(t *testing.T) {
	s, c := serve(t, sample(), Options{Write: true})
	if got := c.ok("build", m{"write": true}); !strings.Contains(got, "written to .dossier/out/acme_001.md\n") {
		t.Fatal(got)
	}
	if got := c.ok("changes", nil); got != "nothing has changed since acme_001\n" {
		t.Error(got)
	}
	projecttest.Write(t, filepath.Join(s.p.Dir, "a/a.go"), strings.Replace(source, "One = 1", "One = 11", 1))
	if got := c.ok("changes", m{"since": "1", "unified": true}); !strings.Contains(got, "Files: ") || !strings.Contains(got, "\n-const One = 1\n+const One = 11\n") {
		t.Error(got)
	}
	if got := c.ok("snapshots", nil); !strings.HasPrefix(got, "acme_001 ") || !strings.Contains(got, " 2 files ") {
		t.Error(got)
	}
	if got := c.ok("snapshots", m{"name": "latest"}); !strings.HasPrefix(got, "=== acme_001\n## Files\n") {
		t.Error(got)
	}
}

// TestPropose says that a proposal waits for the user, and that the agent learns what they did.
func TestPropose(t *testing.T) {
	s, c := serve(t, sample(), Options{})
	before, err := os.ReadFile(filepath.Join(s.p.Dir, "dossier.toml"))
	if err != nil {
		t.Fatal(err)
	}
	got := c.ok("propose", m{"title": "the plan", "reason": "it says why", "show": []m{{"path": "plan.md", "why": "the plan itself"}, {"path": "a/a.go", "symbols": []string{"Two"}}}, "remove": []string{"b/b.go"}})
	for _, want := range []string{"p1 is waiting for the user: ", "added plan.md full +", "changed a/a.go masked -", "removed b/b.go  -"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if after, _ := os.ReadFile(filepath.Join(s.p.Dir, "dossier.toml")); string(after) != string(before) {
		t.Errorf("the project file changed to %s", after)
	}
	if got := c.ok("context", nil); !strings.Contains(got, `proposal p1 "the plan": waiting`) {
		t.Error(got)
	}
	list := s.p.Proposals().All()
	if len(list) != 1 || list[0].Client != "tester" {
		t.Fatalf("%+v", list)
	}
	if err := s.p.Proposals().Decide(t.Context(), "p1", "dropped", nil); err != nil {
		t.Fatal(err)
	}
	if got := c.ok("context", nil); !strings.Contains(got, `proposal p1 "the plan": dropped`) {
		t.Error(got)
	}
}

// TestErrorsSayWhatToDo lists calls that cannot be done, of every tool, with the way out.
func TestErrorsSayWhatToDo(t *testing.T) {
	files := sample()
	files["large.txt"] = strings.Repeat("x", 1<<20+1)
	_, c := serve(t, files, Options{})
	long := strings.Repeat("x", 20_000)
	many := make([]m, 60)
	for i := range many {
		many[i] = m{"path": "plan.md"}
	}
	tests := []struct {
		tool string
		args any
		want string
	}{
		{"tree", m{"path": "../x"}, "is outside the project"},
		{"tree", m{"path": "/etc"}, "is outside the project"},
		{"tree", m{"path": "gone"}, "does not exist"},
		{"tree", m{"path": "plan.md"}, "is a file; read it"},
		{"tree", m{"depth": "two"}, "depth"},
		{"search", m{"query": ""}, "the query is empty"},
		{"search", m{"query": "(", "regexp": true}, "is not a valid regular expression"},
		{"search", m{"query": "x", "case": "upper"}, "case must be sensitive or insensitive"},
		{"search", m{"query": "x", "under": []string{"out"}}, "is not among the files"},
		{"search", m{"query": "x", "under": []string{"../.."}}, "is outside the project"},
		{"search", m{"query": "x", "names": true, "word": true}, "names cannot be combined"},
		{"search", m{"query": long}, "at most"},
		{"read", m{}, "files"},
		{"read", m{"files": []m{}}, "name files to read"},
		{"read", m{"files": many}, "at most 50 files"},
		{"read", m{"files": []m{{"path": ""}}}, "is a folder"},
		{"read", m{"files": []m{{"path": "a"}}}, "is a folder with 2 files, such as a/a.go"},
		{"read", m{"files": []m{{"path": "b"}}}, "is a folder with 1 file, such as b/b.go"},
		{"read", m{"files": []m{{"path": "err.log"}}}, "is ignored (.gitignore:2: *.log); the user can add it"},
		{"read", m{"files": []m{{"path": ".git/config"}}}, "is not listed (belongs to git)"},
		{"read", m{"files": []m{{"path": "../../etc/passwd"}}}, "is outside the project; the user can allow it"},
		{"read", m{"files": []m{{"path": "/etc/passwd"}}}, "is outside the project; the user can allow it"},
		{"read", m{"files": []m{{"path": "a/a.go", "view": "whole"}}}, "there is no view"},
		{"read", m{"files": []m{{"path": "a/a.go", "lines": []string{"0-4"}}}}, "is not a range of lines"},
		{"read", m{"files": []m{{"path": "a/a.go", "lines": []string{"99-100"}}}}, "has 11 lines"},
		{"read", m{"files": []m{{"path": "a/a.go", "symbols": []string{"Towo"}}}}, "is it Two?"},
		{"read", m{"files": []m{{"path": "large.txt"}}}, "large.txt has 1048577 bytes, more than the limit of 1048576; search in it"},
		{"read", m{"files": []m{{"path": "plan.md\x00"}}}, "does not exist"},
		{"symbols", m{}, "give the path of a file, or the name"},
		{"symbols", m{"path": "go.mod"}, "go.mod"},
		{"related", m{"path": "a/a.go", "kinds": []string{"friends"}}, "the kinds are imports"},
		{"related", m{"path": "nowhere.go"}, "does not exist"},
		{"fit", m{"question": " "}, "ask a question"},
		{"fit", m{"question": long}, "at most"},
		{"fit", m{"git": "uncommitted", "rank": true}, "no git repository"},
		{"fit", m{"git": ".."}, "range"},
		{"fit", m{"question": "x", "max_tokens": -1}, "max_tokens must be from 1"},
		{"fit", m{"question": "third number", "max_tokens": 3}, "allow that many with max_tokens, or only rank the files"},
		{"fit", m{"question": "x", "under": "c"}, "c is no folder with files of the project"},
		{"fit", m{"question": "x", "under": "..", "rank": true}, ".. is no folder with files of the project"},
		{"fit", m{"question": "x", "languages": []string{"klingon"}}, "there is no language"},
		{"propose", m{"title": "x"}, "is empty: name files"},
		{"propose", m{"title": "x", "remove": []string{"plan.md"}}, "is not in the composition"},
		{"build", m{"preset": "none"}, `there is no preset "none"`},
		{"build", m{"format": "pdf"}, "the formats are"},
		{"build", m{"section": "Poems"}, "it has Files"},
		{"build", m{"write": true}, "dossier mcp --write"},
		{"snapshots", m{"name": "acme_009"}, "acme_009"},
		{"changes", m{}, "the user has neither written nor copied a document"},
		{"changes", m{"since": "now"}, "since must name a snapshot"},
		{"context", []string{"a"}, ""},
		{"nothing", m{}, "nothing"},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s %.60v", tt.tool, tt.args), func(t *testing.T) {
			got, _, failed := c.call(tt.tool, tt.args)
			if !failed || !strings.Contains(got, tt.want) {
				t.Errorf("failed %t: %s; want %q", failed, got, tt.want)
			}
			if len(got) > 2000 {
				t.Errorf("the error has %d bytes", len(got))
			}
		})
	}
}

// TestAnEmptyComposition says what to do where there is nothing to build.
func TestAnEmptyComposition(t *testing.T) {
	_, c := serve(t, map[string]string{"a.go": "package a\n"}, Options{})
	if got, _, failed := c.call("build", nil); !failed || !strings.Contains(got, "the user's composition is empty; propose files for it") {
		t.Error(got)
	}
}

// TestFresh says that an answer is of the files as they are.
func TestFresh(t *testing.T) {
	s, c := serve(t, sample(), Options{})
	write := func(name, text string) { projecttest.Write(t, filepath.Join(s.p.Dir, name), text) }
	c.ok("tree", nil)
	write("new/file.go", "package fresh\n")
	if got := c.ok("read", m{"files": []m{{"path": "new/file.go"}}}); !strings.Contains(got, "package fresh") {
		t.Error(got)
	}
	write("new/file.go", "package fresher\n\nfunc Late() {}\n")
	if got := c.ok("read", m{"files": []m{{"path": "new/file.go"}}}); !strings.Contains(got, "package fresher") {
		t.Error(got)
	}
	if got := c.ok("symbols", m{"name": "Late"}); !strings.Contains(got, "Late Function 3-3") {
		t.Error(got)
	}
	write(".gitignore", "out/\nnew/\n")
	if got := c.ok("search", m{"query": "fresher"}); !strings.HasPrefix(got, "nothing matches") {
		t.Error(got)
	}
	write("dossier.toml", "[files]\nexclude = [\"*.md\"]\nitems = [\"b/b.go\"]\n")
	if got := c.ok("context", nil); !strings.HasPrefix(got, "b/b.go full ") {
		t.Error(got)
	}
	if got := c.ok("search", m{"query": "plan"}); !strings.HasPrefix(got, "nothing matches") {
		t.Error(got)
	}
	if err := os.RemoveAll(filepath.Join(s.p.Dir, "b")); err != nil {
		t.Fatal(err)
	}
	if got, _, failed := c.call("read", m{"files": []m{{"path": "a/a.go"}, {"path": "b/b.go"}}}); failed || !strings.Contains(got, "does not exist") {
		t.Error(got)
	}
}

// TestPages reads a long file and a long document page by page: together the pages are the whole.
func TestPages(t *testing.T) {
	var long strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&long, "line %d of a long file é\n", i+1)
	}
	files := sample()
	files["long.txt"], files["wide.txt"] = long.String(), strings.Repeat("é", 100_000)
	files["dossier.toml"] = "[files]\nitems = [\"long.txt\"]\n"
	_, c := serve(t, files, Options{})
	var whole strings.Builder
	for offset, pages := 0, 0; ; pages++ {
		_, structured, failed := c.call("read", m{"files": []m{{"path": "long.txt", "offset": offset}}})
		var out readOut
		if err := json.Unmarshal([]byte(structured), &out); err != nil || failed || pages > 100 {
			t.Fatal(structured, err)
		}
		f := out.Files[0]
		if whole.WriteString(f.Text); len(f.Text) > 4*defaultTokens || f.Lines != 6000 {
			t.Fatalf("%d bytes of %d lines", len(f.Text), f.Lines)
		}
		if offset = f.NextOffset; offset == 0 {
			break
		}
	}
	if whole.String() != long.String() {
		t.Error("the pages are not the file")
	}
	whole.Reset()
	for offset := 0; ; {
		_, structured, failed := c.call("build", m{"offset": offset, "max_tokens": 16384})
		var out buildOut
		if err := json.Unmarshal([]byte(structured), &out); err != nil || failed {
			t.Fatal(structured, err)
		}
		whole.WriteString(out.Text)
		if offset = out.NextOffset; offset == 0 {
			break
		}
	}
	if !strings.Contains(whole.String(), long.String()) {
		t.Error("the pages are not the document")
	}
	got := c.ok("read", m{"files": []m{{"path": "wide.txt"}}})
	if len(got) > 4*defaultTokens+300 || !strings.Contains(got, "…\nnote: line 1 has 200000 bytes, of which the first 32000 are returned; a larger max_tokens returns more") {
		t.Errorf("a long line gives %d bytes, ending in %q", len(got), got[max(0, len(got)-300):])
	}
}

func TestCut(t *testing.T) {
	for _, tt := range []struct {
		text          string
		offset, bytes int
		part          string
		lines, next   int
		truncated     string
	}{
		{"", 0, 5, "", 0, 0, ""},
		{"a\nb\nc\n", 0, 99, "a\nb\nc\n", 3, 0, ""},
		{"a\nb\nc", 0, 4, "a\nb\n", 3, 2, ""},
		{"a\nb\nc", 2, 4, "c", 3, 0, ""},
		{"a\nb\nc", 3, 4, "", 3, 0, ""},
		{"a\nb\nc", 9, 4, "", 3, 0, ""},
		{"a\nb\nc", -1, 2, "a\n", 3, 1, ""},
		{"abc\nd", 0, 3, "abc\n", 2, 1, ""},
		{"abc\n", 0, 3, "abc\n", 1, 0, ""},
		{"abcdef\nb", 0, 3, "abc…\n", 2, 1, "line 1 has 6 bytes, of which the first 3 are returned"},
		{"a\nabcdef\nb", 0, 3, "a\n", 3, 1, ""},
		{"a\nabcdef\nb", 1, 3, "abc…\n", 3, 2, "line 2 has 6 bytes, of which the first 3 are returned"},
		{"abcdef", 0, 3, "abc…\n", 1, 0, "line 1 has 6 bytes, of which the first 3 are returned"},
		{"éé\n", 0, 3, "é…\n", 1, 0, "line 1 has 4 bytes, of which the first 2 are returned"},
	} {
		if part, lines, next, truncated := cut(tt.text, tt.offset, tt.bytes); part != tt.part || lines != tt.lines || next != tt.next || truncated != tt.truncated {
			t.Errorf("%q from %d, %d bytes: %q, %d, %d, %q; want %q, %d, %d, %q", tt.text, tt.offset, tt.bytes, part, lines, next, truncated, tt.part, tt.lines, tt.next, tt.truncated)
		}
	}
}

func TestStoredPromptsAreOffered(t *testing.T) {
	server, client := serve(t, map[string]string{"a.go": "package a\n", "dossier.toml": "[project]\nname = \"acme\"\n[files]\nitems = [\"a.go\"]\n", ".dossier/prompts/terse.md": "Be terse about {{project}}: {{question}}\n{{selection}}"}, Options{})
	dir := server.p.Dir
	names := func() string {
		t.Helper()
		list, err := client.session.ListPrompts(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, one := range list.Prompts {
			out = append(out, one.Name)
		}
		slices.Sort(out)
		return strings.Join(out, ", ")
	}
	if got := names(); got != "document, explain, fix, plan, review, terse, write tests" {
		t.Errorf("offered are %s", got)
	}
	get := func(name, question string) (string, error) {
		got, err := client.session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: name, Arguments: map[string]string{"question": question}})
		if err != nil {
			return "", err
		}
		return got.Messages[0].Content.(*mcp.TextContent).Text, nil
	}
	if got, err := get("terse", "why?"); err != nil || got != "Be terse about acme: why?\na.go\n" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := get("plan", "Add a cache."); err != nil || !strings.HasPrefix(got, "Make a plan") || !strings.HasSuffix(got, "\n\nAdd a cache.") {
		t.Errorf("%q, %v", got, err)
	}
	projecttest.Write(t, filepath.Join(dir, ".dossier", "prompts", "new.md"), "New.")
	if err := os.Remove(filepath.Join(dir, ".dossier", "prompts", "terse.md")); err != nil {
		t.Fatal(err)
	}
	if _, err := get("terse", ""); err == nil {
		t.Error("a prompt that is gone is given")
	}
	if got := names(); got != "document, explain, fix, new, plan, review, write tests" {
		t.Errorf("offered are %s", got)
	}
}

func TestAPausedServerAnswersNothing(t *testing.T) {
	server, client := serve(t, map[string]string{"a.go": "package a\n"}, Options{})
	pause := func(on bool) {
		t.Helper()
		if err := server.p.User().ChangeSettings(t.Context(), func(s *presets.Settings) { s.PauseAgents = on }); err != nil {
			t.Fatal(err)
		}
	}
	call := func() string {
		t.Helper()
		got, err := client.session.CallTool(t.Context(), &mcp.CallToolParams{Name: "read", Arguments: map[string]any{"files": []any{map[string]any{"path": "a.go"}}}})
		if err != nil {
			return err.Error()
		}
		return got.Content[0].(*mcp.TextContent).Text
	}
	if got := call(); !strings.Contains(got, "package a") {
		t.Fatalf("before it says %q", got)
	}
	pause(true)
	if got := call(); strings.Contains(got, "package a") || !strings.Contains(got, "the user has paused agents") {
		t.Errorf("paused it says %q", got)
	}
	if _, err := client.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: documentURI}); err == nil || !strings.Contains(err.Error(), "paused") {
		t.Errorf("the document is given: %v", err)
	}
	pause(false)
	if got := call(); !strings.Contains(got, "package a") {
		t.Errorf("afterwards it says %q", got)
	}
}

// TestPathsAsShown reads files by the escaped forms of their paths, which answers show: a client cannot send some of the
// bytes of a path.
func TestPathsAsShown(t *testing.T) {
	for _, name := range []string{"two\nlines.txt", "bad\xff.txt", "a\x01.txt"} {
		systemtest.NeedName(t, name)
	}
	_, c := serve(t, map[string]string{"two\nlines.txt": "words\n", "bad\xff.txt": "bytes\n", "a\x01.txt": "one\n", `b\x01.txt`: "two\n", "b\x01.txt": "three\n"}, Options{})
	for path, want := range map[string]string{
		`two\nlines.txt`: "words", "two\nlines.txt": "words", `bad\xff.txt`: "bytes", "bad\ufffd.txt": "bytes", `a\x01.txt`: "one",
		`b\x01.txt`: "two", "b\x01.txt": "three", `c\x01.txt`: "does not exist",
	} {
		if got, _, failed := c.call("read", m{"files": []m{{"path": path}}}); !strings.Contains(got, want) || failed != (want == "does not exist") {
			t.Errorf("%q is read as %s", path, got)
		}
	}
}

// TestNothingToAdd checks that no answer proposes to add what cannot be read.
func TestNothingToAdd(t *testing.T) {
	systemtest.NeedLinks(t)
	s, c := serve(t, map[string]string{"a.go": "package a\n"}, Options{})
	if err := os.Symlink("gone", filepath.Join(s.p.Dir, "link")); err != nil {
		t.Fatal(err)
	}
	if got, _, failed := c.call("read", m{"files": []m{{"path": "link"}}}); !failed || got != "link is not listed (link to nothing)" {
		t.Errorf("it answers %s", got)
	}
}

// TestAnEmptyResource checks that an empty file has contents: a client rejects those without a text or a blob.
func TestAnEmptyResource(t *testing.T) {
	_, c := serve(t, map[string]string{"empty.txt": ""}, Options{})
	got, err := c.session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: filePrefix + "empty.txt"})
	if err != nil {
		t.Fatal(err)
	}
	if data, err := json.Marshal(got.Contents[0]); err != nil || !strings.Contains(string(data), `"blob":""`) {
		t.Errorf("it has %s, %v", data, err)
	}
}

// TestClientNames checks that any name of a client is short text, which a proposal accepts.
func TestClientNames(t *testing.T) {
	for name, want := range map[string]string{
		"": "unnamed client", "editor": "editor", strings.Repeat("é", 50): strings.Repeat("é", 40), "a" + strings.Repeat("é", 50): "a" + strings.Repeat("é", 39),
		strings.Repeat("\x01", 90): strings.Repeat(`\x01`, 20),
	} {
		if got := clientName(&mcp.Implementation{Name: name}); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
}

// TestSchemas says that each argument has one type, and that null means an omitted argument.
func TestSchemas(t *testing.T) {
	_, c := serve(t, sample(), Options{})
	r, err := c.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range r.Tools {
		data, err := json.Marshal(tool.InputSchema)
		if err != nil || strings.Contains(string(data), `"null"`) {
			t.Errorf("%s takes %s, %v", tool.Name, data, err)
		}
	}
	if got := c.ok("tree", m{"path": nil, "depth": 1, "limit": nil, "ignored": nil}); !strings.HasPrefix(got, "a/ 2 files") {
		t.Error(got)
	}
	if got := c.ok("search", m{"query": "null Three", "under": nil}); !strings.HasPrefix(got, "nothing matches") {
		t.Error(got)
	}
	if got, _, failed := c.call("read", m{"files": nil}); !failed || !strings.Contains(got, "files") {
		t.Error(got)
	}
}
