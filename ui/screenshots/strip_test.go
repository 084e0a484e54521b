package screenshots

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
	"dossier/ui/kit/kittest"
	"dossier/ui/part/parttest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

func TestMain(m *testing.M) { parttest.Main(m) }

// stage is a window with the strip. It has neither tree nor preview.
type stage struct {
	*parttest.Stage
	t      testing.TB
	strip  *Strip
	blocks []int // that were to be shown
}

func (s *stage) Allow(string)        {}
func (s *stage) RevealInTree(string) {}
func (s *stage) ShowBlock(block int) { s.blocks = append(s.blocks, block) }

// shotStage is a stage on a project with images, of which two are screenshots.
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
	s.Show(s.strip, s.strip.Under(container.NewStack(), container.NewStack()))
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

	// The keyboard moves, removes, and takes back.
	p.strip.SetCursor(2)
	p.key(&fyne.KeyEvent{Name: fyne.KeyLeft}, kit.Alt, 2)
	s.wantShots("a.png", "c.png", "b.png")
	p.key(&fyne.KeyEvent{Name: fyne.KeyDelete}, 0, p.strip.Cursor())
	s.wantShots("a.png", "b.png")
	s.Undo()
	s.Undo()
	s.wantShots("a.png", "b.png", "c.png")

	// From a picture to its heading, and back.
	s.Settle()
	p.showScreenshot("b.png")
	if len(s.blocks) != 1 || s.Session().Document().Block(s.blocks[0]).Title != "b.png" {
		t.Errorf("the picture leads to the blocks %v", s.blocks)
	}
	p.Reveal("b.png")
	if p.strip.Cursor() != 1 || s.Focused() != fyne.Focusable(p.strip) {
		t.Errorf("the heading leads to picture %d", p.strip.Cursor())
	}

	// Folded, only the head is left; so it is without any.
	p.toggle()
	if p.strip.Visible() {
		t.Error("a folded strip is still there")
	}
	p.toggle()
	s.Session().Screenshots().Remove([]int{0, 1, 2})
	if p.strip.Visible() || p.cost.Text() != "" {
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

// A window that becomes low folds the pictures, and unfolds those that it folded.
func TestPicturesFitTheWindow(t *testing.T) {
	s := shotStage(t)
	steps := []struct {
		name string
		do   func()
		seen bool
	}{
		{"it becomes low", func() { s.strip.Fit(true) }, false},
		{"they are unfolded", s.strip.toggle, true},
		{"they are folded", s.strip.toggle, false},
		{"it becomes high", func() { s.strip.Fit(false) }, false},
		{"they are unfolded again", s.strip.toggle, true},
		{"it becomes low again", func() { s.strip.Fit(true) }, false},
		{"and high again", func() { s.strip.Fit(false) }, true},
	}
	for _, step := range steps {
		if step.do(); s.strip.strip.Visible() != step.seen {
			t.Errorf("%s: the pictures are in view: %t", step.name, !step.seen)
		}
	}
}

// Where there is little room the figures go, and then the title is shortened.
func TestTheHeadGivesWay(t *testing.T) {
	s := shotStage(t)
	for width, figures := range map[float32]bool{520: true, 100: false} {
		s.Window.Resize(fyne.NewSize(width, 600))
		kittest.InOneRow(t, s.strip.head, width)
		if got := s.strip.cost.Visible(); got != figures {
			t.Errorf("%v wide: the figures are seen: %t", width, got)
		}
	}
}

// An image is listed while its path is typed; what is missing or no image is refused.
func TestAddByPath(t *testing.T) {
	s := shotStage(t)
	for typed, says := range map[string]string{"gone.png": "There is no file gone.png", "main.go": "main.go is none of the types", "no/*.png": "no file matches no/*.png"} {
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
