package images

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"image"
	"sync"

	"dossier/aggregate/disk"
	"dossier/aggregate/text"
)

// cacheBytes is the size of the thumbnail cache: about a hundred cards of a strip, and a few that
// fill a window.
const cacheBytes = 48 << 20

// Thumbnails creates thumbnails of images and caches the most recently used ones, by file
// content. The zero value is ready to use.
type Thumbnails struct {
	decoding sync.Mutex // held while an image is decoded: one at a time, to bound memory

	mu     sync.Mutex
	cached map[thumbnail]*image.RGBA
	used   []thumbnail // least recently used first
	bytes  int
	seen   map[string]seen // by path
}

// thumbnail is the cache key of a picture.
type thumbnail struct {
	content       [sha256.Size]byte
	width, height int // max size
}

// seen is the content of a path when it was last read.
type seen struct {
	identity disk.Identity
	content  [sha256.Size]byte
}

// Get returns the image at a path as [Decode] does. The result must not be modified. An unchanged
// file is not read again.
func (t *Thumbnails) Get(ctx context.Context, root *disk.Root, p string, width, height int) (*image.RGBA, error) {
	if info, err := root.Stat(p); err == nil {
		if img := t.known(p, info.Identity, width, height); img != nil {
			return img, nil
		}
	}
	t.decoding.Lock()
	defer t.decoding.Unlock()
	file, err := root.Read(ctx, p, MaxBytes)
	var large *disk.TooLargeError
	if errors.As(err, &large) {
		err = &TooLargeError{Bytes: large.Size}
	}
	if err != nil {
		return nil, err
	}
	key := thumbnail{sha256.Sum256(file.Data), width, height}
	t.mu.Lock()
	if t.seen == nil {
		t.seen, t.cached = map[string]seen{}, map[thumbnail]*image.RGBA{}
	}
	t.seen[p] = seen{file.Identity, key.content}
	img := t.cachedPicture(key)
	t.mu.Unlock()
	if img != nil {
		return img, nil
	}
	if img, err = Decode(ctx, file.Data, width, height); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", text.Escape(p), err)
	}
	t.put(key, img)
	return img, nil
}

func (t *Thumbnails) known(p string, id disk.Identity, width, height int) *image.RGBA {
	t.mu.Lock()
	defer t.mu.Unlock()
	if old, ok := t.seen[p]; ok && old.identity == id {
		return t.cachedPicture(thumbnail{old.content, width, height})
	}
	return nil
}

// cachedPicture returns a cached picture and marks it as used. t.mu must be held.
func (t *Thumbnails) cachedPicture(key thumbnail) *image.RGBA {
	img := t.cached[key]
	if img == nil {
		return nil
	}
	for i, k := range t.used {
		if k == key {
			t.used = append(append(t.used[:i:i], t.used[i+1:]...), key)
			break
		}
	}
	return img
}

func (t *Thumbnails) put(key thumbnail, img *image.RGBA) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cached[key] = img
	t.used = append(t.used, key)
	t.bytes += len(img.Pix)
	for t.bytes > cacheBytes && len(t.used) > 1 {
		t.bytes -= len(t.cached[t.used[0]].Pix)
		delete(t.cached, t.used[0])
		t.used = t.used[1:]
	}
}
