// Command icons writes the program's icon in the sizes that desktops ask for, as a theme of icons
// below a folder: hicolor/32x32/apps/NAME.png and so on, with the drawing itself in scalable; or as
// the one file that macOS (.icns) or Windows (.ico) asks for. The same source always results in the same
// bytes.
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
	case len(os.Args) == 2 && filepath.Ext(os.Args[1]) == ".icns":
		err = writeICNS("assets", os.Args[1])
	case len(os.Args) == 2 && filepath.Ext(os.Args[1]) == ".ico":
		err = writeICO("assets", os.Args[1])
	default:
		fmt.Fprintln(os.Stderr, "usage: go run ./.ci/icons FOLDER NAME | FILE.icns | FILE.ico")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "icons:", err)
		os.Exit(1)
	}
}

// kinds are the types of the pictures of an .icns file with their widths in pixels: those of PNG files, once for screens of each
// density.
var kinds = []struct {
	name  string
	width int
}{
	{"ic11", 32}, {"ic12", 64}, {"ic07", 128}, {"ic13", 256}, {"ic08", 256}, {"ic14", 512}, {"ic09", 512}, {"ic10", 1024},
}

// writeICNS writes the icons of the folder assets as an .icns file: a header, and a header and a PNG file for each picture.
func writeICNS(assets, path string) error {
	source, err := read(assets)
	if err != nil {
		return err
	}
	var body []byte
	for _, kind := range kinds {
		var picture bytes.Buffer
		if err := png.Encode(&picture, scaled(source, kind.width)); err != nil {
			return err
		}
		body = append(body, kind.name...)
		body = binary.BigEndian.AppendUint32(body, uint32(8+picture.Len()))
		body = append(body, picture.Bytes()...)
	}
	return put(path, append(binary.BigEndian.AppendUint32([]byte("icns"), uint32(8+len(body))), body...))
}

// windowsSizes are the widths of the pictures of an .ico file in pixels, at most 256.
var windowsSizes = []int{16, 20, 24, 32, 40, 48, 64, 96, 128, 256}

// writeICO writes the icon of the folder assets as an .ico file: a header, an entry for each picture, and the
// pictures as PNG files.
func writeICO(assets, path string) error {
	source, err := read(assets)
	if err != nil {
		return err
	}
	const header, entry = 6, 16 // sizes in bytes
	le := binary.LittleEndian
	head := le.AppendUint16(le.AppendUint16(le.AppendUint16(nil, 0), 1), uint16(len(windowsSizes)))
	var pictures bytes.Buffer
	for _, size := range windowsSizes {
		at := header + entry*len(windowsSizes) + pictures.Len()
		before := pictures.Len()
		if err := png.Encode(&pictures, scaled(source, size)); err != nil {
			return err
		}
		side := byte(size) // 0 for 256
		head = append(head, side, side, 0, 0)
		head = le.AppendUint16(le.AppendUint16(head, 1), 32) // planes, bits of a pixel
		head = le.AppendUint32(le.AppendUint32(head, uint32(pictures.Len()-before)), uint32(at))
	}
	return put(path, append(head, pictures.Bytes()...))
}

// read returns the icon of the folder assets.
func read(assets string) (image.Image, error) {
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

// write writes the icons of the folder assets below dir.
func write(assets, dir, name string) error {
	source, err := read(assets)
	if err != nil {
		return err
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
