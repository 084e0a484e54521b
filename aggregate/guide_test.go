package aggregate

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/models"
)

// TestPlaceOfTheInstruction builds documents with the instruction at each place, with and without a note
// on the layout.
func TestPlaceOfTheInstruction(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n"})
	const note = "About This Document"
	tests := []struct {
		place models.Place
		guide bool
		want  []string
	}{
		{"", false, []string{"Files", "Instruction"}},
		{models.Last, false, []string{"Files", "Instruction"}},
		{models.First, false, []string{"Instruction", "Files"}},
		{models.FirstAndLast, false, []string{"Instruction", "Files", "Instruction"}},
		{models.Last, true, []string{note, "Files", "Instruction"}},
		{models.First, true, []string{"Instruction", note, "Files"}},
	}
	for _, tt := range tests {
		in := Input{Composition: models.Composition{Files: []models.FileItem{models.NewFileItem("a.go")}, Instruction: "Do it.", Place: tt.place, Guide: tt.guide}}
		doc := p.build(in)
		var got []string
		for _, s := range doc.Sections {
			got = append(got, s.Title)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q, %t (-want +got):\n%s", tt.place, tt.guide, diff)
		}
		if same := Compare(Replay(RecordOf(doc, in, RecordInfo{}), doc.Text()), doc); !same.Same() {
			t.Errorf("%q, %t: its replay differs: %v", tt.place, tt.guide, same)
		}
	}
	none := p.build(Input{Composition: models.Composition{Guide: true, Place: models.First}})
	if none.Bytes > 0 {
		t.Errorf("without contents the document is %q", none.Text())
	}
}

// TestGuide checks that the note on the layout describes only what the document has.
func TestGuide(t *testing.T) {
	p := newProject(t, map[string]string{"a.go": "package a\n\nfunc A() { b() }\n", "b.go": "package a\n"})
	skeleton := models.NewFileItem("a.go")
	skeleton.ViewMode = models.Skeleton
	in := Input{Composition: models.Composition{Files: []models.FileItem{skeleton, models.NewFileItem("b.go")}, Guide: true}}
	want := "## About This Document\n\nThe user selected the contents of this document for you. It has these sections:\n\n" +
		"- Files: files of the project, each below its path\n\nSome files are shown as skeletons: the bodies of functions are replaced by \"...\".\n"
	if diff := cmp.Diff(want, p.build(in).SectionText(0)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	in.Composition.Text = []models.TextOption{models.LineNumbers}
	in.Composition.Files[0].ViewMode = models.Full
	want = "## About This Document\n\nThe user selected the contents of this document for you. It has these sections:\n\n" +
		"- Files: files of the project, each below its path\n\nLines begin with their numbers in the file, which are not part of it.\n"
	if diff := cmp.Diff(want, p.build(in).SectionText(0)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// described is a section whose content is looked at.
type described struct {
	SectionBuilder
	look func(Content)
}

func (d described) Build(ctx context.Context, b *Building) (Content, error) {
	c, err := d.SectionBuilder.Build(ctx, b)
	d.look(c)
	return c, err
}

// TestSectionsSayWhatTheyAre checks that no section is missing in the note on the layout because it
// does not describe itself.
func TestSectionsSayWhatTheyAre(t *testing.T) {
	p := newProject(t, nil)
	for _, s := range Sections() {
		p.Sections = append(p.Sections, described{s, func(c Content) {
			if c.Title != "" && c.About == "" && s.Kind() != GuideSection {
				t.Errorf("%s does not say what it is", s.Kind())
			}
		}})
	}
	p.build(Input{})
}
