package cachefile

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"sort"
)

// Key identifies a text by its content: the SHA-256 of its bytes.
type Key = [sha256.Size]byte

// Numbers is a cache of numbers by the content of a text. It is safe for concurrent use and holds
// at most its limit; the least recently used half is evicted at a time.
type Numbers struct {
	saved
	half  int            // max numbers in one generation
	young map[Key]uint32 // stored or used in the current generation
	old   []byte         // records of the previous generation, as in the file; evicted at the next turn
}

// OpenNumbers returns a cache of at most limit numbers (at least 2), persisted in the file at
// path with a magic string, which identifies how the numbers were computed. The file is read on
// first use. With an empty path the cache is only in memory. A file that is missing, damaged, has
// another magic or exceeds the limit counts as empty.
func OpenNumbers(path, magic string, limit int) *Numbers {
	return &Numbers{saved: saved{path: path, magic: magic}, half: max(1, limit/2), young: map[Key]uint32{}}
}

// load reads the file once.
func (n *Numbers) load() {
	if !n.known {
		n.old, n.known = n.read(), true
	}
}

// Get returns the number stored for k.
func (n *Numbers) Get(k Key) (int, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.load()
	if number, ok := n.young[k]; ok {
		return int(number), true
	}
	number, ok := find(n.old, k)
	if ok {
		n.put(k, number)
	}
	return int(number), ok
}

// Put stores a number for k. Numbers that do not fit into 32 bits are not stored.
func (n *Numbers) Put(k Key, number int) {
	if number < 0 || number > math.MaxUint32 {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	n.load()
	if old, ok := n.young[k]; !ok || old != uint32(number) {
		n.put(k, uint32(number))
		n.dirty = true
	}
}

func (n *Numbers) put(k Key, number uint32) {
	if _, ok := n.young[k]; !ok && len(n.young) >= n.half {
		n.old, n.young = records(n.young), map[Key]uint32{}
	}
	n.young[k] = number
}

// Len returns the number of entries.
func (n *Numbers) Len() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.load()
	return len(merged(records(n.young), n.old, 2*n.half)) / recordSize
}

// Save writes the cache to its file and creates the folder if needed. It does nothing for a cache
// in memory or without changes. If two processes save at the same time, the later one wins and
// the entries of the other are computed again.
func (n *Numbers) Save() error {
	return n.save(func() func([]byte) []byte {
		// Entries saved by others are kept if there is room, as the oldest.
		all := records(n.young)
		for _, older := range [][]byte{n.old, n.read()} {
			all = merged(all, older, 2*n.half)
		}
		return func(data []byte) []byte { return append(data, all...) }
	})
}

// Close saves the cache and releases its memory. The cache can be used again as if newly opened;
// a cache in memory is empty afterwards.
func (n *Numbers) Close() error {
	err := n.Save()
	n.mu.Lock()
	defer n.mu.Unlock()
	n.young, n.old, n.known, n.dirty = map[Key]uint32{}, nil, false, false
	return err
}

// recordSize is the size of a record. After the magic, the file has one record per number,
// sorted by key: the key and 32 bits, little-endian. It is searched in this form: a map
// needs twice the memory, and takes longer to build than a dossier of some thousand files.
const recordSize = sha256.Size + 4

// records encodes numbers as records.
func records(numbers map[Key]uint32) []byte {
	keys := make([]Key, 0, len(numbers))
	for k := range numbers {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b Key) int { return bytes.Compare(a[:], b[:]) })
	data := make([]byte, 0, len(keys)*recordSize)
	for _, k := range keys {
		data = append(data, k[:]...)
		data = binary.LittleEndian.AppendUint32(data, numbers[k])
	}
	return data
}

// keyAt returns the key of the i-th record.
func keyAt(data []byte, i int) []byte { return data[i*recordSize:][:sha256.Size] }

// find returns the number of a key in records.
func find(data []byte, k Key) (uint32, bool) {
	i, ok := sort.Find(len(data)/recordSize, func(i int) int { return bytes.Compare(k[:], keyAt(data, i)) })
	if !ok {
		return 0, false
	}
	return binary.LittleEndian.Uint32(data[i*recordSize+sha256.Size:]), true
}

// merged returns records and those of older ones with other keys, at most most.
func merged(data, older []byte, most int) []byte {
	out := make([]byte, 0, len(data)+len(older))
	room := most - len(data)/recordSize
	for len(older) > 0 && room > 0 {
		order := -1
		if len(data) > 0 {
			order = bytes.Compare(keyAt(older, 0), keyAt(data, 0))
		}
		if order >= 0 {
			out, data = append(out, data[:recordSize]...), data[recordSize:]
		} else {
			out = append(out, older[:recordSize]...)
			room--
		}
		if order <= 0 {
			older = older[recordSize:]
		}
	}
	return append(out, data...)
}

// inOrder reports whether data is a sequence of records, sorted by key.
func inOrder(data []byte) bool {
	if len(data)%recordSize != 0 {
		return false
	}
	for i := 1; i < len(data)/recordSize; i++ {
		if bytes.Compare(keyAt(data, i-1), keyAt(data, i)) >= 0 {
			return false
		}
	}
	return true
}

// read returns the records of the file, at most the limit; nil if it is not usable.
func (n *Numbers) read() []byte {
	data := Read(n.path, n.magic, 2*n.half*recordSize)
	if !inOrder(data) {
		return nil
	}
	return data
}
