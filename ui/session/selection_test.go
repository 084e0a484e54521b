package session

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/features/editors"
	"dossier/ui/features/preview"
)

// lineOf returns the line of a document that holds a text first.
func lineOf(t *testing.T, doc *aggregate.Document, text string) int {
	t.Helper()
	for n := range doc.Lines {
		if strings.Contains(doc.Line(n), text) {
			return n
		}
	}
	t.Fatalf("no line holds %q:\n%s", text, doc.Text())
	return 0
}

func TestASelectionMovesWithItsText(t *testing.T) {
	t.Parallel()
	const text = "one\ntwo\n\n{\nthree\n}\n\n{\nfour\n}\n"
	tests := []struct {
		name       string
		from, to   string // lines of the file that are selected, by what they hold
		next       string // what the file holds then
		first      string // another file is before it then
		want       string // what is selected then; "" is nothing
		wantTheEnd int    // how many bytes of the last line
	}{
		{name: "nothing changed", from: "two", to: "three", next: text, want: "two\n\n{\nth"},
		{name: "a file came before it", from: "two", to: "three", next: text, first: "zero\n", want: "two\n\n{\nth"},
		{name: "lines came above", from: "two", to: "three", next: "zero\nhalf\n" + text, want: "two\n\n{\nth"},
		{name: "lines went above", from: "three", to: "four", next: strings.TrimPrefix(text, "one\n"), want: "three\n}\n\n{\nfo"},
		{name: "lines changed below", from: "two", to: "three", next: strings.Replace(text, "four", "five", 1), want: "two\n\n{\nth"},
		{name: "a line of it changed", from: "two", to: "four", next: strings.Replace(text, "three", "five", 1)},
		{name: "a line of it is gone", from: "two", to: "four", next: strings.Replace(text, "three\n", "", 1)},
		{name: "the same line between others is not it", from: "three", to: "three", next: "a\nb\nthree\nc\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := newDesk(t, map[string]string{"b.txt": text, "a.txt": "zero\n"})
			d.Add([]string{"b.txt"})
			d.settle()
			before := d.Document()
			chosen := preview.Selection{Anchor: preview.Spot{Line: lineOf(t, before, tt.from), At: 0}, Caret: preview.Spot{Line: lineOf(t, before, tt.to), At: 2}}

			d.write("b.txt", tt.next)
			if tt.first != "" {
				d.Add([]string{"a.txt"})
				d.Move([]int{1}, 0)
			}
			d.Tree().Rescan()
			d.until("the document follows", func() bool {
				return strings.Contains(d.Document().Text(), tt.next) && (tt.first == "" || strings.Contains(d.Document().Text(), "a.txt"))
			})
			d.settle()
			next, ok := chosen.Follow(before, d.Document())
			if ok != (tt.want != "") || ok && next.Text(d.Document()) != tt.want {
				t.Errorf("found %t: %q, want %q", ok, next.Text(d.Document()), tt.want)
			}
			back := preview.Selection{Anchor: chosen.Caret, Caret: chosen.Anchor}
			if next, ok := back.Follow(before, d.Document()); ok && next.Text(d.Document()) != tt.want {
				t.Errorf("backwards: %q, want %q", next.Text(d.Document()), tt.want)
			}
		})
	}
}

func TestASelectionOfWhatIsGoneIsDropped(t *testing.T) {
	d := newDesk(t, map[string]string{"a.txt": "one\n"})
	d.Add([]string{"a.txt"})
	d.settle()
	before := d.Document()
	chosen := preview.Selection{Anchor: preview.Spot{Line: lineOf(t, before, "one"), At: 0}, Caret: preview.Spot{Line: lineOf(t, before, "one"), At: 3}}
	d.Remove([]string{"a.txt"})
	d.settle()
	if _, ok := chosen.Follow(before, d.Document()); ok {
		t.Error("something is selected of a file that is gone")
	}
	if _, ok := chosen.Follow(&aggregate.Document{}, before); ok {
		t.Error("something is selected of nothing")
	}
}

// sourced is a desk with a file of ten lines and another.
func sourced(t *testing.T) *desk {
	var b strings.Builder
	for n := range 10 {
		fmt.Fprintf(&b, "line %d\n", n+1)
	}
	d := newDesk(t, map[string]string{"a.txt": b.String(), "b.go": "package b\n\nfunc B() {\n\tprintln()\n}\n"})
	d.Add([]string{"a.txt", "b.go"})
	d.settle()
	return d
}

func TestLinesOfTheDocumentAreLinesOfAFile(t *testing.T) {
	d := sourced(t)
	row, _ := d.Files().RowOf("b.go")
	d.SetMode([]int{row}, models.Skeleton)
	d.settle()
	full := d.Document()
	slices := func(ranges ...[2]int) *aggregate.Document {
		m := editors.Of(d).Slices("a.txt", func() {})
		defer m.Close()
		d.until("the file is read", m.Loaded)
		for _, r := range ranges {
			must[int](t)(m.Make(r[0], r[1]))
		}
		d.settle()
		return d.Document()
	}
	type found struct {
		Path       string
		Start, End int
	}
	check := func(name string, doc *aggregate.Document, from, to string, want found) {
		t.Helper()
		got, ok := editors.Of(d).SourceOf(lineOf(t, doc, from), lineOf(t, doc, to)+1)
		if ok != (want.Path != "") {
			t.Errorf("%s: found %t, %+v", name, ok, got)
		} else if diff := cmp.Diff(want, found{got.Path, got.Start, got.End}); ok && diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	check("of a file in full", full, "line 3", "line 5", found{"a.txt", 3, 5})
	check("its heading and fence do not count", full, "### `a.txt`", "line 2", found{"a.txt", 1, 2})
	check("a heading alone is no line", full, "### `a.txt`", "### `a.txt`", found{})
	check("of two files", full, "line 9", "package b", found{})
	check("of a skeleton", full, "package b", "func B", found{})
	sliced := slices([2]int{2, 4}, [2]int{7, 9})
	check("of a slice", sliced, "line 3", "line 4", found{"a.txt", 3, 4})
	check("of the second slice", sliced, "line 7", "line 9", found{"a.txt", 7, 9})
	check("over two slices", sliced, "line 4", "line 7", found{})
	check("the head of a slice", sliced, "Lines 7-9", "Lines 7-9", found{})
}

func TestASliceIsMadeOfLinesOfTheDocument(t *testing.T) {
	t.Parallel()
	d := sourced(t)
	doc := d.Document()
	lines, ok := editors.Of(d).SourceOf(lineOf(t, doc, "line 3"), lineOf(t, doc, "line 4")+1)
	if !ok {
		t.Fatal("the lines are of no file")
	}
	editors.Of(d).MakeSlice(lines)
	d.until("it is told", func() bool { return len(d.messages) > 0 })
	if m := d.messages[0]; m.Text != "Made a slice of {{.N}} lines of {{.File}}" || m.N != 2 || !m.Undo {
		t.Errorf("told %+v", m)
	}
	row, _ := d.Files().RowOf("a.txt")
	if it := d.Files().Items()[row]; it.ViewMode != models.Custom || len(it.CustomSlices) != 1 || it.CustomSlices[0].StartLine != 3 || it.CustomSlices[0].EndLine != 4 {
		t.Errorf("the file is shown as %s with %+v", it.ViewMode, it.CustomSlices)
	}

	d.messages = nil
	editors.Of(d).MakeSlice(lines)
	d.until("it is told that there is one", func() bool { return len(d.messages) > 0 })
	if m := d.messages[0]; m.Text != "These lines of {{.File}} are a slice already" || m.Undo {
		t.Errorf("told %+v", m)
	}
	d.Undo()

	// Lines that are others by now are not taken.
	d.messages = nil
	d.write("a.txt", "zero\nline 1\nline 2\nline 3\nline 4\n")
	d.Tree().Rescan()
	d.until("the document follows", func() bool { return strings.Contains(d.Document().Text(), "zero") })
	editors.Of(d).MakeSlice(lines)
	d.until("it is refused", func() bool { return len(d.messages) > 0 })
	if got := fmt.Sprint(d.messages[0].Fields["Problem"]); got != "a.txt has changed: choose the lines again" {
		t.Errorf("told %q", got)
	}
	if it := d.Files().Items()[row]; len(it.CustomSlices) != 0 {
		t.Errorf("there are slices all the same: %+v", it.CustomSlices)
	}
}

func TestEachLineHasAHeading(t *testing.T) {
	for _, doc := range documents(t) {
		p := preview.New()
		p.SetDocument(doc)
		if p.Heading(0) != -1 && p.Len() == 0 {
			t.Error("an empty document has a heading")
		}
		for _, fold := range []bool{false, true} {
			p.FoldAll(true, fold)
			want := 0
			for i := range p.Len() {
				if k := p.Line(i).Kind; k == aggregate.SectionLine || k == aggregate.BlockLine {
					want = i
				}
				if got := p.Heading(i); got != want {
					t.Fatalf("line %d, %q, stands under line %d, want %d", i, p.Text(i), got, want)
				}
			}
		}
	}
}
