package tomledit

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// shape is a way in which a document can be large.
type shape struct {
	name string
	text func(size int) string // about size bytes
}

// repeat returns head, as many units, numbered from 0, as size permits, and tail.
func repeat(size int, head string, unit func(i int) string, tail string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; b.Len() < size-len(tail); i++ {
		b.WriteString(unit(i))
	}
	b.WriteString(tail)
	return b.String()
}

func same(text string) func(int) string { return func(int) string { return text } }

func numbered(format string) func(int) string {
	return func(i int) string { return strings.ReplaceAll(format, "#", strconv.Itoa(i)) }
}

func shapes() []shape {
	of := func(name, head string, unit func(int) string, tail string) shape {
		return shape{name, func(size int) string { return repeat(size, head, unit, tail) }}
	}
	deep := strings.Repeat("[", 60) + strings.Repeat("]", 60)
	return []shape{
		of("a list in one line", "a = [", same("1,"), "]\n"),
		of("a list of lists in one line", "a = [", same("[1],"), "]\n"),
		of("a list of deep lists", "a = [", same(deep+","), "]\n"),
		of("a list that is deep all around", "a = "+strings.Repeat("[", 60), same("1,"), strings.Repeat("]", 60)+"\n"),
		of("a table that is deep all around", "a = "+strings.Repeat("{a=", 60)+"[", same("1,"), "]"+strings.Repeat("}", 60)+"\n"),
		of("a list of strings", "a = [\n", numbered("  \"some/path/to/file#.go\",\n"), "]\n"),
		of("a list of tables in one line", "a = [", numbered("{path=\"#\"},"), "]\n"),
		of("a list of tables with a list", "a = [", numbered("{path=\"#\",b=[1]},"), "]\n"),
		of("a history in one line", "[discussions.main]\nhistory = [", numbered("{role=\"User\",content=\"entry #\"},"), "]\n"),
		of("wide characters in one line", "a = [", same("\"ä€😀\","), "]\n"),
		of("keys", "", numbered("k# = 1\n"), ""),
		of("short keys", "", numbered("# = 1\n"), ""),
		of("keys of an inline table", "a = {", numbered("k# = 1,"), "z=0}\n"),
		of("dotted keys that begin alike", "", numbered("a.b.c.d.e.f.g.h.i.j.k# = 1\n"), ""),
		of("dotted keys that differ", "", numbered("a#"+strings.Repeat(".a", 31)+" = 1\n"), ""),
		of("dotted keys of an inline table", "a = {", numbered("a.b.c.d.e.f.g.h.k# = 1,"), "z=0}\n"),
		of("tables", "", numbered("[t#]\na = 1\n"), ""),
		of("tables below each other", "", numbered("[a.b.c.d.e.f.t#]\na = 1\n"), ""),
		of("long headers that differ", "", numbered("[t#"+strings.Repeat(".a", 31)+"]\n"), ""),
		of("tables without keys", "", numbered("[t#]\n"), ""),
		of("tables of some keys", "", numbered("[t#]\na=1\nb=1\nc=1\nd=1\ne=1\nf=1\ng=1\nh=1\n"), ""),
		of("a list of blocks", "", same("[[a]]\nb = 1\n"), ""),
		of("a list of empty blocks", "", same("[[a]]\n"), ""),
		of("a list of blocks with blocks", "", same("[[a]]\nb = 1\n[[a.b1]]\nc=1\n[[a.b1]]\nc=1\n[a.t]\n"), ""),
		of("many lists of blocks", "", numbered("[[a#]]\nb = 1\n[[a#]]\nb = 1\n"), ""),
		{"blocks behind many keys", func(size int) string {
			return repeat(size/2, "", numbered("k# = 1\n"), "") + repeat(size/2, "", same("[[a]]\n"), "")
		}},
		{"blocks behind many tables", func(size int) string {
			return repeat(size/2, "", numbered("[t#]\na = 1\n"), "") + repeat(size/2, "", same("[[a]]\n"), "")
		}},
		of("files as a project keeps them", "schema = 1\n", numbered("\n[[files.items]]\npath = \"some/path/to/file#.go\"\nview_mode = \"skeleton\"\n\n  [[files.items.custom_slices]]\n  start_line = 1\n  end_line = 9\n"), ""),
		of("files in lines", "[files]\nitems = [\n", numbered("  { path = \"some/path/to/file#.go\", view_mode = \"skeleton\" },\n"), "]\n"),
		of("presets", "", numbered("[presets.p#]\nfiles = [\"a.go\", { path = \"b.go\", view_mode = \"full\" }]\n"), ""),
		of("one string", "a = \"", same("x"), "\"\n"),
		of("escapes", "a = \"", same(`é`), "\"\n"),
		of("one string of lines", "a = \"\"\"\n", same("some words\n"), "\"\"\"\n"),
		of("strings of lines", "", numbered("k# = \"\"\"\nsome words\n\"\"\"\n"), ""),
		of("a comment", "# ", same("x"), "\n"),
		of("comments", "", same("# x\n"), ""),
		of("comments and headers", "", numbered("# x\n# x\n[t#]\n# y\n"), ""),
		of("comments in a list", "a = [\n", same("1, # x\n"), "]\n"),
		of("blank lines", "a = 1", same("\n"), "b = 1\n"),
		of("blanks", "a = 1", same(" "), "\n"),
		of("numbers of many kinds", "a = [", same("1_000, 0xff, 1.5e3, 2026-01-01T00:00:00Z, 2026-01-01, 12:00:00, true,"), "]\n"),
		of("a mistake behind one line", "a = [", same("1,"), "x]\n"),
		of("a mistake behind many lines", "", numbered("k# = 1\n"), "k0 = x\n"),
		of("open strings", "", same("a = \"\"\"\n"), ""),
		of("quotes", "", same("\""), ""),
		of("brackets", "", same("["), ""),
		of("headers that are open", "", same("[\n"), ""),
		of("backslashes", "a = \"", same("\\"), ""),
	}
}

// Documents of every shape are decoded, searched and changed: with quadratic time this would not
// end.
func TestShapes(t *testing.T) {
	for _, s := range shapes() {
		t.Run(s.name, func(t *testing.T) {
			data := []byte(s.text(64 << 10))
			values, err := Decode(data)
			if err != nil {
				return // rejected, or an error
			}
			if _, err := Locate(data); err != nil {
				t.Fatal(err)
			}
			next, got, err := usual.Edit(data, values, Set("new", "zz"))
			if values["zz"] = "new"; err != nil || !equal(got, values) || len(next) < len(data) {
				t.Errorf("%d bytes became %d, %v", len(data), len(next), err)
			}
		})
	}
}

// Every error in a document has a position, even if everything is wrong.
func TestLocateEverything(t *testing.T) {
	const n = 100_000
	p, err := Locate([]byte("'é' = 1\na = [" + strings.Repeat("'é',", n) + "]\n"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if at, ok := p.Find(fmt.Sprintf("a[%d]", i)); !ok || at != (Position{2, 6 + 4*i}) {
			t.Fatalf("element %d is at %v", i, at)
		}
	}
}

// Measures every shape at several sizes: the figures of one shape should grow linearly.
func BenchmarkShapes(b *testing.B) {
	for _, s := range shapes() {
		for _, size := range []int{256 << 10, 1 << 20, MaxBytes} {
			data := []byte(s.text(size))
			for _, f := range []struct {
				name string
				run  func()
			}{
				{"decode", func() { _, _ = Decode(data) }},
				{"locate", func() {
					if p, err := Locate(data); err == nil {
						p.Find("a[1000]")
					}
				}},
			} {
				b.Run(fmt.Sprintf("%s/%s/%dK", s.name, f.name, size>>10), func(b *testing.B) {
					b.SetBytes(int64(len(data)))
					b.ReportAllocs()
					for b.Loop() {
						f.run()
					}
				})
			}
		}
	}
}
