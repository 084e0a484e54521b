package images

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/image/bmp"
	_ "golang.org/x/image/webp" // for image.DecodeConfig

	"dossier/aggregate/disk"
)

var red, green, blue, white = color.RGBA{255, 0, 0, 255}, color.RGBA{0, 255, 0, 255}, color.RGBA{0, 0, 255, 255}, color.RGBA{255, 255, 255, 255}

// quarters returns an image of four colours: red, green, and below them blue, white.
func quarters(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetRGBA(x, y, [][]color.RGBA{{red, green}, {blue, white}}[y*2/h][x*2/w])
		}
	}
	return img
}

func noise(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	r := rand.New(rand.NewPCG(1, 2))
	for at := 0; at < len(img.Pix); at += 4 {
		binary.LittleEndian.PutUint32(img.Pix[at:], r.Uint32())
	}
	return img
}

func encoded(tb testing.TB, format Format, img image.Image) []byte {
	tb.Helper()
	var b bytes.Buffer
	var err error
	switch format {
	case PNG:
		err = (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, img)
	case JPEG:
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: 95})
	case GIF:
		err = gif.Encode(&b, img, nil)
	case BMP:
		err = bmp.Encode(&b, img)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return b.Bytes()
}

// The smallest WebP images, lossy and lossless.
func webps(tb testing.TB) (lossy, lossless []byte) {
	tb.Helper()
	lossy, err := base64.StdEncoding.DecodeString("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA")
	lossless, err2 := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	if err := errors.Join(err, err2); err != nil {
		tb.Fatal(err)
	}
	return lossy, lossless
}

// interframe returns a lossy WebP whose only frame is a delta frame, as in a video. Such a frame
// has no size.
func interframe(lossy []byte) []byte {
	data := bytes.Clone(lossy)
	data[20] |= 1
	return data
}

// chunk returns a PNG chunk.
func chunk(kind string, body []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, kind...), body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// pngOf returns a PNG with a given size in its header, and any data.
func pngOf(w, h uint32, depth, kind byte, data []byte, extra ...[]byte) []byte {
	header := binary.BigEndian.AppendUint32(nil, w)
	header = append(binary.BigEndian.AppendUint32(header, h), depth, kind, 0, 0, 0)
	b := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", header)...)
	for _, e := range extra {
		b = append(b, e...)
	}
	return append(append(b, chunk("IDAT", data)...), chunk("IEND", nil)...)
}

// withEXIF inserts an orientation into a JPEG, after as many bytes as a camera may write.
func withEXIF(jpg []byte, order binary.AppendByteOrder, turn uint16, before int) []byte {
	tiff := []byte("II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		tiff = []byte("MM\x00*")
	}
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 1)
	tiff = order.AppendUint16(tiff, 0x0112)
	tiff = order.AppendUint16(tiff, 3)
	tiff = order.AppendUint32(tiff, 1)
	tiff = order.AppendUint16(tiff, turn)
	tiff = append(tiff, 0, 0, 0, 0, 0, 0)
	out := []byte{0xff, 0xd8}
	for ; before > 0; before -= 60_000 {
		out = append(out, 0xff, 0xed)
		out = append(binary.BigEndian.AppendUint16(out, 60_002), make([]byte, 60_000)...)
	}
	segment := append([]byte("Exif\x00\x00"), tiff...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(segment)+2))
	return append(append(out, segment...), jpg[2:]...)
}

func TestParse(t *testing.T) {
	img := quarters(30, 20)
	var moving bytes.Buffer
	frame := image.NewPaletted(img.Rect, color.Palette{red, blue})
	if err := gif.EncodeAll(&moving, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{1, 1}}); err != nil {
		t.Fatal(err)
	}
	lossy, lossless := webps(t)
	canvas := append([]byte("RIFF\x1c\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00"), 99, 0, 0, 49, 0, 0)
	whole := encoded(t, PNG, img)
	tests := []struct {
		name string
		data []byte
		want Info
		err  error
	}{
		{name: "PNG", data: whole, want: Info{Format: PNG, Width: 30, Height: 20}},
		{name: "a PNG that moves", data: pngOf(30, 20, 8, 2, []byte("x"), chunk("acTL", make([]byte, 8))), want: Info{Format: PNG, Width: 30, Height: 20, Animated: true}},
		{name: "JPEG", data: encoded(t, JPEG, img), want: Info{Format: JPEG, Width: 30, Height: 20}},
		{name: "a JPEG on its side", data: withEXIF(encoded(t, JPEG, img), binary.LittleEndian, 6, 0), want: Info{Format: JPEG, Width: 20, Height: 30, Turn: 6}},
		{name: "the other order of bytes", data: withEXIF(encoded(t, JPEG, img), binary.BigEndian, 3, 0), want: Info{Format: JPEG, Width: 30, Height: 20, Turn: 3}},
		{name: "an orientation that there is not", data: withEXIF(encoded(t, JPEG, img), binary.BigEndian, 9, 0), want: Info{Format: JPEG, Width: 30, Height: 20}},
		{name: "GIF", data: encoded(t, GIF, img), want: Info{Format: GIF, Width: 30, Height: 20}},
		{name: "a GIF that moves", data: moving.Bytes(), want: Info{Format: GIF, Width: 30, Height: 20, Animated: true}},
		{name: "WebP with loss", data: lossy, want: Info{Format: WebP, Width: 1, Height: 1}},
		{name: "a WebP whose frame needs one before it", data: interframe(lossy), want: Info{Format: WebP}, err: ErrBroken},
		{name: "WebP without loss", data: lossless, want: Info{Format: WebP, Width: 1, Height: 1}},
		{name: "WebP with a canvas, which moves", data: canvas, want: Info{Format: WebP, Width: 100, Height: 50, Animated: true}},
		{name: "BMP", data: encoded(t, BMP, img), want: Info{Format: BMP, Width: 30, Height: 20}},
		{name: "text", data: []byte("not an image, for all that its name says"), err: ErrFormat},
		{name: "nothing", err: ErrFormat},
		{name: "a PNG cut in its header", data: whole[:20], want: Info{Format: PNG}, err: ErrTruncated},
		{name: "no width", data: pngOf(0, 20, 8, 2, nil), want: Info{Format: PNG, Height: 20}, err: ErrBroken},
		{name: "a JPEG without an image", data: []byte("\xff\xd8\xff\xd9\x00\x02"), want: Info{Format: JPEG}, err: ErrBroken},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Parse(tt.data)
			if !errors.Is(err, tt.err) {
				t.Fatalf("error %v, want %v", err, tt.err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("wrong info (-want +got):\n%s", diff)
			}
		})
	}
}

func TestInspect(t *testing.T) {
	dir := t.TempDir()
	jpg := encoded(t, JPEG, quarters(30, 20))
	for name, data := range map[string][]byte{
		"a.png":    encoded(t, PNG, quarters(30, 20)),
		"far.jpg":  withEXIF(jpg, binary.LittleEndian, 8, 200_000),
		"lies.png": jpg,
		"text.png": []byte("no image"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	tests := []struct {
		path     string
		want     Info
		misnamed bool
		err      error
	}{
		{path: "a.png", want: Info{Format: PNG, Width: 30, Height: 20}},
		{path: "far.jpg", want: Info{Format: JPEG, Width: 20, Height: 30, Turn: 8}},
		{path: "lies.png", want: Info{Format: JPEG, Width: 30, Height: 20}, misnamed: true},
		{path: "text.png", err: ErrFormat},
		{path: "gone.png", err: disk.ErrNotFound},
		{path: "../a.png", err: disk.ErrOutside},
	}
	for _, tt := range tests {
		got, err := Inspect(context.Background(), root, tt.path)
		if !errors.Is(err, tt.err) {
			t.Errorf("%s: error %v, want %v", tt.path, err, tt.err)
			continue
		}
		if err != nil {
			continue
		}
		if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(Info{}, "Bytes", "Identity")); diff != "" {
			t.Errorf("%s: wrong info (-want +got):\n%s", tt.path, diff)
		}
		if fi, err := os.Stat(filepath.Join(dir, tt.path)); err != nil || got.Bytes != fi.Size() || got.Identity.Size != fi.Size() {
			t.Errorf("%s: %d bytes, %v", tt.path, got.Bytes, err)
		}
		if got.Misnamed(tt.path) != tt.misnamed {
			t.Errorf("%s: misnamed is %t", tt.path, !tt.misnamed)
		}
	}
}

func TestDecodeFits(t *testing.T) {
	for _, format := range []Format{PNG, JPEG, GIF, BMP} {
		for _, tt := range []struct{ w, h, boxW, boxH, wantW, wantH int }{
			{300, 200, 96, 64, 96, 64},
			{300, 200, 1000, 20, 30, 20},
			{30, 20, 96, 64, 30, 20},
			{2000, 2, 100, 100, 100, 1},
		} {
			got, err := Decode(context.Background(), encoded(t, format, quarters(tt.w, tt.h)), tt.boxW, tt.boxH)
			if err != nil {
				t.Fatalf("%s: %v", format, err)
			}
			if size := got.Rect.Size(); size != image.Pt(tt.wantW, tt.wantH) {
				t.Errorf("%s of %d × %d in %d × %d is %v", format, tt.w, tt.h, tt.boxW, tt.boxH, size)
			}
		}
	}
	lossy, lossless := webps(t)
	for _, data := range [][]byte{lossy, lossless} {
		if _, err := Decode(context.Background(), data, 96, 64); err != nil {
			t.Errorf("WebP: %v", err)
		}
	}
}

// Each orientation, checked by the colours of the four corners.
func TestDecodeTurns(t *testing.T) {
	jpg := encoded(t, JPEG, quarters(64, 32))
	for turn, want := range map[uint16][4]color.RGBA{ // top left, top right, bottom left, bottom right
		1: {red, green, blue, white},
		2: {green, red, white, blue},
		3: {white, blue, green, red},
		4: {blue, white, red, green},
		5: {red, blue, green, white},
		6: {blue, red, white, green},
		7: {white, green, blue, red},
		8: {green, white, red, blue},
	} {
		got, err := Decode(context.Background(), withEXIF(jpg, binary.LittleEndian, turn, 0), 32, 32)
		if err != nil {
			t.Fatal(err)
		}
		size := image.Pt(32, 16)
		if turn >= 5 {
			size = image.Pt(16, 32)
		}
		if got.Rect.Size() != size {
			t.Errorf("orientation %d: %v", turn, got.Rect)
			continue
		}
		for i, at := range []image.Point{{3, 3}, {size.X - 4, 3}, {3, size.Y - 4}, {size.X - 4, size.Y - 4}} {
			if !near(got.RGBAAt(at.X, at.Y), want[i]) {
				t.Errorf("orientation %d: corner %d is %v, want %v", turn, i, got.RGBAAt(at.X, at.Y), want[i])
			}
		}
	}
}

// near tolerates the loss of a JPEG.
func near(a, b color.RGBA) bool {
	off := func(x, y uint8) bool { return max(x, y)-min(x, y) > 48 }
	return !off(a.R, b.R) && !off(a.G, b.G) && !off(a.B, b.B)
}

// hostile returns files designed to take memory or time.
func hostile(tb testing.TB) map[string][]byte {
	tb.Helper()
	screen := encoded(tb, GIF, quarters(8, 8))
	binary.LittleEndian.PutUint16(screen[6:], 65535)
	binary.LittleEndian.PutUint16(screen[8:], 65535)
	lyingJPEG := encoded(tb, JPEG, quarters(64, 64))
	at := bytes.Index(lyingJPEG, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(lyingJPEG[at+5:], 6000)
	binary.BigEndian.PutUint16(lyingJPEG[at+7:], 6000)
	lyingBMP := encoded(tb, BMP, quarters(8, 8))
	binary.LittleEndian.PutUint32(lyingBMP[18:], 6000)
	binary.LittleEndian.PutUint32(lyingBMP[22:], 6000)
	lossy, _ := webps(tb)
	inner := bytes.Clone(lossy)
	binary.LittleEndian.PutUint16(inner[26:], 16383)
	binary.LittleEndian.PutUint16(inner[28:], 16383)
	body := append([]byte("WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"), inner[12:]...)
	canvas := append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
	return map[string][]byte{
		"PNG of 30 000²":                   pngOf(30000, 30000, 8, 2, make([]byte, 26<<10)),
		"PNG of 2³¹−1 on each side":        pngOf(1<<31-1, 1<<31-1, 16, 6, make([]byte, 64)),
		"PNG without the data it claims":   pngOf(6000, 6000, 16, 6, make([]byte, 1000)),
		"GIF screen of 65 535²":            screen,
		"JPEG of more than it holds":       lyingJPEG,
		"BMP of more than it holds":        lyingBMP,
		"WebP of more than 40 megapixels":  inner,
		"WebP larger than its canvas says": canvas,
	}
}

func TestHostileImagesTakeNoMemory(t *testing.T) {
	images := hostile(t)
	cutPNG, cutJPEG := encoded(t, PNG, noise(1500, 1000)), encoded(t, JPEG, noise(1500, 1000))
	images["PNG cut in half"], images["JPEG cut in half"] = cutPNG[:len(cutPNG)/2], cutJPEG[:len(cutJPEG)/2]
	for name, data := range images {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			img, err := Decode(context.Background(), data, 96, 64)
			runtime.ReadMemStats(&after)
			if img != nil || err == nil {
				t.Fatalf("it is shown, as %v", img.Rect)
			}
			if n := after.TotalAlloc - before.TotalAlloc; n > 5<<20 {
				t.Errorf("%d KiB were taken before it was refused", n>>10)
			}
		})
	}
}

func TestLargeFilesAreNotDecoded(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a.png")
	if err := errors.Join(os.WriteFile(name, encoded(t, PNG, quarters(8, 8)), 0o644), os.Truncate(name, MaxBytes+1)); err != nil {
		t.Fatal(err)
	}
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	var large *TooLargeError
	if _, err := new(Thumbnails).Get(context.Background(), root, "a.png", 96, 64); !errors.As(err, &large) || !strings.Contains(err.Error(), "no preview") {
		t.Errorf("it gives %v", err)
	}
}

func TestDecodeStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Decode(ctx, encoded(t, PNG, quarters(300, 200)), 96, 64); !errors.Is(err, context.Canceled) {
		t.Errorf("it gives %v", err)
	}
}

func TestThumbnailsAreKept(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a.png", encoded(t, PNG, quarters(300, 200)))
	write("copy.png", encoded(t, PNG, quarters(300, 200)))
	root, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	var kept Thumbnails
	get := func(name string, w int) *image.RGBA {
		t.Helper()
		img, err := kept.Get(context.Background(), root, name, w, w)
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	first := get("a.png", 96)
	if get("a.png", 96) != first || get("copy.png", 96) != first {
		t.Error("the same content is decoded again")
	}
	if get("a.png", 48) == first {
		t.Error("another size is the same picture")
	}
	write("a.png", encoded(t, PNG, noise(30, 20)))
	if get("a.png", 96) == first {
		t.Error("a changed file shows its old picture")
	}
	for i := range 40 {
		write("b.png", encoded(t, PNG, noise(1000+i, 1)))
		if _, err := kept.Get(context.Background(), root, "b.png", 2000, 2000); err != nil {
			t.Fatal(err)
		}
	}
	sum := 0
	for _, img := range kept.cached {
		sum += len(img.Pix)
	}
	if sum != kept.bytes || len(kept.cached) != len(kept.used) {
		t.Errorf("%d bytes in %d pictures are counted as %d in %d", sum, len(kept.cached), kept.bytes, len(kept.used))
	}
}

func TestThumbnailsAreBounded(t *testing.T) {
	kept := Thumbnails{cached: map[thumbnail]*image.RGBA{}}
	for i := range 100 {
		kept.put(thumbnail{width: i}, image.NewRGBA(image.Rect(0, 0, 1000, 500)))
	}
	if kept.bytes > cacheBytes || kept.cached[thumbnail{width: 99}] == nil || kept.cached[thumbnail{width: 0}] != nil {
		t.Errorf("%d bytes are kept in %d pictures", kept.bytes, len(kept.cached))
	}
}

// FuzzParse compares sizes with those of the decoders.
func FuzzParse(f *testing.F) {
	for _, format := range []Format{PNG, JPEG, GIF, BMP} {
		f.Add(encoded(f, format, quarters(30, 20)))
	}
	lossy, lossless := webps(f)
	f.Add(lossy)
	f.Add(lossless)
	f.Add(interframe(lossy))
	f.Fuzz(func(t *testing.T, data []byte) {
		info, err := Parse(data)
		if err != nil {
			return
		}
		config, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			return
		}
		w, h := info.Width, info.Height
		if info.Turn >= 5 {
			w, h = h, w
		}
		if w != config.Width || h != config.Height {
			t.Fatalf("%d × %d, the decoder says %d × %d", w, h, config.Width, config.Height)
		}
	})
}

// FuzzDecode checks that every result fits its box, for any input.
func FuzzDecode(f *testing.F) {
	for _, data := range hostile(f) {
		if len(data) < 1<<16 {
			f.Add(data)
		}
	}
	for _, format := range []Format{PNG, JPEG, GIF, BMP} {
		f.Add(encoded(f, format, quarters(30, 20)))
	}
	lossy, lossless := webps(f)
	f.Add(lossy)
	f.Add(lossless)
	f.Fuzz(func(t *testing.T, data []byte) {
		img, err := Decode(context.Background(), data, 16, 16)
		if (img == nil) == (err == nil) {
			t.Fatalf("image %v and error %v", img, err)
		}
		if img != nil && (img.Rect.Dx() > 16 || img.Rect.Dy() > 16 || img.Rect.Empty()) {
			t.Fatalf("%v does not fit", img.Rect)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	for _, format := range []Format{PNG, JPEG} {
		b.Run(string(format), func(b *testing.B) {
			data := encoded(b, format, quarters(2560, 1440))
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decode(context.Background(), data, 192, 128); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
