package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// goal is a target for a measured figure.
type goal struct {
	name    string
	unit    string
	wanted  float64
	atLeast bool // higher is better
	by      string
	figure  func() (float64, error)
}

// printGoals prints each goal whose name contains a text with its figure. It continues after figures that cannot be
// measured.
func (b *bench) printGoals(only string) error {
	fmt.Println("| goal | target | result | | share of target | measured by |")
	fmt.Println("|---|---|---|---|---|---|")
	missed := 0
	for _, g := range b.goals() {
		if !strings.Contains(g.name, only) {
			continue
		}
		figure, err := g.figure()
		if err != nil {
			fmt.Fprintf(os.Stderr, "bench: %s: %v\n", g.name, err)
			missed++
			continue
		}
		sign, part, verdict := "≤", figure/g.wanted, "reached"
		if g.atLeast {
			sign, part = "≥", g.wanted/figure
		}
		if part > 1 {
			verdict = "**not reached**"
		}
		fmt.Printf("| %s | %s %s | %s | %s | %.2f | %s |\n", g.name, sign, number(g.wanted, g.unit), number(figure, g.unit), verdict, part, g.by)
	}
	if missed > 0 {
		return fmt.Errorf("%d goals were not measured", missed)
	}
	return nil
}

func number(n float64, unit string) string {
	digits := 0
	for m := math.Abs(n); m < 100 && digits < 2; m *= 10 {
		digits++
	}
	text := strconv.FormatFloat(n, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text + unit
}

func (b *bench) goals() []goal {
	return slices.Concat(b.processGoals(), b.agentGoals(), b.gitGoals(), benchmarkGoals())
}

// processGoals returns the goals that are measured on the program as a whole process.
func (b *bench) processGoals() []goal {
	ours := func(flags ...string) side {
		return side{name: "dossier", command: append([]string{b.program, "build", "--stdout"}, flags...)}
	}
	ratio := func(project string, flags ...string) func() (float64, error) {
		return func() (float64, error) {
			t, err := b.fastest(project, ours(flags...), concatenated)
			if err != nil {
				return 0, err
			}
			return t[0].Wall.Seconds() / t[1].Wall.Seconds(), nil
		}
	}
	alone := func(of func(cost) float64, times int, command ...string) func() (float64, error) {
		return func() (float64, error) {
			often := *b
			often.runs *= times
			t, err := often.fastest(inFull, side{name: "dossier", command: command})
			if err != nil {
				return 0, err
			}
			return of(t[0]), nil
		}
	}
	peak := func(t cost) float64 { return float64(t.Peak) / float64(t.Output) }
	wall := func(t cost) float64 { return t.Wall.Seconds() * 1000 }
	goals := []goal{
		{name: "a document of every file in full", unit: "× cat", wanted: 2, by: "whole processes", figure: ratio(inFull, "--no-scan")},
		{name: "the same again, checked for secrets", unit: "× cat", wanted: 2, by: "whole processes", figure: ratio(inFull)},
		{name: "skeletons again, nothing changed", unit: "× cat", wanted: 2, by: "whole processes", figure: ratio(skeletons, "--no-scan")},
		{name: "peak memory of a document of every file", unit: "× the document", wanted: 1.5, by: "whole processes", figure: alone(peak, 1, b.program, "build", "--stdout", "--no-scan")},
		// Figures of milliseconds need many runs to average out other load on the machine.
		{name: "a command that needs no project", unit: " ms", wanted: 15, by: "`dossier --version`, the fastest of sixty", figure: alone(wall, 20, b.program, "--version")},
	}
	for _, g := range []struct {
		name   string
		shapes []shape
	}{
		{"from 1 000 to 100 000 files of 1 KB", []shape{{1000, 1 << 10}, {10_000, 1 << 10}, {100_000, 1 << 10}}},
		{"from 10 to 1 000 MB in files of 250 KB", []shape{{40, 250_000}, {400, 250_000}, {4000, 250_000}}},
	} {
		var grown []cost
		grow := func(of func(cost) float64) func() (float64, error) {
			return func() (slope float64, err error) {
				if grown == nil {
					if grown, err = b.grow(g.shapes); err != nil {
						return 0, err
					}
				}
				last := len(grown) - 1
				return math.Log10(of(grown[last])/of(grown[0])) / float64(last), nil
			}
		}
		goals = append(goals,
			goal{name: "growth of time " + g.name, unit: " (1 is in proportion)", wanted: 1.1, by: "whole processes", figure: grow(wall)},
			goal{name: "growth of memory " + g.name, unit: " (1 is in proportion)", wanted: 1.1, by: "whole processes", figure: grow(func(t cost) float64 { return float64(t.Peak) })},
		)
		if g.shapes[0].bytes > 1<<10 {
			goals = append(goals, goal{name: "peak memory of a document of 1 GB", unit: "× the document", wanted: 1.5, by: "whole processes", figure: func() (float64, error) {
				if len(grown) == 0 {
					return 0, fmt.Errorf("nothing was built")
				}
				return peak(grown[len(grown)-1]), nil
			}})
		}
	}
	return goals
}

// concatenated reads the same files without processing them.
var concatenated = side{name: "cat", command: []string{"sh", "-c", "find . -type f -print0 | xargs -0 cat"}}

// shape is the number and size of files in a generated folder.
type shape struct{ files, bytes int }

// grow builds every file of generated folders in full, and returns the fastest run on each.
func (b *bench) grow(shapes []shape) ([]cost, error) {
	var all []cost
	for _, s := range shapes {
		made := &bench{dir: b.dir, tree: filepath.Join(b.dir, "made"), program: b.program, runs: b.runs}
		if err := made.make(s); err != nil {
			return nil, err
		}
		t, err := made.fastest(inFull, side{name: "dossier", command: []string{b.program, "build", "--stdout", "--no-scan"}})
		if err := os.RemoveAll(made.tree); err != nil {
			return nil, err
		}
		if err != nil {
			return nil, err
		}
		all = append(all, t...)
	}
	return all, nil
}

// make writes the files of a shape, a hundred in each folder.
func (b *bench) make(s shape) error {
	line := []byte("\tif err != nil {\n\t\treturn nil, fmt.Errorf(\"read the file: %w\", err)\n\t}\n")
	content := bytes.Repeat(line, s.bytes/len(line)+1)[:s.bytes]
	for i := range s.files {
		folder := filepath.Join(b.tree, fmt.Sprintf("d%03d", i/100))
		if i%100 == 0 {
			if err := os.MkdirAll(folder, 0o755); err != nil {
				return err
			}
		}
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("f%d.go", i)), append(fmt.Appendf(nil, "// file %d\n", i), content...), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// benchmark is a Go benchmark and its -benchtime.
type benchmark struct{ pkg, name, time string }

func (m benchmark) command() string {
	return fmt.Sprintf("`go test %s -run - -bench '%s' -benchtime %s`", m.pkg, m.name, m.time)
}

// benchmarkGoals returns the goals that are measured by Go benchmarks, each of which runs once.
func benchmarkGoals() []goal {
	known := map[benchmark]map[string]float64{}
	asked := func(name string, m benchmark, metric, unit string, wanted float64, atLeast bool) goal {
		return goal{name: name, unit: unit, wanted: wanted, atLeast: atLeast, by: m.command(), figure: func() (float64, error) {
			if known[m] == nil {
				metrics, err := m.run()
				if err != nil {
					return 0, err
				}
				known[m] = metrics
			}
			figure, ok := known[m][metric]
			if !ok {
				return 0, fmt.Errorf("%s prints no %s", m.command(), metric)
			}
			return figure, nil
		}}
	}
	var (
		click     = benchmark{"./ui/session", "OneClick", "300x"}
		firstRows = benchmark{"./ui/session", "FirstRows", "3x"}
		hundred   = benchmark{"./ui", "HundredThousandFiles", "2x"}
		many      = benchmark{"./ui", "AddManyFiles", "3x"}
		names     = benchmark{"./aggregate/tree", "Scan/100000/names", "5x"}
		parse     = benchmark{"./aggregate/code/parser", "Skeletons/^go$", "1x"}
		exact     = benchmark{"./aggregate/tokens", "Cold/o200k/goroutines=2", "50x"}
		scan      = benchmark{"./aggregate/secrets", "Scan", "2x"}
		letter    = benchmark{"./ui/project/ranking", "Keystroke/watched", "20x"}
		review    = benchmark{"./ui/project/ranking", "Review/100x40$", "20x"}
		slider    = benchmark{"./ui/features/fit", "Slider", "100x"}
		scroll    = benchmark{"./ui/kit/code", "CodeViewScroll$", "500x"}
	)
	const ns = 1e6 // per millisecond
	goals := []goal{
		asked("one click to the new document, 1 000 files", click, "ms/document", " ms", 8, false),
		asked("the same at worst", click, "ms/document-worst", " ms", 25, false),
		asked("first rows of a tree of 100 000 files", firstRows, "ms/first-rows", " ms", 100, false),
		asked("all names of it", names, "git/scan", "× as fast as git ls-files", 1, true),
		asked("100 000 files: a letter of the filter", hundred, "ms/keystroke", " ms", 50, false),
		asked("a folder of 20 000 files is ticked", hundred, "ms/tick-20000", " ms", 100, false),
		asked("and that is undone", hundred, "ms/undo-20000", " ms", 100, false),
		asked("a step of the wheel", hundred, "ms/wheel", " ms", 16, false),
		asked("3 335 files are added: the first document", many, "ms/first-document", " ms", 500, false),
		asked("a scroll step in a document of 50 MB", scroll, "ns/op", " ns", 16*ns, false),
		asked("skeletons of Go, cold", parse, "of-raw", "× the raw parse by a grammar", 0.35, false),
		asked("exact tokens, each text for the first time", exact, "MB/s", " MB/s", 60, true),
		asked("the scan for secrets, one processor", scan, "MB/s", " MB/s", 50, true),
		asked("a letter of a question, 11 500 files", letter, "ns/op", " ns", 150*ns, false),
		asked("a review's question, 100 changed files of 11 500", review, "ns/op", " ns", 150*ns, false),
		asked("a move of the budget's slider", slider, "ns/op", " ns", 50*ns, false),
	}
	for i, g := range goals {
		if g.unit != " ns" {
			continue
		}
		goals[i].unit, goals[i].wanted = " ms", g.wanted/ns
		goals[i].figure = func() (float64, error) {
			figure, err := g.figure()
			return figure / ns, err
		}
	}
	return goals
}

// run runs a benchmark and returns its figures by unit; those of the last line if there are
// several.
func (m benchmark) run() (map[string]float64, error) {
	cmd := exec.Command("go", "test", m.pkg, "-run", "^$", "-bench", m.name, "-benchtime", m.time, "-timeout", "30m")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", m.command(), err, out)
	}
	metrics := map[string]float64{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		for i := 2; i+1 < len(fields); i += 2 {
			if n, err := strconv.ParseFloat(fields[i], 64); err == nil {
				metrics[fields[i+1]] = n
			}
		}
	}
	return metrics, nil
}
