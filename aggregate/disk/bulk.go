package disk

import "sync"

// InBulk returns the root for a command that retains what it reads until it exits: files share
// large buffers, which the system backs with huge pages where it can. One retained file retains
// all that were read with it.
func (r *Root) InBulk() *Root {
	other := *r
	other.bulk = &bulk{}
	return &other
}

const (
	bulkSize = 16 << 20
	hugePage = 2 << 20
)

// bulk is a buffer that consecutive files are read into; nil gives each file its own.
type bulk struct {
	mutex sync.Mutex
	rest  []byte
}

// take returns an empty buffer with capacity for n bytes.
func (b *bulk) take(n int) []byte {
	if b == nil || n > bulkSize/4 {
		return make([]byte, 0, n)
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if len(b.rest) < n {
		b.rest = make([]byte, bulkSize)
		inHugePages(b.rest)
	}
	taken := b.rest[:0:n]
	b.rest = b.rest[n:]
	return taken
}
