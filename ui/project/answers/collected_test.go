package answers

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"dossier/aggregate/answer"
	"dossier/ui/project/projecttest"
)

// collected is an answer of testdata/collected, of the forms that are seen in transcripts, issue threads and the
// documents of the formats. What is expected was written down before the first run.
type collected struct {
	name, form, slip string
	// label is what may become of the answer: certain (applied without being asked), likely (applied with
	// --likely only), ambiguous (listed with its places), asks (nothing is applied), or none (it has no edits).
	label string
	text  string
	want  []string // lines such as "a.go 3=text", "a.go 3+text", "a.go 3-", "a.go gone" and "a.go > b.go"
}

// readCollected reads all answers, and the project that they are about.
func readCollected(t *testing.T) (files map[string]string, list []collected) {
	t.Helper()
	files = map[string]string{}
	names, err := filepath.Glob("testdata/collected/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("%d archives, %v", len(names), err)
	}
	for _, name := range names {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(name) == "project.txtar" {
			for _, f := range ar.Files {
				files[f.Name] = string(f.Data)
			}
			continue
		}
		for _, f := range ar.Files {
			if number, ok := strings.CutPrefix(f.Name, "want/"); ok {
				last := &list[len(list)-1]
				if last.name != number {
					t.Fatalf("%s: want %s follows case %s", name, number, last.name)
				}
				last.want = strings.Split(strings.TrimSuffix(string(f.Data), "\n"), "\n")
				continue
			}
			words := strings.Fields(strings.TrimPrefix(f.Name, "case/"))
			if len(words) != 4 {
				t.Fatalf("%s: %q", name, f.Name)
			}
			list = append(list, collected{words[0], words[1], words[2], words[3], string(f.Data), nil})
		}
	}
	return files, list
}

// wanted returns the files after an answer, by path.
func (c collected) wanted(t *testing.T, files map[string]string) map[string]string {
	t.Helper()
	out := maps.Clone(files)
	lines := map[string][]string{} // by line of the file as it was; 0 is before the first
	of := func(path string) []string {
		if lines[path] == nil {
			lines[path] = append([]string{""}, strings.SplitAfter(out[path], "\n")...)
		}
		return lines[path]
	}
	for _, w := range c.want {
		path, rest, _ := strings.Cut(w, " ")
		if rest == "gone" {
			delete(out, path)
			continue
		}
		if to, ok := strings.CutPrefix(rest, "> "); ok {
			out[to] = out[path]
			delete(out, path)
			continue
		}
		at := strings.IndexAny(rest, "=+-")
		n, err := strconv.Atoi(rest[:max(0, at)])
		if err != nil {
			t.Fatalf("case %s: %q", c.name, w)
		}
		switch text := rest[at+1:] + "\n"; rest[at] {
		case '=':
			of(path)[n] = text
		case '+':
			of(path)[n] += text
		case '-':
			of(path)[n] = ""
		}
	}
	for path, list := range lines {
		out[path] = strings.Join(list, "")
	}
	return out
}

// applied returns the files after what is sure enough was applied, and what is said of the edits.
func (c collected) applied(t *testing.T, files map[string]string, likely bool) (after map[string]string, said []string, levels []answer.Level) {
	t.Helper()
	p := projecttest.Open(t, files)
	a := To(p)
	found, err := a.Find(t.Context(), c.text)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range Reports(found.Placed, nil) {
		said, levels = append(said, r.Form+" "+r.Sentence()), append(levels, found.Placed[i].Level)
	}
	preview, err := a.Preview(t.Context(), found, found.Whole(likely, false))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Apply(t.Context(), preview); err != nil {
		t.Fatal(err)
	}
	after = map[string]string{}
	err = filepath.WalkDir(p.Dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(p.Dir, path)
		after[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return after, said, levels
}

// TestCollected applies each answer as its label says. With -v it prints how many of each form are right.
func TestCollected(t *testing.T) {
	files, list := readCollected(t)
	if len(list) != 100 {
		t.Errorf("there are %d answers", len(list))
	}
	right := map[string][2]int{}
	for _, c := range list {
		ok := t.Run(c.name+" "+c.form+" "+c.slip, func(t *testing.T) {
			want := c.wanted(t, files)
			for _, likely := range []bool{false, true} {
				after, said, levels := c.applied(t, files, likely)
				expected := want
				if c.label == "likely" && !likely {
					expected = files
				}
				if diff := cmp.Diff(expected, after); diff != "" {
					t.Errorf("likely %t: wrong files (-want +got):\n%s\n%s", likely, diff, strings.Join(said, "\n"))
				}
				if c.label == "none" && len(said) > 0 {
					t.Errorf("edits are found where there are none: %s", strings.Join(said, "\n"))
				}
				if c.label == "ambiguous" && !slices.Contains(levels, answer.Ambiguous) {
					t.Errorf("it is not ambiguous: %s", strings.Join(said, "\n"))
				}
			}
		})
		n := right[c.form]
		n[1]++
		if ok {
			n[0]++
		}
		right[c.form] = n
	}
	var out strings.Builder
	for _, form := range slices.Sorted(maps.Keys(right)) {
		fmt.Fprintf(&out, "%s %d of %d  ", form, right[form][0], right[form][1])
	}
	t.Log(out.String())
}
