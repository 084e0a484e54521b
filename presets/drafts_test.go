package presets

import (
	"fmt"
	"testing"

	"dossier/models"
)

func TestDrafts(t *testing.T) {
	p := newPlace(t, nil)
	s, ctx := NewState(p.places), t.Context()
	draft := func(of, path string) Draft {
		item := models.NewFileItem(path)
		item.CustomSlices = []models.Slice{{StartLine: 1, EndLine: 2, Comment: "why"}}
		return Draft{Scope: models.Global, Of: of, Content: models.Composition{Files: []models.FileItem{item}}}
	}
	want := func(names ...string) {
		t.Helper()
		got := []string{}
		for _, d := range s.Drafts(p.dir) {
			got = append(got, d.Of+" "+d.Content.Files[0].Path+" "+d.Content.Files[0].CustomSlices[0].Comment)
		}
		if fmt.Sprint(got) != fmt.Sprint(names) {
			t.Errorf("the drafts are %q, want %q", got, names)
		}
	}
	want()
	for _, d := range []Draft{draft("x", "a"), draft("", "b"), draft("x", "c"), draft("x", "a")} {
		if err := s.AddDraft(ctx, p.dir, d); err != nil {
			t.Fatal(err)
		}
	}
	want("x a why", "x c why", " b why")
	if err := s.DropDrafts(ctx, p.dir, draft("x", "c"), draft("x", "none")); err != nil {
		t.Fatal(err)
	}
	want("x a why", " b why")
	for i := range maxDrafts + 5 {
		if err := s.AddDraft(ctx, p.dir, draft("", fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	if list := s.Drafts(p.dir); len(list) != maxDrafts || list[0].Content.Files[0].Path != fmt.Sprint(maxDrafts+4) {
		t.Errorf("%d drafts are kept", len(list))
	}
	if list := s.Drafts(t.TempDir()); list != nil {
		t.Errorf("another project has %v", list)
	}
}
