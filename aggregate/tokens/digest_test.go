package tokens

import (
	"crypto/sha256"
	"encoding/hex"
	"sync"
	"testing"
)

func TestDigest(t *testing.T) {
	sum := sha256.Sum256([]byte("a text"))
	for name, d := range map[string]*Digest{"of a text": DigestOf("a text"), "of bytes": DigestOfBytes([]byte("a text"))} {
		var asked sync.WaitGroup
		for range 8 {
			asked.Go(func() {
				if d.Key() != sum || d.Hex() != hex.EncodeToString(sum[:]) {
					t.Errorf("%s: %s", name, d.Hex())
				}
			})
		}
		asked.Wait()
	}
	if d := DigestOf(""); d.Key() != KeyOf("") || d.Hex() == "" {
		t.Errorf("of an empty text: %s", d.Hex())
	}
	var nothing *Digest
	if nothing.Key() != (Key{}) || nothing.Hex() != "" {
		t.Error("nothing has a key")
	}
}
