package tokens

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// Digest is the key of a text, computed on first use, because a document that is only printed
// needs none. A nil Digest has a zero key. It is safe for concurrent use.
type Digest struct {
	once sync.Once
	text string // until hashed
	key  Key
}

// DigestOf returns the digest of a text, which is retained until it is hashed.
func DigestOf(text string) *Digest { return &Digest{text: text} }

// DigestOfBytes returns the digest of data, which is hashed immediately and not retained.
func DigestOfBytes(data []byte) *Digest {
	d := &Digest{key: sha256.Sum256(data)}
	d.once.Do(func() {})
	return d
}

// Key returns the key; zero for a nil digest.
func (d *Digest) Key() Key {
	if d == nil {
		return Key{}
	}
	d.once.Do(func() { d.key, d.text = KeyOf(d.text), "" })
	return d.key
}

// Hex returns the key in hexadecimal; empty for a nil digest.
func (d *Digest) Hex() string {
	if d == nil {
		return ""
	}
	key := d.Key()
	return hex.EncodeToString(key[:])
}
