package repairview

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"dossier/ui/features/repairlist"
	"dossier/ui/kit/board"
	"dossier/ui/part/parttest"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window for the list.
type stage struct {
	*parttest.Stage
	t testing.TB
}

func (s *stage) OpenSlices(string, int) {}
func (s *stage) OpenSymbols(string)     {}

// missing reports whether a file is missing.
func (s *stage) missing() bool { return len(repairlist.Of(s.Session()).List()) > 0 }

// field returns the field of the topmost dialog.
func (s *stage) field() *board.Suggest {
	s.t.Helper()
	f, ok := s.Focused().(*board.Suggest)
	if !ok {
		s.t.Fatalf("the keyboard is in a %T", s.Focused())
	}
	return f
}

// sample is a stage on the sample project.
func sample(t *testing.T) *stage {
	t.Helper()
	s := &stage{parttest.NewStage(t, parttest.Places(t)), t}
	s.OpenSample()
	return s
}

func TestMissingFilesAreReviewedAndRepaired(t *testing.T) {
	s := sample(t)
	dir := s.Session().Dir()
	v := New(s)
	if s.Edit(v); v.First() != nil || v.stack.Objects[0] != v.empty {
		t.Error("nothing is missing, and there is a list")
	}
	s.Key(fyne.KeyEscape, 0)
	if s.Editing() {
		t.Error("Escape does not lead back")
	}
	move := func(from, to string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, to)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(dir, from), filepath.Join(dir, to)); err != nil {
			t.Fatal(err)
		}
	}
	move("docs/runbook.md", "docs/operations/on-call.md")
	s.Session().Tree().Rescan()
	s.Until("it is missed", s.missing)

	v = New(s)
	s.Edit(v)
	s.Until("a place is found by its content", func() bool { return len(v.rows) == 1 && v.rows[0].Certain() })
	row := rows{v}.Row(0)
	if row.Cells[2].Text != "docs/operations/on-call.md" || row.Cells[3].Text != "same content" || v.all.Disabled() {
		t.Errorf("the row shows %+v", row.Cells)
	}
	v.choose(v.rows[0])
	s.Until("the place that is known stands first", func() bool {
		list := s.field().Offered()
		return len(list) > 0 && list[0].Label == "docs/operations/on-call.md" && list[0].Detail == "same content" && s.field().List().Cursor() == 0
	})
	s.Press(fyne.KeyEscape)
	v.list.OnOpen(0)
	s.Until("nothing is missing any more", func() bool { return len(v.rows) == 0 && !s.missing() })
	if v.stack.Objects[0] != v.empty {
		t.Error("an empty list does not say that everything is there")
	}
	s.Key(fyne.KeyEscape, 0)
	s.Settle()
	if !strings.Contains(s.Session().Document().Text(), "### `docs/operations/on-call.md`") {
		t.Error("the document does not show the file at its new place")
	}
	s.Undo()
	s.Until("undo brings the entry back, which is missing again", s.missing)
	v = New(s)
	s.Edit(v)
	v.cell(0, rows{v}.Row(0).Cells[5], fyne.Position{}, fyne.Size{})
	s.Until("it is left out", func() bool { return !s.missing() })
}

// The user remembers a part of the name, and its folder may be folded.
func TestAPlaceIsFoundByAPartOfItsName(t *testing.T) {
	s := sample(t)
	dir := s.Session().Dir()
	if err := os.Remove(filepath.Join(dir, "docs", "runbook.md")); err != nil {
		t.Fatal(err)
	}
	s.Session().Tree().Rescan()
	s.Until("it is missing", s.missing)
	s.Session().Tree().Model().SetAllOpen(false)
	list := repairlist.Of(s.Session()).List()
	v := New(s)
	s.Edit(v)
	tests := []struct {
		name  string
		typed string
		want  string // the current one first; "": no suggestions
	}{
		{"letters of the words of a path", "srvauth", "internal/server/auth.go"},
		{"a whole path", "internal/server/auth.go", "internal/server/auth.go"},
		{"nothing of that name", "no such thing anywhere", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v.whereDialog(list[0])
			test.Type(s.field(), tt.typed)
			marked := func() string {
				if at := s.field().List().Cursor(); at >= 0 {
					return s.field().Offered()[at].Label
				}
				return ""
			}
			s.Until("it is marked", func() bool { return marked() == tt.want })
			if tt.want == "" {
				s.Press(fyne.KeyReturn)
				if s.Dialogs().Front() == nil || !s.Readable("There is no no such thing") {
					t.Error("nothing says that there is no such path")
				}
			}
			s.Press(fyne.KeyEscape)
		})
	}
	v.whereDialog(list[0])
	s.Until("files of its ending are offered, since its name is gone", func() bool {
		offered := s.field().Offered()
		return len(offered) > 1 && strings.HasSuffix(offered[0].Label, ".md")
	})
	test.Type(s.field(), "srvauth")
	s.Until("something is marked", func() bool { return s.field().List().Cursor() == 0 })
	test.Type(s.field(), "x")
	s.Press(fyne.KeyReturn) // before there is a result
	if s.Dialogs().Front() == nil {
		t.Fatal("a file was taken that is not what was typed")
	}
	s.field().SetText("srvauth")
	s.Until("it is marked again", func() bool { return s.field().List().Cursor() == 0 })
	s.Press(fyne.KeyReturn)
	s.Until("it is mended", func() bool { return !s.missing() && s.Dialogs().Front() == nil })
}
