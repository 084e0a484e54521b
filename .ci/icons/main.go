// Command icons writes the program's icon in the sizes that desktops ask for, as a theme of icons
// below a folder: hicolor/32x32/apps/NAME.png and so on, with the drawing itself in scalable; or as
// one file for Windows, when it is given the name of an .ico. The same source always results in the
// same bytes.
package main

import (
	"bytes"
	"encoding/binary"
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
	var err error
	switch {
	case len(os.Args) == 3:
		err = write("assets", os.Args[1], os.Args[2])
	case len(os.Args) == 2 && filepath.Ext(os.Args[1]) == ".ico":
		err = writeWindows("assets", os.Args[1])
	default:
		fmt.Fprintln(os.Stderr, "usage: go run ./.ci/icons FOLDER NAME, or FILE.ico")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "icons:", err)
		os.Exit(1)
	}
}

// write writes the icons of the folder assets below dir.
func write(assets, dir, name string) error {
	source, err := load(assets)
	if err != nil {
		return err
	}
	for _, size := range sizes {
		icon, err := encoded(source, size)
		if err != nil {
			return err
		}
		if err := put(filepath.Join(dir, "hicolor", fmt.Sprintf("%dx%d", size, size), "apps", name+".png"), icon); err != nil {
			return err
		}
	}
	drawing, err := os.ReadFile(filepath.Join(assets, "icon.svg"))
	if err != nil {
		return err
	}
	return put(filepath.Join(dir, "hicolor", "scalable", "apps", name+".svg"), drawing)
}

// windowsSizes are the widths of the pictures in an .ico file, at most 256.
var windowsSizes = []int{16, 20, 24, 32, 40, 48, 64, 96, 128, 256}

// writeWindows writes the icon of the folder assets as an .ico file, whose pictures are in the form
// of PNG.
func writeWindows(assets, path string) error {
	source, err := load(assets)
	if err != nil {
		return err
	}
	const header, entry = 6, 16 // sizes in bytes
	le := binary.LittleEndian
	head := le.AppendUint16(le.AppendUint16(le.AppendUint16(nil, 0), 1), uint16(len(windowsSizes)))
	var pictures []byte
	for _, size := range windowsSizes {
		icon, err := encoded(source, size)
		if err != nil {
			return err
		}
		side := byte(size) // 0 for 256
		head = append(head, side, side, 0, 0)
		head = le.AppendUint16(le.AppendUint16(head, 1), 32) // planes, bits of a pixel
		head = le.AppendUint32(head, uint32(len(icon)))
		head = le.AppendUint32(head, uint32(header+entry*len(windowsSizes)+len(pictures)))
		pictures = append(pictures, icon...)
	}
	return put(path, append(head, pictures...))
}

// load returns the icon of the folder assets.
func load(assets string) (image.Image, error) {
	data, err := os.ReadFile(filepath.Join(assets, "icon.png"))
	if err != nil {
		return nil, err
	}
	source, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode icon.png: %w", err)
	}
	return source, nil
}

// encoded returns a square picture in another size as PNG.
func encoded(source image.Image, size int) ([]byte, error) {
	var out bytes.Buffer
	err := png.Encode(&out, scaled(source, size))
	return out.Bytes(), err
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
