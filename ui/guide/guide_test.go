package guide

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"dossier/ui/kit/article"
)

func book(t *testing.T) *Book {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		Contents:              "# Guide\n\n- [One](one.md): the first.\n- [Two](two.md#again)\n",
		"docs/guide/one.md":   "# One\n\nText with *Marked*, **bold**, `Ctrl+S` and `a\nb`.\nA \\* star &amp; more.\n\n## Part one\n\n1. first [two](two.md#again-1)\n2. second\n\n   more\n\n```toml\na = \"b\"\n```\n\n## Code\n\n| a | b |\n|---|---|\n| `x\\|y` | *Z* |\n",
		"docs/guide/two.md":   "# Two\n\n## Again\n\nsome apples\n\n## Again\n\n[out](../answers.md), [nowhere](gone.md), [web](https://example.com), [bad](file:///etc/passwd)\n",
		"docs/answers.md":     "# Answers\n",
		"docs/guide/lost.md":  "# Not in the contents\n\napples\n",
		"CHANGELOG.md":        "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- soon\n\n## 1.0.0\n\n### Added\n\n- it\n",
		"docs/guide/pict.png": "no picture",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	b, err := Open(files, func(keys string) string { return strings.ReplaceAll(keys, "Ctrl", "Cmd") })
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPagesAreThoseOfTheContents(t *testing.T) {
	var names []string
	for _, p := range book(t).Pages() {
		names = append(names, p.Title)
	}
	if diff := cmp.Diff([]string{"Guide", "One", "Two"}, names); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if _, err := Open(fstest.MapFS{}, nil); err == nil {
		t.Error("a guide without contents is opened")
	}
}

func TestMarkdownBecomesBlocks(t *testing.T) {
	p := book(t).Pages()[1]
	want := []article.Block{
		{Kind: article.Heading, Level: 1, Spans: []article.Span{{Text: "One"}}},
		{Spans: []article.Span{
			{Text: "Text with "},
			{Text: "Marked", Italic: true},
			{Text: ", "},
			{Text: "bold", Bold: true},
			{Text: ", "},
			{Text: "Cmd+S", Mono: true},
			{Text: " and "},
			{Text: "a b", Mono: true},
			{Text: "."},
			{Text: " "},
			{Text: "A * star & more."},
		}},
		{Kind: article.Heading, Level: 2, Spans: []article.Span{{Text: "Part one"}}},
		{Indent: 1, Marker: "1.", Spans: []article.Span{{Text: "first "}, {Text: "two", Link: "docs/guide/two.md#again-1"}}},
		{Indent: 1, Marker: "2.", Spans: []article.Span{{Text: "second"}}},
		{Indent: 1, Spans: []article.Span{{Text: "more"}}},
		{Kind: article.Code, Text: "a = \"b\"\n"},
		{Kind: article.Heading, Level: 2, Spans: []article.Span{{Text: "Code"}}},
		{Kind: article.Table, Rows: [][]article.Cell{
			{{{Text: "a"}}, {{Text: "b"}}},
			{{{Text: "x|y", Mono: true}}, {{Text: "Z", Italic: true}}},
		}},
	}
	if diff := cmp.Diff(want, p.Blocks); diff != "" {
		t.Errorf("blocks (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"Marked", "Z"}, {"Ctrl+S", "a b", "x|y"}}, [][]string{p.Marked, p.Keyed}); diff != "" {
		t.Errorf("names and keys (-want +got):\n%s", diff)
	}
}

func TestPlacesAreFound(t *testing.T) {
	b := book(t)
	tests := []struct {
		place, title string
		block        int
		bad          bool
	}{
		{"docs/guide/two.md", "Two", 0, false},
		{"docs/guide/two.md#again", "Two", 1, false},
		{"docs/guide/two.md#again-1", "Two", 3, false},
		{"docs/guide/two.md#gone", "Two", 0, true},
		{"docs/answers.md", "Answers", 0, false},
	}
	for _, tt := range tests {
		p, block, err := b.Go(tt.place)
		if p == nil || p.Title != tt.title || block != tt.block || (err != nil) != tt.bad {
			t.Errorf("%s is at %d, with the error %v", tt.place, block, err)
		}
	}
	if p, _, err := b.Go("docs/guide/gone.md"); p != nil || err == nil {
		t.Error("a page that does not exist is shown")
	}
	if diff := cmp.Diff([]string{"docs/answers.md", "https://example.com"}, b.Pages()[2].Links()); diff != "" {
		t.Errorf("links of the second page (-want +got):\n%s", diff)
	}
}

func TestSectionsAreFound(t *testing.T) {
	b := book(t)
	tests := []struct {
		query string
		want  []string
	}{
		{"", nil},
		{"apples", []string{"Two › Again: some apples"}},
		{"APPLES two", []string{"Two › Again: some apples"}},
		{"code", []string{"One › Code: a b x|y Z"}},
		{"nothing", nil},
		{"part", []string{"One › Part one: first two"}},
	}
	for _, tt := range tests {
		var got []string
		for _, f := range b.Find(tt.query) {
			got = append(got, f.Page.Title+" › "+f.Heading.Text+": "+f.Text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.query, diff)
		}
	}
}

func TestTheTextOfAFoundSectionBeginsBeforeTheWord(t *testing.T) {
	long := strings.Repeat("word ", 40)
	if got := about(long+"needle "+long, []string{"needle"}); !strings.HasPrefix(got, "… word word") || !strings.Contains(got, "needle") || len(got) > 200 {
		t.Errorf("it is %q", got)
	}
}

// The page of what is new has the versions that were released, and only if there is none what was not.
func TestWhatIsNewIsReleased(t *testing.T) {
	b := book(t)
	p, block, err := b.Go(Changes + "#100")
	if err != nil || article.PlainText(p.Blocks[block].Spans) != "1.0.0" || len(p.Headings) != 3 {
		t.Errorf("the version is at %d of %d headings: %v", block, len(p.Headings), err)
	}
	for _, block := range p.Blocks {
		if text := plain(block); text == "soon" || text == "[Unreleased]" {
			t.Errorf("%q is shown", text)
		}
	}
	only, err := Open(fstest.MapFS{Contents: {Data: []byte("# Guide\n")}, Changes: {Data: []byte("# Changelog\n\n## [Unreleased]\n\n- soon\n")}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p, _, err := only.Go(Changes); err != nil || len(p.Blocks) != 3 {
		t.Errorf("%d blocks: %v", len(p.Blocks), err)
	}
}
