package ignore

import (
	"bytes"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var decisions = flag.Int("decisions", 10_000, "how many decisions to compare with git; 200000 takes about a minute")

// world is a generated repository: folders with lists of patterns, and files.
type world struct {
	lists map[string]string // by path: "a/.gitignore", ".git/info/exclude", the global list as "global"
	dirs  []string
	files []string
}

var words = []string{"a", "b", "ab", "a.c", "foo", "foo.txt", "Foo", "bar", "x y", "ä", "-", "!n", "#h", "[x]", "a*b", "t ", `b\s`, "é.go", "]", "z-a", "0", "1.log"}

// hostile returns a piece of a pattern that people and fuzzers come up with.
func hostile(r *rand.Rand) string {
	atoms := []string{
		"*", "**", "?", "/", "/**/", "**/", "/**", "[a-c]", "[!a]", "[^a]", "[[:alpha:]]", "[[:digit:][:space:]]", "[]a]", "[]-a]", "[a-]", "[!]a-]", "[[:nope:]]", "[a", "[[:alpha:", "[\\]]", "[\\a-\\c]", "[--0]", "[[.]",
		`\`, `\*`, `\?`, `\[`, `\#`, `\!`, `\ `, " ", "\t", "\r", ".", "foo*", "*.txt", "a**b", "*a*", "***", "foo**", "**a", "é", "\xff", "ä",
	}
	if r.IntN(2) == 0 {
		return words[r.IntN(len(words))]
	}
	return atoms[r.IntN(len(atoms))]
}

func anyPattern(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(4) == 0 {
		b.WriteByte('!')
	}
	if r.IntN(6) == 0 {
		b.WriteByte('/')
	}
	for range 1 + r.IntN(4) {
		b.WriteString(hostile(r))
		if r.IntN(5) == 0 {
			b.WriteByte('/')
		}
	}
	switch r.IntN(12) {
	case 0:
		b.WriteString("/")
	case 1:
		b.WriteString("  ")
	case 2:
		b.WriteString(`\ `)
	case 3:
		b.WriteString("\r")
	}
	return b.String()
}

func anyList(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(10) == 0 {
		b.WriteString("\ufeff")
	}
	for range 1 + r.IntN(5) {
		switch r.IntN(12) {
		case 0:
			b.WriteString("# a comment")
		case 1:
		default:
			b.WriteString(anyPattern(r))
		}
		b.WriteString("\n")
	}
	s := b.String()
	if r.IntN(4) == 0 {
		s = strings.TrimSuffix(s, "\n")
	}
	return s
}

func anyWorld(r *rand.Rand) world {
	w := world{lists: map[string]string{}}
	var grow func(dir string, depth int)
	grow = func(dir string, depth int) {
		if r.IntN(2) == 0 || dir == "" {
			w.lists[join(dir, ".gitignore")] = anyList(r)
		}
		taken := map[string]bool{}
		for range 2 + r.IntN(6) {
			name := words[r.IntN(len(words))]
			if taken[name] {
				continue
			}
			taken[name] = true
			if depth < 4 && r.IntN(3) == 0 {
				w.dirs = append(w.dirs, join(dir, name))
				grow(join(dir, name), depth+1)
				continue
			}
			w.files = append(w.files, join(dir, name))
		}
	}
	grow("", 0)
	if r.IntN(3) == 0 {
		w.lists[".git/info/exclude"] = anyList(r)
	}
	if r.IntN(3) == 0 {
		w.lists["global"] = anyList(r)
	}
	return w
}

// ours asks this package for the verdict on a path.
func (w world) ours(path string, dir bool) Verdict {
	var tree Lists
	if text, ok := w.lists["global"]; ok {
		tree.Global = []*List{Parse("global", []byte(text))}
	}
	if text, ok := w.lists[".git/info/exclude"]; ok {
		tree.Info = Parse(".git/info/exclude", []byte(text))
	}
	list := func(dir string) *List {
		text, ok := w.lists[join(dir, ".gitignore")]
		if !ok {
			return nil
		}
		return Parse(join(dir, ".gitignore"), []byte(text))
	}
	at := NewRoot(tree, "", list(""))
	names := strings.Split(path, "/")
	for i, name := range names[:len(names)-1] {
		at = at.Enter(name, list(strings.Join(names[:i+1], "/")))
	}
	return at.Match(names[len(names)-1], dir)
}

// git is a real repository that is made anew for each world.
type git struct {
	t   *testing.T
	dir string
	env []string
}

func newGit(t *testing.T) *git {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed: there is no oracle")
	}
	home := t.TempDir()
	return &git{t: t, dir: t.TempDir(), env: []string{
		"HOME=" + home, "XDG_CONFIG_HOME=" + home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "LC_ALL=C", "PATH=" + os.Getenv("PATH"),
	}}
}

func (g *git) run(dir, stdin string, args ...string) []byte {
	g.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, g.env, strings.NewReader(stdin)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	// Status 1 of check-ignore says that none of the paths is ignored.
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != 1) {
		g.t.Fatalf("git %v: %v\n%s", args, err, errs.Bytes())
	}
	return out
}

// verdicts asks git for every file and folder of a world.
func (g *git) verdicts(w world) map[string]Verdict {
	g.t.Helper()
	dir, err := os.MkdirTemp(g.dir, "w")
	if err != nil {
		g.t.Fatal(err)
	}
	g.run(dir, "", "init", "-q")
	for _, d := range w.dirs {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			g.t.Fatal(err)
		}
	}
	for _, f := range w.files {
		if err := os.WriteFile(filepath.Join(dir, f), nil, 0o644); err != nil {
			g.t.Fatal(err)
		}
	}
	args := []string{"check-ignore", "-v", "-n", "-z", "--no-index", "--stdin"}
	for name, text := range w.lists {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			g.t.Fatal(err)
		}
	}
	if _, ok := w.lists["global"]; ok {
		args = append([]string{"-c", "core.excludesFile=" + filepath.Join(dir, "global")}, args...)
	}
	paths := slices.Concat(w.dirs, w.files)
	fields := strings.Split(string(g.run(dir, strings.Join(paths, "\x00")+"\x00", args...)), "\x00")
	out := map[string]Verdict{}
	for i := 0; i+3 < len(fields); i += 4 {
		source, line, text, path := fields[i], fields[i+1], fields[i+2], fields[i+3]
		v := Verdict{Source: strings.TrimPrefix(source, dir+"/"), Pattern: text}
		if source != "" {
			v.Line, _ = strconv.Atoi(line)
			v.Ignored = !strings.HasPrefix(text, "!")
		}
		out[path] = v
	}
	if err := os.RemoveAll(dir); err != nil {
		g.t.Fatal(err)
	}
	return out
}

// TestGitAgrees compares every verdict, with the list, the line and the text of the
// pattern, over generated repositories.
func TestGitAgrees(t *testing.T) {
	g := newGit(t)
	r := rand.New(rand.NewPCG(1, 2))
	done, ignored, negated, nested := 0, 0, 0, 0
	for done < *decisions {
		w := anyWorld(r)
		theirs := g.verdicts(w)
		for _, path := range slices.Sorted(maps.Keys(theirs)) {
			got := w.ours(path, slices.Contains(w.dirs, path))
			if got.Folder != "" {
				nested++
			}
			got.Folder = ""
			want := theirs[path]
			if got != want {
				t.Fatalf("%q in %s\n got %+v\nwant %+v", path, w, got, want)
			}
			done++
			if got.Ignored {
				ignored++
			} else if got.Spoke() {
				negated++
			}
		}
	}
	t.Logf("%d decisions agree with git: %d ignored, %d of them in ignored folders, %d re-included", done, ignored, nested, negated)
}

func (w world) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w.lists)) {
		fmt.Fprintf(&b, "\n%s: %q", name, w.lists[name])
	}
	return b.String()
}
