package code

import (
	"context"
	"crypto/sha256"
	"fmt"

	"dossier/aggregate/cachefile"
)

// Source identifies a source: the SHA-256 of its text and the language that it is parsed as.
type Source struct {
	Hash     [sha256.Size]byte
	Language string
}

// Cache stores encoded structures by content. It is safe for concurrent use and bounded like
// [cachefile.Blobs].
type Cache struct{ blobs *cachefile.Blobs }

// OpenCache returns a cache of at most limit bytes, persisted in the file at path, which is read
// on first use; with an empty path it is only in memory. version identifies the parser:
// structures of another version are not used.
func OpenCache(path, version string, limit int) *Cache {
	magic := fmt.Sprintf("dossier structures %d %q\n", encodingVersion, version)
	return &Cache{cachefile.OpenBlobs(path, magic, limit)}
}

// key returns the cache key of a source.
func (k Source) key() cachefile.Key { return sha256.Sum256(append(k.Hash[:], k.Language...)) }

// Get returns the structure stored for a source of size bytes, or nil.
func (c *Cache) Get(k Source, size int) *Structure {
	data, ok := c.blobs.Get(k.key())
	if !ok {
		return nil
	}
	s, err := Read(data, size)
	if err != nil {
		return nil // it is parsed again and replaced
	}
	return s
}

// Parse returns the structure of a text, from the cache or by parsing it. A new structure is
// stored unless keep returns false for it. A nil cache stores nothing.
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

// Comments returns the comments of a text, from the cache or by parsing it. New ones
// are stored if keep is set. A nil cache stores nothing.
func (c *Cache) Comments(ctx context.Context, p Parser, k Source, src string, keep bool) ([]Comment, error) {
	key := Source{k.Hash, "comments " + k.Language}.key()
	if c != nil {
		if data, ok := c.blobs.Get(key); ok {
			if comments, err := ReadComments(data, len(src)); err == nil {
				return comments, nil
			}
		}
	}
	comments, err := p.Comments(ctx, k.Language, src)
	if err == nil && c != nil && keep {
		c.blobs.Put(key, AppendComments(nil, comments))
	}
	return comments, err
}

// Put stores the structure of a source.
func (c *Cache) Put(k Source, s *Structure) { c.blobs.Put(k.key(), s.Append(nil)) }

// Close saves the cache and releases its memory, as [cachefile.Blobs.Close] does.
func (c *Cache) Close() error { return c.blobs.Close() }
