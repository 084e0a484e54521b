package aggregate

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"dossier/aggregate/disk"
	"dossier/aggregate/secrets"
	"dossier/models"
)

// notebookOf returns the JSON of a notebook with one code cell.
func notebookOf(source, output string) string {
	return fmt.Sprintf(`{"cells": [{"cell_type": "code", "source": %q, "outputs": [{"output_type": "stream", "text": %q}]}]}`, source, output)
}

// TestExtractedTextFollowsTheRules checks that a language rule shows the JSON of a notebook instead of its cells, in
// the same builder.
func TestExtractedTextFollowsTheRules(t *testing.T) {
	p := newProject(t, map[string]string{"a.ipynb": notebookOf("print(1)", "1\n")})
	in := Input{Composition: models.Composition{Files: []models.FileItem{models.NewFileItem("a.ipynb")}}}
	asJSON := in
	asJSON.Languages = []models.LanguageRule{{Pattern: "*.ipynb", Language: "json"}}
	for _, step := range []struct {
		in   Input
		want string
	}{{in, "## Cell 1 (code)"}, {asJSON, "```json\n{\"cells\""}, {in, "## Cell 1 (code)"}} {
		if got := p.build(step.in).Text(); !strings.Contains(got, step.want) {
			t.Errorf("%q is not in\n%s", step.want, got)
		}
	}
}

// TestLimitOfExtractedText checks that the size limit applies to the extracted text of a notebook, not to the images
// in its file.
func TestLimitOfExtractedText(t *testing.T) {
	image := `{"output_type": "display_data", "data": {"image/png": "` + strings.Repeat("A", 2*DefaultMaxBytes) + `"}}`
	long := notebookOf(strings.Repeat("x = 1\n", 1000), "")
	p := newProject(t, map[string]string{
		"images.ipynb": `{"cells": [{"cell_type": "code", "source": "plot()", "outputs": [` + image + `]}]}`,
		"long.ipynb":   long,
	})
	in := Input{MaxBytes: 5000, Composition: models.Composition{Files: []models.FileItem{models.NewFileItem("images.ipynb"), models.NewFileItem("long.ipynb")}}}
	for range 2 { // the second time they are cached
		doc := p.build(in)
		if err := doc.Items[0].Err; err != nil || !strings.Contains(doc.Text(), "Output: image/png, 1.5 MB") {
			t.Errorf("images.ipynb: %v\n%.300s", err, doc.Text())
		}
		if err := doc.Items[1].Err; !errors.Is(err, disk.ErrTooLarge) {
			t.Errorf("long.ipynb: %v, want too large", err)
		}
	}
}

// TestLargePDF checks that the row of a PDF over the size limit does not suggest to raise it.
func TestLargePDF(t *testing.T) {
	p := newProject(t, map[string]string{"a.pdf": "%PDF" + strings.Repeat(" ", DefaultMaxBytes)})
	doc := p.build(Input{Composition: models.Composition{Files: []models.FileItem{models.NewFileItem("a.pdf")}}})
	if want := "ERROR: a PDF that cannot be read: a.pdf\nthe text is not extracted from a PDF;"; !strings.Contains(doc.Text(), want) {
		t.Errorf("%q is not in\n%s", want, doc.Text())
	}
}

// TestSummaryOfLargeTable checks that the size limit does not apply to a table of which only the summary is shown.
func TestSummaryOfLargeTable(t *testing.T) {
	p := newProject(t, map[string]string{"a.csv": "id,name\n" + strings.Repeat("1,x\n", DefaultMaxBytes)})
	item := models.NewFileItem("a.csv")
	for _, mode := range []models.ViewMode{models.Full, models.Summary, models.Full} {
		item.ViewMode = mode
		doc := p.build(Input{Composition: models.Composition{Files: []models.FileItem{item}}})
		if large := errors.Is(doc.Items[0].Err, disk.ErrTooLarge); large != (mode == models.Full) {
			t.Errorf("%s: %v", mode, doc.Items[0].Err)
		}
		if want := "columns: id (integer), name (text)\nrows: 1048576;"; mode == models.Summary && !strings.Contains(doc.Text(), want) {
			t.Errorf("%q is not in\n%s", want, doc.Text())
		}
	}
}

// TestExtractedTextIsRedacted checks that no secret of a notebook's source or outputs is shown, in any view.
func TestExtractedTextIsRedacted(t *testing.T) {
	p := newProject(t, map[string]string{"a.ipynb": notebookOf("def f():\n    key = '"+token(1)+"'\n    return key\n", token(2))})
	checker := secrets.NewChecker(secrets.Default())
	p.Secrets = func(context.Context) *secrets.Checker { return checker }
	for _, mode := range models.ViewModes() {
		item := models.NewFileItem("a.ipynb")
		item.ViewMode = mode
		item.CustomSlices = []models.Slice{{StartLine: 1, EndLine: 99}}
		item.AstMask = map[string]models.MaskMode{"Cell 1": models.MaskDef}
		got := p.build(Input{Composition: models.Composition{Files: []models.FileItem{item}}}).Text()
		if strings.Contains(got, token(1)) || strings.Contains(got, token(2)) {
			t.Errorf("%s shows a secret:\n%s", mode, got)
		}
		if mode == models.Full && !strings.Contains(got, "    return key") {
			t.Errorf("%s shows too little:\n%s", mode, got)
		}
	}
}
