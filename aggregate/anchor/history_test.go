package anchor

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

// revision is one text of a history, with the lines of each slice that still exists.
type revision struct {
	name  string
	text  string
	spans map[byte][2]int // by letter: first and last line
	lines map[byte]int    // number of lines in between that belong to it
}

// readHistory reads the revisions of an archive. The margin of a line, up to the bar, contains
// the letters of the slices that it belongs to.
func readHistory(tb testing.TB, name string) []revision {
	tb.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		tb.Fatal(err)
	}
	var list []revision
	for _, file := range archive.Files {
		r := revision{name: file.Name, spans: map[byte][2]int{}, lines: map[byte]int{}}
		var text strings.Builder
		for i, line := range strings.Split(strings.TrimSuffix(string(file.Data), "\n"), "\n") {
			margin, rest, ok := strings.Cut(line, "|")
			if !ok {
				tb.Fatalf("%s, %s, line %d has no margin", name, file.Name, i+1)
			}
			text.WriteString(rest + "\n")
			for _, letter := range []byte(strings.TrimSpace(margin)) {
				span, ok := r.spans[letter]
				if !ok {
					span[0] = i + 1
				}
				span[1] = i + 1
				r.spans[letter] = span
				r.lines[letter]++
			}
		}
		r.text = text.String()
		list = append(list, r)
	}
	return list
}

// TestHistory creates the slices of each history at every revision and searches for them in all
// later ones. Slices that are not found are logged.
func TestHistory(t *testing.T) {
	names, err := filepath.Glob("testdata/history/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no histories: %v", err)
	}
	var total score
	for _, name := range names {
		var s score
		revisions := readHistory(t, name)
		for i, old := range revisions {
			for _, now := range revisions[i+1:] {
				text := NewText(now.text)
				for _, letter := range slices.Sorted(maps.Keys(old.spans)) {
					span, want := old.spans[letter], now.spans[letter]
					slice, err := NewText(old.text).Make(span[0], span[1])
					if err != nil {
						t.Fatal(err)
					}
					r := text.Resolve(slice)
					before := s
					s.judge(r, want[0], want[1], 2*now.lines[letter] >= span[1]-span[0]+1)
					report := t.Logf
					if s.twins > before.twins {
						report = t.Errorf
					}
					if s.found == before.found && (s.exist > before.exist || r.Health != Lost) {
						report("%s: slice %c of revision %s is %+v in revision %s, want lines %v", filepath.Base(name), letter, old.name, r, now.name, want)
					}
				}
			}
		}
		t.Logf("%s: %s", filepath.Base(name), s)
		total.add(s)
	}
	t.Logf("all: %s", total)
	if total.foundShare() < 0.95 {
		t.Errorf("fewer than 95 %% of the slices were found")
	}
}

var modules = flag.Bool("modules", false, "score slices over the versions of modules in the module cache")

// TestModules scores slices over the history of other projects: Go files of which the module
// cache has several versions. The expected result comes from a diff of the two versions; lines
// that it reports as replaced may have moved, and are ignored.
func TestModules(t *testing.T) {
	if !*modules {
		t.Skip("runs with -modules")
	}
	var total score
	for _, pair := range moduleVersions(t) {
		var s score
		rng := rand.New(rand.NewPCG(1, 1))
		filepath.WalkDir(pair[0], func(path string, d fs.DirEntry, err error) error {
			rel, _ := filepath.Rel(pair[0], path)
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
				return nil
			}
			old, err := os.ReadFile(path)
			if err != nil {
				return nil
			}
			new, err := os.ReadFile(filepath.Join(pair[1], rel))
			if err != nil || bytes.Equal(old, new) || len(old) > 200_000 {
				return nil
			}
			scoreVersions(t, rng, string(old), string(new), &s)
			return nil
		})
		if s.sure > 0 {
			t.Logf("%s: %s", strings.TrimPrefix(pair[0], filepath.Dir(filepath.Dir(pair[0]))), s)
		}
		total.add(s)
	}
	if total.exist == 0 {
		t.Skip("the module cache holds no module in two versions")
	}
	t.Logf("all: %s", total)
	if total.foundShare() < 0.95 {
		t.Errorf("fewer than 95 %% of the slices were found")
	}
}

// scoreVersions scores slices of old in new.
func scoreVersions(tb testing.TB, rng *rand.Rand, old, new string, s *score) {
	image := lineImages(old, new)
	text := NewText(new)
	for range 20 {
		start := 1 + rng.IntN(len(image))
		end := min(len(image), start+rng.IntN(30))
		slice, err := NewText(old).Make(start, end)
		if err != nil {
			continue
		}
		kept := slices.DeleteFunc(slices.Clone(image[start-1:end]), func(at int) bool { return at == 0 })
		size := end - start + 1
		// If the diff preserves neither end, the end of the slice is unknown.
		if 2*len(kept) < size || image[start-1] == 0 || image[end-1] == 0 || len(strings.Fields(cutLines(old, start, end))) < 3 {
			continue
		}
		first, last := image[start-1], image[end-1]
		before := *s
		r := text.Resolve(slice)
		s.judge(r, first, last, last-first+1 <= 2*size+5)
		if s.twins > before.twins {
			tb.Logf("lines %d-%d are %+v, want %d-%d:\n%s", start, end, r, first, last, cutLines(old, start, end))
		}
	}
}

func cutLines(text string, start, end int) string {
	return strings.Join(strings.Split(text, "\n")[start-1:end], "\n")
}

// lineImages returns, for each line of old, the corresponding line of new according to a diff, or
// 0.
func lineImages(old, new string) []int {
	image := make([]int, strings.Count(old, "\n"))
	at, to := 1, 1 // the next lines of both
	keep := func(until int) {
		for ; at < until; at, to = at+1, to+1 {
			image[at-1] = to
		}
	}
	lines := strings.SplitAfter(string(diff.Diff("old", []byte(old), "now", []byte(new))), "\n")
	for _, line := range lines[min(3, len(lines)):] {
		switch {
		case strings.HasPrefix(line, "@@"):
			start, _, _ := strings.Cut(strings.Fields(line)[1], ",")
			first, err := strconv.Atoi(strings.TrimPrefix(start, "-"))
			if err == nil && first > at {
				keep(first)
			}
		case strings.HasPrefix(line, " ") && at <= len(image):
			keep(at + 1)
		case strings.HasPrefix(line, "-"):
			at++
		case strings.HasPrefix(line, "+"):
			to++
		}
	}
	keep(len(image) + 1)
	return image
}

// moduleVersions returns the folders of modules with two versions in the module cache, the older
// first.
func moduleVersions(tb testing.TB) [][2]string {
	tb.Helper()
	out, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		tb.Skipf("there is no go command to ask for the module cache: %v", err)
	}
	cache := strings.TrimSpace(string(out))
	versions := map[string][]string{}
	for _, pattern := range []string{"*/*@*", "*/*/*@*"} {
		dirs, err := filepath.Glob(filepath.Join(cache, pattern))
		if err != nil {
			tb.Fatal(err)
		}
		for _, dir := range dirs {
			name, _, _ := strings.Cut(dir, "@")
			versions[name] = append(versions[name], dir)
		}
	}
	var pairs [][2]string
	for _, list := range versions {
		for i := range list[1:] {
			pairs = append(pairs, [2]string{list[i], list[i+1]})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]string) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return pairs
}
