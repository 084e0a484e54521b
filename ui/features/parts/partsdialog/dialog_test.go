package partsdialog

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"dossier/ui/kit"
	"dossier/ui/part/parttest"
	"dossier/ui/session/clipboard"
)

func TestMain(m *testing.M) { parttest.Main(m) }

func TestADocumentIsCopiedInParts(t *testing.T) {
	s := parttest.NewStage(t, parttest.Places(t))
	files, items := map[string]string{}, ""
	for i := range 6 {
		name := fmt.Sprintf("f%d.txt", i)
		files[name] = strings.Repeat("some words of "+name+"\n", 40)
		items += fmt.Sprintf("%q, ", name)
	}
	files["dossier.toml"] = "[files]\nitems = [" + items + "]\n"
	s.Open(parttest.Folder(t, files))
	var d *Dialog
	s.Session().Copy().Prepare(func(doc *clipboard.Pieces) { d = open(s, doc) })
	s.Until("the document is built", func() bool { return d != nil })
	if len(d.doc.Parts()) != 1 || d.copy.Text() != "Copy part 1 of 1" {
		t.Errorf("at first there are %d parts, and the button says %q", len(d.doc.Parts()), d.copy.Text())
	}
	d.limit.SetText("many")
	if len(d.doc.Parts()) != 0 || !s.Readable("Type a number of tokens") || !d.copy.Disabled() {
		t.Error("no number is one")
	}
	d.limit.SetText("200")
	if !s.Readable("6 parts exceed the limit, because a file or section is not split") {
		t.Error("nothing says that parts exceed the limit")
	}
	if cells := d.Row(2).Cells; cells[3].Text != "over the limit" || cells[3].Tip == "" || len(d.doc.Parts()) != 6 {
		t.Errorf("the row of a part that exceeds the limit is %+v", cells)
	}
	d.limit.SetText("600")
	if s.Readable("exceed the limit") || len(d.Row(0).Cells) != 4 {
		t.Error("parts within the limit exceed it")
	}
	n := len(d.doc.Parts())
	if n < 3 {
		t.Fatalf("there are %d parts", n)
	}
	sent := func() bool {
		_, ok := s.Session().Snapshots().LastSent()
		return ok
	}
	for i := range n {
		if sent() || !s.Readable("counts as sent once all parts have been copied") {
			t.Errorf("after %d of %d parts, the document was sent, or nothing says when it is", i, n)
		}
		if got, want := d.copy.Text(), fmt.Sprintf("Copy part %d of %d", i+1, n); got != want {
			t.Errorf("the button says %q, want %q", got, want)
		}
		test.Tap(d.copy)
		s.Until("it is copied", func() bool { return d.doc.Copied(i) })
		if got := s.Clip; !strings.HasPrefix(got, fmt.Sprintf("Part %d of %d", i+1, n)) || s.Session().Cost(d.doc.Parts()[i].Tokens).N > 600 {
			t.Errorf("copied is %.40q", got)
		}
		if cell := d.Row(i).Cells[1]; cell.Glyph != kit.GlyphCheck {
			t.Error("the row does not say that it is copied")
		}
	}
	s.Until("a snapshot is stored", sent)
	if !d.copy.Disabled() || d.copy.Text() != "All parts are copied" {
		t.Errorf("the button says %q", d.copy.Text())
	}
	d.copyPart(0)
	s.Until("it is copied again", func() bool { return strings.HasPrefix(s.Clip, "Part 1 of") })
	if d.copy.Text() != "All parts are copied" || s.Readable("counts as sent once") {
		t.Error("after a part was copied again, not all are")
	}
	d.limit.SetText("601")
	test.Tap(d.copy)
	s.Until("the first is copied", func() bool { return d.doc.Copied(0) })
	d.copyPart(n - 1)
	s.Until("the last is copied", func() bool { return d.doc.Copied(n - 1) })
	if d.next != 1 {
		t.Errorf("the next part is %d", d.next+1)
	}
}
