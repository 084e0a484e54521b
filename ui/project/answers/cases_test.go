package answers

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dossier/aggregate/answer"
	"dossier/aggregate/code"
	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/aggregate/request/mentions"
	"dossier/aggregate/text"
)

var casesDir = flag.String("cases", "", "a folder that .ci/answers/cases.py made: say how its answers are applied")

// caseOf is an answer with the trees of a repository before and after it.
type caseOf struct {
	ID, Repo, Tag, Form, Slip, Want, Level, Answer string
}

// TestCases applies the answers of a folder of cases, and prints by form and slip how many of them
// leave the project as it must be, how many leave it as it was, and how many do anything else, which
// is an error.
func TestCases(t *testing.T) {
	if *casesDir == "" {
		t.Skip("-cases names none")
	}
	list := readCases(t, *casesDir)
	pool := &worker.Pool{}
	defer pool.Close()
	count := map[string]map[string]int{}
	total := map[string]int{}
	for repo, cases := range list {
		dir := filepath.Join(t.TempDir(), repo)
		git(t, ".", "init", "-q", "--bare", dir)
		bundle, err := filepath.Abs(filepath.Join(*casesDir, repo+".bundle"))
		if err != nil {
			t.Fatal(err)
		}
		git(t, dir, "fetch", "-q", bundle, "refs/tags/*:refs/tags/*")
		for _, c := range cases {
			verdict, said := tryCase(t, dir, c, pool)
			slip := c.Slip
			if c.Want == "refuse" {
				slip = "trap"
			}
			key := c.Form + " " + slip
			if count[key] == nil {
				count[key] = map[string]int{}
			}
			count[key][verdict]++
			total[verdict]++
			if verdict != "right" {
				t.Logf("%s %s %s\n%s", verdict, c.ID, key, said)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(count)) {
		t.Logf("%-24s %v", key, count[key])
	}
	t.Logf("all: %v", total)
	if total["WRONG"] > 0 {
		t.Errorf("%d answers were applied wrongly", total["WRONG"])
	}
}

func readCases(t *testing.T, dir string) map[string][]caseOf {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[string][]caseOf{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var c caseOf
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		out[c.Repo] = append(out[c.Repo], c)
	}
	return out
}

func git(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
	if err != nil {
		t.Fatalf("git %v: %v", args, err)
	}
	return out
}

// treeOf returns the files of a commit.
func treeOf(t *testing.T, dir, tag string) map[string]string {
	t.Helper()
	var names []string
	var ids bytes.Buffer
	for entry := range strings.SplitSeq(string(git(t, dir, "ls-tree", "-r", "-z", tag)), "\x00") {
		meta, name, ok := strings.Cut(entry, "\t")
		if fields := strings.Fields(meta); ok && strings.HasPrefix(fields[0], "100") {
			names = append(names, name)
			ids.WriteString(fields[2] + "\n")
		}
	}
	cmd := exec.Command("git", "-C", dir, "cat-file", "--batch")
	cmd.Stdin = &ids
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range names {
		head, rest, _ := bytes.Cut(out, []byte("\n"))
		size, err := strconv.Atoi(strings.Fields(string(head))[2])
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(rest[:size])
		out = rest[size+1:]
	}
	return files
}

// tryCase applies the answer of a case.
func tryCase(t *testing.T, dir string, c caseOf, pool *worker.Pool) (verdict, said string) {
	before, want := treeOf(t, dir, c.Tag), treeOf(t, dir, strings.Replace(c.Tag, "case", "want", 1))
	parse := parser.Parser{Pool: pool}
	p := answer.Project{
		Resolve: mentions.NewNames(c.Repo, slices.Sorted(maps.Keys(before)), nil).Resolve,
		Read: func(path string) ([]byte, error) {
			text, ok := before[path]
			if !ok {
				return nil, fs.ErrNotExist
			}
			return []byte(text), nil
		},
		Structure: func(path, src string) *code.Structure {
			s, err := parse.Parse(t.Context(), text.Language(path, src), src)
			if err != nil {
				return nil
			}
			return s
		},
	}
	edits := answer.Known(answer.Parse(c.Answer), func(path string) bool { _, ok := before[path]; return ok })
	found, err := place(t.Context(), p, edits, nil)
	if err != nil {
		t.Fatal(err)
	}
	lacks := map[string]bool{}
	for _, e := range found.Placed {
		// A trap must not be sprung by what may be taken only when asked either.
		if e.Level != answer.Certain && !((c.Level == "likely" || c.Want == "refuse") && e.Level == answer.Likely) {
			lacks[e.File] = true
		}
		said += fmt.Sprintf("\t%s %s %s %s; %s; %s\n", e.Path, e.Form, e.Level, e.Lines, e.Reason, e.Note)
	}
	var takes []answer.Selected
	for i, e := range found.Placed {
		if !lacks[e.File] {
			takes = append(takes, answer.Selected{Edit: i, Choice: -1})
		}
	}
	results, _ := answer.Apply(edits, takes, p)
	got := maps.Clone(before)
	for _, r := range results {
		if delete(got, r.Path); r.After != nil {
			to := r.Path
			if r.To != "" {
				to = r.To
			}
			got[to] = string(r.After)
		}
	}
	switch {
	case maps.Equal(got, want):
		return "right", ""
	case maps.Equal(got, before):
		return "refused", said
	}
	return "WRONG", said
}
