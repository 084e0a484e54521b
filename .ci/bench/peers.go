package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// printPeers prints the cost and the result of both sides for each job.
func (b *bench) printPeers() error {
	fmt.Println("| job | | wall time | CPU time | peak memory | files | output | tokens | ratio | goal |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, job := range b.jobs() {
		if err := b.printPeer(job); err != nil {
			return fmt.Errorf("%s: %w", job.name, err)
		}
	}
	return nil
}

// Selected files. Repomix reads files of up to 50 MiB.
const (
	inFull    = "[files]\nitems = [{ path = \".\", max_bytes = 52428800 }]\n"
	skeletons = "[files]\nitems = [{ path = \".\", view_mode = \"skeleton\", max_bytes = 52428800 }]\n"
)

func (b *bench) jobs() []job {
	ours := func(name string, cold bool, flags ...string) side {
		return side{name: name, cold: cold, command: append([]string{b.program, "build", "--stdout"}, flags...), did: b.ourCounts(flags)}
	}
	theirs := func(name string, flags ...string) side {
		return side{name: name, command: append([]string{b.repomix, "--style", "markdown", "--no-git-sort-by-changes", "-o", filepath.Join(b.dir, "theirs.md")}, flags...), did: theirCounts}
	}
	return []job{
		{"every file in full", inFull, ours("dossier --no-scan", false, "--no-scan"), concatenated, 2},
		{"every file in full", inFull, ours("dossier --no-scan", false, "--no-scan"), theirs("repomix --no-security-check", "--no-security-check"), 1.0 / 12},
		{"with the check for secrets", inFull, ours("dossier", false), theirs("repomix"), 0},
		{"with the check, without a cache", inFull, ours("dossier", true), theirs("repomix"), 0},
		{"only its tokens, counted exactly", inFull, side{name: "dossier tokens", cold: true, command: []string{b.program, "tokens"}}, theirs("repomix"), 0},
		{"skeletons, without a cache", skeletons, ours("dossier --no-scan", true, "--no-scan"), theirs("repomix --compress --no-security-check", "--compress", "--no-security-check"), 1.0 / 8},
		{"skeletons again", skeletons, ours("dossier --no-scan", false, "--no-scan"), concatenated, 2},
		{"the version", inFull, side{name: "dossier --version", command: []string{b.program, "--version"}}, side{name: "repomix --version", command: []string{b.repomix, "--version"}}, 0},
	}
}

// printPeer runs both sides of a job and prints a row for each.
func (b *bench) printPeer(j job) error {
	t, err := b.fastest(j.project, j.ours, j.peer)
	if err != nil {
		return err
	}
	a, c := t[0], t[1]
	ratio := a.Wall.Seconds() / c.Wall.Seconds()
	verdict := ""
	if j.atMost > 0 {
		verdict = describe(j.atMost) + ": reached"
		if ratio > j.atMost {
			verdict = describe(j.atMost) + ": **not reached**"
		}
	}
	row(j.name, j.ours.name, a, describe(ratio), verdict)
	row("", j.peer.name, c, "", "")
	return nil
}

// describe describes how much longer or shorter our run takes.
func describe(ratio float64) string {
	if ratio < 1 {
		return fmt.Sprintf("%.1f× faster", 1/ratio)
	}
	return fmt.Sprintf("%.1f×", ratio)
}

func row(job, name string, t cost, ratio, wanted string) {
	number := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	fmt.Printf("| %s | `%s` | %.2f s | %.2f s | %d MB | %s | %.1f MB | %s | %s | %s |\n", job, name, t.Wall.Seconds(), t.Processor.Seconds(),
		t.Peak/1e6, number(t.files), float64(t.Output)/1e6, number(t.tokens), ratio, wanted)
}

// ourCounts returns a function that runs this program again with the same flags to determine what
// it did.
func (b *bench) ourCounts(flags []string) func(string) (did, error) {
	var known did
	return func(string) (did, error) {
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

// theirTotals matches the totals that Repomix prints.
var theirTotals = regexp.MustCompile(`Total (Files|Tokens): ([0-9,]+)`)

func theirCounts(output string) (did, error) {
	var d did
	printed, err := os.ReadFile(output)
	if err != nil {
		return did{}, err
	}
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
