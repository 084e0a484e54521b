package answer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code"
)

const numbers = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n"

// block is a block to search and replace.
func block(path, old, new string) string {
	return fmt.Sprintf("%s\n```\n<<<<<<< SEARCH\n%s=======\n%s>>>>>>> REPLACE\n```\n", path, old, new)
}

// all takes all edits.
func all(edits []Edit) []Selected {
	takes := make([]Selected, len(edits))
	for i := range takes {
		takes[i] = Selected{Edit: i, Choice: -1}
	}
	return takes
}

// place returns where the edits of an answer go.
func place(edits []Edit, p Project) []Placed {
	_, placed := Apply(edits, all(edits), p)
	return placed
}

// resultOf applies all edits of an answer to one file.
func resultOf(t *testing.T, file, answer string) Result {
	t.Helper()
	edits := Parse(answer)
	results, placed := Apply(edits, all(edits), world{"a.txt": file}.project())
	if len(results) != 1 {
		t.Fatalf("%d results of %+v", len(results), placed)
	}
	return results[0]
}

func TestHunks(t *testing.T) {
	tests := []struct {
		name, file, answer string
		want               []string // "start-end level edits: the new lines"
	}{
		{
			"each block is a hunk of its own, however close", numbers, block("a.txt", "3\n", "c\n") + block("a.txt", "4\n", "d\n"),
			[]string{"2-3 certain [0]: c", "3-4 certain [1]: d"},
		},
		{
			"what a block changes in two places that are close is one", numbers, block("a.txt", "3\n4\n5\n", "c\n4\ne\n"),
			[]string{"2-5 certain [0]: c 4 e"},
		},
		{
			"far places of a whole file are two", numbers, "a.txt\n```\n" + strings.NewReplacer("3\n", "c\n", "15\n", "o\n").Replace("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n14\n15\n16\n17\n18\n19\n20\n") + "```\n",
			[]string{"2-3 certain [0]: c", "12-15 certain [0]: 14 o"},
		},
		{
			"an edit of what an edit before makes is one with it", numbers, block("a.txt", "3\n", "c\nd\n") + block("a.txt", "d\n", "D\n"),
			[]string{"2-3 certain [0 1]: c D"},
		},
		{
			"an edit in what another makes, beside its lines, is one with it", numbers, block("a.txt", "3\n", "c\nd\n") + block("a.txt", "d\n4\n", "d\n4\nx\n"),
			[]string{"2-3 certain [0]: c d", "4-4 certain [1]: x"},
		},
		{
			"lines before what an edit makes go with it", numbers, block("a.txt", "3\n", "c\n") + block("a.txt", "2\nc\n", "2\nx\nc\n"),
			[]string{"2-3 certain [0 1]: x c"},
		},
		{
			"a likely edit stays apart from a certain one", numbers + "the first line of the end\nthe second line of the end\n", block("a.txt", "20\n", "t\n") + block("a.txt", "the first lines of the end\nthe second line of the end\n", "the first lines of the end\nsecond\n"),
			[]string{"19-20 certain [0]: t", "21-22 likely [1]: second"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := resultOf(t, tt.file, tt.answer)
			var got []string
			for _, h := range r.Hunks {
				start, end := h.Span()
				_, now := r.Texts(h)
				got = append(got, fmt.Sprintf("%d-%d %s %v: %s", start, end, h.Level, h.Edits, strings.Join(strings.Fields(now), " ")))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong hunks (-want +got):\n%s", diff)
			}
			holdHunks(t, r)
		})
	}
}

func TestSomeHunksAreTaken(t *testing.T) {
	r := resultOf(t, "one\r\ntwo\r\nthree\r\nfour", block("a.txt", "one\n", "1\n")+block("a.txt", "three\n", "3\n")+block("a.txt", "four\n", "4\n5\n"))
	mine, none := "drei\nund mehr\n", ""
	tests := []struct {
		name  string
		picks []Pick
		want  string
	}{
		{"two of three", []Pick{{Hunk: 0}, {Hunk: 2}}, "1\r\ntwo\r\nthree\r\n4\r\n5"},
		{"one with another text", []Pick{{Hunk: 1, New: &mine}}, "one\r\ntwo\r\ndrei\r\nund mehr\r\nfour"},
		{"one with no text", []Pick{{Hunk: 1, New: &none}}, "one\r\ntwo\r\nfour"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := r.With(tt.picks)
			if !ok || string(got.After) != tt.want {
				t.Errorf("got %q, %t, want %q", got.After, ok, tt.want)
			}
		})
	}
	same := "three\n"
	if _, ok := r.With([]Pick{{Hunk: 1, New: &same}}); ok {
		t.Error("a text that changes nothing is a change")
	}
	if _, ok := r.With(nil); ok {
		t.Error("no hunk is a change")
	}
}

func TestHunksOfWholeFiles(t *testing.T) {
	files := world{"old.txt": "a\n", "gone.txt": "b\n"}
	edits := Parse("*** Begin Patch\n*** Add File: new.txt\n+c\n*** Delete File: gone.txt\n*** Update File: old.txt\n*** Move to: moved.txt\n@@\n-a\n+A\n*** End Patch\n")
	results, _ := Apply(edits, all(edits), files.project())
	var got []string
	for _, r := range results {
		for i, h := range r.Hunks {
			one, _ := r.With([]Pick{{Hunk: i}})
			got = append(got, fmt.Sprintf("%s %s: to %q, %q, removed %t", r.Path, h.Action, one.To, one.After, one.After == nil))
		}
	}
	want := []string{
		`new.txt create: to "", "c\n", removed false`, `gone.txt delete: to "", "", removed true`,
		`old.txt rename: to "moved.txt", "a\n", removed false`, `old.txt modify: to "", "A\n", removed false`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("wrong hunks (-want +got):\n%s", diff)
	}
}

// The text of a whole file is replaced: what differs is in hunks of its own.
func TestRewritten(t *testing.T) {
	r := resultOf(t, numbers, block("a.txt", "3\n", "c\n")).Rewritten(strings.NewReplacer("4\n5\n", "four\n5\n", "18\n", "R\n").Replace(numbers))
	var got []string
	for _, h := range r.Hunks {
		old, new := r.Texts(h)
		got = append(got, strings.ReplaceAll(old+">"+new, "\n", " "))
	}
	if diff := cmp.Diff([]string{"4 >four ", "18 >R "}, got); diff != "" {
		t.Errorf("wrong hunks (-want +got):\n%s", diff)
	}
	holdHunks(t, r)
}

func TestBreaks(t *testing.T) {
	r := resultOf(t, "func a() {\n}\n\nfunc b() {\n}\n", block("a.txt", "func a() {\n", "func a() {{\n")+block("a.txt", "func b() {\n", "func c() {\n"))
	parse := func(_, text string) *code.Structure {
		return &code.Structure{Broken: strings.Count(text, "{") != strings.Count(text, "}")}
	}
	for i, want := range []bool{true, false} {
		one, _ := r.With([]Pick{{Hunk: i}})
		if got := one.Breaks(parse); (got != "") != want {
			t.Errorf("hunk %d alone: the warning is %q", i, got)
		}
	}
	if got := r.Breaks(nil); got != "" {
		t.Errorf("without a parser the warning is %q", got)
	}
}
