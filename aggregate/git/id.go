package git

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
)

// MaxID is the size of the longest ID, in bytes.
const MaxID = sha256.Size

// ID names an object by its hash: 20 bytes of SHA-1 or 32 of SHA-256. The zero ID
// names no object.
type ID struct {
	sum  [MaxID]byte
	size uint8
}

// IDOf returns the ID with these bytes, or the zero ID if their number is neither 20 nor 32.
func IDOf(b []byte) (id ID) {
	if len(b) == sha1.Size || len(b) == sha256.Size {
		id.size = uint8(copy(id.sum[:], b))
	}
	return id
}

// ParseID parses an ID in hexadecimal.
func ParseID(s string) (ID, bool) {
	var b [MaxID]byte
	if len(s) != 2*sha1.Size && len(s) != 2*sha256.Size {
		return ID{}, false
	}
	n, err := hex.Decode(b[:], []byte(s))
	if err != nil {
		return ID{}, false
	}
	id := IDOf(b[:n])
	return id, !id.IsNull()
}

// IsZero reports whether id is the zero ID.
func (id ID) IsZero() bool { return id.size == 0 }

// IsNull reports whether id is all zeroes, which git writes for a missing object.
func (id ID) IsNull() bool { return id.sum == [MaxID]byte{} }

// Size returns the size of the ID in bytes: 0, 20 or 32.
func (id ID) Size() int { return int(id.size) }

// Bytes returns the bytes of the ID.
func (id *ID) Bytes() []byte { return id.sum[:id.size] }

// String returns the ID in hexadecimal.
func (id ID) String() string { return hex.EncodeToString(id.sum[:id.size]) }

// Compare compares IDs bytewise.
func (id ID) Compare(other ID) int { return bytes.Compare(id.Bytes(), other.Bytes()) }

// Short returns the first 10 digits, for display.
func (id ID) Short() string { return id.String()[:min(10, 2*int(id.size))] }

// Hash is the algorithm that names the objects of a repository.
type Hash uint8

// Hash algorithms. The zero value is SHA-1.
const (
	SHA1 Hash = iota
	SHA256
)

// Size returns the size of an ID, in bytes.
func (h Hash) Size() int {
	if h == SHA256 {
		return sha256.Size
	}
	return sha1.Size
}

// Object returns the ID of an object of a kind (blob, tree, commit, tag).
func (h Hash) Object(kind string, data []byte) ID {
	head := objectHead(kind, int64(len(data)))
	if h == SHA256 {
		w := sha256.New()
		w.Write(head)
		w.Write(data)
		return IDOf(w.Sum(nil))
	}
	w := sha1.New()
	w.Write(head)
	w.Write(data)
	return IDOf(w.Sum(nil))
}

// Streamed returns the ID of an object of a kind whose data is written by write, without holding it in
// memory. size is the size of the data, in bytes.
func (h Hash) Streamed(kind string, size int64, write func(io.Writer) error) (ID, error) {
	w := sha1.New()
	if h == SHA256 {
		w = sha256.New()
	}
	w.Write(objectHead(kind, size))
	if err := write(w); err != nil {
		return ID{}, err
	}
	return IDOf(w.Sum(nil)), nil
}

// objectHead returns the prefix of an object's hashed data.
func objectHead(kind string, size int64) []byte {
	return fmt.Appendf(nil, "%s %d\x00", kind, size)
}
