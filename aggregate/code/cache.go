package code

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	"dossier/aggregate/cachefile"
)

// Source names a source: the SHA-256 of its text and the language that it is read as.
type Source struct {
	Hash     [sha256.Size]byte
	Language string
}

// Cache keeps structures by content, in their stored form. It is safe for concurrent
// use and holds about as many bytes as its limit: what was used longest ago goes first,
// half of the limit at a time.
type Cache struct {
	path, magic string
	half        int // bytes of one generation
	mu          sync.Mutex
	known       bool              // whether the file has been read
	young       map[Source][]byte // put or found since the last turn
	old         map[Source][]byte // the generation before; forgotten at the next turn
	size        int               // of young
	dirty       bool              // whether there is something to save
}

// OpenCache returns a cache of at most limit bytes that is kept in the file at path,
// which is read when a structure is first asked for; an empty path keeps it in memory
// only. version says what made the structures: those of another version are not used.
func OpenCache(path, version string, limit int) *Cache {
	magic := fmt.Sprintf("dossier structures %d %q\n", encodingVersion, version)
	return &Cache{path: path, magic: magic, half: max(1, limit/2), young: map[Source][]byte{}}
}

// Get returns the structure kept for a source of size bytes, or nil.
func (c *Cache) Get(k Source, size int) *Structure {
	c.mu.Lock()
	c.load()
	data, ok := c.young[k]
	if !ok {
		if data, ok = c.old[k]; ok {
			c.put(k, data)
		}
	}
	c.mu.Unlock()
	if !ok {
		return nil
	}
	s, err := Read(data, size)
	if err != nil {
		return nil // made again, and put in its place
	}
	return s
}

// Parse returns the structure of a text: the one that is kept, else what a parser makes of it.
// That is kept then, unless keep says no; a nil cache keeps nothing.
func (c *Cache) Parse(ctx context.Context, p Parser, k Source, src string, keep func(*Structure) bool) (*Structure, error) {
	if c != nil {
		if s := c.Get(k, len(src)); s != nil {
			return s, nil
		}
	}
	s, err := p.Parse(ctx, k.Language, src)
	if err == nil && c != nil && keep(s) {
		c.Put(k, s)
	}
	return s, err
}

// Put keeps the structure of a source.
func (c *Cache) Put(k Source, s *Structure) {
	data := s.Append(nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	c.put(k, data)
	c.dirty = true
}

func (c *Cache) put(k Source, data []byte) {
	size := recordSize(k, data)
	if have, ok := c.young[k]; ok {
		c.size -= recordSize(k, have)
	} else if c.size+size > c.half && len(c.young) > 0 {
		c.old, c.young, c.size = c.young, map[Source][]byte{}, 0
	}
	c.young[k] = data
	c.size += size
}

// load reads the file, once.
func (c *Cache) load() {
	if !c.known {
		c.old, c.known = c.read(), true
	}
}

// Close saves the cache and lets go of what it holds. It can be used again, as when it was
// opened.
func (c *Cache) Close() error {
	err := c.Save()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.young, c.old, c.size, c.known, c.dirty = map[Source][]byte{}, nil, 0, false, false
	return err
}

// Save writes the cache to its file; it does nothing for a cache in memory or one
// without changes. Of two processes that save at the same moment the later wins.
func (c *Cache) Save() error {
	c.mu.Lock()
	if c.path == "" || !c.dirty {
		c.mu.Unlock()
		return nil
	}
	entries, size := map[Source][]byte{}, 0
	for _, generation := range []map[Source][]byte{c.young, c.old} {
		for k, data := range generation {
			if _, ok := entries[k]; !ok && size+recordSize(k, data) <= 2*c.half {
				entries[k] = data
				size += recordSize(k, data)
			}
		}
	}
	c.dirty = false
	c.mu.Unlock()
	err := cachefile.Replace(c.path, c.magic, func(b []byte) []byte {
		b = slices.Grow(b, size)
		for k, data := range entries {
			b = appendRecord(b, k, data)
		}
		return b
	})
	if err != nil {
		c.mu.Lock()
		c.dirty = true
		c.mu.Unlock()
		return fmt.Errorf("save the structures of code: %w", err)
	}
	return nil
}

// A record of the file is the hash, and the language and the structure behind their
// lengths, which are 32 bits, little-endian.
func recordSize(k Source, data []byte) int { return len(k.Hash) + 4 + len(k.Language) + 4 + len(data) }

func appendRecord(b []byte, k Source, data []byte) []byte {
	b = append(b, k.Hash[:]...)
	for _, part := range []string{k.Language, string(data)} {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(part)))
		b = append(b, part...)
	}
	return b
}

// read returns what the file holds, at most the limit.
func (c *Cache) read() map[Source][]byte {
	if c.path == "" {
		return nil
	}
	return records(cachefile.Read(c.path, c.magic, 2*c.half))
}

// records returns the records of b, or nil when they are not whole.
func records(b []byte) map[Source][]byte {
	entries := map[Source][]byte{}
	for len(b) > 0 {
		var k Source
		if len(b) < len(k.Hash) {
			return nil
		}
		b = b[copy(k.Hash[:], b):]
		var parts [2][]byte
		for i := range parts {
			if len(b) < 4 || uint64(len(b)-4) < uint64(binary.LittleEndian.Uint32(b)) {
				return nil
			}
			n := int(binary.LittleEndian.Uint32(b))
			parts[i], b = b[4:4+n:4+n], b[4+n:]
		}
		k.Language = string(parts[0])
		entries[k] = parts[1]
	}
	return entries
}
