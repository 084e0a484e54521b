package assets

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"os"
	"testing"
)

// The icon must be visible on both themes: the image is opaque in the middle, transparent in the
// corners, and contains both very light and very dark pixels.
func TestIconReadsOnLightAndDark(t *testing.T) {
	const side = 512
	img, err := png.Decode(bytes.NewReader(IconPNG()))
	if err != nil {
		t.Fatal(err)
	}
	if got := img.Bounds().Size(); got.X != side || got.Y != side {
		t.Fatalf("size %v, want %d by %[2]d", got, side)
	}
	light, dark := 0, 0
	for y := range side {
		for x := range side {
			r, g, b, a := img.At(x, y).RGBA()
			if a < 0xffff {
				continue
			}
			switch luma := (299*r + 587*g + 114*b) / 1000 >> 8; {
			case luma > 230:
				light++
			case luma < 100:
				dark++
			}
		}
	}
	if pixels := side * side; light < pixels/20 || dark < pixels/20 {
		t.Errorf("%d light and %d dark of %d pixels, want a twentieth of each", light, dark, pixels)
	}
	if _, _, _, a := img.At(0, 0).RGBA(); a != 0 {
		t.Errorf("the corner has alpha %d, want a clear ground", a)
	}
}

func TestIconSVGIsWellFormed(t *testing.T) {
	var svg struct {
		XMLName xml.Name `xml:"http://www.w3.org/2000/svg svg"`
		ViewBox string   `xml:"viewBox,attr"`
	}
	data, err := os.ReadFile("icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	if err := xml.Unmarshal(data, &svg); err != nil {
		t.Fatal(err)
	}
	if svg.ViewBox != "0 0 512 512" {
		t.Errorf("view box %q, want the pixels of the large picture", svg.ViewBox)
	}
}
