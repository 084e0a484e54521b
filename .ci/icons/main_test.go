package main

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestIconsHaveTheSizeOfTheirFolder(t *testing.T) {
	dir := t.TempDir()
	if err := write("../../assets", dir, "app"); err != nil {
		t.Fatal(err)
	}
	paths, err := filepath.Glob(filepath.Join(dir, "hicolor", "*x*", "apps", "app.png"))
	if err != nil || len(paths) != len(sizes) {
		t.Fatalf("%d icons (%v), want %d", len(paths), err, len(sizes))
	}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		width, _, _ := strings.Cut(filepath.Base(filepath.Dir(filepath.Dir(path))), "x")
		if size := picture.Bounds().Size(); strconv.Itoa(size.X) != width || size.X != size.Y {
			t.Errorf("%s is %v", path, size)
		}
		_, _, _, corner := picture.At(0, 0).RGBA()
		_, _, _, middle := picture.At(picture.Bounds().Dx()/2, picture.Bounds().Dy()/2).RGBA()
		if corner != 0 || middle != 0xffff {
			t.Errorf("%s: the corner has alpha %x and the middle %x, want 0 and ffff", path, corner, middle)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "hicolor", "scalable", "apps", "app.svg")); err != nil {
		t.Error(err)
	}
}

func TestTheIconForWindowsHasItsPictures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ico")
	if err := writeWindows("../../assets", path); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	le := binary.LittleEndian
	if n := int(le.Uint16(data[4:])); le.Uint16(data[2:]) != 1 || n != len(windowsSizes) {
		t.Fatalf("it has %d pictures, want %d", n, len(windowsSizes))
	}
	for i, size := range windowsSizes {
		entry := data[6+16*i:]
		from, length := le.Uint32(entry[12:]), le.Uint32(entry[8:])
		picture, err := png.Decode(bytes.NewReader(data[from : from+length]))
		if err != nil {
			t.Fatalf("picture %d: %v", i, err)
		}
		if got := picture.Bounds().Dx(); got != size || int(entry[0]) != size%256 {
			t.Errorf("picture %d is %d wide, its entry says %d, want %d", i, got, entry[0], size)
		}
	}
}
