package tokens

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
)

// Digest is the key of a text, made when it is first asked for, since a document that is only
// printed asks for none. A nil one is of nothing. Any goroutine may ask.
type Digest struct {
	once sync.Once
	text string // until it is hashed
	key  Key
}

// DigestOf returns the digest of a text, which is held until it is hashed.
func DigestOf(text string) *Digest { return &Digest{text: text} }

// DigestOfBytes returns the digest of bytes that are not held: they are hashed at once.
func DigestOfBytes(data []byte) *Digest {
	d := &Digest{key: sha256.Sum256(data)}
	d.once.Do(func() {})
	return d
}

// Key returns the key; the zero one of nothing.
func (d *Digest) Key() Key {
	if d == nil {
		return Key{}
	}
	d.once.Do(func() { d.key, d.text = KeyOf(d.text), "" })
	return d.key
}

// Hex returns the key in hexadecimal; empty of nothing.
func (d *Digest) Hex() string {
	if d == nil {
		return ""
	}
	key := d.Key()
	return hex.EncodeToString(key[:])
}
