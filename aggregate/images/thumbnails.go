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

// keptBytes bounds the pictures that are kept: some hundred cards of a strip, and a few
// that fill a window.
const keptBytes = 48 << 20

// Thumbnails makes small pictures of images and keeps those that were used last, by the
// contents of the files. The zero value is ready.
type Thumbnails struct {
	decoding sync.Mutex // held while an image is decoded: one at a time bounds the memory

	mu    sync.Mutex
	kept  map[thumbnail]*image.RGBA
	used  []thumbnail // the longest ago first
	bytes int
	seen  map[string]seen // by path
}

// thumbnail names a picture.
type thumbnail struct {
	content       [sha256.Size]byte
	width, height int // that it has to fit into
}

// seen is what a path held when it was read last.
type seen struct {
	identity disk.Identity
	content  [sha256.Size]byte
}

// Get returns the image at a path as [Decode] does. The picture must not be changed. A
// file that has not changed since is not read again.
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
		t.seen, t.kept = map[string]seen{}, map[thumbnail]*image.RGBA{}
	}
	t.seen[p] = seen{file.Identity, key.content}
	img := t.take(key)
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
	if was, ok := t.seen[p]; ok && was.identity == id {
		return t.take(thumbnail{was.content, width, height})
	}
	return nil
}

// take returns a picture that is kept, and keeps it longer. t.mu is held.
func (t *Thumbnails) take(key thumbnail) *image.RGBA {
	img := t.kept[key]
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
	t.kept[key] = img
	t.used = append(t.used, key)
	t.bytes += len(img.Pix)
	for t.bytes > keptBytes && len(t.used) > 1 {
		t.bytes -= len(t.kept[t.used[0]].Pix)
		delete(t.kept, t.used[0])
		t.used = t.used[1:]
	}
}
