package rank

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/aggregate/parallel"
	"dossier/aggregate/text"
)

// The measure of a ranking: questions with known answers. A folder of them holds cases.jsonl,
// a line for each, and for each repository a git bundle with a tag for each case.
var (
	casesIn = flag.String("cases", "", "measure the ranking on the questions in this folder")
	heldOut = flag.String("heldout", "", "with -learn: and on those in this folder, which nothing is learned from")
	learn   = flag.Bool("learn", false, "learn the weights from the questions in -cases")
)

// question with its answer, and the project that it was asked of.
type asking struct {
	Repo, Tag, Query string
	Files            []string

	index   *Index
	q       *question
	matches *matches
}

// figures are recall at 5, 10 and 20 files and the mean reciprocal rank.
type figures [4]float64

// TestCases prints how well questions with known answers are ranked, and what each
// ingredient adds. It needs git.
func TestCases(t *testing.T) {
	if *casesIn == "" {
		t.Skip("no -cases")
	}
	all := readCases(t, *casesIn)
	if *learn {
		w := learned(t, all)
		t.Logf("%+v", w)
		printFigures("learned from", all, w)
		if *heldOut != "" {
			printFigures("held out", readCases(t, *heldOut), w)
		}
		return
	}
	for _, repo := range slices.Sorted(maps.Keys(byRepo(all))) {
		printFigures(repo, byRepo(all)[repo], Defaults())
	}
	printFigures("all", all, Defaults())
	for _, l := range leftOut {
		w := Defaults()
		l.change(&w)
		printFigures("without "+l.name, all, w)
	}
}

var leftOut = []struct {
	name   string
	change func(*Weights)
}{
	{"roles", func(w *Weights) {
		for r := range w.Role {
			w.Role[r], w.Asked[r] = 1, 1
		}
	}},
	{"asking for roles", func(w *Weights) { w.Asked = w.Role }},
	{"comments", func(w *Weights) { w.Field[proseField] = 0 }},
	{"strings", func(w *Weights) { w.Field[stringField] = 0 }},
	{"names of files", func(w *Weights) { w.Name, w.Field[nameField] = 0, w.Field[pathField] }},
	{"identifiers", func(w *Weights) { w.Def, w.Use = 0, 0 }},
	{"pairs of words", func(w *Weights) { w.Pair = 0 }},
	{"the first line", func(w *Weights) { w.Rest = 1 }},
	{"repeated words", func(w *Weights) { w.Repeat = 0 }},
	{"links", func(w *Weights) { w.Graph = 0 }},
	{"tests as evidence", func(w *Weights) { w.Evidence = 0 }},
}

func byRepo(all []*asking) map[string][]*asking {
	out := map[string][]*asking{}
	for _, a := range all {
		out[a.Repo] = append(out[a.Repo], a)
	}
	return out
}

func printFigures(name string, all []*asking, w Weights) {
	f := measured(all, w)
	fmt.Printf("%-28s %4d %6.3f %6.3f %6.3f %6.3f\n", name, len(all), f[0], f[1], f[2], f[3])
}

// measured is the mean of all cases.
func measured(all []*asking, w Weights) (mean figures) {
	for _, a := range all {
		for k, v := range a.measured(w) {
			mean[k] += v / float64(len(all))
		}
	}
	return mean
}

func (a *asking) measured(w Weights) (f figures) {
	for place, i := range a.index.score(a.q, a.matches, &w).best(50) {
		if !slices.Contains(a.Files, a.index.files[i].path) {
			continue
		}
		for k, n := range []int{5, 10, 20} {
			if place < n {
				f[k] += 1 / float64(len(a.Files))
			}
		}
		if f[3] == 0 {
			f[3] = 1 / float64(place+1)
		}
	}
	return f
}

// learned climbs from the weights in use: one after the other is made smaller and larger, and
// what is better for the mean of the repositories stays.
func learned(t *testing.T, all []*asking) Weights {
	worth := func(w Weights) (sum float64) {
		for _, list := range byRepo(all) {
			f := measured(list, w)
			sum += (f[0] + f[1] + f[3]) / 3
		}
		return sum
	}
	w := Defaults()
	best := worth(w)
	for range 3 {
		before := best
		for k := range knobs(&w) {
			for _, factor := range []float64{0, 0.5, 0.75, 1.33, 2} {
				try := w
				*knobs(&try)[k] *= factor
				if v := worth(try); v > best+1e-4 {
					best, w = v, try
					t.Logf("weight %d is %.3f: %.4f", k, *knobs(&w)[k], best)
				}
			}
		}
		if best-before < 1e-3 {
			break
		}
	}
	return w
}

// knobs are the weights that are learned.
func knobs(w *Weights) []*float64 {
	out := []*float64{&w.K1, &w.Repeat, &w.Rest, &w.Pair, &w.Plain, &w.Def, &w.Use, &w.Name, &w.Graph, &w.Back, &w.Evidence}
	for f := range fields {
		out = append(out, &w.Field[f], &w.B[f])
	}
	for r := Source + 1; r < Roles; r++ {
		out = append(out, &w.Role[r])
	}
	return out
}

// readCases reads the questions of a folder and makes an index for each.
func readCases(t *testing.T, dir string) []*asking {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []*asking
	for d := json.NewDecoder(f); ; {
		a := &asking{}
		if err := d.Decode(a); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, a)
	}
	for repo, list := range byRepo(all) {
		bare := filepath.Join(t.TempDir(), repo)
		git(t, "init", "-q", "--bare", bare)
		bundle, err := filepath.Abs(filepath.Join(dir, repo+".bundle"))
		if err != nil {
			t.Fatal(err)
		}
		git(t, "-C", bare, "fetch", "-q", bundle, "refs/tags/*:refs/tags/*")
		(&trees{t: t, bare: bare, paths: map[string]string{}}).index(list)
	}
	return all
}

func git(t *testing.T, args ...string) []byte {
	t.Helper()
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		t.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
	return out
}

// trees are those of the cases of one repository, whose contents are read once.
type trees struct {
	t     *testing.T
	bare  string
	paths map[string]string // of each content one path
	docs  map[string]*doc
	all   update
}

func (r *trees) index(list []*asking) {
	files := make([]map[string]string, len(list)) // paths to contents
	for i, a := range list {
		files[i] = map[string]string{}
		for line := range strings.SplitSeq(string(git(r.t, "-C", r.bare, "ls-tree", "-r", "-l", "-z", a.Tag)), "\x00") {
			meta, path, ok := strings.Cut(line, "\t")
			if f := strings.Fields(meta); ok && f[1] == "blob" && f[0] != "120000" && len(f[3]) < 8 {
				files[i][path], r.paths[f[2]] = f[2], path
			}
		}
	}
	r.read()
	a := &analyzer{}
	for i, c := range list {
		var entries []entry
		for _, p := range slices.Sorted(maps.Keys(files[i])) {
			if d := r.docs[files[i][p]]; d != nil {
				entries = append(entries, newEntry(a, p, d))
			}
		}
		c.index = newIndex(r.all.segments, r.all.docs, entries)
		c.q = newQuestion(c.Query)
		c.matches, _ = c.index.match(r.t.Context(), c.q)
	}
}

// read analyzes every content once.
func (r *trees) read() {
	ids := slices.Sorted(maps.Keys(r.paths))
	cmd := exec.Command("git", "-C", r.bare, "cat-file", "--batch")
	cmd.Stdin = strings.NewReader(strings.Join(ids, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		r.t.Fatal(err)
	}
	contents, in := make([][]byte, len(ids)), bufio.NewReader(bytes.NewReader(out))
	for i := range ids {
		var id, kind string
		var size int
		if _, err := fmt.Fscanf(in, "%s %s %d\n", &id, &kind, &size); err != nil {
			r.t.Fatal(err)
		}
		contents[i] = make([]byte, size+1)
		if _, err := io.ReadFull(in, contents[i]); err != nil {
			r.t.Fatal(err)
		}
		contents[i] = contents[i][:size]
	}
	r.docs, r.all.known = map[string]*doc{}, map[key]*doc{}
	made := make([]*record, len(ids))
	languages := make([]string, len(ids))
	err = parallel.Each(r.t.Context(), len(ids), func(i int) error {
		decoded, err := text.Decode(contents[i])
		if err != nil {
			return nil // no text
		}
		language := text.Language(r.paths[ids[i]], decoded.Text)
		s, err := parse(r.t.Context(), language, decoded.Text)
		made[i], languages[i] = (&analyzer{}).analyze(language, decoded.Text, s), language
		return err
	})
	if err != nil {
		r.t.Fatal(err)
	}
	for i, id := range ids {
		if made[i] != nil {
			r.docs[id] = r.all.add(key{language: languages[i]}, made[i])
		}
	}
	segment, list := r.all.batch()
	segment.fill(list)
}
