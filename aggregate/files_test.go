package aggregate

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
)

func TestModeOf(t *testing.T) {
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
			if got := modeOf(tt.item, tt.c, tt.inFocus); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestWhatIsShownCanBeHad holds whatever is asked for to what exists: a file that is
// there is shown in a mode that is available, and says so where that is another one.
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
			case Available(item.Shown) != nil:
				t.Fatalf("%s is shown as %s", item.Path, item.Shown)
			case (block >= 0) != item.AutoAggregate:
				t.Fatalf("%s has block %d, auto_aggregate is %t", item.Path, block, item.AutoAggregate)
			case item.ForceFull && item.Shown != models.Full:
				t.Fatalf("%s is forced to be full and shown as %s", item.Path, item.Shown)
			case !item.ForceFull && in.Composition.Strategy == models.FullText && !in.Composition.Focused &&
				Available(item.ViewMode) != nil && (item.Shown != models.Summary || len(item.Notes) != 1):
				t.Fatalf("%s asks for %s, is shown as %s and says %q", item.Path, item.ViewMode, item.Shown, item.Notes)
			}
		}
	})
}

// TestNotesFollowTheQuestion asks in turn for what only the focused variant would have
// preferred and for what the person chose: both are rendered alike, and one is noted.
func TestNotesFollowTheQuestion(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n"})
	ask := func(focused bool, item models.FileItem) []string {
		item.Path, item.AutoAggregate = "a.go", true
		in := Input{Composition: models.Composition{Focused: focused, Files: []models.FileItem{item}}}
		var notes []string
		for _, w := range p.build(in).Warnings {
			notes = append(notes, w.String())
		}
		return notes
	}
	for range 2 {
		same(t, []string(nil), ask(true, models.FileItem{ViewMode: models.Full}))
		same(t, []string{"a.go: the view mode skeleton is not available yet; the summary is shown"}, ask(true, models.FileItem{ViewMode: models.Skeleton}))
		same(t, []string{"a.go: ast_signatures is not available yet; the summary is shown"}, ask(false, models.FileItem{AstSignatures: true}))
		same(t, []string{"a.go: ast_definitions is not available yet; the summary is shown"}, ask(false, models.FileItem{AstDefinitions: true}))
		same(t, []string{"a.go: the view mode masked is not available yet; the summary is shown"}, ask(false, models.FileItem{ViewMode: models.Masked}))
		same(t, []string(nil), ask(true, models.FileItem{AstMask: map[string]models.MaskMode{"f": models.MaskDef}}))
	}
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

// FuzzPieces holds the counts of the pieces of a block to the count of the whole.
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
		sep := separator
		if last {
			sep = "\n"
		}
		var parts []string
		sum := 0
		for _, piece := range pieces(newRendered("", head, body, tail), sep) {
			parts = append(parts, piece.text)
			sum += counter.Count(piece.text)
		}
		whole := head + body + tail + sep
		if got := strings.Join(parts, ""); got != whole {
			t.Fatalf("pieces %q of %q", parts, whole)
		}
		if want := counter.Count(whole); sum != want {
			t.Fatalf("pieces %q have %d tokens, the whole %d", parts, sum, want)
		}
	})
}

func TestABodyIsAPieceOfItsOwn(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "// a comment\npackage a\n", "b.txt": "text\n"})
	for _, b := range p.build(inputOf("a.go", "b.txt")).blocks[1:] {
		var texts []string
		for _, piece := range pieces(b.rendered, b.sep) {
			texts = append(texts, piece.text)
		}
		if !slices.Contains(texts, b.body) {
			t.Errorf("pieces %q, want %q to be one of them: its count is kept by content", texts, b.body)
		}
	}
}

func TestErrorsOfThePackageAreToldApart(t *testing.T) {
	p := newProject(t, map[string]string{"a.txt": "a\n"})
	item := models.NewFileItem("a.txt")
	item.ViewMode = models.Skeleton
	_, err := p.View(t.Context(), item, 0)
	var missing *NotAvailable
	if !errors.As(err, &missing) || missing.Mode != models.Skeleton {
		t.Errorf("error %v, want that skeleton is not available", err)
	}
	if _, err := p.View(t.Context(), models.NewFileItem("gone"), 0); !errors.Is(err, disk.ErrNotFound) {
		t.Errorf("error %v, want that of a missing file", err)
	}
	stats, err := p.ComputeFileStats(t.Context(), "a.txt")
	if diff := cmp.Diff(Stats{Lines: 1}, stats); err != nil || diff != "" {
		t.Errorf("error %v, statistics (-want +got):\n%s", err, diff)
	}
}
