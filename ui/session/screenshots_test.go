package session

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/images"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/message"
)

// pngFile is an image of a size as the content of a file.
func pngFile(tb testing.TB, w, h int) string {
	tb.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewRGBA(image.Rect(0, 0, w, h))); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// shotDesk is a desk with a few images and no screenshots.
func shotDesk(t *testing.T) *desk {
	t.Helper()
	shot := pngFile(t, 1024, 1024)
	return newDesk(t, map[string]string{
		"shots/a.png": shot, "shots/b.png": shot, "shots/c.png": shot, "other.png": pngFile(t, 10, 20), "main.go": "package main\n",
	})
}

// wantShots compares the rows: path and, behind a colon, caption.
func (d *desk) wantShots(want ...string) {
	d.tb.Helper()
	got := []string{}
	for _, row := range d.Screenshots().Rows() {
		one := row.Path
		if row.Caption != "" {
			one += ": " + row.Caption
		}
		got = append(got, one)
	}
	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		d.tb.Errorf("wrong screenshots (-want +got):\n%s", diff)
	}
}

// measured waits until all that there is to know of the images is known.
func (d *desk) measured() {
	d.tb.Helper()
	d.until("the images are measured", func() bool { return !d.Screenshots().Measuring() && !d.Screenshots().Cost().Pending })
}

func TestScreenshotsAreMeasured(t *testing.T) {
	d := shotDesk(t)
	if err := d.Screenshots().AddEntry("shots/*.png"); err != nil {
		t.Fatal(err)
	}
	d.Screenshots().Add([]string{"other.png"})
	d.measured()
	d.wantShots("shots/a.png", "shots/b.png", "shots/c.png", "other.png")
	row := d.Screenshots().Row(3)
	if row.Info.Format != images.PNG || row.Info.Width != 10 || row.Info.Height != 20 || row.Info.Bytes == 0 {
		t.Errorf("it is %+v", row.Info)
	}
	before := d.Document().Tokens
	d.Settings().SetModel("gpt-4o")
	if got := d.Screenshots().Cost(); got.N != 3*765+255 || got.Exact {
		t.Errorf("they cost %+v, want about %d", got, 3*765+255)
	}
	d.settle()
	if after := d.Document().Tokens; after.N > 4*before.N+200 {
		t.Errorf("the document's own tokens hold those of the images: %d", after.N)
	}
}

func TestScreenshotsAreEdited(t *testing.T) {
	t.Parallel()
	all := []models.Screenshot{{Path: "shots/a.png"}, {Path: "shots/b.png"}, {Path: "shots/c.png"}}
	pattern := []models.Screenshot{{Path: "shots/*.png", Caption: "all"}}
	tests := []struct {
		name  string
		start []models.Screenshot
		edit  func(d *desk)
		want  []models.Screenshot
	}{
		{"what is there is not added again", pattern, func(d *desk) { d.Screenshots().Add([]string{"shots/b.png", "other.png"}) }, append(pattern[:1:1], models.Screenshot{Path: "other.png"})},
		{"one of a pattern leaves the others with its caption", pattern, func(d *desk) { d.Screenshots().Remove([]int{1}) }, []models.Screenshot{{Path: "shots/a.png", Caption: "all"}, {Path: "shots/c.png", Caption: "all"}}},
		{"an entry of its own goes, and nothing else", []models.Screenshot{{Path: "other.png"}, {Path: "shots/*.png"}}, func(d *desk) { d.Screenshots().Remove([]int{0}) }, []models.Screenshot{{Path: "shots/*.png"}}},
		{"all of a pattern leave nothing", pattern, func(d *desk) { d.Screenshots().Remove([]int{0, 1, 2}) }, nil},
		{"a pattern has one place only", pattern, func(d *desk) { d.Screenshots().Move([]int{2}, 0) }, []models.Screenshot{{Path: "shots/c.png", Caption: "all"}, {Path: "shots/a.png", Caption: "all"}, {Path: "shots/b.png", Caption: "all"}}},
		{"several are moved in their order", all, func(d *desk) { d.Screenshots().Move([]int{0, 1}, 3) }, []models.Screenshot{{Path: "shots/c.png"}, {Path: "shots/a.png"}, {Path: "shots/b.png"}}},
		{"a caption of its own", all, func(d *desk) { d.Screenshots().SetCaption(1, " what\nit shows ") }, []models.Screenshot{{Path: "shots/a.png"}, {Path: "shots/b.png", Caption: "what it shows"}, {Path: "shots/c.png"}}},
		{"a caption for one of a pattern stands behind it", pattern, func(d *desk) { d.Screenshots().SetCaption(0, "first") }, append(pattern[:1:1], models.Screenshot{Path: "shots/a.png", Caption: "first"})},
		{"no caption for one of a pattern splits it", pattern, func(d *desk) { d.Screenshots().SetCaption(1, "") }, []models.Screenshot{{Path: "shots/a.png", Caption: "all"}, {Path: "shots/b.png"}, {Path: "shots/c.png", Caption: "all"}}},
		{"unknown keys stay", []models.Screenshot{{Path: "other.png", Extra: map[string]any{"mine": true}}, {Path: "shots/a.png"}}, func(d *desk) { d.Screenshots().Move([]int{1}, 0) }, []models.Screenshot{{Path: "shots/a.png"}, {Path: "other.png", Extra: map[string]any{"mine": true}}}},
		{"what is gone can go", []models.Screenshot{{Path: "gone.png"}, {Path: "other.png"}}, func(d *desk) { d.Screenshots().Remove([]int{0}) }, []models.Screenshot{{Path: "other.png"}}},
		{"or be moved", []models.Screenshot{{Path: "gone.png"}, {Path: "other.png"}}, func(d *desk) { d.Screenshots().Move([]int{0}, 2) }, []models.Screenshot{{Path: "other.png"}, {Path: "gone.png"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := shotDesk(t)
			d.change(message.New("start", nil), "", func(e *project.Edit) { e.Composition.Screenshots = tt.start })
			tt.edit(d)
			if diff := cmp.Diff(tt.want, d.Composition().Screenshots); diff != "" {
				t.Errorf("wrong entries (-want +got):\n%s", diff)
			}
			if !d.Undo() {
				t.Fatal("there is nothing to take back")
			}
			if diff := cmp.Diff(tt.start, d.Composition().Screenshots); diff != "" {
				t.Errorf("undo does not bring back (-want +got):\n%s", diff)
			}
		})
	}
}

func TestScreenshotsFollowTheDisk(t *testing.T) {
	t.Parallel()
	d := shotDesk(t)
	d.Screenshots().Add([]string{"shots/a.png", "other.png"})
	d.measured()
	d.settle()

	d.write("other.png", pngFile(t, 33, 44))
	d.until("the new size is known", func() bool { return d.Screenshots().Row(1).Info.Width == 33 })
	if err := os.Remove(d.path("shots/a.png")); err != nil {
		t.Fatal(err)
	}
	d.until("the image is marked as gone", func() bool { return d.Screenshots().Row(0).Err != nil })
	d.wantShots("shots/a.png", "other.png")
	d.settle()
	if text := d.Document().Text(); !strings.Contains(text, "ERROR: file not found: shots/a.png") {
		t.Errorf("the document does not say so:\n%s", text)
	}
	d.write("shots/a.png", pngFile(t, 5, 6))
	d.until("it is there again", func() bool { return d.Screenshots().Row(0).Info.Width == 5 })
}

// An image in a folder that is excluded from the tree is followed too.
func TestIgnoredScreenshotsFollowTheDisk(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{".gitignore": "shots/\n", "shots/a.png": pngFile(t, 10, 20)})
	d.Screenshots().Add([]string{"shots/a.png"})
	d.measured()
	d.settle()
	d.write("shots/a.png", pngFile(t, 33, 44))
	d.until("the new size is known", func() bool { return d.Screenshots().Row(0).Info.Width == 33 })
}

func TestImagesBecomeScreenshots(t *testing.T) {
	d := shotDesk(t)
	d.Access().AddFiles([]string{d.path("shots/a.png"), d.path("main.go"), d.path("other.png")})
	d.want("main.go")
	d.wantShots("shots/a.png", "other.png")
	d.Undo()
	d.want()
	d.wantShots()

	d.Add([]string{"main.go", "other.png"})
	d.Screenshots().ReplaceFiles([]string{"other.png"})
	d.want("main.go")
	d.wantShots("other.png")
	d.Undo()
	d.want("main.go", "other.png")
	d.wantShots()

	outside := filepath.Join(t.TempDir(), "far.png")
	if err := os.WriteFile(outside, []byte(pngFile(t, 7, 8)), 0o644); err != nil {
		t.Fatal(err)
	}
	d.Access().AddFiles([]string{outside})
	d.measured()
	if row := d.Screenshots().Row(0); row.Err != nil || row.Info.Width != 7 {
		t.Errorf("an image that was dropped is %v", row.Err)
	}
}

func TestAddScreenshotRefuses(t *testing.T) {
	d := shotDesk(t)
	for name, want := range map[string]string{
		"":                 "path",
		"gone.png":         "file not found: gone.png",
		"none/*.png":       "no file matches none/*.png",
		"main.go":          "is not an image",
		"/no/such/a.png":   "file not found",
		"../elsewhere.png": "outside",
	} {
		if err := d.Screenshots().AddEntry(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", name, err, want)
		}
	}
	d.wantShots()
}

func TestPictures(t *testing.T) {
	d := shotDesk(t)
	d.write("text.png", "no image")
	d.Screenshots().Add([]string{"shots/a.png", "text.png", "other.png"})
	d.measured()
	if err := d.Screenshots().Row(1).Err; err == nil || !strings.Contains(err.Error(), "text.png: not an image") {
		t.Errorf("error %v", err)
	}
	d.Screenshots().ShowPictures(0, 3, image.Pt(96, 64))
	d.until("the pictures are made", func() bool {
		a, _ := d.Screenshots().Picture("shots/a.png")
		b, _ := d.Screenshots().Picture("other.png")
		return a != nil && b != nil
	})
	if img, _ := d.Screenshots().Picture("shots/a.png"); img.Rect.Size() != image.Pt(64, 64) {
		t.Errorf("the picture is %v", img.Rect)
	}
	var large *image.RGBA
	d.Screenshots().Enlarge(0, image.Pt(500, 500), func(img *image.RGBA, err error) { large = img })
	d.until("the large picture is made", func() bool { return large != nil })
	if large.Rect.Size() != image.Pt(500, 500) {
		t.Errorf("the large picture is %v", large.Rect)
	}
}

// imageClip is a clipboard with an image.
type imageClip struct {
	clip
	data []byte
	err  error
}

func (c *imageClip) Image(context.Context) ([]byte, error) { return c.data, c.err }

func TestPasteImage(t *testing.T) {
	d := shotDesk(t)
	d.Clipboard = &imageClip{data: []byte(pngFile(t, 12, 34))}
	paste := func() (proposed string) {
		t.Helper()
		d.Screenshots().Paste(func(_ []byte, info images.Info, at string) {
			if info.Width != 12 {
				t.Errorf("it is %+v", info)
			}
			proposed = at
		})
		d.until("the clipboard is read", func() bool { return proposed != "" })
		return proposed
	}
	if at := paste(); at != "shots/shot-001.png" {
		t.Errorf("it proposes %s", at)
	}
	data := d.Clipboard.(*imageClip).data
	if err := d.Screenshots().Save(data, "new folder/one.jpg"); err != nil {
		t.Fatal(err)
	}
	d.wantShots("new folder/one.png") // the ending is that of the content
	if d.read("new folder/one.png") != string(data) {
		t.Error("another file was written")
	}
	if err := d.Screenshots().Save(data, "new folder/shot-001"); err != nil {
		t.Fatal(err)
	}
	if at := paste(); at != "new folder/shot-002.png" {
		t.Errorf("then it proposes %s", at)
	}
	if err := d.Screenshots().Save([]byte(pngFile(t, 1, 1)), "other.png"); err == nil || !strings.Contains(err.Error(), "already exists") {
		t.Errorf("over a file: %v", err)
	}
	if err := d.Screenshots().Save(data, "../far.png"); err == nil || !strings.Contains(err.Error(), "outside the project") {
		t.Errorf("outside: %v", err)
	}
	if err := os.Symlink(t.TempDir(), d.path("link")); err != nil {
		t.Fatal(err)
	}
	if err := d.Screenshots().Save(data, "link/far.png"); err == nil {
		t.Error("a link leads outside")
	}
	d.Clipboard = &imageClip{data: []byte("text")}
	d.Screenshots().Paste(func([]byte, images.Info, string) { t.Error("text is taken for an image") })
	d.until("it is said", func() bool { return len(d.messages) > 0 })
}
