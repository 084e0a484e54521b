package aggregate

import (
	"strings"
	"testing"

	"dossier/models"
)

// TestWhatCodeCannotShowIsSaid checks that block and row report code that cannot be parsed or has
// nothing to show.
func TestWhatCodeCannotShowIsSaid(t *testing.T) {
	const (
		half    = "def f():\n    return 1\n\n\ndef g(:\n    if x:\n        return (\n\n\ndef h():\n    return 2\n"
		garbage = "%% {{ ]\n  hello $$ world ((\n)) %% garbage\n"
		failed  = "ERROR: parsing failed, symbols may be missing: Lines "
	)
	tests := []struct {
		name, src string
		item      models.FileItem
		shown     models.ViewMode
		want      string // the beginning of the block
		holds     string // later in the block
		warning   string
	}{
		{
			name: "a skeleton", src: half, item: models.FileItem{ViewMode: models.Skeleton}, shown: models.Skeleton,
			want: failed, holds: "\n\ndef f():\n    ...\n", warning: "parsing failed in lines ",
		},
		{
			name: "an outline", src: half, item: models.FileItem{ViewMode: models.Outline}, shown: models.Outline,
			want: failed, holds: "\n[Function] h (Lines 10-11)\n", warning: "parsing failed in lines ",
		},
		{
			name: "a mask", src: half, item: models.FileItem{ViewMode: models.Masked, AstMask: map[string]models.MaskMode{"h": models.MaskDef}}, shown: models.Masked,
			want: failed, holds: "\n\ndef h():\n    return 2\n", warning: "parsing failed in lines ",
		},
		{
			name: "garbage has no skeleton", src: garbage, item: models.FileItem{ViewMode: models.Skeleton}, shown: models.Summary,
			want: "Python, 3 lines", holds: "\nERROR: parsing failed: it does not parse as code of its language\n",
			warning: "no skeleton: it does not parse as code of its language; the summary is shown",
		},
		{
			name: "garbage has no outline", src: garbage, item: models.FileItem{ViewMode: models.Outline}, shown: models.Summary,
			want: "Python, 3 lines", holds: "\nERROR: parsing failed: it does not parse as code of its language\n",
			warning: "no outline: it does not parse as code of its language; the summary is shown",
		},
		{
			name: "an outline without symbols", src: "import os\n\nos.exit(1)\n", item: models.FileItem{ViewMode: models.Outline}, shown: models.Outline,
			want: "Python, 3 lines", holds: "\nimports: os\n(no symbols)\n", warning: "the file has no symbols; its purpose is shown instead",
		},
		{
			name: "an empty file has no outline", src: "", item: models.FileItem{ViewMode: models.Outline}, shown: models.Outline,
			want: "Python, 0 lines", holds: "\n(no symbols)\n", warning: "the file has no symbols; its purpose is shown instead",
		},
		{
			name: "definitions without symbols", src: "print(1)\n", item: models.FileItem{AstDefinitions: true}, shown: models.Masked,
			want: "Python, 1 lines", holds: "\n(no symbols)\n", warning: "the file has no symbols; its purpose is shown instead",
		},
		{
			name: "a skeleton without symbols is the file", src: "print(1)\n", item: models.FileItem{ViewMode: models.Skeleton}, shown: models.Skeleton, want: "print(1)\n",
		},
		{
			name: "a mask that hides all", src: "def f():\n    return 1\n", item: models.FileItem{ViewMode: models.Masked, AstMask: map[string]models.MaskMode{"f": models.MaskHide}},
			shown: models.Masked, want: "(nothing is shown: the mask hides all that it names)\n", warning: "nothing is shown: the mask hides all that it names",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := newProject(t, map[string]string{"a.py": tt.src})
			tt.item.Path, tt.item.AutoAggregate = "a.py", true
			doc := p.build(Input{Composition: models.Composition{Files: []models.FileItem{tt.item}}})
			same(t, tt.shown, doc.Items[0].Shown)
			if got := doc.Text(); !strings.Contains(got, "```python\n"+tt.want) || !strings.Contains(got, tt.holds) {
				t.Errorf("the document is\n%s\nand should begin with\n%s\nand hold\n%s", got, tt.want, tt.holds)
			}
			if got := strings.Join(doc.Items[0].Notes, "\n"); tt.warning == "" && got != "" || !strings.HasPrefix(got, tt.warning) {
				t.Errorf("the row says %q, want %q", got, tt.warning)
			}
		})
	}
}
