package images

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"time"

	"golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	"golang.org/x/image/webp"
)

// Limits of decoding.
const (
	MaxPixels = 40_000_000
	MaxBytes  = 20 << 20
	// decodeLimit stops the decoding of files crafted to take forever.
	decodeLimit = 10 * time.Second
)

// Decode decodes the image in data, rotated by its EXIF orientation and scaled down to fit into
// width × height pixels; a smaller one keeps its size. It returns the first frame of an
// animation. It rejects data that cannot match the size in its header before decoding it. Errors
// are those of [Inspect], a [*TooLargeError], or the context's.
func Decode(ctx context.Context, data []byte, width, height int) (*image.RGBA, error) {
	info, err := Parse(data)
	if err != nil {
		return nil, err
	}
	// Written so that the product cannot overflow.
	if len(data) > MaxBytes || info.Width > MaxPixels/info.Height {
		return nil, &TooLargeError{info.Width, info.Height, int64(len(data))}
	}
	if err := plausible(info, data); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, decodeLimit)
	defer cancel()
	full, err := decode(ctx, info.Format, data)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return turned(scaled(full, info.Turn, width, height), info.Turn), nil
}

// decode runs the decoder of a format, which may panic on unexpected input.
func decode(ctx context.Context, format Format, data []byte) (img image.Image, err error) {
	defer func() {
		if p := recover(); p != nil {
			img, err = nil, fmt.Errorf("%w: %v", ErrBroken, p)
		}
	}()
	r := &cancelled{ctx: ctx, r: bytes.NewReader(data)}
	switch format {
	case PNG:
		img, err = png.Decode(r)
	case JPEG:
		img, err = jpeg.Decode(r)
	case GIF:
		img, err = gif.Decode(r)
	case WebP:
		img, err = webp.Decode(r)
	case BMP:
		img, err = bmp.Decode(r)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, ErrTruncated
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return img, nil
}

// cancelled is a reader that fails once its context ends: decoders take no context but read in
// small steps.
type cancelled struct {
	ctx context.Context
	r   io.Reader
}

func (c *cancelled) Read(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.r.Read(p[:min(len(p), 32<<10)])
}

// plausible rejects a file that cannot contain as many pixels as its header says: decoders
// allocate memory for all of them before they decode the first.
func plausible(info Info, data []byte) error {
	pixels := info.Width * info.Height
	switch info.Format {
	case PNG:
		return plausiblePNG(info, data)
	case JPEG:
		// A block of 64 pixels takes at least one bit.
		if bytes.LastIndex(data, []byte{0xff, 0xd9}) < 0 || len(data) < pixels/512 {
			return ErrTruncated
		}
	case GIF:
		// A code of at most 12 bits encodes at most 4096 pixels.
		frames, whole := walkGIF(data)
		if frames == 0 || !whole || len(data) < pixels/4096 {
			return ErrTruncated
		}
	case BMP:
		return plausibleBMP(info, data)
	case WebP:
		return plausibleWebP(info, data)
	}
	return nil
}

// maxDeflate is the max number of bytes encoded by one byte of DEFLATE (RFC 1951: 258 bytes in
// two bits).
const maxDeflate = 1032

func plausiblePNG(info Info, data []byte) error {
	samples := map[byte]int{0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[data[25]]
	depth := int(data[24])
	if samples == 0 || depth == 0 || depth > 16 {
		return ErrBroken
	}
	raw := (info.Width*samples*depth + 7) / 8 * info.Height
	packed := 0
	for at := 8; ; {
		if at+12 > len(data) {
			return ErrTruncated
		}
		size, kind := int64(binary.BigEndian.Uint32(data[at:])), string(data[at+4:at+8])
		if size > int64(len(data)-at-12) {
			return ErrTruncated
		}
		if kind == "IDAT" {
			packed += int(size)
		}
		if kind == "IEND" {
			break
		}
		at += 12 + int(size)
	}
	if packed < raw/maxDeflate {
		return ErrTruncated
	}
	return nil
}

func plausibleBMP(info Info, data []byte) error {
	if len(data) < 30 {
		return ErrTruncated
	}
	depth := int(binary.LittleEndian.Uint16(data[28:]))
	if binary.LittleEndian.Uint32(data[14:]) == 12 {
		depth = int(binary.LittleEndian.Uint16(data[24:]))
	}
	row := (info.Width*min(depth, 64) + 31) / 32 * 4
	if int64(row)*int64(info.Height) > int64(len(data)) {
		return ErrTruncated
	}
	return nil
}

// plausibleWebP rejects a file with chunks larger than its header says: the decoder trusts the
// chunk.
func plausibleWebP(info Info, data []byte) error {
	if size := int64(binary.LittleEndian.Uint32(data[4:])); size+8 > int64(len(data)) {
		return ErrTruncated
	}
	for at := 12; at+8 <= len(data); {
		size := int64(binary.LittleEndian.Uint32(data[at+4:]))
		body := data[at+8:]
		if size > int64(len(body)) {
			return ErrTruncated
		}
		if w, h, ok := webpSize(string(data[at:at+4]), body); ok && (w != info.Width || h != info.Height) {
			return ErrBroken
		}
		at += 8 + int(size+size&1)
	}
	return nil
}

// oversampling is the factor by which an image, picked by nearest neighbour, exceeds the result
// before it is averaged: averaging all of a large image would take a second.
const oversampling = 4

// scaled returns an image that fits into width × height after rotation.
func scaled(img image.Image, turn, width, height int) *image.RGBA {
	if turn >= 5 {
		width, height = height, width
	}
	size := img.Bounds().Size()
	ratio := min(1, float64(width)/float64(size.X), float64(height)/float64(size.Y))
	fit := func(ratio float64) image.Rectangle {
		return image.Rect(0, 0, max(1, int(math.Round(float64(size.X)*ratio))), max(1, int(math.Round(float64(size.Y)*ratio))))
	}
	out := image.NewRGBA(fit(ratio))
	if ratio == 1 {
		draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Src)
		return out
	}
	if ratio*oversampling < 1 {
		coarse := image.NewRGBA(fit(ratio * oversampling))
		draw.ApproxBiLinear.Scale(coarse, coarse.Bounds(), img, img.Bounds(), draw.Src, nil)
		img = coarse
	}
	draw.BiLinear.Scale(out, out.Bounds(), img, img.Bounds(), draw.Src, nil)
	return out
}

// turned returns an image rotated by its EXIF orientation: 2 is mirrored, 3 upside down, 5 to 8
// are sideways.
func turned(img *image.RGBA, turn int) *image.RGBA {
	if turn <= 1 {
		return img
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	bounds := img.Rect
	if turn >= 5 {
		bounds = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(bounds)
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			sx, sy := x, y
			switch turn {
			case 2:
				sx = w - 1 - x
			case 3:
				sx, sy = w-1-x, h-1-y
			case 4:
				sy = h - 1 - y
			case 5:
				sx, sy = y, x
			case 6:
				sx, sy = y, h-1-x
			case 7:
				sx, sy = w-1-y, h-1-x
			case 8:
				sx, sy = w-1-y, x
			}
			copy(out.Pix[out.PixOffset(x, y):][:4], img.Pix[img.PixOffset(sx, sy):][:4])
		}
	}
	return out
}
