package cachefile

import "encoding/binary"

// Reader parses the content of a file: numbers as encoded by encoding/binary, and byte strings.
// After the first error, every number is 0 and no data is left.
type Reader struct {
	b      []byte
	failed bool
}

// NewReader returns a reader of b.
func NewReader(b []byte) *Reader { return &Reader{b: b} }

// Fail records an error.
func (r *Reader) Fail() { r.failed, r.b = true, nil }

// Failed reports whether there was an error.
func (r *Reader) Failed() bool { return r.failed }

// Done reports whether all data was read without an error.
func (r *Reader) Done() bool { return !r.failed && len(r.b) == 0 }

// Uint reads a number written by [binary.AppendUvarint].
func (r *Reader) Uint() uint64 {
	v, n := binary.Uvarint(r.b)
	r.skip(n)
	return v
}

// Int reads a number written by [binary.AppendVarint].
func (r *Reader) Int() int64 {
	v, n := binary.Varint(r.b)
	r.skip(n)
	return v
}

// skip skips a number of n bytes. If n is not positive, there is no number, and its value is 0.
func (r *Reader) skip(n int) {
	if n <= 0 {
		r.Fail()
		return
	}
	r.b = r.b[n:]
}

// Below reads a number less than n.
func (r *Reader) Below(n int) int {
	v := r.Uint()
	if v >= uint64(max(0, n)) {
		r.Fail()
		return 0
	}
	return int(v)
}

// Count reads the number of following elements of at least size bytes each, so that a slice of
// them takes memory in proportion to the remaining data. size is at least 1.
func (r *Reader) Count(size int) int {
	n := r.Uint()
	if n > uint64(len(r.b)/size) {
		r.Fail()
		return 0
	}
	return int(n)
}

// Take returns the next n bytes without copying; nil if there are fewer.
func (r *Reader) Take(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.Fail()
		return nil
	}
	out := r.b[:n:n]
	r.b = r.b[n:]
	return out
}

// Bytes reads a length and returns as many bytes, as Take does.
func (r *Reader) Bytes() []byte { return r.Take(r.Count(1)) }
