package code

import (
	"context"
	"crypto/sha256"
	"fmt"

	"dossier/aggregate/cachefile"
)

// Source names a source: the SHA-256 of its text and the language that it is read as.
type Source struct {
	Hash     [sha256.Size]byte
	Language string
}

// Cache keeps structures by content, in their stored form. It is safe for concurrent
// use; what it holds is bounded as that of [cachefile.Blobs].
type Cache struct{ blobs *cachefile.Blobs }

// OpenCache returns a cache of at most limit bytes that is kept in the file at path,
// which is read when a structure is first asked for; an empty path keeps it in memory
// only. version says what made the structures: those of another version are not used.
func OpenCache(path, version string, limit int) *Cache {
	magic := fmt.Sprintf("dossier structures %d %q\n", encodingVersion, version)
	return &Cache{cachefile.OpenBlobs(path, magic, limit)}
}

// key names a source in the cache.
func (k Source) key() cachefile.Key { return sha256.Sum256(append(k.Hash[:], k.Language...)) }

// Get returns the structure kept for a source of size bytes, or nil.
func (c *Cache) Get(k Source, size int) *Structure {
	data, ok := c.blobs.Get(k.key())
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
func (c *Cache) Put(k Source, s *Structure) { c.blobs.Put(k.key(), s.Append(nil)) }

// Close saves the cache and lets go of what it holds, as [cachefile.Blobs] does.
func (c *Cache) Close() error { return c.blobs.Close() }
