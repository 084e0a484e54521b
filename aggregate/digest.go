package aggregate

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"

	"dossier/aggregate/tokens"
)

// digest is the SHA-256 of a text, made when it is first asked for: a document that is only
// printed asks for none. A nil digest is of nothing. Any goroutine may ask.
type digest struct {
	once sync.Once
	text string // until it is hashed
	sum  tokens.Key
}

func digestOf(text string) *digest { return &digest{text: text} }

// digestNow is the digest of bytes that are not kept.
func digestNow(data []byte) *digest {
	d := &digest{sum: sha256.Sum256(data)}
	d.once.Do(func() {})
	return d
}

// key returns the digest; the zero key of nothing.
func (d *digest) key() tokens.Key {
	if d == nil {
		return tokens.Key{}
	}
	d.once.Do(func() { d.sum, d.text = tokens.KeyOf(d.text), "" })
	return d.sum
}

// hex returns the digest as text; empty of nothing.
func (d *digest) hex() string {
	if d == nil {
		return ""
	}
	sum := d.key()
	return hex.EncodeToString(sum[:])
}
