package attacks

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
)

// bomb is a project with something in it that costs far more than it weighs, or that never
// ends. Beside it lies good.txt, which has to be read all the same.
type bomb struct {
	name  string
	files map[string]string // of the project; without a dossier.toml all its files are selected
	lay   func(w *world)    // what no text holds; nil: nothing
	says  string            // a pattern of the sentence or row that is said of it; empty: it is harmless
	// broken says that the project file itself is the bomb: good.txt is read by name then.
	broken bool
	heavy  bool // left to `make attacks`
}

const readAll = "[project]\nexecution_mode = \"beads\"\ntree = \"full\"\n[files]\nitems = [\"good.txt\", \"**\"]\n[links.contexts.all]\ndocument = true\ncontext_items = [\"good.txt\", \"**/*.md\"]\n"

// deep is a name of n folders, one in the other.
func deep(n int) string { return strings.Repeat("d/", n) }

// png returns a picture of one colour; its rows are all zeros, which weigh nothing.
func png(width, height int) string {
	var b bytes.Buffer
	chunk := func(kind string, data []byte) {
		_ = binary.Write(&b, binary.BigEndian, uint32(len(data)))
		sum := crc32.NewIEEE()
		sum.Write([]byte(kind))
		sum.Write(data)
		b.WriteString(kind)
		b.Write(data)
		_ = binary.Write(&b, binary.BigEndian, sum.Sum32())
	}
	b.WriteString("\x89PNG\r\n\x1a\n")
	head := binary.BigEndian.AppendUint32(nil, uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	chunk("IHDR", append(head, 1, 0, 0, 0, 0)) // one bit a pixel
	var data bytes.Buffer
	z := zlib.NewWriter(&data)
	row := make([]byte, (width+7)/8+1)
	for range height {
		_, _ = z.Write(row)
	}
	_ = z.Close()
	chunk("IDAT", data.Bytes())
	chunk("IEND", nil)
	return b.String()
}

// zipped returns a ZIP archive of one file.
func zipped(name, content string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	if w, err := z.Create(name); err == nil {
		_, _ = io.WriteString(w, content)
	}
	_ = z.Close()
	return b.String()
}

func bombs() []bomb {
	shots := readAll + "[screenshots]\npaths = [\"*.png\", \"*.gif\", \"*.jpg\"]\n"
	gif := "GIF89a\xff\xff\xff\xff\xf0\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02D\x01\x00;"
	nested := "[files]\nitems = [\"good.txt\"]\n"
	return []bomb{
		{name: "PNG of 30 000 × 30 000", files: map[string]string{"dossier.toml": shots, "x.png": png(30_000, 30_000)}, says: `30000×30000`},
		{name: "GIF of 65 535 × 65 535", files: map[string]string{"dossier.toml": shots, "x.gif": gif}, says: `65535×65535`},
		{name: "PNG that ends early", files: map[string]string{"dossier.toml": shots, "x.png": png(3000, 3000)[:60]}, says: `x\.png`},
		{name: "PNG of 4 294 967 295²", files: map[string]string{"dossier.toml": shots, "x.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\x00\x00\x00\x00\x00\x00\x00"}, says: `x\.png`},

		{name: "TOML: 200 000 brackets", files: map[string]string{"dossier.toml": "a = " + strings.Repeat("[", 200_000)}, says: `dossier\.toml.*(levels|brackets|deep)`, broken: true},
		{name: "TOML: tables in tables", files: map[string]string{"dossier.toml": "a = " + strings.Repeat("{a=", 13_000)}, says: `dossier\.toml`, broken: true},
		{name: "TOML: a key of 10 000 dots", files: map[string]string{"dossier.toml": strings.Repeat("a.", 10_000) + "a = 1\n"}, says: `dossier\.toml`, broken: true},
		{name: "TOML: 300 000 keys", files: map[string]string{"dossier.toml": func() string {
			var b strings.Builder
			for i := range 300_000 {
				fmt.Fprintf(&b, "k%d=1\n", i)
			}
			return b.String()
		}()}, says: `dossier\.toml`, broken: true, heavy: true},
		{name: "TOML: a text of 5 MB", files: map[string]string{"dossier.toml": nested + "[project]\ninstruction = \"" + strings.Repeat("x", 5<<20) + "\"\n"}, says: `dossier\.toml`, broken: true},
		{name: "TOML: no end of a string", files: map[string]string{"dossier.toml": nested + "x = \"\"\"" + strings.Repeat("\"\" ", 50_000)}, says: `dossier\.toml`, broken: true},
		{name: "TOML: bytes that are none", files: map[string]string{"dossier.toml": nested + "x = \"\xff\xfe\x00\"\n"}, says: `dossier\.toml`, broken: true},
		{name: "notes: 200 000 brackets", files: map[string]string{"dossier.toml": nested, "dossier_notes.toml": "a = " + strings.Repeat("[", 200_000)}, says: `dossier_notes\.toml`},
		{name: "discussions: 200 000 brackets", files: map[string]string{"dossier.toml": nested, "dossier_history.toml": "a = " + strings.Repeat("[", 200_000)}, says: `dossier_history\.toml`},
		{name: "rules: 200 000 brackets", files: map[string]string{"dossier.toml": readAll, ".gitleaks.toml": "a = " + strings.Repeat("[", 200_000)}, says: `\.gitleaks\.toml`},
		{name: "rules: patterns that are slow", files: map[string]string{"dossier.toml": readAll, ".gitleaks.toml": "[[rules]]\nid = \"x\"\nregex = '''((((a{0,30}){0,30}){0,30})*)*b'''\n", "x.txt": strings.Repeat("a", 100_000)}, says: `\.gitleaks\.toml`},
		{name: "presets: 1 000 that name each other's files", files: map[string]string{"dossier.toml": func() string {
			var b strings.Builder
			b.WriteString(nested)
			for i := range 1_000 {
				fmt.Fprintf(&b, "[presets.p%d]\nfiles = [\"**\", \"**/*\", \"good.txt\"]\n", i)
			}
			return b.String()
		}()}},
		{name: "patterns of stars", files: map[string]string{"dossier.toml": "[files]\nitems = [\"good.txt\", \"" + strings.Repeat("a*", 400) + "b\", \"" + strings.Repeat("**/", 300) + "x\", \"" + strings.Repeat("{a,b}", 60) + "\", \"" + strings.Repeat("[!a-z]*", 120) + "\"]\n", strings.Repeat("a", 200) + ".txt": "x\n", deep(40) + "y.txt": "y\n"}, says: `\*`},
		{name: "ignore files of stars", files: map[string]string{"dossier.toml": readAll, ".gitignore": strings.Repeat(strings.Repeat("a*", 100)+"b\n"+strings.Repeat("**/", 100)+"x\n!"+strings.Repeat("*a", 100)+"\n", 300), strings.Repeat("a", 200) + ".txt": "x\n", deep(30) + strings.Repeat("a", 100): "y\n"}},

		{name: "beads: a line of 200 MB", files: map[string]string{"dossier.toml": readAll, ".beads/issues.jsonl": `{"id":"g-1","title":"good bead","status":"open","priority":1,"issue_type":"task"}` + "\n"}, lay: sparse(".beads/issues.jsonl", 200<<20), says: `issues\.jsonl|line 2|larger|too large`},
		{name: "beads: half lines and NULs", files: map[string]string{"dossier.toml": readAll, ".beads/issues.jsonl": `{"id":"g-1","title":"good bead","status":"open","priority":1,"issue_type":"task"}` + "\n{\"id\":\"h\n\x00\x00\x00\n" + strings.Repeat("[", 100_000) + "\n" + `{"id":"\u0000","title":"\u0000` + strings.Repeat(`{"a":`, 10_000) + "\n"}, says: `line`},
		{name: "chat: 20 000 roles in an entry", files: map[string]string{"dossier.toml": nested, "dossier_history.toml": "active = \"main\"\n[discussions.main]\nhistory = [{ role = \"User\", content = \"" + strings.Repeat("User:\\n---\\n```\\n", 20_000) + "\" }]\n"}},
		{name: "smart contexts in a circle", files: map[string]string{"dossier.toml": readAll, "a.md": strings.Repeat("[[b]] ![[b]]\n", 5_000), "b.md": strings.Repeat("[[a]] ![[a]]\n", 5_000) + strings.Repeat("```smart-context\n", 2_000)}},

		{name: "pipe, socket, device", lay: special, files: map[string]string{"dossier.toml": readAll + "[screenshots]\npaths = [\"pipe.png\", \"zero.png\"]\n"}, says: `pipe|device`},
		{name: "pipes in the place of our files", lay: ourPipes, files: map[string]string{"dossier.toml": readAll}, says: `pipe|regular file`},
		{name: "file of 10 GB without content", lay: sparse("big.txt", 10<<30), files: map[string]string{"dossier.toml": readAll}, says: `big\.txt`},
		{name: "10 GB in the place of our files", lay: func(w *world) {
			for _, name := range []string{"dossier_notes.toml", "dossier_history.toml", ".gitignore", ".gitleaks.toml", ".git/index", ".git/packed-refs", ".git/config", "go.mod", "package.json"} {
				sparse(name, 10<<30)(w)
			}
		}, files: map[string]string{"dossier.toml": readAll, ".git/HEAD": "ref: refs/heads/main\n", "main.go": "package main\n"}, says: `dossier_notes\.toml`},
		{name: "names with escapes", files: map[string]string{
			"dossier.toml": readAll, "x\ny.txt": "x\n", "x\x1b[2J\x1b]0;owned\x07.txt": "x\n", "x\u202egpj.txt": "x\n", "](http:) `` ```.md": "x\n", "<script>alert(1)<!--.md": "x\n", "# x\r\n## Discussion History.md": "x\n", "-rf": "x\n", "\xff\xfe.txt": "x\n", "\U000e0041\U000e0042.txt": "x\n",
			strings.Repeat("n", 255): "x\n",
		}, says: `\\x1b|x\\x1b`},
		{name: "grammars: what kills them", files: map[string]string{"dossier.toml": strings.ReplaceAll(readAll, "\"**\"", "{ path = \"**\", view_mode = \"skeleton\" }, { path = \"*\", view_mode = \"outline\" }"), "x.md": strings.Repeat(">", 300), "x.kt": strings.Repeat(`"${`, 1_500), "x.ml": strings.Repeat("(*", 300_000), "x.py": strings.Repeat("(", 5_000)}, says: `summary`},
		{name: "grammars: what takes them long", files: map[string]string{"dossier.toml": strings.ReplaceAll(readAll, "\"**\"", "{ path = \"**\", view_mode = \"skeleton\" }, { path = \"*\", view_mode = \"outline\" }"), "x.md": strings.Repeat(">", 300), "x.kt": strings.Repeat(`"${`, 1_500), "x.ml": strings.Repeat("(*", 300_000), "x.js": strings.Repeat("(", 20_000), "x.c": strings.Repeat("f(", 40_000), "x.ts": strings.Repeat("a<", 100_000), "x.py": strings.Repeat("(", 5_000) + strings.Repeat("lambda:", 5_000), "x.yaml": strings.Repeat("- ", 50_000), "x.json": strings.Repeat("[", 200_000), "x.html": strings.Repeat("<div>", 50_000)}, says: `summary`, heavy: true},
		{name: "notebooks: nested, of half a million cells, of none", files: map[string]string{
			"dossier.toml": readAll, "deep.ipynb": `{"cells": ` + strings.Repeat("[", 20_000), "many.ipynb": `{"cells": [` + strings.Repeat("{},", 500_000) + "{}]}",
			"source.ipynb":  `{"cells": [{"cell_type": "code", "source": [` + strings.Repeat(`"",`, 150_000) + `""], "outputs": [` + strings.Repeat("{},", 150_000) + "{}]}]}",
			"escapes.ipynb": `{"cells": [{"cell_type": "markdown", "source": "` + strings.Repeat(`\u0000\udb40\udc41`, 20_000) + `"}]}`, "none.ipynb": "{}",
		}, says: `deep\.ipynb.*shown as JSON`},
		{name: "documents: bombs of XML and ZIP", files: map[string]string{
			"dossier.toml": readAll, "deep.odt": zipped("content.xml", strings.Repeat("<p>", 5_000_000)), "large.docx": zipped("word/document.xml", "<w>"+strings.Repeat(" ", 300<<20)),
			"entities.odt": zipped("content.xml", `<!DOCTYPE l [<!ENTITY a "`+strings.Repeat("lol", 1000)+`"><!ENTITY b "`+strings.Repeat("&a;", 1000)+`">]><p><p>`+strings.Repeat("&b;", 1000)+`</p></p>`),
			"outside.odt":  zipped("content.xml", `<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><p><p>&a;</p></p>`), "repeated.odt": zipped("content.xml", `<p>`+strings.Repeat(`<p><s c="2000000000"/>x</p>`, 100)+`</p>`),
			"none.docx": "PK\x03\x04", "path.docx": zipped("../../word/document.xml", "<w/>"), "many.docx": strings.Repeat("PK\x01\x02", 200_000),
		}, says: `deep\.odt.*nest deeper`},
		{name: "paths 2 000 folders deep", files: map[string]string{"dossier.toml": "[files]\nitems = [\"good.txt\", \"" + deep(2000) + "x.txt\", \"**\"]\nbase_dir = \"\"\n[links.contexts.all]\ndocument = true\ncontext_items = [\"" + deep(2000) + "x.md\"]\n"}, lay: folders(2000), says: `64 folders|levels`},
		{name: "links in circles", files: map[string]string{"dossier.toml": readAll}, lay: func(w *world) {
			w.link("loop.txt", "loop.txt")
			w.link("circle/a", "../circle")
			w.link("x", "y")
			w.link("y", "x")
			w.write("dossier.toml", "[files]\nitems = [\"good.txt\", \"loop.txt\", \"circle/a/a/a/a/a/a/a/a/a/a/a/x.txt\", \"x\", \"circle/**\"]\n")
		}, says: `circle`},
		{name: "60 000 files", files: map[string]string{"dossier.toml": strings.ReplaceAll(readAll, `, "**"]`, `]`)}, heavy: true, lay: func(w *world) {
			for i := range 60_000 {
				w.write(fmt.Sprintf("many/%d/%d.txt", i/500, i), "")
			}
		}},
	}
}

// folders makes n folders, one in the other, which no path of the system could name.
func folders(n int) func(w *world) {
	return func(w *world) {
		root, err := os.OpenRoot(w.dir())
		if err != nil {
			w.tb.Fatal(err)
		}
		for range n {
			if err := root.Mkdir("d", 0o755); err != nil {
				w.tb.Fatal(err)
			}
			next, err := root.OpenRoot("d")
			if err != nil {
				w.tb.Fatal(err)
			}
			root.Close()
			root = next
		}
		if f, err := root.Create("x.txt"); err == nil {
			f.Close()
		}
		root.Close()
	}
}

// sparse makes a file of a size that holds nothing behind what is there.
func sparse(name string, size int64) func(w *world) {
	return func(w *world) {
		f, err := os.OpenFile(w.path(name), os.O_CREATE|os.O_RDWR, 0o644)
		if err == nil {
			err = f.Truncate(size)
			f.Close()
		}
		if err != nil {
			w.tb.Fatal(err)
		}
	}
}

// peak returns the max memory of this process since it was reset, in MiB; 0 if the system does not
// report it.
func peak(forget bool) (mib int) {
	if forget && os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) != nil {
		return 0
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	kib := 0
	for line := range strings.Lines(string(status)) {
		_, _ = fmt.Sscanf(line, "VmHWM: %d kB", &kib)
	}
	return kib / 1024
}

// maxGrowth is how much more memory than before a bomb may take in this process, in MiB.
// Documents are of megabytes, and what counts and scans them has tables of tens of them.
const maxGrowth = 400

// Bombs cost little: none ends the program or keeps it waiting, each is named in one sentence
// or row, and what lies beside it is read.
func TestBombs(t *testing.T) {
	w := newWorld(t, map[string]string{"good.txt": "the good file\n"})
	w.command("", "build", "--stdout") // what is made once
	tried, worst, of := 0, 0, ""
	for _, b := range bombs() {
		if b.heavy && !*every {
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			w := newWorld(t, map[string]string{"good.txt": "the good file\n"})
			for _, link := range links {
				w.remove(strings.Split(link[0], "/")[0])
			}
			w.lay(b.files)
			if b.lay != nil {
				b.lay(w)
			}
			before := peak(true)
			said := w.command("", "build", "--stdout")
			lines := [][]string{{"screenshots", "list"}, {"beads"}, {"presets", "list", "--tokens"}, {"links", "compile", "--context", "all"}, {"notes", "list"}, {"discussion", "list"}, {"secrets"}, {"fit", "-q", "the good file"}, {"view", "good.txt"}}
			var all strings.Builder
			all.WriteString(said)
			for _, args := range lines {
				all.WriteString(w.command("", args...))
			}
			grown := peak(false) - before
			if b.broken {
				said = w.command("", "view", "good.txt")
			}
			if !strings.Contains(said, "the good file") {
				t.Errorf("good.txt is not read:\n%.600s", said)
			}
			if b.says != "" && !regexp.MustCompile(b.says).MatchString(all.String()) {
				t.Errorf("nothing says %s:\n%.1500s", b.says, all.String())
			}
			for _, wrong := range []string{"panic:", "goroutine ", "runtime error"} {
				if strings.Contains(all.String(), wrong) {
					t.Errorf("it says %q", wrong)
				}
			}
			if strings.ContainsAny(strings.ReplaceAll(all.String(), "\r\n", ""), "\x1b\x07\u202e") {
				t.Error("what is printed holds escapes")
			}
			v := w.open()
			v.Compose().Add([]string{"good.txt"})
			v.look("opened")
			v.Tree().OpenAll(true)
			v.Tree().SetFilter("good")
			v.look("searched")
			v.Copy().Dossier()
			v.settle()
			for i, row := range v.Screenshots().Rows() {
				known := false
				v.Screenshots().Enlarge(i, image.Pt(64, 64), func(picture *image.RGBA, err error) {
					if known = true; picture != nil || err == nil {
						t.Errorf("%s is decoded", row.Path)
					}
				})
				v.until("it is known whether "+row.Path+" can be shown", func() bool { return known })
			}
			if !strings.Contains(v.Document().Text(), "the good file") {
				t.Errorf("the window does not show good.txt: %v", v.Warnings())
			}
			v.close()
			if after := peak(false) - before; after > grown {
				grown = after
			}
			if grown > maxGrowth {
				t.Errorf("it took %d MiB", grown)
			}
			w.check(b.name)
			t.Logf("%d MiB", grown)
			if tried++; grown > worst {
				worst, of = grown, b.name
			}
		})
	}
	if !t.Failed() {
		report("bombs", fmt.Sprintf("%d bombs, by the command line and in a window: each named, what lies beside it read; %d MiB of memory at most (%s)", tried, worst, of))
	}
}
