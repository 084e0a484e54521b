package screenshots

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate"
	"dossier/aggregate/images"
	"dossier/aggregate/tree"
	"dossier/aggregate/watch"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
	"dossier/ui/session/sessiontest"
)

// fake is a session with nothing but what the screenshots ask of it.
type fake struct {
	*sessiontest.Desk
	clipboard Clipboard
	part      *Part
}

// newFake opens a project that holds images, and names them in its composition.
func newFake(tb testing.TB, sizes map[string]image.Point, named ...string) (*fake, *Part) {
	tb.Helper()
	f := &fake{Desk: sessiontest.New(tb, nil)}
	f.Listed = &tree.Tree{}
	for name, size := range sizes {
		f.write(name, size)
	}
	for _, name := range named {
		f.Comp.Screenshots = append(f.Comp.Screenshots, models.Screenshot{Path: name})
	}
	f.part = New(f, f.Work)
	f.part.Resolve()
	return f, f.part
}

func (f *fake) Clipboard() Clipboard    { return f.clipboard }
func (f *fake) AddFiles(paths []string) { f.Log = append(f.Log, "add "+strings.Join(paths, " ")) }
func (f *fake) PicturesChanged()        { f.Log = append(f.Log, "pictured") }

// Resolver finds what is on the disk, and the files of no folder or pattern.
func (f *fake) Resolver() aggregate.Resolver {
	return aggregate.Resolver{
		Status:   f.Opened.Builder.Status,
		Listing:  func() (aggregate.Listing, error) { return nothing{}, nil },
		IsOutput: f.Opened.StoredState().Output().Has,
	}
}

type nothing struct{}

func (nothing) Folder(string) ([]string, bool) { return nil, false }
func (nothing) Glob(string) ([]string, error)  { return nil, nil }

func (f *fake) Edit(label message.Message, fn func(*project.Edit)) {
	f.Desk.Edit(label, fn)
	f.part.Resolve()
}

// write makes an image of a size.
func (f *fake) write(name string, size image.Point) {
	f.TB.Helper()
	if err := os.WriteFile(filepath.Join(f.Opened.Dir, name), pngOf(f.TB, size), 0o644); err != nil {
		f.TB.Fatal(err)
	}
}

func pngOf(tb testing.TB, size image.Point) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rectangle{Max: size})); err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

func (f *fake) measured() {
	f.TB.Helper()
	f.Until("it is done", func() bool { return !f.part.Measuring() })
}

func (f *fake) wantLog(want ...string) {
	f.TB.Helper()
	if diff := cmp.Diff(want, f.Log); diff != "" {
		f.TB.Errorf("it asked for other things (-want +got):\n%s", diff)
	}
}

func TestImagesAreMeasuredAgainWhenTheDiskChanges(t *testing.T) {
	f, p := newFake(t, map[string]image.Point{"a.png": {X: 10, Y: 20}, "b.png": {X: 1, Y: 1}}, "a.png", "b.png")
	if row := p.Row(0); row.Known || row.Err != nil || !p.Cost().Pending {
		t.Errorf("before anything is read it is %+v", row)
	}
	f.measured()
	if row := p.Row(0); row.Info.Width != 10 || f.Changes != 1 || p.Cost().Pending {
		t.Errorf("it is %+v after %d changes", row, f.Changes)
	}
	p.Measure()
	if f.measured(); f.Changes != 1 {
		t.Error("it tells of a change where nothing has changed")
	}
	f.write("a.png", image.Pt(33, 44))
	tests := []struct {
		name    string
		batch   watch.Batch
		touched bool
	}{
		{"another file", watch.Batch{Files: []string{"c.png"}, Folders: []string{"other"}}, false},
		{"an image", watch.Batch{Files: []string{"a.png"}}, true},
		{"everything", watch.Batch{All: true}, true},
	}
	for _, tt := range tests {
		if got := p.DiskChanged(tt.batch); got != tt.touched || p.Measuring() != tt.touched {
			t.Errorf("%s: it is touched: %t, and measured: %t", tt.name, got, p.Measuring())
		}
		f.measured()
	}
	if row := p.Row(0); row.Info.Width != 33 || f.Changes != 2 {
		t.Errorf("it is %+v after %d changes", row, f.Changes)
	}
}

func TestWhatNamesNothingIsNoErrorBeforeThereIsATree(t *testing.T) {
	f, p := newFake(t, nil, "shots/*.png")
	if p.Row(0).Err == nil {
		t.Error("a pattern without a match is no error")
	}
	if f.Listed = nil; p.Row(0).Err != nil {
		t.Errorf("before there is a tree it is %v", p.Row(0).Err)
	}
}

func TestScreenshotsChangeByOneStepEach(t *testing.T) {
	f, p := newFake(t, map[string]image.Point{"a.png": {X: 1, Y: 1}, "b.png": {X: 1, Y: 1}})
	p.Add([]string{"a.png"})
	if err := p.AddEntry("./b.png"); err != nil {
		t.Fatal(err)
	}
	p.SetCaption(1, " what\nit shows ")
	p.SetCaption(1, "what it shows") // which it says already
	p.Move([]int{1}, 0)
	p.Remove([]int{1})
	f.wantLog("add {{.N}} screenshots", "add {{.Name}}", "caption of {{.Name}}", "move {{.Name}}", "remove {{.N}} screenshots")
	if diff := cmp.Diff([]models.Screenshot{{Path: "b.png", Caption: "what it shows"}}, f.Comp.Screenshots); diff != "" {
		t.Errorf("wrong screenshots (-want +got):\n%s", diff)
	}
	if i, ok := p.Find("b.png"); i != 0 || !ok || p.Len() != 1 {
		t.Errorf("b.png is row %d of %d", i, p.Len())
	}
}

func TestAnImageFromElsewhereIsAddedAsAFileIs(t *testing.T) {
	f, p := newFake(t, nil)
	outside := filepath.Join(t.TempDir(), "far.png")
	if err := os.WriteFile(outside, pngOf(t, image.Pt(1, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := p.AddEntry(outside); err != nil {
		t.Fatal(err)
	}
	f.wantLog("add " + outside)
}

func TestPicturesAreMadeOnce(t *testing.T) {
	f, p := newFake(t, map[string]image.Point{"a.png": {X: 100, Y: 50}, "b.png": {X: 50, Y: 100}}, "a.png", "b.png")
	f.measured()
	box := image.Pt(10, 10)
	p.ShowPictures(0, 99, box)
	f.Until("it is done", func() bool { return len(f.Log) == 2 })
	f.wantLog("pictured", "pictured")
	if img, err := p.Picture("a.png"); err != nil || img.Rect.Size() != image.Pt(10, 5) {
		t.Errorf("the picture is %v, error %v", img, err)
	}
	f.Until("it is done", func() bool { return !p.picturing.Busy() })
	if p.ShowPictures(0, 2, box); p.picturing.Busy() {
		t.Error("pictures that are there are made again")
	}
	if p.ShowPictures(0, 1, image.Pt(20, 20)); !p.picturing.Busy() {
		t.Error("no picture is made for another box")
	}
}

func TestALargePictureOfWhatIsThere(t *testing.T) {
	f, p := newFake(t, map[string]image.Point{"a.png": {X: 100, Y: 50}}, "a.png", "gone.png")
	f.measured()
	var size image.Point
	p.Enlarge(0, image.Pt(50, 50), func(img *image.RGBA, err error) {
		if err != nil {
			t.Error(err)
			img = image.NewRGBA(image.Rect(0, 0, 1, 1))
		}
		size = img.Rect.Size()
	})
	f.Until("it is done", func() bool { return size != image.Point{} })
	if size != image.Pt(50, 25) {
		t.Errorf("it is %v", size)
	}
	var why error
	p.Enlarge(1, image.Pt(50, 50), func(img *image.RGBA, err error) { why = err })
	if why == nil {
		t.Error("there is a picture of what is gone")
	}
}

func TestPicturesOutOfViewAreForgotten(t *testing.T) {
	f, p := newFake(t, map[string]image.Point{"a.png": {X: 1, Y: 1}, "b.png": {X: 1, Y: 1}}, "a.png", "b.png")
	f.measured()
	p.ShowPictures(0, 2, image.Pt(9, 9))
	f.Until("it is done", func() bool { return len(f.Log) == 2 })
	for i := range maxPictures {
		p.pictures[fmt.Sprint(i)] = picture{}
	}
	p.ShowPictures(1, 2, image.Pt(9, 9))
	if _, there := p.pictures["b.png"]; len(p.pictures) != 1 || !there {
		t.Errorf("%d pictures are kept, that in view: %t", len(p.pictures), there)
	}
}

func TestWhereAnImageLeadsOutside(t *testing.T) {
	f, p := newFake(t, map[string]image.Point{"a.png": {X: 1, Y: 1}}, "a.png", "link.png")
	outside := filepath.Join(t.TempDir(), "far.png")
	if err := os.WriteFile(outside, pngOf(t, image.Pt(1, 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(f.Opened.Dir, "link.png")); err != nil {
		t.Skip(err)
	}
	p.Resolve()
	f.measured()
	want, err := filepath.EvalSymlinks(outside)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := p.Target(1); got != want || err != nil {
		t.Errorf("it leads to %q, error %v, want %q", got, err, want)
	}
	if got, err := p.Target(0); err == nil {
		t.Errorf("an image of the project leads to %q", got)
	}
}

// clipboard holds an image.
type clipboard []byte

func (c clipboard) Image(context.Context) ([]byte, error) { return c, nil }

func TestAnImageIsPastedOnlyWhereThereIsOne(t *testing.T) {
	f, p := newFake(t, nil)
	never := func([]byte, images.Info, string) { t.Error("something was pasted") }
	p.Paste(never)
	f.clipboard = clipboard("text")
	p.Paste(never)
	f.Until("it is done", func() bool { return len(f.Log) == 2 })
	if !strings.HasPrefix(f.Log[0], "there is no way to read an image") {
		t.Errorf("without a clipboard it says %q", f.Log[0])
	}
	f.clipboard, f.Log = clipboard(pngOf(t, image.Pt(3, 4))), nil
	var at string
	p.Paste(func(data []byte, info images.Info, proposed string) {
		if at = proposed; info.Width != 3 {
			t.Errorf("it is %+v", info)
		}
		if err := p.Save(data, proposed); err != nil {
			t.Error(err)
		}
	})
	f.Until("it is done", func() bool { return at != "" })
	f.wantLog("add {{.N}} screenshots")
	if p.Len() != 1 || p.Row(0).Path != at {
		t.Errorf("there are %d screenshots", p.Len())
	}
	f.Opened, f.Log = nil, nil
	if err := p.Save(nil, "b.png"); err != project.ErrNone {
		t.Errorf("without a project: %v", err)
	}
	p.Paste(never)
	f.wantLog(project.ErrNone.Error())
}
