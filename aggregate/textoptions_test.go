package aggregate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/content"
	"dossier/models"
)

const optionSource = `// Package a does things.
package a

import "fmt"

// A is a thing.
type A struct {
	// b says how many.
	b int // of them
}

// Say says it.
func (a A) Say() {
	// Not twice.

	fmt.Println(a.b) // once
}

func hidden() { /* nothing */ }
`

// TestTextOptions builds one file with options in each view mode that they apply to.
func TestTextOptions(t *testing.T) {
	const data = "QmFzZTY0IGlzIGEgd2F5IHRvIHdyaXRl"
	tests := []struct {
		name, file, src string
		options         []models.TextOption
		item            func(*models.FileItem)
		want            string // the block
	}{
		{
			name: "line numbers", src: "package a\n\nvar b = 1\n", options: []models.TextOption{models.LineNumbers},
			want: "### `a.go` (line numbers)\n\n```go\n1: package a\n2:\n3: var b = 1\n```",
		},
		{
			name: "line numbers are aligned", src: strings.Repeat("\n", 9) + "package a\n", options: []models.TextOption{models.LineNumbers},
			want: "### `a.go` (line numbers)\n\n```go\n" + " 1:\n 2:\n 3:\n 4:\n 5:\n 6:\n 7:\n 8:\n 9:\n10: package a\n```",
		},
		{
			name: "without comments", src: optionSource, options: []models.TextOption{models.WithoutComments},
			want: "### `a.go` (without comments)\n\n```go\n// Package a does things.\npackage a\n\nimport \"fmt\"\n\n// A is a thing.\ntype A struct {\n\t// b says how many.\n\tb int // of them\n}\n\n// Say says it.\nfunc (a A) Say() {\n\n\tfmt.Println(a.b)\n}\n\nfunc hidden() { }\n```",
		},
		{
			name: "without documentation and blank lines, with line numbers", src: optionSource,
			options: []models.TextOption{models.LineNumbers, models.WithoutDocs, models.WithoutBlankLines},
			want:    "### `a.go` (line numbers, without documentation, without blank lines)\n\n```go\n 2: package a\n 4: import \"fmt\"\n 7: type A struct {\n 9: \tb int\n10: }\n13: func (a A) Say() {\n14: \t// Not twice.\n16: \tfmt.Println(a.b) // once\n17: }\n19: func hidden() { /* nothing */ }\n```",
		},
		{
			name: "a skeleton", src: optionSource, options: []models.TextOption{models.LineNumbers, models.WithoutDocs},
			item: func(it *models.FileItem) { it.ViewMode = models.Skeleton },
			want: "### `a.go` (line numbers, without documentation)\n\n```go\n 2: package a\n 3:\n 4: import \"fmt\"\n 5:\n 7: type A struct {\n 9: \tb int\n10: }\n11:\n13: func (a A) Say() { ... }\n18:\n19: func hidden() { ... }\n```",
		},
		{
			name: "symbols", src: optionSource, options: []models.TextOption{models.LineNumbers, models.WithoutComments, models.WithoutDocs},
			item: func(it *models.FileItem) {
				it.ViewMode, it.AstMask = models.Masked, map[string]models.MaskMode{"A.Say": models.MaskDef, "hidden": models.MaskSig}
			},
			want: "### `a.go` (line numbers, without comments, without documentation)\n\n```go\n13: func (a A) Say() {\n15:\n16: \tfmt.Println(a.b)\n17: }\n\n19: func hidden() { ... }\n```",
		},
		{
			name: "slices", src: optionSource, options: []models.TextOption{models.LineNumbers, models.WithoutComments},
			item: func(it *models.FileItem) {
				it.ViewMode, it.CustomSlices = models.Custom, []models.Slice{{StartLine: 2, EndLine: 2}, {StartLine: 13, EndLine: 16}}
			},
			want: "### `a.go` (line numbers, without comments)\n\n```go\n---\nLines 2-2:\n 2: package a\n\n---\nLines 13-16:\n13: func (a A) Say() {\n15:\n16: \tfmt.Println(a.b)\n```",
		},
		{
			name: "an outline has no comments and no line numbers", src: optionSource, options: models.TextOptions(),
			item: func(it *models.FileItem) { it.ViewMode = models.Outline },
			want: "### `a.go`\n\n```go\n[Struct] A (Lines 7-10)\n[Method] A.Say (Lines 13-17)\n[Function] hidden (Lines 19-19)\n```",
		},
		{
			name: "what an option does not change has no note", src: "package a\n", options: []models.TextOption{models.WithoutComments, models.WithoutDocs, models.WithoutBlankLines, models.ShortData, models.NameGenerated},
			want: "### `a.go`\n\n```go\npackage a\n```",
		},
		{
			name: "the options of the entry come first", src: "package a // b\n", options: []models.TextOption{models.LineNumbers, models.WithoutDocs},
			item: func(it *models.FileItem) { it.Text = []models.TextOption{} },
			want: "### `a.go`\n\n```go\npackage a // b\n```",
		},
		{
			name: "code with errors keeps comments there", src: "package a\n\nfunc ( { // b\n\nvar c = 1 // d\n", options: []models.TextOption{models.WithoutComments, models.WithoutDocs},
			want: "### `a.go`\n\n```go\npackage a\n\nfunc ( { // b\n\nvar c = 1 // d\n```",
		},
		{
			name: "blank lines separate paragraphs", file: "a.md", src: "# A\n\nB\n\nC\n", options: []models.TextOption{models.WithoutBlankLines},
			want: "### `a.md`\n\n```markdown\n# A\n\nB\n\nC\n```",
		},
		{
			name: "long data on one line", file: "a.css", src: "a { b: url(data:image/png;base64," + strings.Repeat(data, 10) + "==) }\n", options: []models.TextOption{models.ShortData},
			want: "### `a.css` (data shortened)\n\n```css\na { b: url(data:image/png;base64,QmFzZTY0IGlzIGEgd2F5IHRv…(298 characters omitted)) }\n```",
		},
		{
			name: "long data on several lines", file: "a.txt", src: "BEGIN\n" + strings.Repeat(data+data+"\n", 5) + "QmFz\nEND\n", options: []models.TextOption{models.ShortData, models.LineNumbers},
			want: "### `a.txt` (line numbers, data shortened)\n\n```text\n1: BEGIN\n2: QmFzZTY0IGlzIGEgd2F5IHRv…(305 characters omitted)\n8: END\n```",
		},
		{
			name: "long names and rules are no data", file: "a.txt", src: strings.Repeat("/", 300) + "\n" + strings.Repeat("a_long_name", 30) + "\n" + strings.Repeat("0123456789abcdef", 20) + "\n", options: []models.TextOption{models.ShortData},
			want: "### `a.txt`\n\n```text\n" + strings.Repeat("/", 300) + "\n" + strings.Repeat("a_long_name", 30) + "\n" + strings.Repeat("0123456789abcdef", 20) + "\n```",
		},
		{
			name: "a generated file", src: "// Code generated by b. DO NOT EDIT.\n\npackage a\n", options: []models.TextOption{models.NameGenerated},
			want: "### `a.go` (generated)\n\n(content omitted: generated file)",
		},
		{
			name: "a part of a generated file", src: "// Code generated by b. DO NOT EDIT.\n\npackage a\n", options: []models.TextOption{models.NameGenerated},
			item: func(it *models.FileItem) {
				it.ViewMode, it.CustomSlices = models.Custom, []models.Slice{{StartLine: 3, EndLine: 3}}
			},
			want: "### `a.go`\n\n```go\n---\nLines 3-3:\npackage a\n```",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.file == "" {
				tt.file = "a.go"
			}
			p := newProject(t, map[string]string{tt.file: tt.src})
			item := models.NewFileItem(tt.file)
			if tt.item != nil {
				tt.item(&item)
			}
			doc := p.build(Input{Composition: models.Composition{Files: []models.FileItem{item}, Text: tt.options}})
			if diff := cmp.Diff("## Files\n\n"+tt.want+"\n", doc.Text()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestTextOptionsKeepSourceLines checks that a document knows which line of a file each of its lines is,
// in each combination of options, built and replayed.
func TestTextOptionsKeepSourceLines(t *testing.T) {
	lines := strings.Split(optionSource, "\n")
	p := newProject(t, map[string]string{"a.go": optionSource})
	for set := range 1 << (len(models.TextOptions()) - 1) {
		var options []models.TextOption
		for i, o := range models.TextOptions() {
			if set&(1<<i) != 0 {
				options = append(options, o)
			}
		}
		for _, mode := range []models.ViewMode{models.Full, models.Custom} {
			t.Run(fmt.Sprint(mode, options), func(t *testing.T) {
				item := models.NewFileItem("a.go")
				item.ViewMode, item.CustomSlices = mode, []models.Slice{{StartLine: 1, EndLine: 9}, {StartLine: 12, EndLine: 19}}
				in := Input{Composition: models.Composition{Files: []models.FileItem{item}, Text: options}}
				doc := p.build(in)
				for name, doc := range map[string]*Document{"built": doc, "replayed": Replay(RecordOf(doc, in, RecordInfo{}), doc.Text())} {
					plain, gutter := doc.Unnumbered(1)
					body := strings.Split(plain, "\n")
					seen := 0
					for _, s := range doc.Stretches(1) {
						for i := range s.Count {
							if body[s.Line+i] != lines[s.Source+i-1] && !strings.HasPrefix(lines[s.Source+i-1], body[s.Line+i]) && !strings.HasPrefix(lines[s.Source+i-1], strings.TrimSuffix(body[s.Line+i], "}")) {
								t.Errorf("%s: line %d is %q, which is not line %d of the file", name, s.Line+i, body[s.Line+i], s.Source+i)
							}
							seen++
						}
					}
					if seen < 8 {
						t.Errorf("%s: only %d lines are known", name, seen)
					}
					if want := doc.Items[0].Shown == models.Full && len(options) == 0; want && doc.FileText(0) != optionSource {
						t.Errorf("%s: the text of the file is not known", name)
					}
					if (gutter > 0) != (set&1 != 0) {
						t.Errorf("%s: line numbers take %d bytes", name, gutter)
					}
				}
			})
		}
	}
}

// TestLineNumbersAreNoDifference checks that a document is compared without line numbers: a line that is
// added changes those of all lines below it.
func TestLineNumbersAreNoDifference(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n\nvar b = 1\n"})
	in := Input{Composition: models.Composition{Files: []models.FileItem{models.NewFileItem("a.go")}, Text: []models.TextOption{models.LineNumbers}}}
	old := p.build(in)
	p.write("a.go", "package a\n\nvar a = 0\nvar b = 1\n")
	p.Invalidate("a.go")
	new := p.build(in)
	for _, old := range []*Document{old, Replay(RecordOf(old, in, RecordInfo{}), old.Text())} {
		b := Compare(old, new).Sections[0].Blocks[0]
		if b.State != Changed || b.Added != 1 || b.Removed != 0 {
			t.Errorf("%s, %d lines added, %d removed", b.State, b.Added, b.Removed)
		}
	}
}

func TestNumbersComeOff(t *testing.T) {
	for _, text := range []string{"", "a", "a\n", "\n", "a\n\n  b\r\n\r\n", "1: a\n12: b\n    c\n", strings.Repeat("a\n", 120)} {
		block := content.Block{Body: content.Code{Text: text, Numbered: true}}
		got := block.WithNumbers().Body.(content.Code).Text
		if again := content.WithoutNumbers(got, block.Gutter()); again != text {
			t.Errorf("%q with numbers is %q, and without them %q", text, got, again)
		}
	}
}

// TestManyStretchesAreNotRecorded checks that a record stays small when options remove many lines, and
// that its replay does not take the rest for the file.
func TestManyStretchesAreNotRecorded(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n\nvar (\n" + strings.Repeat("\ta = 1\n\n", 300) + ")\n"})
	in := Input{Composition: models.Composition{Files: []models.FileItem{models.NewFileItem("a.go")}, Text: []models.TextOption{models.WithoutBlankLines}}}
	doc := p.build(in)
	record := RecordOf(doc, in, RecordInfo{})
	if n := len(doc.Stretches(1)); n < 300 || len(record.Blocks[1].Lines) > 0 || !record.Blocks[1].Edited {
		t.Errorf("%d stretches, recorded %v, edited: %t", n, record.Blocks[1].Lines, record.Blocks[1].Edited)
	}
	again := Replay(record, doc.Text())
	if len(again.Stretches(1)) > 0 || again.FileText(0) != "" {
		t.Error("the replay takes what is left for the file")
	}
}
