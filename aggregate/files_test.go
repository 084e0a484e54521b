package aggregate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/code"
	"dossier/aggregate/code/languages"
	"dossier/aggregate/content"
	"dossier/aggregate/disk"
	"dossier/aggregate/format/markdown"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

func TestWantedOf(t *testing.T) {
	slices := []models.Slice{{StartLine: 1, EndLine: 2}}
	mask := map[string]models.MaskMode{"f": models.MaskDef}
	tests := []struct {
		name    string
		item    models.FileItem
		c       models.Composition
		inFocus bool
		want    models.ViewMode
	}{
		{name: "no view mode is full", want: models.Full},
		{name: "the view mode", item: models.FileItem{ViewMode: models.Outline}, want: models.Outline},
		{name: "force_full beats the view mode", item: models.FileItem{ViewMode: models.Summary, ForceFull: true}, want: models.Full},
		{name: "force_full beats none", item: models.FileItem{ViewMode: models.None, ForceFull: true}, want: models.Full},
		{name: "force_full beats summarize", item: models.FileItem{ForceFull: true}, c: models.Composition{Strategy: models.Summarize}, want: models.Full},
		{name: "summarize", item: models.FileItem{ViewMode: models.Custom, CustomSlices: slices}, c: models.Composition{Strategy: models.Summarize}, want: models.Summary},
		{name: "summarize leaves none alone", item: models.FileItem{ViewMode: models.None}, c: models.Composition{Strategy: models.Summarize}, want: models.None},
		{name: "auto with summary_only", c: models.Composition{Strategy: models.Auto, SummaryOnly: true}, want: models.Summary},
		{name: "an unknown strategy is auto", c: models.Composition{Strategy: "fast", SummaryOnly: true}, want: models.Summary},
		{name: "full ignores summary_only", c: models.Composition{Strategy: models.FullText, SummaryOnly: true}, want: models.Full},
		{name: "full keeps the view mode", item: models.FileItem{ViewMode: models.Summary}, c: models.Composition{Strategy: models.FullText}, want: models.Summary},
		{name: "ast_signatures on a full file", item: models.FileItem{AstSignatures: true}, want: models.Skeleton},
		{name: "ast_signatures on another", item: models.FileItem{ViewMode: models.None, AstSignatures: true}, want: models.None},
		{name: "ast_definitions on a full file", item: models.FileItem{AstDefinitions: true}, want: models.Masked},
		{name: "in focus", item: models.FileItem{ViewMode: models.None}, c: models.Composition{Focused: true}, inFocus: true, want: models.Full},
		{name: "in focus without the focused variant", item: models.FileItem{ViewMode: models.None}, inFocus: true, want: models.None},
		{name: "out of focus", c: models.Composition{Focused: true}, want: models.Skeleton},
		{name: "out of focus, none", item: models.FileItem{ViewMode: models.None, CustomSlices: slices}, c: models.Composition{Focused: true}, want: models.None},
		{name: "out of focus, slices before mask", item: models.FileItem{CustomSlices: slices, AstMask: mask}, c: models.Composition{Focused: true}, want: models.Custom},
		{name: "out of focus, a mask", item: models.FileItem{AstMask: mask}, c: models.Composition{Focused: true}, want: models.Masked},
		{name: "the focused variant beats summarize", c: models.Composition{Focused: true, Strategy: models.Summarize}, want: models.Skeleton},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := viewRequestOf(tt.item, tt.c, tt.inFocus).mode; got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestWhatIsShownCanBeHad compares requested modes with available ones: an existing file is shown
// in an available mode, and reports it if that is another one.
func TestWhatIsShownCanBeHad(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n\nfunc A() {}\n", "b.txt": "b\n"})
	rapid.Check(t, func(t *rapid.T) {
		var in Input
		for _, name := range []string{"a.go", "b.txt"} {
			item := models.NewFileItem(name)
			item.ViewMode = rapid.SampledFrom(append(models.ViewModes(), "")).Draw(t, "mode")
			item.ForceFull = rapid.Bool().Draw(t, "force_full")
			item.AutoAggregate = rapid.Bool().Draw(t, "auto_aggregate")
			item.AstSignatures = rapid.Bool().Draw(t, "ast_signatures")
			item.AstDefinitions = rapid.Bool().Draw(t, "ast_definitions")
			if rapid.Bool().Draw(t, "a mask") {
				item.AstMask = map[string]models.MaskMode{"A": models.MaskSig}
			}
			if rapid.Bool().Draw(t, "sliced") {
				item.CustomSlices = []models.Slice{{StartLine: 1, EndLine: 1}}
			}
			in.Composition.Files = append(in.Composition.Files, item)
		}
		in.Composition.Strategy = rapid.SampledFrom(append(models.Strategies(), "", "other")).Draw(t, "strategy")
		in.Composition.SummaryOnly = rapid.Bool().Draw(t, "summary_only")
		in.Composition.Focused = rapid.Bool().Draw(t, "focused")
		in.Composition.Focus = rapid.SliceOf(rapid.SampledFrom([]string{"a.go", "b.txt", "go"})).Draw(t, "focus")
		doc := p.build(in)
		if len(doc.Items) != 2 {
			t.Fatalf("%d items for two files", len(doc.Items))
		}
		for row, item := range doc.Items {
			block := doc.BlockOfRow(row)
			switch {
			case !p.Has(item.Language, item.Shown):
				t.Fatalf("%s is shown as %s", item.Path, item.Shown)
			case (block >= 0) != item.AutoAggregate:
				t.Fatalf("%s has block %d, auto_aggregate is %t", item.Path, block, item.AutoAggregate)
			case item.ForceFull && item.Shown != models.Full:
				t.Fatalf("%s is forced to be full and shown as %s", item.Path, item.Shown)
			case !item.ForceFull && in.Composition.Strategy == models.FullText && !in.Composition.Focused &&
				!p.Has(item.Language, item.ViewMode) && (item.ViewMode != models.Masked || len(item.AstMask) > 0) &&
				(item.Shown != models.Summary || len(item.Notes) != 1):
				t.Fatalf("%s asks for %s, is shown as %s and says %q", item.Path, item.ViewMode, item.Shown, item.Notes)
			}
		}
	})
}

// TestNotesFollowTheQuestion requests in turn what only the focused variant prefers and what the
// user chose: both may have the same text, and one has a warning.
func TestNotesFollowTheQuestion(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": "a\n"})
	ask := func(focused bool, item models.FileItem) []string {
		item.Path, item.AutoAggregate = "a.txt", true
		in := Input{Composition: models.Composition{Focused: focused, Files: []models.FileItem{item}}}
		var notes []string
		for _, w := range p.build(in).Warnings {
			notes = append(notes, w.String())
		}
		return notes
	}
	mask := map[string]models.MaskMode{"f": models.MaskDef}
	for range 2 {
		same(t, []string(nil), ask(true, models.FileItem{ViewMode: models.Full}))
		same(t, []string{"a.txt: Plain text has no skeleton; the summary is shown"}, ask(false, models.FileItem{ViewMode: models.Skeleton}))
		same(t, []string(nil), ask(true, models.FileItem{ViewMode: models.Skeleton}))
		same(t, []string{"a.txt: Plain text has no skeleton; the summary is shown"}, ask(false, models.FileItem{AstSignatures: true}))
		same(t, []string{"a.txt: Plain text has no definitions; the summary is shown"}, ask(false, models.FileItem{AstDefinitions: true}))
		same(t, []string{"a.txt: Plain text has no symbols; the summary is shown"}, ask(false, models.FileItem{ViewMode: models.Masked, AstMask: mask}))
		same(t, []string(nil), ask(false, models.FileItem{ViewMode: models.Masked}))
		same(t, []string(nil), ask(true, models.FileItem{AstMask: mask}))
	}
}

func TestAPatternDoesNotComplain(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n\nfunc A() { println() }\n", "b.txt": "b\n"})
	folder := models.NewFileItem(".")
	folder.ViewMode = models.Skeleton
	doc := p.build(Input{Composition: models.Composition{Files: []models.FileItem{folder}}})
	same(t, []models.ViewMode{models.Skeleton, models.Summary}, []models.ViewMode{doc.Items[0].Shown, doc.Items[1].Shown})
	same(t, 0, len(doc.Warnings))
}

// failing is a parser of which every parse fails.
type failing struct {
	languages.InProcess
	parses int
}

func (f *failing) Parse(context.Context, string, string) (*code.Structure, error) {
	f.parses++
	return nil, errors.New("its grammar crashed")
}

func TestAParseThatFailsGivesTheSummary(t *testing.T) {
	p := newProject(t, map[string]string{"a.py": "def f():\n    pass\n"})
	parser := &failing{}
	p.Code = parser
	for _, mode := range []models.ViewMode{models.Skeleton, models.Outline, models.Skeleton} {
		item := models.NewFileItem("a.py")
		item.ViewMode = mode
		doc := p.build(Input{Composition: models.Composition{Files: []models.FileItem{item}}})
		want := []Warning{{Path: "a.py", Message: fmt.Sprintf("no %s: its grammar crashed; the summary is shown", mode)}}
		if diff := cmp.Diff(want, doc.Warnings); diff != "" {
			t.Errorf("wrong warnings (-want +got):\n%s", diff)
		}
		if got := doc.Text(); !strings.Contains(got, "Python, 2 lines") || !strings.Contains(got, "function: f") {
			t.Errorf("no summary:\n%s", got)
		}
	}
	if parser.parses != 1 {
		t.Errorf("a file that cannot be parsed was parsed %d times", parser.parses)
	}
}

// TestViewsOfCode requests a file in each mode that shows its symbols.
func TestViewsOfCode(t *testing.T) {
	const src = "package a\n\nimport \"fmt\"\n\n// A is a.\nfunc A() {\n\tfmt.Println(1)\n}\n\nvar v = 1\n"
	const (
		skeleton    = "package a\n\nimport \"fmt\"\n\n// A is a.\nfunc A() { ... }\n\nvar v = 1\n"
		outline     = "[Function] A (Lines 6-8)\n[Variable] v (Lines 10-10)"
		definition  = "// A is a.\nfunc A() {\n\tfmt.Println(1)\n}"
		summaryText = "Go, 10 lines, ~28 tokens\nimports: fmt\nfunction: A\nvariable: v"
	)
	tests := []struct {
		name    string
		item    models.FileItem
		focused bool
		shown   models.ViewMode
		want    string
		lost    []string
	}{
		{name: "skeleton", item: models.FileItem{ViewMode: models.Skeleton}, shown: models.Skeleton, want: skeleton},
		{name: "outline", item: models.FileItem{ViewMode: models.Outline}, shown: models.Outline, want: outline},
		{name: "a mask", item: models.FileItem{ViewMode: models.Masked, AstMask: map[string]models.MaskMode{"A": models.MaskDef}}, shown: models.Masked, want: definition},
		{
			name: "a mask with a symbol that is gone", item: models.FileItem{ViewMode: models.Masked, AstMask: map[string]models.MaskMode{"v": models.MaskSig, "B": models.MaskDef}},
			shown: models.Masked, want: "var v = 1\n\nERROR: symbol not found: B", lost: []string{"B"},
		},
		{name: "no mask", item: models.FileItem{ViewMode: models.Masked}, shown: models.Summary, want: summaryText},
		{name: "summary", item: models.FileItem{ViewMode: models.Summary}, shown: models.Summary, want: summaryText},
		{name: "ast_signatures", item: models.FileItem{AstSignatures: true}, shown: models.Skeleton, want: skeleton},
		{name: "ast_definitions", item: models.FileItem{AstDefinitions: true}, shown: models.Masked, want: definition + "\n\nvar v = 1"},
		{name: "ast_definitions holds for full alone", item: models.FileItem{ViewMode: models.Outline, AstDefinitions: true}, shown: models.Outline, want: outline},
		{name: "out of focus", item: models.FileItem{ViewMode: models.Full}, focused: true, shown: models.Skeleton, want: skeleton},
		{
			name: "out of focus with a mask", item: models.FileItem{AstMask: map[string]models.MaskMode{"v": models.MaskDef}}, focused: true,
			shown: models.Masked, want: "var v = 1",
		},
	}
	p := newProject(t, map[string]string{"a.go": src})
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.item.Path, tt.item.AutoAggregate = "a.go", true
			doc := p.build(Input{Composition: models.Composition{Focused: tt.focused, Files: []models.FileItem{tt.item}}})
			item := doc.Items[0]
			same(t, tt.shown, item.Shown)
			var lost []string
			for _, l := range item.Lost {
				lost = append(lost, l.Path)
			}
			same(t, tt.lost, lost)
			if got := doc.Text(); !strings.Contains(got, "```go\n"+tt.want) {
				t.Errorf("the document is\n%s\nand should hold\n%s", got, tt.want)
			}
		})
	}
}

func TestOutlineReplacesASkeletonOutOfFocus(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n\nfunc A() {}\n"})
	p.Code = outlineOnly{}
	item := models.NewFileItem("a.go")
	focused := p.build(Input{Composition: models.Composition{Focused: true, Files: []models.FileItem{item}}})
	same(t, models.Outline, focused.Items[0].Shown)
	item.ViewMode = models.Skeleton
	asked := p.build(Input{Composition: models.Composition{Files: []models.FileItem{item}}})
	same(t, models.Summary, asked.Items[0].Shown)
}

// outlineOnly is a parser without skeletons.
type outlineOnly struct{ languages.InProcess }

func (outlineOnly) Supports(string) code.Support { return code.OutlineOnly }

func TestLanguagesCanBeOverridden(t *testing.T) {
	p := newProject(t, map[string]string{"lib/a.inc": "def f():\n    return 1\n", "b.inc": "def f():\n    return 1\n"})
	var in Input
	for _, name := range []string{"lib/a.inc", "b.inc"} {
		item := models.NewFileItem(name)
		item.ViewMode = models.Skeleton
		in.Composition.Files = append(in.Composition.Files, item)
	}
	in.Languages = []models.LanguageRule{{Pattern: "*.inc", Language: "Text"}, {Pattern: "lib/**", Language: "py"}, {Pattern: "x", Language: "no such"}, {Pattern: "[", Language: "go"}}
	doc := p.build(in)
	same(t, []string{"python", "text"}, []string{doc.Items[0].Language, doc.Items[1].Language})
	if got := doc.Text(); !strings.Contains(got, "```python\ndef f():\n    ...\n```") {
		t.Errorf("not read as Python:\n%s", got)
	}
	want := []Warning{
		{Path: "b.inc", Message: "Plain text has no skeleton; the summary is shown", Note: true},
		{Path: "", Message: `files.languages: x: there is no language "no such"`},
		{Path: "", Message: "files.languages: [ is not a pattern"},
	}
	if diff := cmp.Diff(want, doc.Warnings); diff != "" {
		t.Errorf("wrong warnings (-want +got):\n%s", diff)
	}
}

func TestCosts(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n\nfunc A() {\n\tprintln(1)\n}\n", "b.txt": "b\n", "c.txt": "c\n"})
	costs := func(name string, item models.FileItem) []models.ViewMode {
		item.Path, item.AutoAggregate = name, true
		got, err := p.Costs(t.Context(), Input{}, item)
		if err != nil {
			t.Fatal(err)
		}
		var modes []models.ViewMode
		for _, mode := range models.ViewModes() {
			cost, ok := got[mode]
			if !ok {
				continue
			}
			modes = append(modes, mode)
			item.ViewMode = mode
			doc, err := p.Count(t.Context(), p.build(Input{Composition: models.Composition{Files: []models.FileItem{item, models.NewFileItem("c.txt")}}}), nil)
			if err != nil {
				t.Fatal(err)
			}
			same(t, doc.Items[0].Tokens, cost)
		}
		return modes
	}
	same(t, []models.ViewMode{"full", "skeleton", "outline", "summary", "none"}, costs("a.go", models.FileItem{}))
	same(t, []models.ViewMode{"full", "skeleton", "outline", "summary", "masked", "custom", "none"},
		costs("a.go", models.FileItem{AstMask: map[string]models.MaskMode{"A": models.MaskSig}, CustomSlices: []models.Slice{{StartLine: 1, EndLine: 1}}}))
	same(t, []models.ViewMode{"full", "summary", "none"}, costs("b.txt", models.FileItem{}))
}

func TestErrorText(t *testing.T) {
	tests := []struct {
		name string
		err  error
		want string
	}{
		{"missing", disk.ErrNotFound, "ERROR: file not found: p\\n"},
		{"a glob", &NotFoundError{Path: "*.go", Pattern: true}, "ERROR: file not found: p\\n"},
		{"too large", &disk.TooLargeError{Size: 12, Limit: 3}, "ERROR: too large (12 bytes): p\\n"},
		{"binary", &text.BinaryError{}, "ERROR: binary file: p\\n"},
		{"a pipe", &disk.IrregularError{}, "ERROR: not a regular file: p\\n"},
		{"no permission", disk.ErrUnreadable, "ERROR: cannot be read: p\\n"},
		{"outside", &disk.OutsideError{}, "ERROR: cannot be read: p\\n"},
		{"a loop", disk.ErrLoop, "ERROR: cannot be read: p\\n"},
		{"anything else", os.ErrClosed, "ERROR in summary view mode for p\\n:\nfile already closed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := errorText("p\n", models.Summary, tt.err); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// FuzzPieces compares the counts of the pieces of a block with the count of the whole.
func FuzzPieces(f *testing.F) {
	var counter tokens.Counter
	for _, seed := range []struct{ head, body, tail string }{
		{"### `a.go`\n\n```go\n", "// a comment\n", "```"},
		{"### `a.txt`\n\n```text\n", "  indented\r\n", "```"},
		{"```\n", "\n\n\nx", "\n```"},
		{"a", "'s\u00a0", "\n"},
		{"```go\r\n", "/* */", "\n```"},
		{"x1\n", "/1", ""},
		{"é\n", "/", "/\n"},
	} {
		f.Add(seed.head, seed.body, seed.tail, true)
		f.Add(seed.head, seed.body, seed.tail, false)
	}
	f.Fuzz(func(t *testing.T, head, body, tail string, last bool) {
		sep := markdown.Format{}.Separators().Blocks
		if last {
			sep = "\n"
		}
		var parts []string
		var sums [tokens.Vocabularies]int
		for _, piece := range pieces(newRendered(markdown.Format{}, content.Block{}, content.Text{Head: head, Body: body, Tail: tail}), sep) {
			parts = append(parts, piece.Text)
			for v := range tokens.Vocabulary(tokens.Vocabularies) {
				sums[v] += counter.Count(v, piece.Text)
			}
		}
		whole := head + body + tail + sep
		if got := strings.Join(parts, ""); got != whole {
			t.Fatalf("pieces %q of %q", parts, whole)
		}
		for v := range tokens.Vocabulary(tokens.Vocabularies) {
			if want := counter.Count(v, whole); sums[v] != want {
				t.Fatalf("pieces %q have %d tokens of %s, the whole %d", parts, sums[v], v, want)
			}
		}
	})
}

func TestABodyIsAPieceOfItsOwn(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "// a comment\npackage a\n", "b.txt": "text\n"})
	for _, b := range p.build(inputOf("a.go", "b.txt")).blocks[1:] {
		var texts []string
		for _, piece := range pieces(b.rendered, b.sep) {
			texts = append(texts, piece.Text)
		}
		if !slices.Contains(texts, b.body) {
			t.Errorf("pieces %q, want %q to be one of them: its count is kept by content", texts, b.body)
		}
	}
}

func TestErrorsAreDistinguishable(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": "a\n"})
	var none *NoGrammarError
	if _, err := p.Parse(t.Context(), Input{}, models.NewFileItem("a.txt")); !errors.As(err, &none) || none.Language != "text" {
		t.Errorf("error %v, want that there is no grammar", err)
	}
	if _, err := p.View(t.Context(), Input{}, models.NewFileItem("gone")); !errors.Is(err, disk.ErrNotFound) {
		t.Errorf("error %v, want that of a missing file", err)
	}
}
