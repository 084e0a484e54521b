package mcp

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"dossier/aggregate/grep"
	"dossier/presets"
	"dossier/ui/project"
)

var printTasks = flag.Bool("tasks", false, "print the calls and tokens of everyday tasks beside plain file tools")

// plain is a call of a plain file tool: list a folder, grep for a text, or read a file.
type plain struct{ tool, arg string }

func ls(dir string) plain    { return plain{"list", dir} }
func find(text string) plain { return plain{"grep", text} }
func cat(file string) plain  { return plain{"read", file} }

// use is a call of a tool of the server.
type use struct {
	tool string
	args m
}

func view(path, view string) use { return use{"read", m{"files": []m{{"path": path, "view": view}}}} }

func syms(path string, names ...string) use {
	return use{"read", m{"files": []m{{"path": path, "symbols": names}}}}
}

// tasks are everyday tasks on this repository, each with the calls that do it.
var tasks = []struct {
	what    string
	dossier []use
	plain   []plain
}{
	{"what is in this repository", []use{{"tree", m{"depth": 1}}}, []plain{ls(".")}},
	{"how is it built up", []use{view("ARCHITECTURE.md", "outline")}, []plain{cat("ARCHITECTURE.md")}},
	{"what does package grep offer", []use{view("aggregate/grep/grep.go", "skeleton")}, []plain{ls("aggregate/grep"), cat("aggregate/grep/grep.go")}},
	{"what does package disk offer", []use{{"symbols", m{"path": "aggregate/disk/root.go"}}}, []plain{ls("aggregate/disk"), cat("aggregate/disk/root.go")}},
	{"where is CutLines-like slicing done", []use{{"search", m{"query": "func (t *Text) Make", "limit": 5}}}, []plain{find("func (t *Text) Make")}},
	{"where is FileItem defined", []use{{"symbols", m{"name": "FileItem"}}}, []plain{find("type FileItem"), cat("models/file.go")}},
	{"show FileItem", []use{syms("models/file.go", "FileItem")}, []plain{find("type FileItem"), cat("models/file.go")}},
	{"show Compile of grep", []use{syms("aggregate/grep/grep.go", "Compile")}, []plain{cat("aggregate/grep/grep.go")}},
	{"lines 1 to 40 of main.go", []use{{"read", m{"files": []m{{"path": "main.go", "lines": []string{"1-40"}}}}}}, []plain{cat("main.go")}},
	{"which file reads a project's secrets", []use{{"fit", m{"question": "which file redacts the secrets of a project", "rank": true, "limit": 5}}}, []plain{find("Redacting"), cat("ui/project/secretrules.go")}},
	{"who uses package prefilter", []use{{"related", m{"path": "aggregate/prefilter/prefilter.go", "kinds": []string{"imported_by"}}}}, []plain{find("aggregate/prefilter")}},
	{"what does the search command import", []use{{"related", m{"path": "ui/cli/search.go", "kinds": []string{"imports"}}}}, []plain{cat("ui/cli/search.go")}},
	{"tests of the solver", []use{{"related", m{"path": "aggregate/fit/solver.go", "kinds": []string{"tests"}}}}, []plain{ls("aggregate/fit"), find("NewSolver")}},
	{"find the file snapshotreport", []use{{"search", m{"query": "snaprep", "names": true, "limit": 5}}}, []plain{ls("ui/project")}},
	{"all golden archives of beads", []use{{"search", m{"query": "beads txtar", "names": true, "limit": 20}}}, []plain{ls(".")}},
	{"where is MaxProposals used", []use{{"search", m{"query": "MaxProposals", "word": true}}}, []plain{find("MaxProposals")}},
	{"every TODO", []use{{"search", m{"query": "TODO", "case": "sensitive", "limit": 20}}}, []plain{find("TODO")}},
	{"functions that end with Report", []use{{"search", m{"query": `^func .*Report\(`, "regexp": true, "limit": 50}}}, []plain{find("Report(")}},
	{"signature of Build", []use{{"symbols", m{"name": "Builder.Build"}}}, []plain{find("func (b *Builder) Build"), cat("aggregate/builder.go")}},
	{"what a format has to implement", []use{view("aggregate/format/format.go", "skeleton")}, []plain{cat("aggregate/format/format.go")}},
	{"compare two files' structure", []use{{"read", m{"files": []m{{"path": "aggregate/format/xml/format.go", "view": "outline"}, {"path": "aggregate/format/plain/format.go", "view": "outline"}}}}}, []plain{cat("aggregate/format/xml/format.go"), cat("aggregate/format/plain/format.go")}},
	{"how are errors of the command line printed", []use{{"fit", m{"question": "how does the command line print errors", "rank": true, "limit": 5}}, view("ui/cli/command/errors.go", "skeleton")}, []plain{find("Fprintf(c.Stderr"), find("func report"), cat("ui/cli/command/errors.go")}},
	{"what changed together with redaction.go", []use{{"related", m{"path": "aggregate/redaction.go", "kinds": []string{"history"}}}}, []plain{ls("aggregate"), find("redaction")}},
	{"which notes link to the README", []use{{"related", m{"path": "README.md", "kinds": []string{"linked_by"}}}}, []plain{find("README.md")}},
	{"how large is each folder", []use{{"tree", m{"depth": 2, "path": "aggregate"}}}, []plain{ls("aggregate")}},
	{"why is a file not listed", []use{{"tree", m{"depth": 1, "ignored": true}}}, []plain{ls("."), cat(".gitignore")}},
	{"three functions of the diff", []use{{"symbols", m{"path": "aggregate/diff/lines.go"}}}, []plain{cat("aggregate/diff/lines.go")}},
	{"files for a change of the tree's filter", []use{{"fit", m{"question": "filter of the file tree in the window", "max_tokens": 16000, "limit": 10}}}, []plain{find("filter"), cat("aggregate/fuzzy/query.go")}},
	{"what is put together now", []use{{"context", m{}}}, []plain{cat("go.mod")}},
	{"what the rules of contributing are", []use{view("CONTRIBUTING.md", "outline")}, []plain{cat("CONTRIBUTING.md")}},
}

// TestTasks says that every task can be done with the calls that are given, and with -tasks prints what
// they cost beside plain tools: calls, and tokens of arguments and answers.
func TestTasks(t *testing.T) {
	if !*printTasks {
		t.Skip("-tasks prints the table")
	}
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	base := t.TempDir()
	p, err := project.Open(dir, presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	s := New(p, Options{})
	defer s.Close()
	c := connect(t, s, &mcp.ClientOptions{})
	count := p.Counting()
	tokens := func(v any) int {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return count(string(data)).N
	}
	var table strings.Builder
	sums := [4]int{}
	for _, task := range tasks {
		cost := [4]int{len(task.dossier), 0, len(task.plain), 0}
		for _, u := range task.dossier {
			text, _, failed := c.call(u.tool, u.args)
			if failed {
				t.Errorf("%s: %s", task.what, text)
			}
			cost[1] += tokens(u.args) + count(text).N
		}
		for _, u := range task.plain {
			cost[3] += tokens(u) + count(u.run(t, p)).N
		}
		for i := range sums {
			sums[i] += cost[i]
		}
		fmt.Fprintf(&table, "| %s | %d | %d | %d | %d |\n", task.what, cost[0], cost[1], cost[2], cost[3])
	}
	fmt.Fprintf(&table, "| all %d | %d | %d | %d | %d |\n", len(tasks), sums[0], sums[1], sums[2], sums[3])
	t.Logf("| task | calls | tokens | calls with plain tools | tokens |\n|---|--:|--:|--:|--:|\n%s", &table)
	if sums[1] > sums[3] {
		t.Errorf("%d tokens are more than those of plain tools, %d", sums[1], sums[3])
	}
}

// maxPlain bounds the answer of a plain tool, as agents' tools bound it, in bytes.
const maxPlain = 100 << 10

// run runs a plain tool on the listed files.
func (u plain) run(t *testing.T, p *project.Project) string {
	t.Helper()
	tree, err := p.Tree(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	add := func(s string) {
		if out.Len()+len(s) <= maxPlain {
			out.WriteString(s)
		}
	}
	switch u.tool {
	case "read":
		data, err := os.ReadFile(filepath.Join(p.Dir, u.arg))
		if err != nil {
			t.Error(err)
		}
		add(string(data[:min(len(data), maxPlain)]))
	case "list":
		files, _ := tree.Folder(u.arg)
		for _, f := range files {
			add(f + "\n")
		}
	case "grep":
		found, err := grep.Compile(grep.Query{Pattern: u.arg, Case: grep.Sensitive})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range tree.Files() {
			data, err := os.ReadFile(filepath.Join(p.Dir, f))
			if err != nil {
				continue
			}
			found.Lines(strings.ToValidUTF8(string(data), ""), func(l grep.Line) bool {
				add(fmt.Sprintf("%s:%d:%.300s\n", f, l.Number, l.Text))
				return true
			})
		}
	}
	return out.String()
}
