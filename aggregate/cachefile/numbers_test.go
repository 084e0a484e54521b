package cachefile

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"dossier/aggregate/systemtest"
)

func keyOf(text string) Key { return sha256.Sum256([]byte(text)) }

func TestNumbersAreKeptInTheirFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "numbers")
	c := OpenNumbers(path, magic, 10)
	c.Put(keyOf("a"), 1)
	c.Put(keyOf("b"), 2)
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	again := OpenNumbers(path, magic, 10)
	for text, want := range map[string]int{"a": 1, "b": 2} {
		if n, ok := again.Get(keyOf(text)); n != want || !ok {
			t.Errorf("Get(%q) = %d, %t, want %d", text, n, ok, want)
		}
	}
	if _, ok := again.Get(keyOf("c")); ok {
		t.Error("a text that was never put is there")
	}
	if err := again.Close(); err != nil || len(again.young)+len(again.old) > 0 || again.Len() != 2 {
		t.Errorf("closed, it holds %d numbers, %v", len(again.young)+len(again.old), err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".numbers-*")); len(left) > 0 {
		t.Errorf("temporary files left: %q", left)
	}
}

func TestNumbersForgetTheOldest(t *testing.T) {
	const limit = 100
	c := OpenNumbers("", magic, limit)
	for i := range 10 * limit {
		c.Put(keyOf(fmt.Sprint(i)), i)
		c.Get(keyOf("0")) // always in use
		if c.Len() > limit {
			t.Fatalf("%d numbers kept, the limit is %d", c.Len(), limit)
		}
	}
	for text, want := range map[string]bool{"0": true, "999": true, "1": false} {
		if _, ok := c.Get(keyOf(text)); ok != want {
			t.Errorf("the number of %q kept: %t, want %t", text, ok, want)
		}
	}
}

func TestSavesOfNumbersMerge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "numbers")
	first, second := OpenNumbers(path, magic, 10), OpenNumbers(path, magic, 10)
	first.Put(keyOf("a"), 1)
	second.Put(keyOf("b"), 2)
	for _, c := range []*Numbers{first, second} {
		if err := c.Save(); err != nil {
			t.Fatal(err)
		}
	}
	if got := OpenNumbers(path, magic, 10).Len(); got != 2 {
		t.Errorf("%d numbers in the file, want those of both", got)
	}
}

func TestNumbersUnderConcurrentUse(t *testing.T) {
	systemtest.NeedRenamesOverOpen(t) // one saves while another reads
	path := filepath.Join(t.TempDir(), "numbers")
	var group sync.WaitGroup
	for w := range 4 {
		group.Go(func() {
			c := OpenNumbers(path, magic, 50)
			for i := range 200 {
				c.Put(keyOf(fmt.Sprint(w, i)), i)
				if i%20 == 0 {
					if err := c.Save(); err != nil {
						t.Error(err)
					}
					// Regardless of which save was last, the file is complete.
					if got := OpenNumbers(path, magic, 50).Len(); got == 0 || got > 50 {
						t.Errorf("%d numbers read while others save", got)
					}
				}
			}
		})
	}
	group.Wait()
}

// swapped returns a file of two records with the second one first, and the checksum of that.
func swapped(file []byte) []byte {
	body := file[len(magic) : len(file)-sumSize]
	out := slices.Concat([]byte(magic), body[recordSize:], body[:recordSize])
	return binary.LittleEndian.AppendUint32(out, crc32.ChecksumIEEE(out))
}

func TestNumbersIgnoreWhatIsNotTheirFile(t *testing.T) {
	encode := func(entries map[Key]uint32) []byte {
		path := filepath.Join(t.TempDir(), "numbers")
		if err := Replace(path, magic, func(data []byte) []byte { return append(data, records(entries)...) }); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	good := encode(map[Key]uint32{keyOf("a"): 1, keyOf("b"): 2})
	flipped := append([]byte(nil), good...)
	flipped[len(magic)+3] ^= 1
	tests := []struct {
		name string
		data []byte
		want int
	}{
		{"a whole file", good, 2},
		{"an empty file", nil, 0},
		{"a file cut off", good[:len(good)-1], 0},
		{"a record cut off", append(good[:len(good)-40:len(good)-40], good[len(good)-4:]...), 0},
		{"records out of order", swapped(good), 0},
		{"a flipped bit", flipped, 0},
		{"another version", append([]byte("a test 9\n"), good[len(magic):]...), 0},
		{"more than the limit", encode(map[Key]uint32{{1}: 1, {2}: 2, {3}: 3, {4}: 4, {5}: 5}), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "numbers")
			if err := os.WriteFile(path, tt.data, 0o600); err != nil {
				t.Fatal(err)
			}
			c := OpenNumbers(path, magic, 4)
			if got := c.Len(); got != tt.want {
				t.Errorf("%d numbers read, want %d", got, tt.want)
			}
			c.Put(keyOf("c"), 3)
			if err := c.Save(); err != nil {
				t.Errorf("saving over it: %v", err)
			}
			if n, ok := OpenNumbers(path, magic, 4).Get(keyOf("c")); n != 3 || !ok {
				t.Error("the cache is not usable afterwards")
			}
		})
	}
	t.Run("a folder", func(t *testing.T) {
		dir := t.TempDir()
		c := OpenNumbers(dir, magic, 4)
		c.Put(keyOf("a"), 1)
		if err := c.Save(); err == nil {
			t.Error("saving over a folder is no error")
		}
	})
}

// FuzzNumberRecords checks that the records of a file are found, and survive a save.
func FuzzNumberRecords(f *testing.F) {
	f.Add([]byte{}, []byte{})
	f.Add(records(map[Key]uint32{{1}: 1, {2}: 2}), records(map[Key]uint32{{1}: 3, {3}: 3}))
	f.Fuzz(func(t *testing.T, data, older []byte) {
		if !inOrder(data) || !inOrder(older) {
			return
		}
		want := map[Key]uint32{}
		for _, part := range [][]byte{older, data} {
			for ; len(part) > 0; part = part[recordSize:] {
				want[Key(part)] = binary.LittleEndian.Uint32(part[sha256.Size:])
			}
		}
		all := merged(data, older, len(want))
		if !bytes.Equal(all, records(want)) {
			t.Fatalf("%x and older ones %x are %x", data, older, all)
		}
		for k, number := range want {
			if got, ok := find(all, k); !ok || got != number {
				t.Fatalf("the number of %x is %d, %t, want %d", k, got, ok, number)
			}
		}
		if some := merged(data, older, len(data)/recordSize+1); !inOrder(some) || len(some) > len(data)+recordSize {
			t.Fatalf("with room for one: %x", some)
		}
	})
}
