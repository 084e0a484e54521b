package screenshotstab

import (
	"bytes"
	"image"
	"image/png"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/part/parttest"

	"fyne.io/fyne/v2"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the strip. It has neither tree nor preview.
type stage struct {
	*parttest.Stage
	t     testing.TB
	strip *Tab
}

// shotStage is a stage with a project that has images, two of which are screenshots.
func shotStage(t *testing.T) *stage {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, 1024, 1024))); err != nil {
		t.Fatal(err)
	}
	s := &stage{Stage: parttest.NewStage(t, parttest.Places(t)), t: t}
	s.strip = New(s)
	s.Open(parttest.Folder(t, map[string]string{
		"a.png": b.String(), "b.png": b.String(), "c.png": b.String(), "text.png": "no image", "main.go": "package main\n",
		"dossier.toml": "[screenshots]\npaths = [\"a.png\", \"b.png\"]\n",
	}))
	s.ShowInFront(s.strip)
	return s
}

func (s *stage) shots() (names []string) {
	for i := range s.strip.frames.Len() {
		names = append(names, s.strip.frames.Key(i))
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
	p := s.strip
	s.wantShots("a.png", "b.png")
	s.Until("the pictures are there", func() bool { return p.frames.Frame(0).Image != nil && p.frames.Frame(1).Image != nil })
	if f := p.frames.Frame(0); f.Detail != "1024×1024 ~630" {
		t.Errorf("the frame says %q", f.Detail)
	}
	if got := p.cost.Text(); !strings.HasPrefix(got, "2 · ~1") {
		t.Errorf("the head says %q", got)
	}

	// Dropped on the window, an image becomes a screenshot and any other file a file.
	s.Session().Access().AddFiles([]string{filepath.Join(s.Session().Dir(), "c.png"), filepath.Join(s.Session().Dir(), "main.go")})
	s.Settle()
	s.wantShots("a.png", "b.png", "c.png")

	// The keyboard moves, removes, and undoes.
	p.strip.SetCursor(2)
	p.key(&fyne.KeyEvent{Name: fyne.KeyLeft}, kit.Alt, 2)
	s.wantShots("a.png", "c.png", "b.png")
	p.key(&fyne.KeyEvent{Name: fyne.KeyDelete}, 0, p.strip.Cursor())
	s.wantShots("a.png", "b.png")
	s.Undo()
	s.Undo()
	s.wantShots("a.png", "b.png", "c.png")

	// From an image to its heading, and back.
	s.Settle()
	p.showScreenshot("b.png")
	if len(s.Blocks) != 1 || s.Session().Document().Block(s.Blocks[0]).Title != "b.png" {
		t.Errorf("the picture leads to the blocks %v", s.Blocks)
	}
	p.Reveal("b.png")
	if p.strip.Cursor() != 1 || s.Focused() != fyne.Focusable(p.strip) {
		t.Errorf("the heading leads to picture %d", p.strip.Cursor())
	}

	s.Session().Screenshots().Remove([]int{0, 1, 2})
	if kit.VisibleFocusable(p.stack) != fyne.Focusable(p.empty.Step()) || p.cost.Text() != "" {
		t.Error("an empty strip is still there")
	}
}

func TestScreenshotMarks(t *testing.T) {
	s := shotStage(t)
	p := s.strip
	s.Session().Screenshots().Add([]string{"text.png", "gone.png"})
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
	p := s.strip
	s.Until("the images are known", func() bool { return p.frames.Frame(1).Detail != "" })
	p.enlarge(0)
	s.Key(fyne.KeyRight, 0)
	if p.strip.Cursor() != 1 {
		t.Errorf("Right goes to %d", p.strip.Cursor())
	}
	s.Key(fyne.KeyRight, 0)
	if p.strip.Cursor() != 0 {
		t.Errorf("and then to %d", p.strip.Cursor())
	}
	s.Key(fyne.KeyEscape, 0)
	if s.Dialogs().Front() != nil {
		t.Error("Escape does not close it")
	}
}

// Below the strip is a large view of the current image.
func TestTheSelectedPictureIsShownLarge(t *testing.T) {
	s := shotStage(t)
	p := s.strip.large
	shows := func(path string) {
		t.Helper()
		s.Until(path+" is shown", func() bool { return p.path == path && p.image.Image != nil })
	}
	shows("a.png")
	if got := p.caption.Text(); got != "No caption (F2 writes one)" {
		t.Errorf("its caption is %q", got)
	}
	s.Session().Screenshots().SetCaption(1, "The board")
	s.strip.strip.SetCursor(1)
	shows("b.png")
	if got := p.caption.Text(); got != "The board" {
		t.Errorf("its caption is %q", got)
	}
}

// Images are completed while a path is typed; a missing file, or one that is not an image, is
// rejected.
func TestAddByPath(t *testing.T) {
	s := shotStage(t)
	for typed, says := range map[string]string{"gone.png": "There is no file gone.png", "main.go": "main.go is not one of the types", "no/*.png": "No file matches no/*.png"} {
		s.strip.AddDialog()
		s.Focused().(*board.Suggest).SetText(typed)
		s.Press(fyne.KeyReturn)
		if s.Dialogs().Front() == nil || !s.Readable(says) {
			t.Errorf("of %s it does not say %q", typed, says)
		}
		s.Press(fyne.KeyEscape)
	}
	s.strip.AddDialog()
	field := s.Focused().(*board.Suggest)
	field.SetText("c")
	s.Until("it is listed", func() bool { return len(field.Offered()) == 1 && field.Offered()[0].Text == "c.png" })
	s.Press(fyne.KeyDown, fyne.KeyReturn)
	s.Settle()
	s.wantShots("a.png", "b.png", "c.png")
	s.strip.AddDialog()
	s.Focused().(*board.Suggest).SetText("*.png")
	s.Press(fyne.KeyReturn)
	s.Settle()
	s.wantShots("a.png", "b.png", "c.png", "text.png")
	if s.Dialogs().Front() != nil {
		t.Error("the dialog stays")
	}
}
