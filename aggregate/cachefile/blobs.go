package cachefile

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// Blobs is a cache of bytes by the content of a text. It is safe for concurrent use and holds
// about as many bytes as its limit; the least recently used half is evicted at a time.
type Blobs struct {
	saved
	half  int            // bytes of one generation
	young map[Key][]byte // stored or used in the current generation
	old   map[Key][]byte // the previous generation; evicted at the next turn
	size  int            // of young
}

// OpenBlobs returns a cache of at most limit bytes, persisted in the file at path with a magic
// string, as described for [OpenNumbers].
func OpenBlobs(path, magic string, limit int) *Blobs {
	return &Blobs{saved: saved{path: path, magic: magic}, half: max(1, limit/2), young: map[Key][]byte{}}
}

// Get returns the bytes stored for k. The caller must not modify them.
func (c *Blobs) Get(k Key) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	data, ok := c.young[k]
	if !ok {
		if data, ok = c.old[k]; ok {
			c.put(k, data)
		}
	}
	return data, ok
}

// Put stores data for k; the cache owns it afterwards.
func (c *Blobs) Put(k Key, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	c.put(k, data)
	c.dirty = true
}

func (c *Blobs) put(k Key, data []byte) {
	if have, ok := c.young[k]; ok {
		c.size -= blobSize(have)
	} else if c.size+blobSize(data) > c.half && len(c.young) > 0 {
		c.old, c.young, c.size = c.young, map[Key][]byte{}, 0
	}
	c.young[k] = data
	c.size += blobSize(data)
}

// load reads the file once.
func (c *Blobs) load() {
	if !c.known {
		c.old, c.known = c.read(), true
	}
}

// Save writes the cache to its file, as [Numbers.Save] does.
func (c *Blobs) Save() error {
	return c.save(func() func([]byte) []byte {
		all, size := map[Key][]byte{}, 0
		// Entries saved by others are kept if there is room, as the oldest.
		for _, generation := range []map[Key][]byte{c.young, c.old, c.read()} {
			for k, data := range generation {
				if _, ok := all[k]; !ok && size+blobSize(data) <= 2*c.half {
					all[k] = data
					size += blobSize(data)
				}
			}
		}
		return func(b []byte) []byte {
			b = slices.Grow(b, size)
			for k, data := range all {
				b = appendBlob(b, k, data)
			}
			return b
		}
	})
}

// Close saves the cache and releases its memory, as [Numbers.Close] does.
func (c *Blobs) Close() error {
	err := c.Save()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.young, c.old, c.size, c.known, c.dirty = map[Key][]byte{}, nil, 0, false, false
	return err
}

// blobHead is the size of an entry's head. After the magic, the file has for each
// text the key, the length of its bytes (32 bits, little-endian) and the bytes.
const blobHead = sha256.Size + 4

func blobSize(data []byte) int { return blobHead + len(data) }

func appendBlob(b []byte, k Key, data []byte) []byte {
	b = append(b, k[:]...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	return append(b, data...)
}

// read returns the content of the file, at most the limit; nil if it is not usable.
func (c *Blobs) read() map[Key][]byte {
	data := Read(c.path, c.magic, 2*c.half)
	if data == nil {
		return nil
	}
	return blobs(data)
}

// blobs parses b; it returns nil if b is truncated.
func blobs(b []byte) map[Key][]byte {
	all := map[Key][]byte{}
	for len(b) > 0 {
		if len(b) < blobHead {
			return nil
		}
		k, n := Key(b), binary.LittleEndian.Uint32(b[sha256.Size:])
		if b = b[blobHead:]; uint64(n) > uint64(len(b)) {
			return nil
		}
		all[k], b = b[:n:n], b[n:]
	}
	return all
}
