package tomledit

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// manyPresets formats presets in the notations of users: n of them, named p0, p1, …
func manyPresets(n int, form string) string {
	var b strings.Builder
	b.WriteString("schema = 1 # mine\n")
	switch form {
	case "dotted":
		b.WriteString("\n[presets] # all\n")
		for i := range n {
			fmt.Fprintf(&b, "p%d.description = 'about %d' # %d\n", i, i, i)
		}
	case "inline":
		b.WriteString("\n[presets]\n")
		for i := range n {
			fmt.Fprintf(&b, "p%d = { description = 'about %d' } # %d\n", i, i, i)
		}
	case "headers":
		for i := range n {
			fmt.Fprintf(&b, "\n# above %d\n[presets.p%d]\ndescription = 'about %d'\n\n[[presets.p%d.files]]\npath = 'a' # %d\n", i, i, i, i, i)
		}
	}
	return b.String()
}

func aboutPreset(i int) Block {
	return Block{
		{Key: "description", Value: fmt.Sprint("new ", i)},
		{Key: "files", Value: Blocks{Block(fields("path", fmt.Sprintf("f%d.go", i)))}},
	}
}

// Many edits at once give the same result as one after the other, line for line, including
// comments; only the beginning of a part that has lost its neighbours may differ.
func TestManyEditsAreAsOneAfterTheOther(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		there := rapid.IntRange(0, 6).Draw(t, "there")
		src := manyPresets(there, rapid.SampledFrom([]string{"dotted", "inline", "headers"}).Draw(t, "form"))
		src += rapid.SampledFrom([]string{"", "\n[settings]\ntheme = 'dark'\n", "\n# the end\n"}).Draw(t, "behind")
		if rapid.Bool().Draw(t, "crlf") {
			src = strings.ReplaceAll(src, "\n", "\r\n")
		}
		var edits []Edit
		for i := range rapid.IntRange(few, 3*few).Draw(t, "edits") {
			if i < there && rapid.Bool().Draw(t, "delete") {
				edits = append(edits, Delete("presets", fmt.Sprint("p", i)))
			} else {
				edits = append(edits, Set(aboutPreset(i), "presets", fmt.Sprint("p", i)))
			}
		}
		want := []byte(src)
		for _, edit := range edits {
			next, err := Apply(want, edit)
			if err != nil {
				t.Fatal(err)
			}
			want = next
		}
		got, err := Apply([]byte(src), edits...)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(linesOf(want), linesOf(got)); diff != "" {
			t.Fatalf("of\n%s\n(-one after the other +at once):\n%s", src, diff)
		}
	})
}

// linesOf returns the sorted lines of a document that are not blank.
func linesOf(doc []byte) []string {
	return slices.Sorted(strings.FieldsFuncSeq(string(doc), func(r rune) bool { return r == '\n' || r == '\r' }))
}

// Hundreds of presets are added in one edit of the document, and removed in one.
func TestManyEditsAreOne(t *testing.T) {
	var add, drop []Edit
	for i := range 500 {
		add = append(add, Set(aboutPreset(i), "presets", fmt.Sprint("q", i)))
		drop = append(drop, Delete("presets", fmt.Sprint("q", i)))
	}
	for _, form := range []string{"", "dotted", "inline", "headers"} {
		src := []byte(manyPresets(3, form))
		for _, edits := range [][]Edit{add, drop} {
			values, err := Decode(src)
			if err != nil {
				t.Fatal(err)
			}
			next, _, ok := usual.applyCombined(src, values, edits)
			if !ok {
				t.Fatalf("%q: %d edits are made one after the other", form, len(edits))
			}
			src = next
		}
		if diff := cmp.Diff(manyPresets(3, form), string(src)); diff != "" {
			t.Errorf("%q: it is not what it was (-want +got):\n%s", form, diff)
		}
	}
}

func BenchmarkManyEdits(b *testing.B) {
	var edits []Edit
	for i := range 500 {
		edits = append(edits, Set(aboutPreset(i), "presets", fmt.Sprint("q", i)))
	}
	src := []byte(manyPresets(100, "headers"))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Apply(src, edits...); err != nil {
			b.Fatal(err)
		}
	}
}
