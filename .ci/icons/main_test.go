package main

import (
	"bytes"
	"encoding/binary"
	"encoding/xml"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
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

// The file for macOS has each picture, and its lengths are those of what is in it.
func TestTheFileForMacOSIsWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.icns")
	if err := writeICNS("../../assets", path); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(data[:4]) != "icns" || int(binary.BigEndian.Uint32(data[4:])) != len(data) {
		t.Fatalf("the header is %q", data[:8])
	}
	rest := data[8:]
	for _, kind := range kinds {
		if len(rest) < 8 || string(rest[:4]) != kind.name {
			t.Fatalf("%s is missing", kind.name)
		}
		size := int(binary.BigEndian.Uint32(rest[4:]))
		picture, err := png.DecodeConfig(bytes.NewReader(rest[8:size]))
		if err != nil || picture.Width != kind.width {
			t.Errorf("%s is %d wide: %v", kind.name, picture.Width, err)
		}
		rest = rest[size:]
	}
	if len(rest) != 0 {
		t.Errorf("%d bytes follow", len(rest))
	}
}

// The description of the bundle is well-formed, and says what macOS asks for. Identifiers have letters, digits, points and hyphens.
func TestInfoPlist(t *testing.T) {
	data, err := os.ReadFile("../packages/files/Info.plist")
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Dict struct {
			Keys    []string `xml:"key"`
			Strings []string `xml:"string"`
		} `xml:"dict"`
	}
	if err := xml.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"CFBundleIdentifier", "CFBundleExecutable", "CFBundleIconFile", "CFBundleShortVersionString", "LSMinimumSystemVersion", "NSHighResolutionCapable"} {
		if !slices.Contains(list.Dict.Keys, key) {
			t.Errorf("%s is missing", key)
		}
	}
	if id := list.Dict.Strings[0]; !regexp.MustCompile(`^[A-Za-z0-9.-]+$`).MatchString(id) {
		t.Errorf("%q is no identifier", id)
	}
	if n := strings.Count(string(data), "@VERSION@"); n != 2 {
		t.Errorf("the version is in %d places", n)
	}
}

func TestTheIconForWindowsHasItsPictures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "app.ico")
	if err := writeICO("../../assets", path); err != nil {
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
