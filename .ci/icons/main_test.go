package main

import (
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
