package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

func TestWhatIsMissingIsReviewedAndMended(t *testing.T) {
	s := sample(t)
	dir := s.session.Dir()
	if s.status.notices.Visible() {
		t.Fatal("nothing is missing, and the bar says so")
	}
	s.reviewMissing()
	if focused := s.win.Canvas().Focused(); focused != nil {
		t.Errorf("with nothing missing %T has the keyboard", focused)
	}
	s.key(fyne.KeyEscape, 0)
	if s.editor != nil {
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
	s.session.Tree().Rescan()
	s.Until("the bar says that an entry is missing", func() bool {
		return s.status.notices.Visible() && s.status.notices.Text() == "1 entry is missing"
	})

	s.status.notices.menu()[1].Action()
	v := s.editor.Editor.(*missingView)
	s.Until("a place is found by its content", func() bool { return len(v.rows) == 1 && v.rows[0].Certain() })
	row := missingRows{v}.Row(0)
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
	s.Until("nothing is missing any more", func() bool { return len(v.rows) == 0 && !s.status.notices.Visible() })
	if v.stack.Objects[0] != v.empty {
		t.Error("an empty list does not say that everything is there")
	}
	s.key(fyne.KeyEscape, 0)
	s.Settle()
	if !strings.Contains(s.session.Document().Text(), "### `docs/operations/on-call.md`") {
		t.Error("the document does not show the file at its new place")
	}
	s.undo()
	s.Until("undo brings the entry back, which is missing again", func() bool { return s.status.notices.Visible() })
	s.reviewMissing()
	v = s.editor.Editor.(*missingView)
	v.cell(0, missingRows{v}.Row(0).Cells[5], fyne.Position{}, fyne.Size{})
	s.Until("it is left out", func() bool { return !s.status.notices.Visible() })
}

// A person remembers a part of the name, and the folder it lies in may be folded.
func TestAPlaceIsFoundByAPartOfItsName(t *testing.T) {
	s := sample(t)
	dir := s.session.Dir()
	if err := os.Remove(filepath.Join(dir, "docs", "runbook.md")); err != nil {
		t.Fatal(err)
	}
	s.session.Tree().Rescan()
	s.Until("it is missing", func() bool { return s.status.notices.Visible() })
	s.session.Tree().Model().SetAllOpen(false)
	list := s.session.Missing().List()
	tests := []struct {
		name  string
		typed string
		want  string // marked first; "": nothing is offered
	}{
		{"letters of the words of a path", "srvauth", "internal/server/auth.go"},
		{"a whole path", "internal/server/auth.go", "internal/server/auth.go"},
		{"nothing of that name", "no such thing anywhere", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s.whereDialog(list[0])
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
				if s.dialogs.Front() == nil || !s.Readable("There is no no such thing") {
					t.Error("nothing says that there is no such path")
				}
			}
			s.Press(fyne.KeyEscape)
		})
	}
	s.whereDialog(list[0])
	s.Until("files of its ending are offered, since its name is gone", func() bool {
		offered := s.field().Offered()
		return len(offered) > 1 && strings.HasSuffix(offered[0].Label, ".md")
	})
	test.Type(s.field(), "srvauth")
	s.Until("something is marked", func() bool { return s.field().List().Cursor() == 0 })
	test.Type(s.field(), "x")
	s.Press(fyne.KeyReturn) // before there is an answer
	if s.dialogs.Front() == nil {
		t.Fatal("a file was taken that is not what was typed")
	}
	s.field().SetText("srvauth")
	s.Until("it is marked again", func() bool { return s.field().List().Cursor() == 0 })
	s.Press(fyne.KeyReturn)
	s.Until("it is mended", func() bool { return !s.status.notices.Visible() && s.dialogs.Front() == nil })
}
