package tokens

import (
	"crypto/sha256"

	"dossier/aggregate/cachefile"
)

// Key names a text by its content: the SHA-256 of its bytes.
type Key [sha256.Size]byte

// KeyOf returns the key of text.
func KeyOf(text string) Key { return sha256.Sum256([]byte(text)) }

// Cache remembers o200k counts by content.
type Cache = cachefile.Numbers

// OpenCache returns a cache of at most limit counts that is kept in the file at path; see
// [cachefile.OpenNumbers].
func OpenCache(path string, limit int) *Cache {
	return cachefile.OpenNumbers(path, "dossier tokens 3 o200k\n", limit)
}
