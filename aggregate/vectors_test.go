package aggregate

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/code/languages"
	"dossier/aggregate/format/markdown"
	"dossier/aggregate/text"
	"dossier/aggregate/vectorstest"
	"dossier/models"
)

// TestVectors runs the cases recorded from the original pipeline.
func TestVectors(t *testing.T) {
	vectorstest.Run(t, vectorstest.Read(t), map[string]func(t *testing.T, input, expected json.RawMessage){
		"build_discussion_section": discussionVector,
		"files_section_dispatch":   dispatchVector,
		"section_order":            orderVector,
		"view_mode_renderer":       rendererVector,
		"render_custom_slices":     slicesVector,
		"read_error":               errorVector,
		"files_section_membership": membershipVector,
		"resolve_paths_blacklist":  blacklistVector,
		"is_focus":                 focusVector,
	})
}

func decode[T any](t *testing.T, data json.RawMessage) T {
	t.Helper()
	var v T
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func same(t *testing.T, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// entriesOf parses the entries of a discussion in any of their stored forms.
func entriesOf(t *testing.T, history []any) []models.Entry {
	t.Helper()
	d, err := models.ParseDiscussions(map[string]any{"discussions": map[string]any{"main": map[string]any{"history": history}}})
	if err != nil {
		t.Fatal(err)
	}
	return d.List[0].History
}

func discussionVector(t *testing.T, input, want json.RawMessage) {
	in := decode[struct{ History []any }](t, input)
	doc := newProject(t, nil).build(Input{History: entriesOf(t, in.History)})
	got := ""
	if len(doc.Sections) > 0 {
		got = doc.SectionText(0)
		got = got[len("## "+doc.Sections[0].Title+"\n\n") : len(got)-1]
	}
	same(t, decode[string](t, want), got)
}

type dispatch struct {
	Strategy    models.Strategy `json:"aggregation_strategy"`
	SummaryOnly bool            `json:"summary_only"`
	Tier        int
}

func dispatchVector(t *testing.T, input, want json.RawMessage) {
	in := decode[dispatch](t, input)
	expected := decode[struct{ Header, Renderer string }](t, want)
	c := models.Composition{Strategy: in.Strategy, SummaryOnly: in.SummaryOnly, Focused: in.Tier == 3}
	same(t, expected.Header, "## "+filesTitle(c))
	if mode := viewRequestOf(models.NewFileItem("a.go"), c, false).mode; expected.Renderer == "build_summary_markdown" != (mode == models.Summary) {
		t.Errorf("%s renders files as %s", expected.Renderer, mode)
	}
}

func orderVector(t *testing.T, input, want json.RawMessage) {
	in := decode[struct {
		Files       bool                 `json:"has_files"`
		Screenshots bool                 `json:"has_screenshots"`
		Mode        models.ExecutionMode `json:"execution_mode"`
		Beads       bool                 `json:"beads_text_not_empty"`
		History     bool                 `json:"has_history"`
	}](t, input)
	p := newProject(t, map[string]string{"a.go": "package a\n", "s.png": "png"})
	c := models.Composition{ExecutionMode: in.Mode}
	if in.Files {
		c.Files = []models.FileItem{models.NewFileItem("a.go")}
	}
	if in.Screenshots {
		c.Screenshots = []models.Screenshot{{Path: "s.png"}}
	}
	if in.Beads {
		p.beads(models.Bead{ID: "b-1", Title: "t", Status: "open"})
	}
	var history []models.Entry
	if in.History {
		history = []models.Entry{{Role: "User", Content: "hi"}}
	}
	doc := p.build(Input{Composition: c, History: history})
	var got []string
	for _, s := range doc.Sections {
		got = append(got, "## "+s.Title)
	}
	same(t, decode[[]string](t, want), got)
}

func rendererVector(t *testing.T, input, want json.RawMessage) {
	in := decode[struct {
		ViewMode  models.ViewMode `json:"view_mode"`
		Extension string
		ForceFull bool `json:"force_full"`
		Tier3     bool
		Focus     bool `json:"is_focus"`
	}](t, input)
	item := models.NewFileItem("file" + in.Extension)
	item.ViewMode, item.ForceFull = in.ViewMode, in.ForceFull
	c := models.Composition{Focused: in.Tier3}
	src := &source{text: "text\n", language: text.Language(item.Path, "")}
	b := Builder{Code: languages.InProcess{}}
	v, err := b.render(t.Context(), src, item, viewRequestOf(item, c, in.Focus || in.ForceFull), src.language)
	if err != nil {
		t.Fatal(err)
	}
	switch expected := decode[string](t, want); expected {
	case "raw":
		same(t, models.Full, v.shown)
	case "summary":
		same(t, models.Summary, v.shown)
	case "(context excluded)":
		same(t, models.None, v.shown)
	default: // "python skeleton", "c outline": the view of a parsed language
		same(t, expected, v.info+" "+string(v.shown))
	}
}

func slicesVector(t *testing.T, input, want json.RawMessage) {
	in := decode[struct {
		Content string
		Slices  []models.Slice
	}](t, input)
	got, _, _ := renderSlices(in.Content, in.Content, in.Slices)
	same(t, decode[string](t, want), markdown.Slices(got))
}

func errorVector(t *testing.T, input, want json.RawMessage) {
	in := decode[struct {
		Path     string
		ViewMode models.ViewMode `json:"view_mode"`
	}](t, input)
	expected := decode[struct {
		Prefix string `json:"content_prefix"`
	}](t, want)
	if got := errorText(in.Path, in.ViewMode, os.ErrInvalid); !strings.HasPrefix(got, expected.Prefix) {
		t.Errorf("%q does not begin with %q", got, expected.Prefix)
	}
}

func membershipVector(t *testing.T, input, want json.RawMessage) {
	item := decode[models.FileItem](t, input)
	p := newProject(t, map[string]string{item.Path: "pass\n"})
	doc := p.build(Input{Composition: models.Composition{Files: []models.FileItem{item}}})
	expected := decode[struct {
		Items    bool `json:"in_file_items"`
		Markdown bool `json:"in_markdown"`
	}](t, want)
	same(t, expected.Items, len(doc.Items) == 1)
	same(t, expected.Markdown, strings.Contains(doc.Text(), item.Path))
}

func blacklistVector(t *testing.T, input, want json.RawMessage) {
	in := decode[struct{ Path string }](t, input)
	same(t, decode[struct{ Excluded bool }](t, want).Excluded, models.StoresText(in.Path))
}

func focusVector(t *testing.T, input, want json.RawMessage) {
	in := decode[struct {
		Item  struct{ Entry string }
		Focus []string `json:"focus_files"`
	}](t, input)
	same(t, decode[bool](t, want), models.InFocus(in.Item.Entry, in.Focus))
}
