package cachefile

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"sync"
)

// Key names a text by its content: the SHA-256 of its bytes.
type Key = [sha256.Size]byte

// Numbers remembers a number of each text by its content. It is safe for concurrent use and
// holds at most its limit: the numbers used longest ago go first, half of the limit at a time.
type Numbers struct {
	path  string
	magic string
	half  int // entries of one generation
	mu    sync.Mutex
	known bool           // whether the file has been read
	young map[Key]uint32 // put or found since the last turn
	old   map[Key]uint32 // the generation before; forgotten at the next turn
	dirty bool           // whether there is something to save
}

// OpenNumbers returns a cache of at most limit numbers, at least 2, that is kept in the
// file at path under a magic, which says what the numbers are and how they were had. The
// file is read when a number is first asked for. An empty path keeps them in memory only. A file that is
// missing, damaged, under another magic or larger than the limit allows is as good as
// empty: numbers can always be had again.
func OpenNumbers(path, magic string, limit int) *Numbers {
	return &Numbers{path: path, magic: magic, half: max(1, limit/2), young: map[Key]uint32{}}
}

// load reads the file, once.
func (n *Numbers) load() {
	if !n.known {
		n.old, n.known = n.read(), true
	}
}

// Get returns the number kept for k.
func (n *Numbers) Get(k Key) (int, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.load()
	if number, ok := n.young[k]; ok {
		return int(number), true
	}
	number, ok := n.old[k]
	if ok {
		n.put(k, number)
	}
	return int(number), ok
}

// Put keeps a number for k. One that does not fit into 32 bits is not kept.
func (n *Numbers) Put(k Key, number int) {
	if number < 0 || number > math.MaxUint32 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.load()
	if was, ok := n.young[k]; !ok || was != uint32(number) {
		n.put(k, uint32(number))
		n.dirty = true
	}
}

func (n *Numbers) put(k Key, number uint32) {
	if _, ok := n.young[k]; !ok && len(n.young) >= n.half {
		n.old, n.young = n.young, make(map[Key]uint32, n.half)
	}
	n.young[k] = number
}

// Len returns how many numbers are kept.
func (n *Numbers) Len() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.load()
	count := len(n.young)
	for k := range n.old {
		if _, ok := n.young[k]; !ok {
			count++
		}
	}
	return count
}

// Save writes the cache to its file and makes the folder if needed; it does nothing for
// a cache in memory or one without changes. Of two processes that save at the same moment
// the later wins; what the earlier one found it has to find again.
func (n *Numbers) Save() error {
	n.mu.Lock()
	if n.path == "" || !n.dirty {
		n.mu.Unlock()
		return nil
	}
	// What others have saved since is kept where there is room, as the oldest.
	entries := make(map[Key]uint32, len(n.young)+len(n.old))
	for _, generation := range []map[Key]uint32{n.young, n.old, n.read()} {
		for k, number := range generation {
			if _, ok := entries[k]; !ok && len(entries) < 2*n.half {
				entries[k] = number
			}
		}
	}
	n.dirty = false
	n.mu.Unlock()

	err := Replace(n.path, n.magic, func(data []byte) []byte { return appendRecords(data, entries) })
	if err != nil {
		n.mu.Lock()
		n.dirty = true
		n.mu.Unlock()
		return fmt.Errorf("save the cache %s: %w", filepath.Base(n.path), err)
	}
	return nil
}

// After the magic the file has a record for each number: the key, then 32 bits,
// little-endian.
const recordSize = sha256.Size + 4

func appendRecords(data []byte, entries map[Key]uint32) []byte {
	data = slices.Grow(data, len(entries)*recordSize)
	for k, number := range entries {
		data = append(data, k[:]...)
		data = binary.LittleEndian.AppendUint32(data, number)
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
func (n *Numbers) read() map[Key]uint32 {
	if n.path == "" {
		return nil
	}
	return records(Read(n.path, n.magic, 2*n.half*recordSize))
}
