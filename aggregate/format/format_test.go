package format_test

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/content"
	"dossier/aggregate/format"
	jsonformat "dossier/aggregate/format/json"
	"dossier/aggregate/text"
)

// read is a block as parsed by another parser.
type read struct{ title, text string }

// readers parse documents of one section with parsers that are independent of this program.
// Markdown has its own tests.
var readers = map[string]func(doc string) ([]read, error){"xml": readXML, "json": readJSON, "plain": readPlain}

func readXML(doc string) ([]read, error) {
	type body struct {
		Text  string `xml:",chardata"`
		Lines []struct {
			Text string `xml:",chardata"`
		} `xml:"lines"`
	}
	var documents struct {
		XMLName  xml.Name `xml:"documents"`
		Sections []struct {
			Blocks []struct {
				XMLName xml.Name
				Title   string `xml:"title,attr"`
				Source  string `xml:"source"`
				Content body   `xml:"content"`
				File    body   `xml:"document_content"`
			} `xml:",any"`
		} `xml:"section"`
	}
	if err := xml.Unmarshal([]byte(doc), &documents); err != nil {
		return nil, err
	}
	if len(documents.Sections) != 1 {
		return nil, fmt.Errorf("%d sections", len(documents.Sections))
	}
	var out []read
	for _, b := range documents.Sections[0].Blocks {
		r := read{b.Title, b.Content.Text}
		if b.XMLName.Local == "document" {
			r = read{b.Source, b.File.Text}
			for _, l := range b.File.Lines {
				r.text = l.Text // of one slice
			}
		}
		r.text = strings.TrimPrefix(r.text, "\n")
		out = append(out, r)
	}
	return out, nil
}

func readJSON(doc string) ([]read, error) {
	var document struct {
		Sections []struct {
			Blocks []struct {
				Title, Text string
				Slices      []struct{ Text string }
			}
		}
	}
	if err := json.Unmarshal([]byte(doc), &document); err != nil {
		return nil, err
	}
	if len(document.Sections) != 1 {
		return nil, fmt.Errorf("%d sections", len(document.Sections))
	}
	var out []read
	for _, b := range document.Sections[0].Blocks {
		for _, s := range b.Slices {
			b.Text = s.Text
		}
		out = append(out, read{b.Title, b.Text})
	}
	return out, nil
}

var plainTitle = regexp.MustCompile(`^(-{8,}) (.*)\n$`)

func readPlain(doc string) ([]read, error) {
	var out []read
	fence := ""
	sections := 0
	for line := range strings.Lines(doc) {
		title := plainTitle.FindStringSubmatch(line)
		switch {
		case fence != "" && strings.TrimSuffix(line, "\n") == fence:
			fence = ""
		case fence != "":
			out[len(out)-1].text += line
		case title != nil:
			fence = title[1]
			out = append(out, read{title: title[2]})
		case strings.HasPrefix(line, "======== "):
			sections++
		case strings.TrimSpace(line) != "":
			return nil, fmt.Errorf("%q is outside of the blocks", line)
		}
	}
	if sections != 1 || fence != "" {
		return nil, fmt.Errorf("%d sections, and the last block is open with %q", sections, fence)
	}
	return out, nil
}

// documentOf renders blocks as the only section of a document.
func documentOf(f format.Format, blocks []content.Block) string {
	sep := f.Separators()
	doc := sep.Begin + f.Heading("files", "Files") + sep.Heading
	for i, b := range blocks {
		t := f.Block(b)
		doc += t.Head + t.Body + t.Tail
		if i+1 < len(blocks) {
			doc += sep.Blocks
		}
	}
	return doc + sep.End
}

// hostile draws texts made of the markers of all formats.
func hostile() *rapid.Generator[string] {
	part := rapid.OneOf(
		rapid.SampledFrom([]string{
			"]]>", "]]", ">", "<![CDATA[", "<document>", "</document>", "</document_content>", "</section>", "</documents>", "&amp;", "&#13;", "&", "<", "'", "\"", "\\", "\\u0000", "{", "}", "]", ",",
			"--------", "-", "---------", "======== ", "\n-------- a\n", "\n--------\n", "\n", "\r\n", "\r", "\t", " ", "\x00", "\x01", "\x1b", "\x7f", "\ufffe", "\uffff", "\ufffd", "\ufeff", "\u2028", "\u202e", "é", "漢", "🎉", "a", "b",
		}),
		rapid.StringN(0, 8, -1),
	)
	return rapid.Map(rapid.SliceOf(part), func(parts []string) string { return strings.ToValidUTF8(strings.Join(parts, ""), "?") })
}

// unheld are the characters that XML 1.0 cannot represent, which are escaped as everywhere in
// this program.
var unheld = regexp.MustCompile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")

// said returns the form of a text that a format guarantees to preserve.
func said(f format.Format, s string) string {
	if f.Name() == "xml" {
		s = unheld.ReplaceAllStringFunc(s, text.Escape)
	}
	if f.Name() != "json" && s != "" && !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	return s
}

func titled(f format.Format, s string) string {
	if f.Name() != "json" {
		s = text.Escape(s)
	}
	return s
}

func checkRoundTrip(f format.Format, names, texts []string) error {
	var blocks []content.Block
	for i := range texts {
		b := content.Block{Title: names[i], Headed: true, Named: i%2 == 0, Body: content.Code{Info: "go", Text: texts[i]}}
		switch i % 3 {
		case 1:
			b.Body = content.Prose(texts[i])
		case 2:
			b.Named = true
			b.Body = content.Slices{Info: "go", List: []content.Slice{{Start: 1, End: 1 + strings.Count(texts[i], "\n"), Text: texts[i]}}}
		}
		blocks = append(blocks, b)
	}
	doc := documentOf(f, blocks)
	got, err := readers[f.Name()](doc)
	if err != nil {
		return fmt.Errorf("%w in\n%s", err, doc)
	}
	if len(got) != len(texts) {
		return fmt.Errorf("%d blocks, not %d, in\n%s", len(got), len(texts), doc)
	}
	for i, g := range got {
		title := titled(f, names[i])
		if f.Name() == "plain" && i%3 == 2 { // the lines of the slice are after it
			g.title = g.title[:min(len(g.title), len(title))]
		}
		if want := (read{title, said(f, texts[i])}); g != want {
			return fmt.Errorf("block %d is %q, not %q, in\n%s", i, g, want, doc)
		}
	}
	return nil
}

func TestBlocksReadBack(t *testing.T) {
	for _, f := range format.All()[1:] {
		t.Run(f.Name(), func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				texts := rapid.SliceOfN(hostile(), 1, 4).Draw(t, "texts")
				names := rapid.SliceOfN(hostile(), len(texts), len(texts)).Draw(t, "names")
				if err := checkRoundTrip(f, names, texts); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

func FuzzBlocks(f *testing.F) {
	f.Add("a.go", "package a\n", "]]>")
	f.Add("--------", "\n--------- x\n", "\r\x00<![CDATA[")
	f.Fuzz(func(t *testing.T, name, one, other string) {
		for _, s := range []*string{&name, &one, &other} {
			*s = strings.ToValidUTF8(*s, "?")
		}
		for _, f := range format.All()[1:] {
			if err := checkRoundTrip(f, []string{name, name, name}, []string{one, other, one}); err != nil {
				t.Fatalf("%s: %v", f.Name(), err)
			}
		}
	})
}

// Stretches and items refer to the correct lines, in each format that has them.
func TestLinesOfBlocks(t *testing.T) {
	list := []content.Slice{{Tag: "t", Comment: "c", Start: 3, End: 4, Text: "three\nfour"}, {Tag: "lost", Problem: "[Slice: lost]"}, {Start: 9, End: 9, Text: "nine\n"}}
	items := []content.Item{{ID: "x-1", Title: "One", State: "ready", Text: []string{"said", "", "more"}}, {ID: "x-2", Title: "Two"}}
	for _, f := range format.All() {
		t.Run(f.Name(), func(t *testing.T) {
			got := f.Block(content.Block{Title: "a.go", Named: true, Headed: true, Body: content.Slices{Info: "go", List: list}})
			lines := strings.Split(got.Body, "\n")
			if f.Name() != "json" && len(got.Stretches) != 2 {
				t.Fatalf("the stretches are %v", got.Stretches)
			}
			for i, s := range got.Stretches {
				if want := []string{"three", "nine"}[i]; lines[s.Line] != want || s.Source != []int{3, 9}[i] {
					t.Errorf("stretch %d is %+v in\n%s", i, s, got.Body)
				}
			}
			got = f.Block(content.Block{Title: "Beads", Body: content.Lists{{Label: "Done", Inline: true, Items: items[:1]}, {Label: "Active", Items: items}}})
			lines = strings.Split(got.Head+got.Body+got.Tail, "\n")
			if f.Name() != "json" && len(got.Items) != 3 {
				t.Fatalf("the items are %v", got.Items)
			}
			for i, line := range got.Items {
				if !strings.Contains(lines[line], []string{"One", "One", "Two"}[i]) {
					t.Errorf("item %d is said to be in %q", i, lines[line])
				}
			}
		})
	}
}

// Each key of a JSON document is in the schema, and vice versa.
func TestTheSchemaNamesWhatIsThere(t *testing.T) {
	var f jsonformat.Format
	doc := documentOf(f, []content.Block{
		{Title: "a", Note: "n", Body: content.Code{Info: "go", Text: "x"}},
		{Title: "a", Body: content.Slices{Info: "go", List: []content.Slice{{Tag: "t", Comment: "c", Start: 1, End: 2, Text: "x"}, {Problem: "p"}}}},
		{Title: "a", Body: content.Snippet{Kind: "Code", From: content.Place{Path: "p", Start: 1, End: 2}}},
		{Title: "a", Body: content.Image{Path: "p", Caption: "c", Problem: "q"}},
		{Title: "a", Body: content.Names{"n"}},
		{Title: "a", Body: content.Lists{{Label: "l", Items: []content.Item{{ID: "i", Title: "t", State: "s", Text: []string{"x"}}}}}},
		{Title: "a"},
	})
	var there, declared any
	if err := json.Unmarshal([]byte(doc), &there); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(jsonformat.Schema), &declared); err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	var walk func(v any, properties bool)
	walk = func(v any, schema bool) {
		switch v := v.(type) {
		case map[string]any:
			for key, e := range v {
				if p, ok := e.(map[string]any); ok && schema && key == "properties" {
					for name := range p {
						keys[name] = true
					}
				}
				walk(e, schema)
			}
		case []any:
			for _, e := range v {
				walk(e, schema)
			}
		}
	}
	walk(declared, true)
	var check func(v any)
	check = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, e := range v {
				if !keys[key] && keys[key] == false {
					if _, seen := keys[key]; !seen {
						t.Errorf("the schema has no %q", key)
					}
				}
				keys[key] = false
				check(e)
			}
		case []any:
			for _, e := range v {
				check(e)
			}
		}
	}
	check(there)
	for key, unused := range keys {
		if unused {
			t.Errorf("no document has a %q", key)
		}
	}
}

// The golden document contains each kind of block in each format.
func TestGolden(t *testing.T) {
	blocks := []content.Block{
		{Title: "src/a<b>.go", Named: true, Headed: true, Note: "excluded", Body: content.Code{Info: "go", Text: "package a // <&>\n\nvar s = \"]]>\""}},
		{Title: "b.txt", Named: true, Headed: true, Body: content.Slices{Info: "text", List: []content.Slice{{Tag: "t", Comment: "why", Start: 3, End: 4, Text: "-------- three\nfour"}, {Tag: "gone", Problem: "[Slice: gone] cannot be found"}}}},
		{Title: "Error a.go:1", Headed: true, Named: true, Body: content.Snippet{Kind: "Error", From: content.Place{Path: "a.go", Start: 1}, Code: content.Code{Info: "go", Text: "panic: x"}}},
		{Title: "shots/one.png", Headed: true, Named: true, Body: content.Image{Path: "shots/one.png", Caption: "The \"window\""}},
		{Title: "Active", Body: content.Lists{{Label: "Completed", Inline: true, Items: []content.Item{{ID: "x-1", Title: "Done"}}}, {Label: "Active", Items: []content.Item{{ID: "x-2", Title: "Next", State: "ready", Text: []string{"first", "", "last"}}}}}},
		{Title: "Deleted", Body: content.Names{"c.go", "d e.go"}},
		{Title: "Discussion Excerpt 1", Headed: true, Body: content.Prose("User: why **this**?")},
	}
	for _, f := range format.All() {
		file := filepath.Join("testdata", "golden"+f.Ext())
		got := documentOf(f, blocks)
		want, err := os.ReadFile(file)
		if err != nil && os.Getenv("UPDATE") != "" || os.Getenv("UPDATE") == "golden" {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if diff := cmp.Diff(string(want), got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got; UPDATE=golden writes it):\n%s", file, err, diff)
		}
	}
}
