package ignore

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	decisions = flag.Int("decisions", 10_000, "how many decisions to compare with git's; 200000 take half a minute")
	update    = flag.Bool("update", false, "rewrite the verdicts in testdata")
)

// git is a real repository, whose files are replaced for each world.
type git struct {
	t   testing.TB
	dir string
	env []string
}

func newGit(t testing.TB) *git {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: there is no oracle")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the names of the tests are those that a file may have on Linux")
	}
	home := t.TempDir()
	g := &git{t: t, dir: t.TempDir(), env: []string{
		"HOME=" + home, "XDG_CONFIG_HOME=" + home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "LC_ALL=C", "PATH=" + os.Getenv("PATH"),
	}}
	g.run("", "init", "-q", "--template=")
	if err := os.Mkdir(filepath.Join(g.dir, ".git/info"), 0o755); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *git) run(stdin string, args ...string) string {
	g.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = g.dir, g.env, strings.NewReader(stdin)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	// Exit status 1 of check-ignore means that none of the paths is ignored.
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != 1) {
		g.t.Fatalf("git %q: %v\n%s", args, err, errs.Bytes())
	}
	return string(out)
}

// make replaces the files by those of a world.
func (g *git) make(w world) {
	g.t.Helper()
	entries, err := os.ReadDir(g.dir)
	if err != nil {
		g.t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != ".git" {
			if err := os.RemoveAll(filepath.Join(g.dir, e.Name())); err != nil {
				g.t.Fatal(err)
			}
		}
	}
	for _, d := range w.dirs {
		if err := os.MkdirAll(filepath.Join(g.dir, d), 0o755); err != nil {
			g.t.Fatal(err)
		}
	}
	for _, f := range w.files {
		g.write(f, "")
	}
}

func (g *git) write(name, text string) {
	g.t.Helper()
	if err := os.WriteFile(filepath.Join(g.dir, name), []byte(text), 0o644); err != nil {
		g.t.Fatal(err)
	}
}

// lay writes the lists of a world, and returns the arguments that name the user's.
func (g *git) lay(w world, r rules) []string {
	g.t.Helper()
	for _, dir := range append([]string{""}, w.dirs...) {
		if name := join(dir, ".gitignore"); r[name] == "" {
			if err := os.RemoveAll(filepath.Join(g.dir, name)); err != nil {
				g.t.Fatal(err)
			}
		}
	}
	g.write(".git/info/exclude", "")
	for name, text := range r {
		if name == "global" {
			name = ".git/global"
		}
		g.write(name, text)
	}
	if _, ok := r["global"]; ok {
		return []string{"-c", "core.excludesFile=" + filepath.Join(g.dir, ".git/global")}
	}
	return nil
}

// verdicts returns git's verdicts for paths of a world.
func (g *git) verdicts(w world, r rules, paths []string) []Verdict {
	g.t.Helper()
	args := append(g.lay(w, r), "check-ignore", "-v", "-n", "-z", "--no-index", "--stdin")
	var asked strings.Builder
	for _, p := range paths {
		asked.WriteString("./" + p + "\x00") // a leading colon would be git's pathspec syntax
	}
	fields := strings.Split(g.run(asked.String(), args...), "\x00")
	if len(fields) != 4*len(paths)+1 {
		g.t.Fatalf("git gave %d fields for %d paths", len(fields), len(paths))
	}
	out := make([]Verdict, len(paths))
	for i := range out {
		source, line, text := fields[4*i], fields[4*i+1], fields[4*i+2]
		if source == "" {
			continue
		}
		n, err := strconv.Atoi(line)
		if err != nil {
			g.t.Fatal(err)
		}
		if path.Base(source) == "global" {
			source = "global"
		}
		out[i] = Verdict{Ignored: !strings.HasPrefix(text, "!"), Source: source, Line: n, Pattern: text}
	}
	return out
}

// Every verdict equals git's, with the list, the line and the text of the pattern.
func TestAgreesWithGit(t *testing.T) {
	g := newGit(t)
	r := rand.New(rand.NewPCG(1, 2))
	var done, ignored, below, kept, lists, worlds int
	for done < *decisions {
		w := anyWorld(r)
		worlds++
		g.make(w)
		paths := slices.Concat(w.dirs, w.files)
		for range 6 {
			rules := anyRules(r, w)
			lists += len(rules)
			for i, want := range g.verdicts(w, rules, paths) {
				got := rules.match(Lists{}, paths[i], i < len(w.dirs))
				switch {
				case got.Folder != "":
					below++
				case got.Ignored:
					ignored++
				case got.Matched():
					kept++
				}
				got.Folder = ""
				if got != want {
					t.Fatalf("%q in %v\n got %+v\nwant %+v", paths[i], rules, got, want)
				}
			}
			done += len(paths)
		}
	}
	t.Logf("%d decisions agree with git, over %d lists in %d trees: %d ignored, %d more for their folder, %d kept by a negated pattern", done, lists, worlds, ignored, below, kept)
}

// Every byte is in the same bracket expressions as in git: 12 class names, ranges and their
// negations, for all bytes that a name may have.
func TestBytesInClasses(t *testing.T) {
	g := newGit(t)
	var w world
	for b := 1; b < 256; b++ {
		if b != '/' {
			w.files = append(w.files, "x"+string([]byte{byte(b)}))
		}
	}
	g.make(w)
	var patterns []string
	for _, name := range []string{"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit", "Alpha", "word"} {
		patterns = append(patterns, "x[[:"+name+":]]", "x[![:"+name+":]]")
	}
	patterns = append(patterns, "x[\x01-\xff]", "x[!\x80-\xff]", "x[!-~]", `x[\]-\^]`, "x[^]]", "x[!!]", "x[+--]", "x[a-[:digit:]]", "x?", "x*")
	for _, p := range patterns {
		r := rules{".gitignore": p + "\n"}
		for i, want := range g.verdicts(w, r, w.files) {
			if got := r.match(Lists{}, w.files[i], false); got != want {
				t.Errorf("%q for %q\n got %+v\nwant %+v", p, w.files[i], got, want)
			}
		}
	}
}

// The listing equals git's if git gets the project's own excludes on the command line (its
// strongest source), the default list as the first excludes file (the weakest), and each folder's
// four lists concatenated.
func TestPrecedenceAgreesWithGit(t *testing.T) {
	g := newGit(t)
	r := rand.New(rand.NewPCG(3, 4))
	var done, excluded, defaulted, reincluded int
	for done < *decisions/2 {
		w := anyWorld(r)
		g.make(w)
		for range 6 {
			rules := anyRules(r, w)
			var four [4]string
			for i := range four {
				four[i] = strings.TrimPrefix(anyList(r, w, ""), "\ufeff")
				if !strings.HasSuffix(four[i], "\n") {
					four[i] += "\n"
				}
			}
			rules[".gitignore"] = strings.Join(four[:], "")
			own := strings.TrimPrefix(anyList(r, w, ""), "\ufeff")
			junk := anyList(r, w, "")
			tree := Lists{Exclude: Parse("files.exclude", []byte(own)), Default: Parse(DefaultSource, []byte(junk))}

			args := append(g.lay(w, rules), "ls-files", "-z", "-o", "-X", filepath.Join(g.dir, ".git/junk"), "--exclude-standard")
			g.write(".git/junk", junk)
			for _, p := range tree.Exclude.patterns {
				args = append(args, "-x", p.source)
			}
			var want []string
			for p := range strings.SplitSeq(g.run("", args...), "\x00") {
				if p != "" && path.Base(p) != ".gitignore" {
					want = append(want, p)
				}
			}
			slices.Sort(want)

			var lists []*List
			for i, text := range four {
				lists = append(lists, Parse(fmt.Sprint("list ", i+1), []byte(text)))
			}
			// The lists of the root are separate here; those of the folders follow.
			root := rules.dir(tree, "")
			root.lists = byPrecedence(lists)
			var got []string
			for _, f := range w.files {
				at := root
				for i, c := range f {
					if c == '/' {
						source := join(f[:i], ".gitignore")
						at = at.Enter(path.Base(f[:i]), Parse(source, []byte(rules[source])))
					}
				}
				v := at.Match(path.Base(f), false)
				switch {
				case v.Default && v.Ignored:
					defaulted++
				case v.Source == "files.exclude" && v.Ignored:
					excluded++
				case v.Matched() && !v.Ignored:
					reincluded++
				}
				if !v.Ignored {
					got = append(got, f)
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("(-git +got):\n%s\nexclude %q\ndefault %q%v", diff, own, junk, rules)
			}
			done += len(w.files)
		}
	}
	t.Logf("%d files agree with git: %d excluded by the project's own list, %d by the default list, %d included by a negated pattern", done, excluded, defaulted, reincluded)
}

// FuzzAgreesWithGit compares the verdicts on a path and on its parent folders, for a list in the
// root and one in its first folder.
func FuzzAgreesWithGit(f *testing.F) {
	f.Add("*.o\n!keep.o\n", "", "src/keep.o")
	f.Add("foo**/bar\n", "**\n", "foo/x/bar")
	f.Add("/**\\/[!a]?\\ \n", "!*/\n", "a/b/c ")
	f.Add("[[:space:]]\r\n\ufeff#\n", "[]-a]", "\v/]")
	g := newGit(f)
	f.Fuzz(func(t *testing.T, list, inner, p string) {
		g.t = t
		parts := strings.Split(p, "/")
		if len(p) > 600 || len(parts) > 12 {
			return
		}
		for _, name := range parts {
			if name == "" || name == "." || name == ".." || len(name) > 255 || strings.Contains(name, "\x00") || strings.EqualFold(name, ".git") || name == ".gitignore" {
				return
			}
		}
		w := world{files: []string{p}}
		for i := 1; i < len(parts); i++ {
			w.dirs = append(w.dirs, strings.Join(parts[:i], "/"))
		}
		r := rules{".gitignore": list}
		if len(parts) > 1 {
			r[join(parts[0], ".gitignore")] = inner
		}
		g.make(w)
		paths := append(slices.Clone(w.dirs), p)
		for i, want := range g.verdicts(w, r, paths) {
			got := r.match(Lists{}, paths[i], i < len(w.dirs))
			got.Folder = ""
			if got != want {
				t.Errorf("%q in %v\n got %+v\nwant %+v", paths[i], r, got, want)
			}
		}
	})
}
