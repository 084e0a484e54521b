// Command compare runs this program beside others on the same tree, in turn and as whole
// processes, and prints what each took and what each did, so that like stands beside like.
//
//	go run ./.ci/compare -program ./dossier [-runs N] [-tree folder]
//
// The tree is that of Kubernetes from the module proxy unless another is named; it is copied.
// Repomix comes from the npm registry. Nothing is installed outside of a temporary folder.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// What is compared with, and on what, unless flags say otherwise.
const (
	peer       = "repomix@1.18.1"
	treeModule = "k8s.io/kubernetes@v1.34.1"
)

func main() {
	program := flag.String("program", "./dossier", "the program as it is built for people")
	runs := flag.Int("runs", 3, "how often each side runs; the fastest run counts")
	tree := flag.String("tree", "", "a folder of files to put together, in the place of "+treeModule)
	flag.Parse()
	if err := compare(*program, *tree, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// bench is where everything of one comparison lies.
type bench struct {
	dir     string // temporary
	tree    string // the copy of the tree
	program string
	repomix string
}

func compare(program, tree string, runs int) error {
	program, err := filepath.Abs(program)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bench{dir: dir, tree: filepath.Join(dir, "tree"), program: program}
	if err := errors.Join(b.copyTree(tree), b.install()); err != nil {
		return err
	}
	load, _ := os.ReadFile("/proc/loadavg") // of Linux alone
	fmt.Printf("Each side %d times in turn, the fastest counts; peak is that of the largest process. Load before: %.4s.\n\n", runs, load)
	fmt.Println("| job | | wall | processor | peak | files | output | tokens | ratio | wanted |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, job := range b.jobs() {
		if err := b.run(job, runs); err != nil {
			return fmt.Errorf("%s: %w", job.name, err)
		}
	}
	return nil
}

// copyTree copies the tree, where a project file can stand beside it.
func (b *bench) copyTree(tree string) error {
	if tree == "" {
		out, err := exec.Command("go", "mod", "download", "-json", treeModule).Output()
		if err != nil {
			return fmt.Errorf("fetch %s: %w", treeModule, err)
		}
		var module struct{ Dir string }
		if err := json.Unmarshal(out, &module); err != nil {
			return err
		}
		tree = module.Dir
	}
	if err := os.CopyFS(b.tree, os.DirFS(tree)); err != nil {
		return fmt.Errorf("copy %s: %w", tree, err)
	}
	return filepath.WalkDir(b.tree, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			err = os.Chmod(path, 0o755)
		}
		return err
	})
}

// install fetches what is compared with.
func (b *bench) install() error {
	npm := exec.Command("npm", "install", "--silent", "--no-fund", "--no-audit", peer)
	npm.Dir = b.dir
	if out, err := npm.CombinedOutput(); err != nil {
		return fmt.Errorf("fetch %s: %w\n%s", peer, err, out)
	}
	b.repomix = filepath.Join(b.dir, "node_modules", ".bin", "repomix")
	return nil
}

// side is one of the two programs of a job.
type side struct {
	name    string
	command []string
	cold    bool // its caches are empty at each run
	did     func(output []byte, log string) (did, error)
}

// did is what a run has put together; what is not known is 0.
type did struct{ files, tokens int }

// job is what both sides do.
type job struct {
	name         string
	project      string // dossier.toml
	ours, beside side
	atMost       float64 // ours for one of beside, by wall time; 0: nothing is wanted
}

const (
	inFull    = "[files]\nitems = [\".\"]\n"
	skeletons = "[files]\nitems = [{ path = \".\", view_mode = \"skeleton\" }]\n"
)

func (b *bench) jobs() []job {
	ours := func(name string, cold bool, flags ...string) side {
		return side{name: name, cold: cold, command: append([]string{b.program, "build", "--stdout"}, flags...), did: b.ourCounts(flags)}
	}
	theirs := func(name string, flags ...string) side {
		return side{name: name, command: append([]string{b.repomix, "--style", "markdown", "--no-git-sort-by-changes", "-o", filepath.Join(b.dir, "theirs.md")}, flags...), did: theirCounts}
	}
	cat := side{name: "cat", command: []string{"sh", "-c", "find . -type f -print0 | xargs -0 cat"}}
	return []job{
		{"every file in full", inFull, ours("dossier --no-scan", false, "--no-scan"), cat, 2},
		{"every file in full", inFull, ours("dossier --no-scan", false, "--no-scan"), theirs("repomix --no-security-check", "--no-security-check"), 1.0 / 12},
		{"with the check for secrets", inFull, ours("dossier", false), theirs("repomix"), 0},
		{"with the check and exact tokens, nothing kept", inFull, ours("dossier --json", true, "--json"), theirs("repomix"), 0},
		{"skeletons, nothing kept", skeletons, ours("dossier --no-scan", true, "--no-scan"), theirs("repomix --compress --no-security-check", "--compress", "--no-security-check"), 1.0 / 8},
		{"skeletons again", skeletons, ours("dossier --no-scan", false, "--no-scan"), cat, 2},
		{"the version", inFull, side{name: "dossier --version", command: []string{b.program, "--version"}}, side{name: "repomix --version", command: []string{b.repomix, "--version"}}, 0},
	}
}

// took is what a run cost.
type took struct {
	wall, processor time.Duration
	peak            int64 // bytes
	output          int64 // bytes
	did
}

func (b *bench) run(j job, runs int) error {
	if err := os.WriteFile(filepath.Join(b.tree, "dossier.toml"), []byte(j.project), 0o644); err != nil {
		return err
	}
	var ours, beside []took
	for range runs {
		for _, one := range []struct {
			side side
			into *[]took
		}{{j.ours, &ours}, {j.beside, &beside}} {
			t, err := b.time(one.side)
			if err != nil {
				return fmt.Errorf("%s: %w", one.side.name, err)
			}
			*one.into = append(*one.into, t)
		}
	}
	fastest := func(list []took) took {
		return slices.MinFunc(list, func(a, b took) int { return int(a.wall - b.wall) })
	}
	a, c := fastest(ours), fastest(beside)
	ratio := a.wall.Seconds() / c.wall.Seconds()
	verdict := ""
	if j.atMost > 0 {
		verdict = spell(j.atMost) + ": reached"
		if ratio > j.atMost {
			verdict = spell(j.atMost) + ": **not reached**"
		}
	}
	row(j.name, j.ours.name, a, spell(ratio), verdict)
	row("", j.beside.name, c, "", "")
	return nil
}

// spell says how much longer or shorter ours takes.
func spell(ratio float64) string {
	if ratio < 1 {
		return fmt.Sprintf("%.1f× faster", 1/ratio)
	}
	return fmt.Sprintf("%.1f×", ratio)
}

func row(job, name string, t took, ratio, wanted string) {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	fmt.Printf("| %s | `%s` | %.2f s | %.2f s | %d MB | %s | %.1f MB | %s | %s | %s |\n", job, name, t.wall.Seconds(), t.processor.Seconds(),
		t.peak/1e6, number(t.files), float64(t.output)/1e6, number(t.tokens), ratio, wanted)
}

// time runs a side once. Its output goes to a file, as it would for a person.
func (b *bench) time(s side) (took, error) {
	cache := filepath.Join(b.dir, "cache")
	if s.cold {
		if err := os.RemoveAll(cache); err != nil {
			return took{}, err
		}
	}
	out, err := os.Create(filepath.Join(b.dir, "output"))
	if err != nil {
		return took{}, err
	}
	defer out.Close()
	var log bytes.Buffer
	cmd := exec.Command(s.command[0], s.command[1:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = b.tree, out, &log
	cmd.Env = b.environment(cache)
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return took{}, fmt.Errorf("%w\n%s", err, log.Bytes())
	}
	t := took{wall: time.Since(start), processor: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		t.peak = usage.Maxrss << 10
	}
	written, err := os.ReadFile(out.Name())
	if err != nil {
		return took{}, err
	}
	t.output = int64(len(written))
	if s.did != nil {
		theirs, err := os.Stat(filepath.Join(b.dir, "theirs.md"))
		if err == nil && strings.HasPrefix(s.command[0], b.repomix) {
			t.output = theirs.Size()
		}
		if t.did, err = s.did(written, log.String()); err != nil {
			return took{}, err
		}
	}
	return t, nil
}

// environment keeps what a program keeps out of the person's own folders.
func (b *bench) environment(cache string) []string {
	return append(os.Environ(), "XDG_CACHE_HOME="+cache, "XDG_STATE_HOME="+filepath.Join(b.dir, "state"), "XDG_CONFIG_HOME="+filepath.Join(b.dir, "config"))
}

// ourCounts asks the program, in a run of its own, for what it does with the same flags.
func (b *bench) ourCounts(flags []string) func([]byte, string) (did, error) {
	var known did
	return func([]byte, string) (did, error) {
		if known != (did{}) {
			return known, nil
		}
		cmd := exec.Command(b.program, append([]string{"build", "--stdout", "--json"}, slices.DeleteFunc(slices.Clone(flags), func(f string) bool { return f == "--json" })...)...)
		cmd.Dir, cmd.Env = b.tree, b.environment(filepath.Join(b.dir, "counting"))
		out, err := cmd.Output()
		if err != nil {
			return did{}, err
		}
		var report struct {
			Items  []struct{ Error bool }
			Tokens struct{ Count int }
		}
		if err := json.Unmarshal(out, &report); err != nil {
			return did{}, err
		}
		known.tokens = report.Tokens.Count
		for _, item := range report.Items {
			if !item.Error {
				known.files++
			}
		}
		return known, nil
	}
}

// theirTotals are lines of what Repomix prints at its end.
var theirTotals = regexp.MustCompile(`Total (Files|Tokens): ([0-9,]+)`)

func theirCounts(printed []byte, _ string) (did, error) {
	var d did
	for _, m := range theirTotals.FindAllSubmatch(printed, -1) {
		n, err := strconv.Atoi(strings.ReplaceAll(string(m[2]), ",", ""))
		if err != nil {
			return did{}, err
		}
		if string(m[1]) == "Files" {
			d.files = n
		} else {
			d.tokens = n
		}
	}
	return d, nil
}
