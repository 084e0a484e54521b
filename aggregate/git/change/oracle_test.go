package change

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dossier/aggregate/disk"
	"dossier/aggregate/git/object"
)

var histories = flag.Int("histories", 12, "how many random histories are compared with git")

// world is a repository that git makes.
type world struct {
	t   testing.TB
	rng *rand.Rand
	dir string
	n   int // commands so far, which gives each commit its time
}

func newWorld(t testing.TB, seed uint64, args ...string) *world {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed; it is the oracle of this test")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, rng: rand.New(rand.NewPCG(seed, 7)), dir: dir}
	w.git(append([]string{"init", "-q", "-b", "main"}, args...)...)
	return w
}

func (w *world) command(env []string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir = w.dir
	w.n++
	when := fmt.Sprintf("%d +0100", 1_700_000_000+40*(w.n/2)) // some commits have the same time
	cmd.Env = append([]string{
		"HOME=" + w.dir + "/.git", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "PATH=" + os.Getenv("PATH"), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
		"GIT_AUTHOR_DATE=" + when, "GIT_COMMITTER_DATE=" + when,
	}, env...)
	return cmd
}

func (w *world) git(args ...string) string {
	w.t.Helper()
	out, ok := w.try("", nil, args...)
	if !ok {
		w.t.Fatalf("git %q: %s", args, out)
	}
	return out
}

// try reports whether git succeeds.
func (w *world) try(stdin string, env []string, args ...string) (string, bool) {
	cmd := w.command(env, args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	if err := cmd.Run(); err != nil {
		return out.String() + errs.String(), false
	}
	return out.String(), true
}

func (w *world) write(name, text string) {
	w.t.Helper()
	name = filepath.Join(w.dir, name)
	if os.MkdirAll(filepath.Dir(name), 0o755) != nil {
		return // a file is in the place of the folder
	}
	_ = os.Remove(name)
	_ = os.WriteFile(name, []byte(text), 0o644)
}

func (w *world) open() *Repository {
	w.t.Helper()
	return openAt(w.t, w.dir)
}

func openAt(t testing.TB, dir string) *Repository {
	t.Helper()
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(context.Background(), root, Options{Environ: func(string) string { return "" }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); root.Close() })
	return r
}

var names = []string{"a.go", "b.go", "lib/a.go", "lib/c.txt", "lib/deep/d.md", "x y.txt", "ü.txt", "lib/b", "b", "doc/\"q\".md", "crlf.bat", "bin.dat", "doc/e.md", "tab\there"}

// text is a random file of lines.
func (w *world) text() string {
	var b strings.Builder
	for range w.rng.IntN(40) {
		fmt.Fprintf(&b, "line %d of a file\n", w.rng.IntN(60))
	}
	s := b.String()
	switch w.rng.IntN(9) {
	case 0:
		if countsIncompleteLines() {
			return strings.TrimSuffix(s, "\n")
		}
	case 1:
		return strings.ReplaceAll(s, "\n", "\r\n")
	case 2:
		return "\x00" + s
	}
	return s
}

// countsIncompleteLines reports whether this git counts a last line without a newline when it looks
// for renames: from 2.44 on it does, as Dossier.
var countsIncompleteLines = sync.OnceValue(func() bool {
	out, _ := exec.Command("git", "version").Output()
	var major, minor int
	fmt.Sscanf(string(out), "git version %d.%d", &major, &minor)
	return major > 2 || major == 2 && minor >= 44
})

// edit changes something in the work tree.
func (w *world) edit() {
	name := names[w.rng.IntN(len(names))]
	path := filepath.Join(w.dir, name)
	switch w.rng.IntN(10) {
	case 0, 1, 2:
		w.write(name, w.text())
	case 3, 4:
		if data, err := os.ReadFile(path); err == nil {
			lines := strings.SplitAfter(string(data), "\n")
			lines[w.rng.IntN(len(lines))] = fmt.Sprintf("changed %d\n", w.rng.IntN(100))
			w.write(name, strings.Join(lines, ""))
		}
	case 5:
		_ = os.RemoveAll(path)
	case 6:
		to := names[w.rng.IntN(len(names))]
		if os.MkdirAll(filepath.Dir(filepath.Join(w.dir, to)), 0o755) == nil {
			_ = os.Rename(path, filepath.Join(w.dir, to))
		}
	case 7:
		_ = os.Chmod(path, []os.FileMode{0o644, 0o755}[w.rng.IntN(2)])
	case 8:
		_ = os.RemoveAll(path)
		if os.MkdirAll(filepath.Dir(path), 0o755) == nil {
			_ = os.Symlink(names[w.rng.IntN(len(names))], path)
		}
	case 9:
		if _, err := os.Lstat(filepath.Join(w.dir, name)); err != nil {
			w.write(name, w.text())
		}
	}
}

// story makes random commits on branches that are merged.
func (w *world) story(commits int) {
	w.write("a.go", w.text())
	if w.rng.IntN(2) == 0 {
		w.write(".gitattributes", []string{"*.bat text eol=crlf\n*.dat binary\n", "* text=auto\n", "*.txt -diff\nlib/** text\n", "*.md linguist-generated\n"}[w.rng.IntN(4)])
	}
	if w.rng.IntN(3) == 0 {
		w.git("config", "core.autocrlf", []string{"true", "input", "false"}[w.rng.IntN(3)])
	}
	w.git("add", "-A")
	w.git("commit", "-q", "-m", "first")
	branches := []string{"main"}
	for i := range commits {
		switch w.rng.IntN(6) {
		case 0:
			name := fmt.Sprint("b", i)
			if _, ok := w.try("", nil, "checkout", "-q", "-f", "-b", name); ok {
				branches = append(branches, name)
			}
		case 1:
			w.git("checkout", "-q", "-f", branches[w.rng.IntN(len(branches))])
			w.git("clean", "-q", "-f", "-d")
		case 2:
			other := branches[w.rng.IntN(len(branches))]
			if _, ok := w.try("", nil, "merge", "-q", "--no-edit", "-X", "ours", other); !ok {
				w.git("reset", "-q", "--hard")
			}
		default:
			for range 1 + w.rng.IntN(4) {
				w.edit()
			}
			if w.rng.IntN(6) == 0 {
				w.git("update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat(fmt.Sprint(1+w.rng.IntN(9)), 2*w.hash())+",sub")
			}
			w.git("add", "-A", ":!sub")
			w.git("commit", "-q", "--allow-empty", "-m", fmt.Sprintf("commit %d\n\nwith a body", i))
		}
	}
}

func (w *world) hash() int {
	if strings.TrimSpace(w.git("rev-parse", "--show-object-format")) == "sha256" {
		return 32
	}
	return 20
}

// raw renders a set as git diff --raw -z does.
func raw(s *Set) (out []string) {
	for _, f := range s.Files {
		old, new := f.IDs()
		state := fmt.Sprintf("%c", f.State)
		if f.State == Untracked {
			state = "A"
		}
		line := fmt.Sprintf("%06o %06o %s %s ", f.OldMode(), f.Mode(), old, new)
		if f.State == Renamed {
			line += fmt.Sprintf("R%03d %s -> %s", f.Score, f.OldPath, f.Path)
		} else {
			line += state + " " + f.Path
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return out
}

// parseRaw reads git diff --raw -z.
func parseRaw(out string) (list []string) {
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	for i := 0; i < len(fields) && fields[i] != ""; {
		part := strings.Fields(fields[i][1:])
		none := func(id string) string { return strings.TrimRight(id, "0")[:min(len(strings.TrimRight(id, "0")), 1)] }
		for k := 2; k < 4; k++ {
			if none(part[k]) == "" {
				part[k] = ""
			}
		}
		line := fmt.Sprintf("%s %s %s %s ", part[0], part[1], part[2], part[3])
		if part[4][0] == 'R' {
			list = append(list, line+part[4]+" "+fields[i+1]+" -> "+fields[i+2])
			i += 3
		} else {
			list = append(list, line+part[4]+" "+fields[i+1])
			i += 2
		}
	}
	slices.Sort(list)
	return list
}

// applies checks that the patch of a set makes one tree of another.
func (w *world) applies(s *Set, from, to string) {
	w.t.Helper()
	index := []string{"GIT_INDEX_FILE=" + filepath.Join(w.t.TempDir(), "index")}
	must := func(stdin string, args ...string) string {
		out, ok := w.try(stdin, index, args...)
		if !ok {
			w.t.Fatalf("git %q: %s\n%s", args, out, stdin)
		}
		return strings.TrimSpace(out)
	}
	must("", "read-tree", from)
	var patch strings.Builder
	for _, f := range s.Files {
		var old, new string
		if f.Content == Text || f.Content == Generated {
			var err error
			if old, new, err = s.Texts(w.t.Context(), f); err != nil {
				w.t.Fatalf("%s: %v", f.Path, err)
			}
		}
		text := s.Patch(f, old, new)
		patch.WriteString(text)
		if text != "" {
			continue
		}
		// What is named only is taken over by its ID.
		_, id := f.IDs()
		if f.OldPath != "" {
			must("", "update-index", "--force-remove", "--", f.OldPath)
		}
		if f.Mode() == 0 {
			must("", "update-index", "--force-remove", "--", f.Path)
			continue
		}
		must("", "update-index", "--add", "--replace", "--cacheinfo", fmt.Sprintf("%o,%s,%s", f.Mode(), id, f.Path))
	}
	if patch.Len() > 0 {
		must(patch.String(), "apply", "--cached", "--whitespace=nowarn", "-")
	}
	if got := must("", "write-tree"); got != to {
		w.t.Fatalf("the patch gives %s, not %s: %s\n%s", got, to, w.git("diff", "--raw", got, to), patch.String())
	}
}

func (w *world) commits() []string { return strings.Fields(w.git("rev-list", "--all")) }

func (w *world) changes(r *Repository, rng string) *Set {
	w.t.Helper()
	parsed, err := ParseRange(rng)
	if err != nil {
		w.t.Fatal(err)
	}
	s, err := r.Changes(w.t.Context(), parsed)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

// TestAgreesWithGit compares differences, patches, merge bases, logs and the state of the work
// tree of random histories with git's.
func TestAgreesWithGit(t *testing.T) {
	for seed := range uint64(*histories) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			var args []string
			if seed%5 == 4 {
				args = []string{"--object-format=sha256"}
			}
			w := newWorld(t, seed, args...)
			w.story(12)
			w.store()
			w.checkCommits()
			w.dirty()
			w.checkStatus()
			w.checkUncommitted()
		})
	}
}

// store keeps the objects in another way.
func (w *world) store() {
	switch w.rng.IntN(5) {
	case 0:
		w.git("-c", fmt.Sprint("pack.indexVersion=", 1+w.rng.IntN(2)), "repack", "-q", "-a", "-d", "-f")
		w.git("pack-refs", "--all")
	case 1:
		w.git("repack", "-q", "-d")
		w.git("multi-pack-index", "write")
	case 2:
		w.git("repack", "-q", "-a", "-d", "-f", "--depth=50")
		w.git("commit-graph", "write", "--reachable")
	}
}

func (w *world) checkCommits() {
	w.t.Helper()
	r := w.open()
	all := w.commits()
	for range 6 {
		a, b := all[w.rng.IntN(len(all))], all[w.rng.IntN(len(all))]
		s := w.changes(r, a+".."+b)
		if diff := cmp.Diff(parseRaw(w.git("diff", "--raw", "-z", "--no-abbrev", "-M", a, b)), raw(s)); diff != "" {
			w.t.Fatalf("diff %s %s (-git +got):\n%s", a, b, diff)
		}
		w.applies(s, a, strings.TrimSpace(w.git("rev-parse", b+"^{tree}")))
		w.checkCounts(s, a, b)
		x, _ := r.git.Resolve(a)
		y, _ := r.git.Resolve(b)
		bases, err := r.git.MergeBases(x, y)
		if err != nil {
			w.t.Fatal(err)
		}
		var got []string
		for _, id := range bases {
			got = append(got, id.String())
		}
		want, _ := w.try("", nil, "merge-base", "--all", a, b)
		wanted := strings.Fields(want)
		slices.Sort(got)
		slices.Sort(wanted)
		if diff := cmp.Diff(wanted, got); diff != "" {
			w.t.Fatalf("merge-base %s %s (-git +got):\n%s", a, b, diff)
		}
		if len(bases) == 1 {
			if diff := cmp.Diff(parseRaw(w.git("diff", "--raw", "-z", "--no-abbrev", "-M", a+"..."+b)), raw(w.changes(r, a+"..."+b))); diff != "" {
				w.t.Fatalf("diff %s...%s (-git +got):\n%s", a, b, diff)
			}
		}
		w.checkLog(r, a, nil)
		var between []string
		for c, err := range r.git.Between(nil, x, y) {
			if err != nil {
				w.t.Fatal(err)
			}
			between = append(between, c.ID.String())
		}
		if diff := cmp.Diff(strings.Fields(w.git("log", "--format=%H", a+".."+b)), between, cmpopts.EquateEmpty()); diff != "" {
			w.t.Fatalf("log %s..%s (-git +got):\n%s", a, b, diff)
		}
		w.checkLog(r, a, []string{names[w.rng.IntN(len(names))], "lib"}[:1+w.rng.IntN(2)])
	}
}

func (w *world) checkCounts(s *Set, a, b string) {
	w.t.Helper()
	want := map[string]string{}
	fields := strings.Split(w.git("diff", "--numstat", "-z", "--no-renames", "--diff-algorithm=minimal", a, b), "\x00")
	for _, f := range fields {
		if part := strings.SplitN(f, "\t", 3); len(part) == 3 {
			want[part[2]] = part[0] + " " + part[1]
		}
	}
	for _, f := range s.Files {
		if f.State == Renamed || f.State == TypeChanged || f.Content == Submodule {
			continue
		}
		got := fmt.Sprintf("%d %d", f.Added, f.Removed)
		if f.Content == Binary {
			got = "- -"
		}
		var plus, minus int
		if n, _ := fmt.Sscanf(want[f.Path], "%d %d", &plus, &minus); n == 2 && f.Content != Binary {
			// Another difference of the same texts may change more lines, but adds as many more as it removes.
			if f.Added-f.Removed != plus-minus || f.Added < plus {
				w.t.Errorf("%s: %s lines, git counts %s", f.Path, got, want[f.Path])
			}
			continue
		}
		if got != want[f.Path] {
			w.t.Errorf("%s: %q lines, git counts %q", f.Path, got, want[f.Path])
		}
	}
}

func (w *world) checkLog(r *Repository, from string, paths []string) {
	w.t.Helper()
	id, err := r.git.Resolve(from)
	if err != nil {
		w.t.Fatal(err)
	}
	var set *object.Paths
	if len(paths) > 0 {
		set = object.NewPaths(paths...)
	}
	var got []string
	for c, err := range r.git.Log(set, id) {
		if err != nil {
			w.t.Fatal(err)
		}
		got = append(got, c.ID.String()+" "+c.Subject()+"|"+c.Body())
	}
	want := strings.Split(strings.TrimSuffix(w.git(append([]string{"log", "--format=%H %s|%b%x00", from, "--"}, paths...)...), "\x00\n"), "\x00\n")
	for i := range want {
		want[i] = strings.TrimRight(want[i], "\n")
	}
	if len(want) == 1 && want[0] == "" {
		want = nil
	}
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Fatalf("log %s -- %q (-git +got):\n%s", from, paths, diff)
	}
}

// dirty leaves changes of all kinds behind, sometimes with a merge in progress.
func (w *world) dirty() {
	if w.rng.IntN(3) == 0 {
		w.git("update-index", "--index-version", fmt.Sprint(2+w.rng.IntN(3)))
	}
	if w.rng.IntN(4) == 0 {
		w.git("update-index", "--split-index")
	}
	if w.rng.IntN(3) == 0 {
		all := w.commits()
		w.try("", nil, "merge", "-q", "--no-edit", all[w.rng.IntN(len(all))])
	}
	if w.rng.IntN(3) == 0 {
		w.write(".gitignore", "*.md\n/lib/deep/\nnew\n")
	}
	for range 4 + w.rng.IntN(6) {
		w.edit()
	}
	w.write("new/one.txt", w.text())
	w.write("other/two.txt", w.text())
	for range 3 {
		w.try("", nil, "add", "--", names[w.rng.IntN(len(names))])
	}
	for range 2 {
		w.edit()
	}
}

// checkStatus compares with git status --porcelain=v2, but for the modes in the work tree.
func (w *world) checkStatus() {
	w.t.Helper()
	s, err := w.open().Status(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	var got []string
	for _, f := range s.Files {
		letter := func(s State) string {
			if s == 0 {
				return "."
			}
			return string(rune(s))
		}
		switch {
		case f.Disk == Untracked:
			if f.Staged != 0 {
				got = append(got, fmt.Sprintf("1 %s. %06o %06o %s", letter(f.Staged), f.Head.Mode, f.Index.Mode, f.Path))
			}
			got = append(got, "? "+f.Path)
		case f.Conflict != "":
			got = append(got, "u "+f.Conflict+" "+f.Path)
		case f.Staged == Renamed:
			got = append(got, fmt.Sprintf("2 R%s %06o %06o %s %s R%d %s <- %s", letter(f.Disk), f.Head.Mode, f.Index.Mode, f.Head.ID, f.Index.ID, f.Score, f.Path, f.OldPath))
		default:
			got = append(got, fmt.Sprintf("1 %s%s %06o %06o %s", letter(f.Staged), letter(f.Disk), f.Head.Mode, f.Index.Mode, f.Path))
		}
	}
	out := w.git("-c", "status.renames=true", "status", "--porcelain=v2", "-z", "--untracked-files=all", "--ignore-submodules=dirty")
	var want []string
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	for i := 0; i < len(fields) && fields[i] != ""; i++ {
		line := fields[i]
		switch line[0] {
		case '?':
			want = append(want, line)
		case 'u':
			p := strings.SplitN(line, " ", 11)
			want = append(want, "u "+p[1]+" "+p[10])
		case '1':
			p := strings.SplitN(line, " ", 9)
			want = append(want, fmt.Sprintf("1 %s %s %s %s", p[1], p[3], p[4], p[8]))
		case '2':
			p := strings.SplitN(line, " ", 10)
			i++
			want = append(want, fmt.Sprintf("2 %s %s %s %s %s %s %s <- %s", p[1], p[3], p[4], p[6], p[7], p[8], p[9], fields[i]))
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Fatalf("status (-git +got):\n%s", diff)
	}
}

// checkUncommitted compares with what git would commit if all were added.
func (w *world) checkUncommitted() {
	w.t.Helper()
	r := w.open()
	file := filepath.Join(w.t.TempDir(), "index")
	index := []string{"GIT_INDEX_FILE=" + file}
	must := func(args ...string) string {
		out, ok := w.try("", index, args...)
		if !ok {
			w.t.Fatalf("git %q: %s", args, out)
		}
		return out
	}
	for _, rng := range []string{"uncommitted", "HEAD~1"} {
		base := "HEAD"
		if rng != "uncommitted" {
			base = rng
			if _, ok := w.try("", nil, "rev-parse", "-q", "--verify", rng); !ok {
				continue
			}
		}
		s := w.changes(r, rng)
		// The index of git itself, as far as it can be copied: a split one names its other half.
		must("read-tree", "HEAD")
		w.copyTracked(must)
		must("add", "-A")
		want := parseRaw(must("diff", "--cached", "--raw", "-z", "--no-abbrev", "-M", base))
		got := raw(s)
		if slices.ContainsFunc(s.Files, func(f File) bool { return f.State == Conflicted }) {
			continue // git would add the markers as a resolution
		}
		if diff := cmp.Diff(want, got); diff != "" {
			w.t.Fatalf("%s (-git +got):\n%s", rng, diff)
		}
		w.applies(s, base, strings.TrimSpace(must("write-tree")))
	}
}

// TestPatchOfIncompleteLines applies patches of texts whose last line has no newline, and of names
// that have to be quoted.
func TestPatchOfIncompleteLines(t *testing.T) {
	texts := []string{"", "a", "a\n", "a\nb", "a\nb\n", "b", "a\r\n", "a\r\nb", "\n", "-- \n", "a\n\\ No newline at end of file\n"}
	w := newWorld(t, 1)
	for _, name := range []string{"plain", "a b", "ü", "q\"\t\n", "d/e f"} {
		if name != "plain" {
			texts = []string{"", "a", "b\n"}
		}
		for i, old := range texts {
			for _, now := range texts[i+1:] {
				w.write(name, old)
				w.git("add", "-A")
				from := strings.TrimSpace(w.git("write-tree"))
				w.write(name, now)
				w.git("add", "-A")
				to := strings.TrimSpace(w.git("write-tree"))
				a, b := strings.TrimSpace(w.git("commit-tree", "-m", "a", from)), strings.TrimSpace(w.git("commit-tree", "-m", "b", to))
				r := w.open()
				w.applies(w.changes(r, a+".."+b), a, to)
				w.applies(w.changes(r, b+".."+a), b, from)
			}
		}
		w.git("rm", "-q", "-f", "--cached", "--", name)
		_ = os.RemoveAll(filepath.Join(w.dir, name))
	}
}

// copyTracked makes the other index track what the first one does, so that ignored files count
// alike.
func (w *world) copyTracked(must func(...string) string) {
	for line := range strings.SplitSeq(strings.TrimSuffix(w.git("ls-files", "--stage", "-z"), "\x00"), "\x00") {
		info, name, ok := strings.Cut(line, "\t")
		if f := strings.Fields(info); ok && f[2] == "0" {
			must("update-index", "--add", "--replace", "--cacheinfo", f[0]+","+f[1]+","+name)
		}
	}
}
