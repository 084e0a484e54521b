package cachefile

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// Blobs remembers some bytes of each text by its content. It is safe for concurrent use and
// holds about as many bytes as its limit: what was used longest ago goes first, half of the limit
// at a time.
type Blobs struct {
	saved
	half  int            // bytes of one generation
	young map[Key][]byte // put or found since the last turn
	old   map[Key][]byte // the generation before; forgotten at the next turn
	size  int            // of young
}

// OpenBlobs returns a cache of at most limit bytes that is kept in the file at path under a
// magic, as [OpenNumbers] says it.
func OpenBlobs(path, magic string, limit int) *Blobs {
	return &Blobs{saved: saved{path: path, magic: magic}, half: max(1, limit/2), young: map[Key][]byte{}}
}

// Get returns what is kept for k. Nobody may change it.
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

// Put keeps data for k; it belongs to the cache from then on.
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

// load reads the file, once.
func (c *Blobs) load() {
	if !c.known {
		c.old, c.known = c.read(), true
	}
}

// Save writes the cache to its file, as [Numbers.Save] does.
func (c *Blobs) Save() error {
	return c.save(func() func([]byte) []byte {
		all, size := map[Key][]byte{}, 0
		// What others have saved since is kept where there is room, as the oldest.
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

// Close saves the cache and lets go of what it holds, as [Numbers.Close] does.
func (c *Blobs) Close() error {
	err := c.Save()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.young, c.old, c.size, c.known, c.dirty = map[Key][]byte{}, nil, 0, false, false
	return err
}

// After the magic the file has for each text the key, then the length of its bytes, 32 bits,
// little-endian, and these.
const blobHead = sha256.Size + 4

func blobSize(data []byte) int { return blobHead + len(data) }

func appendBlob(b []byte, k Key, data []byte) []byte {
	b = append(b, k[:]...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(data)))
	return append(b, data...)
}

// read returns what the file holds, at most the limit; nil when it is of no use.
func (c *Blobs) read() map[Key][]byte {
	data := Read(c.path, c.magic, 2*c.half)
	if data == nil {
		return nil
	}
	return blobs(data)
}

// blobs takes b apart; nil when it is not whole.
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
