// Command icons writes the program's icon in the sizes that desktops ask for, as a theme of icons
// below a folder: hicolor/32x32/apps/NAME.png and so on, with the drawing itself in scalable. The
// same source always results in the same bytes.
package main

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"

	"golang.org/x/image/draw"
)

// sizes are the widths in pixels, which are the heights too.
var sizes = []int{16, 22, 24, 32, 48, 64, 96, 128, 256, 512}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: go run ./.ci/icons FOLDER NAME")
		os.Exit(2)
	}
	if err := write("assets", os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "icons:", err)
		os.Exit(1)
	}
}

// write writes the icons of the folder assets below dir.
func write(assets, dir, name string) error {
	data, err := os.ReadFile(filepath.Join(assets, "icon.png"))
	if err != nil {
		return err
	}
	source, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("decode icon.png: %w", err)
	}
	for _, size := range sizes {
		var out bytes.Buffer
		if err := png.Encode(&out, scaled(source, size)); err != nil {
			return err
		}
		if err := put(filepath.Join(dir, "hicolor", fmt.Sprintf("%dx%d", size, size), "apps", name+".png"), out.Bytes()); err != nil {
			return err
		}
	}
	drawing, err := os.ReadFile(filepath.Join(assets, "icon.svg"))
	if err != nil {
		return err
	}
	return put(filepath.Join(dir, "hicolor", "scalable", "apps", name+".svg"), drawing)
}

// scaled returns a square picture in another size.
func scaled(source image.Image, size int) image.Image {
	out := image.NewNRGBA(image.Rect(0, 0, size, size))
	draw.CatmullRom.Scale(out, out.Bounds(), source, source.Bounds(), draw.Src, nil)
	return out
}

func put(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
