package partsdialog

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"dossier/aggregate"
	"dossier/ui/kit"
	"dossier/ui/part/parttest"
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
	s.Session().Copy().Prepare(func(doc *aggregate.Document) { d = open(s, doc) })
	s.Until("the document is built", func() bool { return d != nil })
	if len(d.parts) != 1 || d.copy.Text() != "Copy part 1 of 1" {
		t.Errorf("at first there are %d parts, and the button says %q", len(d.parts), d.copy.Text())
	}
	d.limit.SetText("many")
	if len(d.parts) != 0 || !s.Readable("Type a number of tokens") || !d.copy.Disabled() {
		t.Error("no number is one")
	}
	d.limit.SetText("600")
	n := len(d.parts)
	if n < 3 {
		t.Fatalf("there are %d parts", n)
	}
	for i := range n {
		if got, want := d.copy.Text(), fmt.Sprintf("Copy part %d of %d", i+1, n); got != want {
			t.Errorf("the button says %q, want %q", got, want)
		}
		test.Tap(d.copy)
		s.Until("it is copied", func() bool { return d.copied[i] })
		if got := s.Clip; !strings.HasPrefix(got, fmt.Sprintf("Part %d of %d", i+1, n)) || s.Session().Cost(d.parts[i].Tokens).N > 600 {
			t.Errorf("copied is %.40q", got)
		}
		if cell := d.Row(i).Cells[1]; cell.Glyph != kit.GlyphCheck {
			t.Error("the row does not say that it is copied")
		}
	}
	if !d.copy.Disabled() || d.copy.Text() != "All parts are copied" {
		t.Errorf("the button says %q", d.copy.Text())
	}
	d.copyPart(0)
	s.Until("it is copied again", func() bool { return strings.HasPrefix(s.Clip, "Part 1 of") })
	s.Until("a snapshot is stored", func() bool {
		_, ok := s.Session().Snapshots().LastSent()
		return ok
	})
}
