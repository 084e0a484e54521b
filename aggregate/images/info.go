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

// Format is how an image is stored.
type Format string

// The formats that are known.
const (
	PNG  Format = "PNG"
	JPEG Format = "JPEG"
	GIF  Format = "GIF"
	WebP Format = "WebP"
	BMP  Format = "BMP"
)

// Extensions lists the ends of file names that a format goes by, the usual one first.
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

// Formats lists the formats that are known.
func Formats() []Format { return []Format{PNG, JPEG, GIF, WebP, BMP} }

// Among returns those of some paths that are named as images.
func Among(paths []string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !Named(p) })
}

// Named reports whether the name of a file is one of an image, whatever is in it.
func Named(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return slices.ContainsFunc(Formats(), func(f Format) bool { return slices.Contains(f.Extensions(), ext) })
}

// Info is what the header of an image says.
type Info struct {
	Format   Format
	Width    int   // in pixels, as it is shown: after Turn
	Height   int   // the same
	Bytes    int64 // of the file
	Animated bool
	// Turn is the EXIF orientation of a JPEG, from 1 to 8; 0 where it has none.
	Turn     int
	Identity disk.Identity // of the file that was read; zero after [Parse]
}

// Misnamed reports whether the name of the file says another format than its content.
func (i Info) Misnamed(name string) bool {
	return !slices.Contains(i.Format.Extensions(), strings.ToLower(path.Ext(name)))
}

// Why there is nothing to say of a file, or nothing to show of an image.
var (
	ErrFormat    = errors.New("not an image that can be read: PNG, JPEG, GIF, WebP and BMP are")
	ErrTruncated = errors.New("the file ends before its image does")
	ErrBroken    = errors.New("the image is damaged")
)

// TooLargeError is an image that is not decoded because of its size.
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

// Bounds of the headers that are read: most fit into the first, and what a camera or an
// editor puts before the size of a JPEG into the second.
const (
	shortHead = 64 << 10
	longHead  = 4 << 20
)

// Inspect reads the header of the image at a path. The error is one of the package
// disk's, [ErrFormat], [ErrTruncated] or [ErrBroken], with the path.
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
