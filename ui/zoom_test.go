package ui

import (
	"math"
	"os"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"dossier/presets"
	"dossier/ui/part/parttest"
	"dossier/ui/words"
)

func TestZoomKeys(t *testing.T) {
	tests := []struct {
		name  string
		begin int
		key   fyne.KeyName
		mods  fyne.KeyModifier
		want  int
		scale string // the value given to the toolkit
	}{
		{"Ctrl++", 100, fyne.KeyPlus, ctrl, 110, "1.1"},
		{"Ctrl+= where + needs Shift", 110, fyne.KeyEqual, ctrl, 120, "1.2"},
		{"and with Shift", 110, fyne.KeyEqual, ctrl | shift, 120, "1.2"},
		{"Ctrl+-", 110, fyne.KeyMinus, ctrl, 100, ""},
		{"below 100", 100, fyne.KeyMinus, ctrl, 90, "0.9"},
		{"Ctrl+0", 160, fyne.Key0, ctrl, 100, ""},
		{"no larger than 200", 200, fyne.KeyPlus, ctrl, 200, "2"},
		{"no smaller than 70", 70, fyne.KeyMinus, ctrl, 70, "0.7"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newStage(t, parttest.Places(t))
			s.session.Settings().SetZoom(tt.begin)
			s.key(tt.key, tt.mods)
			if s.session.Settings().All().Zoom != tt.want || os.Getenv(scaleVariable) != tt.scale {
				t.Errorf("the zoom is %d, the toolkit's scale %q", s.session.Settings().All().Zoom, os.Getenv(scaleVariable))
			}
			if got, want := s.overlay.ToastText(), words.With("Zoom {{.N}} %", map[string]any{"N": tt.want}); got != want {
				t.Errorf("it says %q, want %q", got, want)
			}
		})
	}
}

func TestAPersonsOwnScaleIsMultiplied(t *testing.T) {
	tests := []struct {
		was     string
		percent int
		want    string
	}{
		{"", 100, ""}, {"", 150, "1.5"}, {"1.5", 100, "1.5"}, {"1.5", 200, "3"}, {"auto", 100, "auto"}, {"auto", 110, "1.1"}, {"large", 120, "1.2"},
	}
	test.NewTempApp(t)
	for _, tt := range tests {
		if got := scaleAt(tt.was, tt.percent); got != tt.want {
			t.Errorf("%q at %d %%: %q, want %q", tt.was, tt.percent, got, tt.want)
		}
	}
}

// The toolkit rounds up: a window of whole pixels must not grow by one with each step.
func TestASizeOnTheScreenComesOutAsItIs(t *testing.T) {
	for percent := presets.MinZoom; percent <= presets.MaxZoom; percent++ {
		scale := float32(percent) / 100
		for _, want := range []pixels{{1280, 800}, {1281, 799}, {700, 600}, {3840, 2160}} {
			size := want.at(scale)
			got := pixels{float32(math.Ceil(float64(size.Width * scale))), float32(math.Ceil(float64(size.Height * scale)))}
			whole := fyne.NewSize(float32(math.Ceil(float64(got.width/scale))), float32(math.Ceil(float64(got.height/scale))))
			if got != want || !want.fill(whole, scale) {
				t.Errorf("at %d %%: %v becomes %v, which is %v in units", percent, want, got, whole)
			}
		}
	}
}

// The size on the screen stays through all steps, whatever the toolkit rounds it to, until the user changes it.
func TestAWindowStaysAsLargeThroughAllSteps(t *testing.T) {
	var z zoomState
	for _, own := range []pixels{{1280, 800}, {1283, 797}, {700, 600}, {3840, 2160}} {
		seen := fyne.NewSize(own.width, own.height)
		for percent := presets.MinZoom; percent <= presets.MaxZoom; percent += zoomStep {
			from, to := float32(max(presets.MinZoom, percent-zoomStep))/100, float32(percent)/100
			if percent == presets.MinZoom {
				from = 1
			}
			if got := z.sizeOf(seen, from); got != own {
				t.Fatalf("%v at %v %%: %v", own, percent, got)
			}
			grown := own.within(to)
			if onScreen := pixelsOf(grown, to); onScreen.width > own.width || onScreen.height > own.height {
				t.Errorf("%v at %v %%: the toolkit makes it %v", own, percent, onScreen)
			}
			seen = fyne.NewSize(float32(math.Ceil(float64(own.width/to))), float32(math.Ceil(float64(own.height/to))))
		}
	}
}

// The content has the right size again if the toolkit does not change the scale.
func TestTheContentKeepsItsSizeIfTheScaleStays(t *testing.T) {
	s := sample(t)
	size := s.win.Canvas().Size()
	if s.zoom.setZoom(150); s.win.Canvas().Size() != size {
		t.Errorf("the content was %v and is %v", size, s.win.Canvas().Size())
	}
}

// What one reads in a dialog may be too small as well: zooming works there, and leaves the
// editing keys of its fields alone.
func TestZoomWorksInADialog(t *testing.T) {
	s := sample(t)
	s.key(fyne.KeyO, ctrl)
	field := s.field()
	field.SetText("one/two")
	field.CursorColumn = len(field.Text)
	at := field.CursorColumn
	field.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyPlus, Modifier: ctrl})
	if s.zoom.percent != 110 || s.dialogs.Front() == nil {
		t.Errorf("the zoom is %d, and the dialog is open: %t", s.zoom.percent, s.dialogs.Front() != nil)
	}
	field.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyLeft, Modifier: ctrl})
	if field.CursorColumn == at {
		t.Error("Ctrl+Left does not move by a word any more")
	}
}

func TestTheZoomIsKeptAndTheWindowStaysAsLarge(t *testing.T) {
	places := parttest.Places(t)
	s := newStage(t, places)
	s.Start("", true)
	s.Settle()
	s.zoom.setZoom(200)
	s.win.Resize(fyne.NewSize(640, 400)) // what the driver makes of 1280×800
	s.remember()
	s.leave()
	again := newStage(t, places)
	if again.zoom.percent != 200 || os.Getenv(scaleVariable) != "2" {
		t.Errorf("the zoom is %d, the toolkit's scale %q", again.zoom.percent, os.Getenv(scaleVariable))
	}
	if g := again.session.Autosave().Geometry(); g.Width != 1280 || g.Height != 800 {
		t.Errorf("the window was kept as %v×%v", g.Width, g.Height)
	}
	again.restoreGeometry()
	if size := again.win.Canvas().Size(); pixelsOf(size, 2) != (pixels{1280, 800}) {
		t.Errorf("it opens at %v", size)
	}
	if least := again.win.Content().MinSize(); pixelsOf(least, 2) != (pixels{480, 320}) {
		t.Errorf("it cannot be smaller than %v", least)
	}
}

func TestRedoHasTwoKeys(t *testing.T) {
	for _, key := range []chord{{fyne.KeyY, ctrl}, {fyne.KeyZ, ctrl | shift}} {
		s := sample(t)
		s.tick("go.mod")
		s.key(fyne.KeyZ, ctrl)
		if s.session.Files().Has("go.mod") {
			t.Fatal("undo took nothing back")
		}
		s.focus(s.files())
		s.files().TypedShortcut(&desktop.CustomShortcut{KeyName: key.key, Modifier: key.mods})
		if !s.session.Files().Has("go.mod") {
			t.Errorf("%s did not make it again", key.text())
		}
	}
}

// At the largest zoom a small window has little room: the tree leaves the larger part of it to
// the dossier.
func TestTheTreeLeavesTheLargerPartToTheDossier(t *testing.T) {
	s := sample(t)
	for _, size := range []fyne.Size{
		fyne.NewSize(853, 533), // 1280×800 at 150 %
		fyne.NewSize(350, 300), // 700×600 at 200 %
	} {
		s.win.Resize(size)
		s.quiet()
		if tree := s.tree.Content().Size(); tree.Width > size.Width*0.42 {
			t.Errorf("%v: the tree takes %v", size, tree.Width)
		}
	}
}
