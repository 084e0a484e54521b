package tokens

import (
	"crypto/sha256"
	"errors"
	"unsafe"

	"dossier/aggregate/cachefile"
)

// Key identifies a text by its content: the SHA-256 of its bytes.
type Key [sha256.Size]byte

// KeyOf returns the key of text without copying it.
func KeyOf(text string) Key {
	return sha256.Sum256(unsafe.Slice(unsafe.StringData(text), len(text)))
}

// Cache stores counts by vocabulary and content. It is safe for concurrent use.
type Cache struct {
	counts [Vocabularies]*cachefile.Numbers
}

// OpenCache returns a cache of at most limit counts for each vocabulary. Those for o200k are
// stored in the file at path, and those for others in files with the vocabulary's name appended;
// see [cachefile.OpenNumbers].
func OpenCache(path string, limit int) *Cache {
	c := &Cache{}
	for v := range Vocabulary(Vocabularies) {
		at := path
		if path != "" && v != O200k {
			at += "-" + v.String()
		}
		c.counts[v] = cachefile.OpenNumbers(at, "dossier tokens 3 "+v.String()+"\n", limit)
	}
	return c
}

// Get returns the count for the text with key k in a vocabulary.
func (c *Cache) Get(v Vocabulary, k Key) (int, bool) { return c.counts[v].Get(cachefile.Key(k)) }

// Put stores the count for the text with key k in a vocabulary.
func (c *Cache) Put(v Vocabulary, k Key, count int) { c.counts[v].Put(cachefile.Key(k), count) }

// Save writes changes to the files; see [cachefile.Numbers.Save].
func (c *Cache) Save() error { return c.each((*cachefile.Numbers).Save) }

// Close saves the cache and releases its memory; see [cachefile.Numbers.Close].
func (c *Cache) Close() error { return c.each((*cachefile.Numbers).Close) }

// each calls do for the counts of each vocabulary, and joins the errors.
func (c *Cache) each(do func(*cachefile.Numbers) error) error {
	var failed []error
	for _, counts := range c.counts {
		failed = append(failed, do(counts))
	}
	return errors.Join(failed...)
}
