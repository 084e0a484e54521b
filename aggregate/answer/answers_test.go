package answer

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"dossier/aggregate/code"
	"dossier/aggregate/request/mentions"
)

var update = flag.Bool("update", false, "rewrite the wanted parts of the golden archives")

// world is a project in memory.
type world map[string]string

func (w world) project() Project {
	var names []string
	for name := range w {
		names = append(names, name)
	}
	slices.Sort(names)
	return Project{
		Resolve: mentions.NewNames("acme", names, nil).Resolve,
		Read: func(path string) ([]byte, error) {
			text, ok := w[path]
			if !ok {
				return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
			}
			return []byte(text), nil
		},
		Structure: outline,
		Guard: func(path string) error {
			if strings.HasPrefix(path, "/") || strings.HasPrefix(path, "..") || strings.HasPrefix(path, ".git/") {
				return fmt.Errorf("%s may not be written", path)
			}
			return nil
		},
	}
}

// outline is a parser that knows functions by their first lines: enough for these tests, which need
// no grammar.
func outline(path, text string) *code.Structure {
	if !strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, ".py") {
		return nil
	}
	s := &code.Structure{Broken: strings.Count(text, "{") != strings.Count(text, "}")}
	start, name, at := -1, "", 0
	end := func(to int) {
		if start >= 0 {
			for to > start && text[to-1] == '\n' && to-2 >= 0 && text[to-2] == '\n' {
				to--
			}
			span := code.Span{Start: start, End: to}
			s.Symbols = append(s.Symbols, code.Symbol{Kind: code.Function, Name: name, Path: name, Parent: -1, Node: span, Whole: span})
		}
		start = -1
	}
	for line := range strings.Lines(text) {
		for _, word := range []string{"func ", "def "} {
			if rest, ok := strings.CutPrefix(line, word); ok {
				end(at)
				start = at
				name, _, _ = strings.Cut(rest, "(")
			}
		}
		if start >= 0 && line[0] != ' ' && line[0] != '\t' && line[0] != '}' && line[0] != '\n' && at > start {
			end(at)
		}
		at += len(line)
		if start >= 0 && line == "}\n" {
			end(at)
		}
	}
	end(at)
	return s
}

// TestAnswers: each archive of testdata/answers has an answer, the files of a project, what is said of
// the edits and the files that they change. "likely" in its first line takes likely edits too.
func TestAnswers(t *testing.T) {
	names, err := filepath.Glob("testdata/answers/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d archives, %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files, answer, want := world{}, "", map[string]string{}
			kept := ar.Files[:0:0]
			for _, f := range ar.Files {
				// A line that would begin a file of the archive is written with ~ before it.
				text := strings.ReplaceAll(string(f.Data), "\n~-- ", "\n-- ")
				switch before, after, _ := strings.Cut(f.Name, "/"); {
				case f.Name == "answer":
					answer = text
				case before == "project":
					files[after] = strings.ReplaceAll(text, "^M\n", "\r\n")
				default:
					want[f.Name] = text
					continue
				}
				kept = append(kept, f)
			}
			first, _, _ := strings.Cut(string(ar.Comment), "\n")
			got := applied(files, answer, strings.Contains(first, "likely"))
			if *update {
				for _, key := range slices.Sorted(keysOf(got)) {
					kept = append(kept, txtar.File{Name: key, Data: []byte(got[key])})
				}
				if err := os.WriteFile(name, txtar.Format(&txtar.Archive{Comment: ar.Comment, Files: kept}), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("wrong result (-want +got):\n%s", diff)
			}
		})
	}
}

func keysOf(m map[string]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// applied returns what is said of the edits of an answer, and the files that they change.
func applied(files world, text string, likely bool) map[string]string {
	edits := Known(Parse(text), func(path string) bool { _, ok := files[path]; return ok })
	placed := place(edits, files.project())
	lacks := map[string]bool{}
	var report strings.Builder
	for _, e := range placed {
		if e.Level != Certain && !(likely && e.Level == Likely) {
			lacks[e.File] = true
		}
		fmt.Fprintf(&report, "%s %s %s %s", e.Path, e.Form, e.Action, e.Level)
		if e.Lines.Start > 0 {
			fmt.Fprintf(&report, " %s", e.Lines)
		}
		for _, s := range []string{e.Reason, e.Note, strings.Join(e.Candidates, " "), e.Warning} {
			if s != "" {
				report.WriteString("; " + s)
			}
		}
		for _, c := range e.Choices {
			fmt.Fprintf(&report, "; or %s", c.Lines)
		}
		report.WriteString("\n")
	}
	var takes []Selected
	for i, e := range placed {
		if !lacks[e.File] {
			takes = append(takes, Selected{Edit: i, Choice: -1})
		}
	}
	results, taken := Apply(edits, takes, files.project())
	out := map[string]string{"report": report.String()}
	for _, e := range taken {
		if e.Warning != "" {
			out["report"] += "warning: " + e.Warning + "\n"
		}
	}
	for _, r := range results {
		to := r.Path
		if r.To != "" {
			to = r.To
			out["after/"+r.Path] = "(moved to " + to + ")\n"
		}
		if r.After == nil {
			out["after/"+to] = "(removed)\n"
			continue
		}
		after := strings.ReplaceAll(string(r.After), "\r\n", "^M\n")
		if !strings.HasSuffix(after, "\n") {
			after += "(no newline)\n"
		}
		out["after/"+to] = after
	}
	return out
}
