package images

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
)

// Format is an image format.
type Format string

// Supported formats.
const (
	PNG  Format = "PNG"
	JPEG Format = "JPEG"
	GIF  Format = "GIF"
	WebP Format = "WebP"
	BMP  Format = "BMP"
)

// Extensions returns the file name extensions of a format, the usual one first.
func (f Format) Extensions() []string {
	switch f {
	case PNG:
		return []string{".png", ".apng"}
	case JPEG:
		return []string{".jpg", ".jpeg", ".jpe", ".jfif"}
	case GIF:
		return []string{".gif"}
	case WebP:
		return []string{".webp"}
	case BMP:
		return []string{".bmp", ".dib"}
	}
	return nil
}

// Formats returns the supported formats.
func Formats() []Format { return []Format{PNG, JPEG, GIF, WebP, BMP} }

// Among returns the paths with the extension of an image format.
func Among(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !Named(p) })
}

// Named reports whether a file name has the extension of an image format.
func Named(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return slices.ContainsFunc(Formats(), func(f Format) bool { return slices.Contains(f.Extensions(), ext) })
}

// Info is the information in an image's header.
type Info struct {
	Format   Format
	Width    int   // in pixels, after rotation by Turn
	Height   int   // likewise
	Bytes    int64 // of the file
	Animated bool
	// Turn is the EXIF orientation of a JPEG, from 1 to 8; 0 if it has none.
	Turn     int
	Identity disk.Identity // of the file; zero after [Parse]
}

// Misnamed reports whether the extension of a file name belongs to another format than the
// content.
func (i Info) Misnamed(name string) bool {
	return !slices.Contains(i.Format.Extensions(), strings.ToLower(path.Ext(name)))
}

// Errors of inspecting and decoding.
var (
	ErrFormat    = errors.New("not an image that can be read: PNG, JPEG, GIF, WebP and BMP are")
	ErrTruncated = errors.New("the file ends before its image does")
	ErrBroken    = errors.New("the image is damaged")
)

// TooLargeError reports an image that is too large to decode.
type TooLargeError struct {
	Width, Height int
	Bytes         int64
}

func (e *TooLargeError) Error() string {
	if e.Bytes > MaxBytes {
		return fmt.Sprintf("no preview: the file has %d MiB, and at most %d are decoded", e.Bytes>>20, MaxBytes>>20)
	}
	return fmt.Sprintf("no preview: %d × %d pixels are more than the %d million that are decoded", e.Width, e.Height, MaxPixels/1_000_000)
}

// Header sizes: most headers fit into the first; the second includes the metadata that cameras
// and editors put before the size of a JPEG.
const (
	shortHead = 64 << 10
	longHead  = 4 << 20
)

// Inspect reads the header of the image at a path. It returns an error of package disk,
// [ErrFormat], [ErrTruncated] or [ErrBroken], with the path.
func Inspect(ctx context.Context, root *disk.Root, p string) (Info, error) {
	file, err := root.Head(ctx, p, shortHead)
	if err != nil {
		return Info{}, err
	}
	info, err := Parse(file.Data)
	if errors.Is(err, ErrTruncated) && file.Size > shortHead {
		if file, err = root.Head(ctx, p, longHead); err != nil {
			return Info{}, err
		}
		info, err = Parse(file.Data)
	}
	info.Bytes, info.Identity = file.Size, file.Identity
	if err != nil {
		return info, fmt.Errorf("%s: %w", text.Escape(p), err)
	}
	return info, nil
}
