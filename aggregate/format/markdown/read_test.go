package markdown

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"dossier/aggregate/content"
	"dossier/aggregate/text"
)

// Parsing a formatted block returns the block, for any content.
func TestReadReturnsFormattedBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		decoded, err := text.Decode([]byte(hostile().Draw(t, "text")))
		if err != nil {
			return // no text
		}
		block := content.Block{Title: hostile().Draw(t, "title"), Named: true, Headed: rapid.Bool().Draw(t, "headed")}
		block.Body = content.Code{Info: "go", Text: decoded.Text}
		want := Format{}.Block(block)
		got := Read(want.Head+want.Body+want.Tail, block.Headed)
		if strings.HasPrefix(want.Tail, "\n") { // the end of the last line is parsed as part of the text
			want.Body, want.Tail = want.Body+"\n", want.Tail[1:]
		}
		if got.Head != want.Head || got.Body != want.Body || got.Tail != want.Tail {
			t.Fatalf("%q is read as %q, %q, %q", want.Head+want.Body+want.Tail, got.Head, got.Body, got.Tail)
		}
	})
}

// The parts of any text concatenate to the text.
func FuzzRead(f *testing.F) {
	f.Add("### `a`\n\n```go\nx\n```", true)
	f.Add("```\n```", false)
	f.Add("#\n\n```", true)
	f.Fuzz(func(t *testing.T, block string, headed bool) {
		got := Read(block, headed)
		if got.Head+got.Body+got.Tail != block {
			t.Fatalf("%q is read as %q, %q, %q", block, got.Head, got.Body, got.Tail)
		}
	})
}

// Slices are found at their position in the formatted text.
func TestStretchesAreAtSlices(t *testing.T) {
	line := rapid.SampledFrom([]string{"---", "Lines 1-2:", "[Slice: a]", "(why)", "", "x", "```", "ERROR: gone"})
	rapid.Check(t, func(t *rapid.T) {
		var list []content.Slice
		for range rapid.IntRange(1, 4).Draw(t, "slices") {
			if rapid.IntRange(0, 4).Draw(t, "lost") == 0 {
				list = append(list, content.Slice{Problem: "ERROR: gone"})
				continue
			}
			lines := rapid.SliceOfN(line, 1, 5).Draw(t, "lines")
			start := rapid.IntRange(1, 90).Draw(t, "start")
			list = append(list, content.Slice{
				Tag: rapid.SampledFrom([]string{"", "a"}).Draw(t, "tag"), Comment: rapid.SampledFrom([]string{"", "Lines 1-2:"}).Draw(t, "comment"),
				Start: start, End: start + len(lines) - 1, Text: strings.Join(lines, "\n"),
			})
		}
		formatted := Format{}.Block(content.Block{Body: content.Slices{List: list}})
		read := Stretches(formatted.Body)
		if len(read) != len(formatted.Stretches) {
			t.Fatalf("%v are found, want %v in\n%s", read, formatted.Stretches, formatted.Body)
		}
		for i, want := range formatted.Stretches {
			last := i == len(read)-1
			if got := read[i]; got.Line != want.Line || got.Source != want.Source || got.Count != want.Count && !last {
				t.Fatalf("%v are found, want %v in\n%s", read, formatted.Stretches, formatted.Body)
			}
		}
	})
}

// Every item is found on its first line.
func TestItemLinesAreWhereItemsBegin(t *testing.T) {
	lists := content.Lists{
		{Label: "Done", Inline: true, Items: []content.Item{{ID: "a", Title: "A"}, {ID: "b", Title: "B"}}},
		{Label: "Open", Items: []content.Item{
			{ID: "c", Title: "C", State: "blocked", Text: []string{"one", "", "- **no item** (`x`)"}}, {ID: "d", Title: "D"},
		}},
	}
	formatted := Format{}.Block(content.Block{Title: "All", Headed: true, Body: lists})
	const want = "### All\n\n**Done:** A, B\n\n**Open:**\n\n- **C** (`c`) [blocked]: one\n\n  - **no item** (`x`)\n- **D** (`d`)"
	if got := formatted.Head + formatted.Body + formatted.Tail; got != want {
		t.Fatalf("%q, want %q", got, want)
	}
	lines := strings.Split(want, "\n")
	var begins []string
	for _, at := range formatted.Items {
		begins = append(begins, lines[at])
	}
	if got := strings.Join(begins, "; "); got != "**Done:** A, B; **Done:** A, B; - **C** (`c`) [blocked]: one; - **D** (`d`)" {
		t.Errorf("items begin on %s", got)
	}
	var read []string
	for _, at := range ItemLines(want, "Done") {
		read = append(read, lines[at])
	}
	if got := strings.Join(read, "; "); got != "**Done:** A, B; - **C** (`c`) [blocked]: one; - **D** (`d`)" {
		t.Errorf("read are %s", got)
	}
}
