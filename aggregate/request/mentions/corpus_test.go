package mentions

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// project returns the names of the project that the answers are about.
func project(t testing.TB) *Names {
	t.Helper()
	data, err := os.ReadFile("testdata/tree.txt")
	if err != nil {
		t.Fatal(err)
	}
	return NewNames("acme-api", strings.Split(strings.TrimSpace(string(data)), "\n"), nil)
}

// answer is what a model wrote, with the files that it names.
type answer struct {
	form, name string
	text       string
	want       []string
}

// batches are the folders of answers, in the order in which they were written.
var batches = []string{"tuned", "heldout", "fresh", "blind", "wild", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"}

// answers reads the archives in a folder. Each says in its first lines what it holds.
func answers(t testing.TB, dir string) []answer {
	t.Helper()
	archives, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives in %s: %v", dir, err)
	}
	var out []answer
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		form := strings.TrimSuffix(filepath.Base(file), ".txtar")
		for i := 0; i+1 < len(archive.Files); i += 2 {
			text, want := archive.Files[i], archive.Files[i+1]
			name, _, _ := strings.Cut(text.Name, ".")
			if want.Name != name+".want" {
				t.Fatalf("%s: %s has no want", file, text.Name)
			}
			out = append(out, answer{form, name, string(text.Data), strings.FieldsFunc(string(want.Data), func(r rune) bool { return r == '\n' })})
		}
	}
	return out
}

// format formats a mention as in the archives: ? is a file that is not there, ~ one of
// several, ! one of another repository. The symbol, or the number of files of a folder or a pattern, is at the end.
func format(m Mention) string {
	if m.Group != nil {
		return fmt.Sprintf("%s (%d)", m.Path, len(m.Group))
	}
	s := m.Path
	if !m.Known {
		s = "? " + s
		switch {
		case m.Several:
			s = "~" + s[1:]
		case m.Elsewhere:
			s = "!" + s[1:]
		}
	}
	switch {
	case m.Lines.End == MaxLine:
		s += fmt.Sprintf(":%d-end", m.Lines.Start)
	case m.Lines != Lines{}:
		s += fmt.Sprintf(":%d-%d", m.Lines.Start, m.Lines.End)
	}
	if m.Symbol != "" {
		s += " " + m.Symbol
	}
	return s
}

// withoutPart returns what was found without its lines or symbol.
func withoutPart(found string) string {
	path := strings.TrimLeft(found, "?~! ")
	path, _, _ = strings.Cut(path, ":")
	path, _, _ = strings.Cut(path, " ")
	return path
}

// share is how much was found of what was wanted.
type share struct{ wanted, found, missed, wrong int }

func (s share) recall() float64 { return 100 * float64(s.wanted-s.missed) / float64(max(1, s.wanted)) }
func (s share) false() float64  { return 100 * float64(s.wrong) / float64(max(1, s.found)) }

// Answers as models write them, with what they name: files with their lines or symbols, folders,
// patterns, addresses of other repositories. What was found before the rules were changed, with
// the part that is asked for, and what of it was false:
//
//	tuned    the rules were made with them
//	heldout  96.3 %, 1.9 %   written while the rules were made
//	fresh    95.8 %, 4.2 %   chosen to be hard
//	blind    84.4 %, 12.0 %  in the forms of public transcripts and issue threads
//	wild     67.1 %, 25.2 %  in those of session logs, reviews, plans and tools, with harder forms
//	second   75.8 %, 16.5 %  the same, after the rules were changed; 67.5 %, 23.6 % before
//	third    80.7 %, 14.5 %  the same, after the rules were changed again
//	fourth   96.2 %, 3.8 %   after that, in the forms that are most common; 97.5 %, 2.5 % with one label
//	                         that was wrong
//	fifth    100 %, 2.5 %    the same, with one label that was wrong
//	sixth    78.6 %, 18.9 %  in seven languages, with harder forms, and four labels that were wrong
//	seventh  73.8 %, 22.6 %  the same, after the rules were changed
//	eighth   95.1 %, 1.7 %   after that, in the forms that are most common and some harder ones
//	ninth    100 %, 0 %      after that, in the forms that are most common
//
// Without their parts, all paths of the last four were found.
//
// Of all of them at least 97 of 100 are found now, with their parts, and at most 2 of 100 that
// are found are none.
func TestAnswers(t *testing.T) {
	names := project(t)
	for _, half := range batches {
		forms, all := map[string]share{}, share{}
		count, files, filesFound := 0, 0, 0
		for _, a := range answers(t, half) {
			count++
			var got []string
			for _, m := range Find(a.text, names) {
				got = append(got, format(m))
			}
			paths := map[string]bool{}
			for _, g := range got {
				paths[withoutPart(g)] = true
			}
			var missed, wrong []string
			for _, w := range a.want {
				files++
				if paths[withoutPart(w)] {
					filesFound++
				}
				if !slices.Contains(got, w) {
					missed = append(missed, w)
				}
			}
			for _, g := range got {
				if !slices.Contains(a.want, g) {
					wrong = append(wrong, g)
				}
			}
			if len(missed)+len(wrong) > 0 {
				t.Logf("%s/%s %s: missed %q, found besides %q", half, a.form, a.name, missed, wrong)
			}
			one := forms[a.form]
			for _, s := range []*share{&one, &all} {
				s.wanted, s.found, s.missed, s.wrong = s.wanted+len(a.want), s.found+len(got), s.missed+len(missed), s.wrong+len(wrong)
			}
			forms[a.form] = one
		}
		for _, form := range slices.Sorted(maps.Keys(forms)) {
			t.Logf("%-8s %-8s %3d of %3d paths, %d false", half, form, forms[form].wanted-forms[form].missed, forms[form].wanted, forms[form].wrong)
		}
		t.Logf("%s: %d answers, %d paths, %.1f %% found, %.1f %% of what was found is false; %.1f %% of the paths in any part", half, count, all.wanted, all.recall(), all.false(), 100*float64(filesFound)/float64(files))
		if all.recall() < 97 || all.false() > 2 {
			t.Errorf("%s: at least 97 %% are to be found and at most 2 %% false", half)
		}
	}
}
