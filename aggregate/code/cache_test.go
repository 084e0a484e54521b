package code

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sourceOf(text string) Source { return Source{sha256.Sum256([]byte(text)), "go"} }

func TestCacheKeepsStructures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "structures")
	c := OpenCache(path, "1", 1<<20)
	key := sourceOf("a")
	if got := c.Get(key, len(source)); got != nil {
		t.Fatalf("an empty cache holds %v", got)
	}
	c.Put(key, sample())
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	c = OpenCache(path, "1", 1<<20)
	if diff := cmp.Diff(sample(), c.Get(key, len(source))); diff != "" {
		t.Errorf("wrong structure (-put +got):\n%s", diff)
	}
	tests := []struct {
		name    string
		version string
		key     Source
		size    int
	}{
		{"another version", "2", key, len(source)},
		{"another language", "1", Source{key.Hash, "c"}, len(source)},
		{"another text", "1", sourceOf("b"), len(source)},
		{"a source that is shorter than the structure says", "1", key, 10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := OpenCache(path, tt.version, 1<<20).Get(tt.key, tt.size); got != nil {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestCacheStaysInItsLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "structures")
	const limit = 10_000
	c := OpenCache(path, "1", limit)
	first := sourceOf("first")
	c.Put(first, sample())
	for i := range 200 {
		c.Put(sourceOf(fmt.Sprint(i)), sample())
		if c.Get(first, len(source)) == nil {
			t.Fatalf("what is used all the time is forgotten after %d others", i)
		}
	}
	if c.Get(sourceOf("0"), len(source)) != nil {
		t.Error("what was used longest ago is still there")
	}
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() > limit+100 {
		t.Errorf("the file is %d bytes long, of at most %d: %v", info.Size(), limit, err)
	}
	if OpenCache(path, "1", limit).Get(first, len(source)) == nil {
		t.Error("what is used all the time was not saved")
	}
}

func FuzzCacheFile(f *testing.F) {
	f.Add(appendRecord(nil, sourceOf("a"), sample().Append(nil)))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := OpenCache("", "1", 1<<20)
		entries := records(data)
		for k := range entries {
			c.put(k, entries[k])
			c.Get(k, len(source))
		}
	})
}
