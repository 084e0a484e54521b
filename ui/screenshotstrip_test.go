package ui

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/ui/part/parttest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/storage"
)

// shotStage is a stage on a project with images, of which two are screenshots.
func shotStage(t *testing.T) *stage {
	t.Helper()
	dir := t.TempDir()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 1024, 1024))); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"a.png": b.String(), "b.png": b.String(), "c.png": b.String(), "text.png": "no image", "main.go": "package main\n",
		"dossier.toml": "[screenshots]\npaths = [\"a.png\", \"b.png\"]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := newStage(t, parttest.Places(t))
	s.Start(dir, false)
	s.Settle()
	return s
}

func (s *stage) shots() (names []string) {
	for i := range s.screenshots.frames.Len() {
		names = append(names, s.screenshots.frames.Key(i))
	}
	return names
}

func (s *stage) wantShots(want ...string) {
	s.t.Helper()
	if got := s.shots(); !slices.Equal(got, want) {
		s.t.Errorf("the strip shows %v, want %v", got, want)
	}
}

func TestScreenshotStrip(t *testing.T) {
	s := shotStage(t)
	p := s.screenshots
	s.wantShots("a.png", "b.png")
	s.Until("the pictures are there", func() bool { return p.frames.Frame(0).Image != nil && p.frames.Frame(1).Image != nil })
	if f := p.frames.Frame(0); f.Detail != "1024×1024 ~630" {
		t.Errorf("the frame says %q", f.Detail)
	}
	if got := p.cost.Text(); !strings.HasPrefix(got, "2 · ~1") {
		t.Errorf("the head says %q", got)
	}

	// Dropped on the window, an image becomes a screenshot and any other file a file.
	s.dropped(fyne.Position{}, []fyne.URI{storage.NewFileURI(filepath.Join(s.session.Dir(), "c.png")), storage.NewFileURI(filepath.Join(s.session.Dir(), "main.go"))})
	s.Settle()
	s.wantShots("a.png", "b.png", "c.png")

	// The keyboard moves, removes, and takes back.
	p.strip.SetCursor(2)
	p.key(&fyne.KeyEvent{Name: fyne.KeyLeft}, alt, 2)
	s.wantShots("a.png", "c.png", "b.png")
	p.key(&fyne.KeyEvent{Name: fyne.KeyDelete}, 0, p.strip.Cursor())
	s.wantShots("a.png", "b.png")
	s.undo()
	s.undo()
	s.wantShots("a.png", "b.png", "c.png")

	// From a picture to its heading, and back.
	s.Settle()
	s.screenshots.showScreenshot("b.png")
	line := s.preview.view.CursorLine()
	if got := s.session.Preview().Line(line).Text; got != "### `b.png`" {
		t.Errorf("the picture leads to %q", got)
	}
	s.preview.jump(line)
	if p.strip.Cursor() != 1 || s.win.Canvas().Focused() != fyne.Focusable(p.strip) {
		t.Errorf("the heading leads to picture %d", p.strip.Cursor())
	}

	// Folded, only the head is left; so it is without any.
	p.toggle()
	if p.strip.Visible() {
		t.Error("a folded strip is still there")
	}
	p.toggle()
	s.session.Screenshots().Remove([]int{0, 1, 2})
	if p.strip.Visible() || p.cost.Text() != "" {
		t.Error("an empty strip is still there")
	}
}

func TestScreenshotMarks(t *testing.T) {
	s := shotStage(t)
	p := s.screenshots
	s.session.Screenshots().Add([]string{"text.png", "gone.png"})
	s.Until("the marks are there", func() bool {
		return p.frames.Frame(2).Mark == "no image" && p.frames.Frame(3).Mark == "missing"
	})
	for _, item := range p.menu(3) {
		if item.Text == "Large view" && item.Reason == "" {
			t.Error("what is missing can be enlarged")
		}
	}
}

func TestLargeView(t *testing.T) {
	s := shotStage(t)
	p := s.screenshots
	s.Until("the images are known", func() bool { return p.frames.Frame(1).Detail != "" })
	p.enlarge(0)
	s.key(fyne.KeyRight, 0)
	if p.strip.Cursor() != 1 {
		t.Errorf("Right goes to %d", p.strip.Cursor())
	}
	s.key(fyne.KeyRight, 0)
	if p.strip.Cursor() != 0 {
		t.Errorf("and then to %d", p.strip.Cursor())
	}
	s.key(fyne.KeyEscape, 0)
	if s.dialogs.Front() != nil {
		t.Error("Escape does not close it")
	}
}
