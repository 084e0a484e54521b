package tokens

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/cachefile"
)

func TestCacheIsKeptInItsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "tokens")
	c := OpenCache(path, 10)
	c.Put(KeyOf("a"), 1)
	c.Put(KeyOf("b"), 2)
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	again := OpenCache(path, 10)
	for text, want := range map[string]int{"a": 1, "b": 2} {
		if n, ok := again.Get(KeyOf(text)); n != want || !ok {
			t.Errorf("Get(%q) = %d, %t, want %d", text, n, ok, want)
		}
	}
	if _, ok := again.Get(KeyOf("c")); ok {
		t.Error("a text that was never put is there")
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".tokens-*")); len(left) > 0 {
		t.Errorf("temporary files left: %q", left)
	}
}

func TestCacheForgetsTheOldest(t *testing.T) {
	const limit = 100
	c := OpenCache("", limit)
	for i := range 10 * limit {
		c.Put(KeyOf(fmt.Sprint(i)), i)
		c.Get(KeyOf("0")) // in use all the time
		if c.Len() > limit {
			t.Fatalf("%d counts kept, the limit is %d", c.Len(), limit)
		}
	}
	for text, want := range map[string]bool{"0": true, "999": true, "1": false} {
		if _, ok := c.Get(KeyOf(text)); ok != want {
			t.Errorf("the count of %q kept: %t, want %t", text, ok, want)
		}
	}
}

func TestCacheSavesMerge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	first, second := OpenCache(path, 10), OpenCache(path, 10)
	first.Put(KeyOf("a"), 1)
	second.Put(KeyOf("b"), 2)
	for _, c := range []*Cache{first, second} {
		if err := c.Save(); err != nil {
			t.Fatal(err)
		}
	}
	if got := OpenCache(path, 10).Len(); got != 2 {
		t.Errorf("%d counts in the file, want those of both", got)
	}
}

func TestCacheUnderConcurrentUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	var group sync.WaitGroup
	for w := range 4 {
		group.Go(func() {
			c := OpenCache(path, 50)
			for i := range 200 {
				c.Put(KeyOf(fmt.Sprint(w, i)), i)
				if i%20 == 0 {
					if err := c.Save(); err != nil {
						t.Error(err)
					}
					// Whoever saved last, what is read is whole.
					if got := OpenCache(path, 50).Len(); got == 0 || got > 50 {
						t.Errorf("%d counts read while others save", got)
					}
				}
			}
		})
	}
	group.Wait()
}

func TestCacheIgnoresWhatIsNotItsFile(t *testing.T) {
	encode := func(entries map[Key]uint32) []byte {
		path := filepath.Join(t.TempDir(), "tokens")
		if err := cachefile.Replace(path, magic, func(data []byte) []byte { return appendRecords(data, entries) }); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	good := encode(map[Key]uint32{KeyOf("a"): 1, KeyOf("b"): 2})
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
		{"a flipped bit", flipped, 0},
		{"another version", append([]byte("dossier tokens 9 o200k\n"), good[len(magic):]...), 0},
		{"more than the limit", encode(map[Key]uint32{{1}: 1, {2}: 2, {3}: 3, {4}: 4, {5}: 5}), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "tokens")
			if err := os.WriteFile(path, tt.data, 0o600); err != nil {
				t.Fatal(err)
			}
			c := OpenCache(path, 4)
			if got := c.Len(); got != tt.want {
				t.Errorf("%d counts read, want %d", got, tt.want)
			}
			c.Put(KeyOf("c"), 3)
			if err := c.Save(); err != nil {
				t.Errorf("saving over it: %v", err)
			}
			if n, ok := OpenCache(path, 4).Get(KeyOf("c")); n != 3 || !ok {
				t.Error("the cache is not usable afterwards")
			}
		})
	}
	t.Run("a folder", func(t *testing.T) {
		dir := t.TempDir()
		c := OpenCache(dir, 4)
		c.Put(KeyOf("a"), 1)
		if err := c.Save(); err == nil {
			t.Error("saving over a folder is no error")
		}
	})
}

func FuzzCacheRecords(f *testing.F) {
	f.Add([]byte{})
	f.Add(appendRecords(nil, map[Key]uint32{{1}: 1}))
	f.Fuzz(func(t *testing.T, data []byte) {
		entries := records(data)
		if entries == nil {
			return
		}
		if diff := cmp.Diff(entries, records(appendRecords(nil, entries))); diff != "" {
			t.Fatalf("what was read does not survive a save (-read +saved):\n%s", diff)
		}
	})
}

func BenchmarkKeyOf(b *testing.B) {
	text := sources(b)[0]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		KeyOf(text)
	}
}
