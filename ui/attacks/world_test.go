package attacks

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dossier/presets"
	"dossier/ui/cli"
)

// The user's own data: content and a name, neither of which may be revealed.
const (
	canary = "CANARY-7f3a"
	hidden = "HIDDEN-9c21"
)

// world is a project of a stranger, beside what belongs to the user.
type world struct {
	tb     testing.TB
	base   string // project, outside, home, config, state, cache
	mine   map[string]string
	output []output // what was printed, shown and copied, not looked at yet
}

// output is a text of a frontend about a project.
type output struct{ by, text string }

// newWorld lays a project of files, and everything beside it. Beneath a link is what it leads
// to.
func newWorld(tb testing.TB, files map[string]string) *world {
	tb.Helper()
	base, err := filepath.EvalSymlinks(memory(tb))
	if err != nil {
		tb.Fatal(err)
	}
	w := &world{tb: tb, base: base}
	for name, content := range map[string]string{
		"outside/canary.txt":                canary + "\n",
		"outside/canary.md":                 "# " + canary + "\n\n[[canary.txt]]\n",
		"outside/canary.go":                 "package outside\n\nfunc F() string { return \"" + canary + "\" }\n",
		"outside/canary.toml":               "[project]\nname = \"" + canary + "\"\ninstruction = \"" + canary + "\"\n",
		"outside/" + hidden + ".txt":        canary + "\n",
		"outside/.beads/issues.jsonl":       `{"id":"x-1","title":"` + canary + `","status":"open","priority":1,"issue_type":"task"}` + "\n",
		"outside/issues.jsonl":              `{"id":"x-1","title":"` + canary + `","status":"open","priority":1,"issue_type":"task"}` + "\n",
		"outside/go.mod":                    "module " + canary + "\n",
		"outside/rules.toml":                "[[rules]]\nid = \"" + canary + "\"\ndescription = \"" + canary + "\"\nregex = '''package'''\n",
		"outside/ignored":                   canary + "\n*.md\n",
		"outside/repo/HEAD":                 "ref: refs/heads/" + canary + "\n",
		"outside/repo/config":               "[core]\n\tbare = false\n",
		"outside/repo/refs/heads/" + hidden: strings.Repeat("a", 40) + "\n",
		"outside/repo/info/exclude":         canary + "\n*.md\n",
		"project-evil/canary.txt":           canary + "\n",
		"home/canary.txt":                   canary + "\n",
	} {
		w.write("../"+name, content)
	}
	for _, link := range links {
		w.link(link[0], strings.ReplaceAll(link[1], "$OUT", w.out()))
	}
	w.lay(files)
	w.mine = w.outside()
	return w
}

// memory returns a folder in memory where the system has one: what is tried on it does not
// depend on a disk, which is slow.
func memory(tb testing.TB) string {
	tb.Helper()
	base, err := os.MkdirTemp("/dev/shm", "dossier-attacks-")
	if err != nil {
		return tb.TempDir()
	}
	tb.Cleanup(func() { os.RemoveAll(base) })
	return base
}

// links are the links of every project: where, and where to.
var links = [][2]string{
	{"link.txt", "../outside/canary.txt"},
	{"linked", "../outside"},
	{"chain.txt", "link.txt"},
	{"absolute.txt", "$OUT/canary.txt"},
	{"absolute", "$OUT"},
	{"sub/up", "../.."},
	{"root", "/"},
	{".git/link", "../../outside/canary.txt"},
}

func (w *world) dir() string { return filepath.Join(w.base, "project") }
func (w *world) out() string { return filepath.Join(w.base, "outside") }

func (w *world) places() presets.Places {
	return presets.Places{Config: filepath.Join(w.base, "config"), State: filepath.Join(w.base, "state"), Cache: filepath.Join(w.base, "cache")}
}

// path returns where a name of the project lies.
func (w *world) path(name string) string { return filepath.Join(w.dir(), filepath.FromSlash(name)) }

func (w *world) write(name, content string) {
	w.tb.Helper()
	full := w.path(name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(content), 0o644)); err != nil {
		w.tb.Fatal(err)
	}
}

// lay writes files of the project, also in the place of folders.
func (w *world) lay(files map[string]string) {
	w.tb.Helper()
	for name, content := range files {
		if info, err := os.Lstat(w.path(name)); err == nil && info.IsDir() {
			if err := os.RemoveAll(w.path(name)); err != nil {
				w.tb.Fatal(err)
			}
		}
		w.write(name, content)
	}
}

func (w *world) link(name, to string) {
	w.tb.Helper()
	full := w.path(name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.Symlink(to, full)); err != nil {
		w.tb.Fatal(err)
	}
}

// remove removes a file or folder of the project.
func (w *world) remove(name string) {
	w.tb.Helper()
	if err := os.RemoveAll(w.path(name)); err != nil {
		w.tb.Fatal(err)
	}
}

// up is the way from the folder of a name to the one above the project.
func (w *world) up(name string) string { return strings.Repeat("../", strings.Count(name, "/")+1) }

// tell records a text for [world.check].
func (w *world) tell(by string, texts ...any) {
	for _, text := range texts {
		w.output = append(w.output, output{by, fmt.Sprintf("%+v", text)})
	}
}

// command runs a command line on the project, in this process, and returns what it printed.
func (w *world) command(stdin string, args ...string) string {
	var out bytes.Buffer
	cli.Run(w.tb.Context(), append(args, "-C", w.dir()), cli.Env{Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &out, Places: w.places()})
	w.tell("dossier "+strings.Join(args, " "), out.String())
	return out.String()
}

// outside is all that lies beside the project and the user's own folders of the program:
// what each is, and what is in it.
func (w *world) outside() map[string]string {
	w.tb.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(w.base, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch rel, _ := filepath.Rel(w.base, path); {
		case rel == "project" || rel == "config" || rel == "state" || rel == "cache":
			return fs.SkipDir
		case d.Type().IsRegular():
			data, err := os.ReadFile(path)
			sum := sha256.Sum256(data)
			found[rel] = hex.EncodeToString(sum[:8])
			return err
		default:
			found[rel] = d.Type().String()
		}
		return nil
	})
	if err != nil {
		w.tb.Fatal(err)
	}
	return found
}

// listen searches the texts recorded since the last call for the user's data. It returns the number
// of bytes.
func (w *world) listen(what string) (looked int) {
	w.tb.Helper()
	for _, t := range w.output {
		looked += len(t.text)
		if mark, at := marked(t.text); mark != "" {
			w.tb.Errorf("%s: %s tells %s: …%s", what, t.by, mark, t.text[max(0, at-200):min(len(t.text), at+80)])
		}
	}
	w.output = nil
	return looked
}

// check searches all texts and written files for the user's data, and the outside for changes.
func (w *world) check(what string) (looked int) {
	w.tb.Helper()
	looked = w.listen(what)
	for _, folder := range []string{"project", "config", "state", "cache"} {
		err := filepath.WalkDir(filepath.Join(w.base, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			if d == nil || !d.Type().IsRegular() {
				return nil
			}
			if info, err := d.Info(); err != nil || info.Size() > 64<<20 {
				return err // a bomb of the project's
			}
			data, err := os.ReadFile(path)
			looked += len(data)
			if mark, _ := marked(string(data)); mark != "" {
				w.tb.Errorf("%s: %s was written into %s", what, mark, path)
			}
			return err
		})
		if err != nil {
			w.tb.Fatal(err)
		}
	}
	now := w.outside()
	if !maps.Equal(now, w.mine) {
		for _, name := range slices.Sorted(maps.Keys(now)) {
			if now[name] != w.mine[name] {
				w.tb.Errorf("%s: %s was written outside the project", what, name)
			}
		}
		for name := range w.mine {
			if _, ok := now[name]; !ok {
				w.tb.Errorf("%s: %s is gone", what, name)
			}
		}
		w.mine = now
	}
	return looked
}

// marked returns the mark in a text, and its position.
func marked(text string) (mark string, at int) {
	for _, mark := range []string{canary, hidden} {
		if at := strings.Index(text, mark); at >= 0 {
			return mark, at
		}
	}
	return "", -1
}

// quoteTOML and quoteJSON write a text as those formats do.
func quoteTOML(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func quoteJSON(s string) string {
	out, err := json.Marshal(s)
	if err != nil {
		panic(err) // a text
	}
	return string(out)
}

// ways returns the paths of testdata/paths.txt, for a world.
func (w *world) ways() []string {
	w.tb.Helper()
	data, err := os.ReadFile("testdata/paths.txt")
	if err != nil {
		w.tb.Fatal(err)
	}
	replace := strings.NewReplacer("$OUT", w.out(), "$PROJECT", w.dir(), "$ABOVE", w.base, "$LONG", strings.Repeat("l", 300), "$DEEP", strings.Repeat("d/../", 2000))
	var ways []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		way, err := strconv.Unquote(`"` + line + `"`)
		if err != nil {
			w.tb.Fatalf("testdata/paths.txt: %s: %v", line, err)
		}
		ways = append(ways, replace.Replace(way))
	}
	return ways
}
