package disk

import "sync"

// InBulk returns the root for a command that keeps what it reads to its end: files share large
// buffers, which the system fills a huge page at a time where it can. One file that is kept keeps
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

// bulk is a buffer that files are read into one behind the other; nil gives each its own.
type bulk struct {
	mutex sync.Mutex
	rest  []byte
}

// take returns an empty buffer with room for n bytes.
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
