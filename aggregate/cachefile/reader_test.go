package cachefile

import (
	"encoding/binary"
	"testing"
)

func TestReaderReadsWhatWasWritten(t *testing.T) {
	b := binary.AppendUvarint(nil, 300)
	b = binary.AppendVarint(b, -5)
	b = append(binary.AppendUvarint(b, 3), "abc"...)
	b = append(append(b, 1), "xy"...)
	r := NewReader(b)
	if n := r.Uint(); n != 300 {
		t.Errorf("read %d, want 300", n)
	}
	if n := r.Int(); n != -5 {
		t.Errorf("read %d, want -5", n)
	}
	if s := r.Bytes(); string(s) != "abc" || cap(s) != 3 {
		t.Errorf("read %q with room for %d, want abc and no room for more", s, cap(s))
	}
	if n := r.Below(2); n != 1 {
		t.Errorf("read %d, want 1", n)
	}
	if r.Done() {
		t.Error("two bytes are left, and it is done")
	}
	if s := string(r.Take(2)); s != "xy" || !r.Done() || r.Failed() {
		t.Errorf("read %q, done %t, failed %t", s, r.Done(), r.Failed())
	}
}

func TestReaderFailsOnceAndForAll(t *testing.T) {
	unending := []byte{0x80, 0x80}
	tests := []struct {
		name string
		data []byte
		read func(r *Reader) int
	}{
		{"a number without an end", unending, func(r *Reader) int { return int(r.Uint()) }},
		{"a signed one", unending, func(r *Reader) int { return int(r.Int()) }},
		{"a number that is too large", []byte{3, 1}, func(r *Reader) int { return r.Below(3) }},
		{"a number below none", []byte{0, 1}, func(r *Reader) int { return r.Below(0) }},
		{"more things than bytes", []byte{2, 1, 1, 1}, func(r *Reader) int { return r.Count(2) }},
		{"more bytes than there are", []byte{1, 1}, func(r *Reader) int { return len(r.Take(3)) }},
		{"fewer bytes than none", []byte{1, 1}, func(r *Reader) int { return len(r.Take(-1)) }},
		{"a length that is too large", []byte{2, 1}, func(r *Reader) int { return len(r.Bytes()) }},
		{"what its user says is wrong", []byte{1, 1}, func(r *Reader) int { r.Fail(); return 0 }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := NewReader(tt.data)
			if n := tt.read(r); n != 0 || !r.Failed() || r.Done() {
				t.Errorf("read %d, failed %t, done %t", n, r.Failed(), r.Done())
			}
			if n := r.Uint(); n != 0 || !r.Failed() {
				t.Errorf("read %d after that, failed %t", n, r.Failed())
			}
		})
	}
}
