package disk

import "sync"

// buffers give memory for what is read. The zero value gives each file its own.
type buffers struct{ bulk *bulk }

// take returns an empty buffer with room for n bytes.
func (b buffers) take(n int) []byte {
	if b.bulk == nil || n > bulkSize/4 {
		return make([]byte, 0, n)
	}
	return b.bulk.take(n)
}

// InBulk returns the root for a command that keeps what it reads to its end: files share large
// buffers, which the system fills a huge page at a time where it can. One file that is kept keeps
// all that were read with it.
func (r *Root) InBulk() *Root {
	other := *r
	other.buffers = buffers{&bulk{}}
	return &other
}

const (
	bulkSize = 16 << 20
	hugePage = 2 << 20
)

// bulk is a buffer that files are read into one behind the other.
type bulk struct {
	mutex sync.Mutex
	rest  []byte
}

func (b *bulk) take(n int) []byte {
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
