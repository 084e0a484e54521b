package tokens

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"dossier/aggregate/cachefile"
)

// Key names a text by its content: the SHA-256 of its bytes.
type Key [sha256.Size]byte

// KeyOf returns the key of text.
func KeyOf(text string) Key { return sha256.Sum256([]byte(text)) }

// Cache remembers o200k counts by content. It is safe for concurrent use and holds at
// most its limit: the counts used longest ago go first, half of the limit at a time.
type Cache struct {
	path  string
	half  int // entries of one generation
	mu    sync.Mutex
	known bool           // whether the file has been read
	young map[Key]uint32 // put or found since the last turn
	old   map[Key]uint32 // the generation before; forgotten at the next turn
	dirty bool           // whether there is something to save
}

// OpenCache returns a cache of at most limit counts, at least 2, that is kept in the
// file at path, which is read when a count is first asked for. An empty path keeps it
// in memory only. A file that is missing, damaged, of another version or larger than
// the limit allows is as good as empty: counts can always be had again.
func OpenCache(path string, limit int) *Cache {
	return &Cache{path: path, half: max(1, limit/2), young: map[Key]uint32{}}
}

// load reads the file, once.
func (c *Cache) load() {
	if !c.known {
		c.old, c.known = c.read(), true
	}
}

// Get returns the count kept for k.
func (c *Cache) Get(k Key) (int, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	if n, ok := c.young[k]; ok {
		return int(n), true
	}
	n, ok := c.old[k]
	if ok {
		c.put(k, n)
	}
	return int(n), ok
}

// Put keeps count for k. A count that does not fit into 32 bits is not kept.
func (c *Cache) Put(k Key, count int) {
	if count < 0 || count > math.MaxUint32 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	if n, ok := c.young[k]; !ok || n != uint32(count) {
		c.put(k, uint32(count))
		c.dirty = true
	}
}

func (c *Cache) put(k Key, count uint32) {
	if _, ok := c.young[k]; !ok && len(c.young) >= c.half {
		c.old, c.young = c.young, make(map[Key]uint32, c.half)
	}
	c.young[k] = count
}

// Len returns how many counts are kept.
func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.load()
	n := len(c.young)
	for k := range c.old {
		if _, ok := c.young[k]; !ok {
			n++
		}
	}
	return n
}

// Save writes the cache to its file and makes the folder if needed; it does nothing for
// a cache in memory or one without changes. Of two processes that save at the same moment
// the later wins; what the earlier one found it has to count again.
func (c *Cache) Save() error {
	c.mu.Lock()
	if c.path == "" || !c.dirty {
		c.mu.Unlock()
		return nil
	}
	// What others have saved since is kept where there is room, as the oldest.
	entries := make(map[Key]uint32, len(c.young)+len(c.old))
	for _, generation := range []map[Key]uint32{c.young, c.old, c.read()} {
		for k, n := range generation {
			if _, ok := entries[k]; !ok && len(entries) < 2*c.half {
				entries[k] = n
			}
		}
	}
	c.dirty = false
	c.mu.Unlock()

	err := cachefile.Replace(c.path, magic, func(data []byte) []byte { return appendRecords(data, entries) })
	if err != nil {
		c.mu.Lock()
		c.dirty = true
		c.mu.Unlock()
		return fmt.Errorf("save token counts: %w", err)
	}
	return nil
}

// The file: the magic with the version and the vocabulary, then a record for each count:
// the key, then 32 bits, little-endian.
const (
	magic      = "dossier tokens 2 o200k\n"
	recordSize = sha256.Size + 4
)

func appendRecords(data []byte, entries map[Key]uint32) []byte {
	data = slices.Grow(data, len(entries)*recordSize)
	for k, n := range entries {
		data = append(data, k[:]...)
		data = binary.LittleEndian.AppendUint32(data, n)
	}
	return data
}

// records returns the records of data, or nil when it is not whole.
func records(data []byte) map[Key]uint32 {
	if len(data)%recordSize != 0 {
		return nil
	}
	entries := make(map[Key]uint32, len(data)/recordSize)
	for rest := data; len(rest) > 0; rest = rest[recordSize:] {
		entries[Key(rest[:sha256.Size])] = binary.LittleEndian.Uint32(rest[sha256.Size:])
	}
	return entries
}

// read returns what the file holds, at most the limit; nil when it is of no use.
func (c *Cache) read() map[Key]uint32 {
	if c.path == "" {
		return nil
	}
	return records(cachefile.Read(c.path, magic, 2*c.half*recordSize))
}
