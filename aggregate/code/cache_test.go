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

// Of records of one size a generation holds as many as fit, and two generations are known.
func TestCacheTurns(t *testing.T) {
	const fit = 3
	key := func(i int) Source { return sourceOf(fmt.Sprint(i)) }
	record := make([]byte, 100)
	size := recordSize(key(0), record)
	if got := len(appendRecord(nil, key(0), record)); got != size {
		t.Fatalf("a record takes %d bytes, and is said to take %d", got, size)
	}
	known := func(c *Cache) string {
		var list []int
		for i := range 20 {
			_, young := c.young[key(i)]
			if _, old := c.old[key(i)]; young || old {
				list = append(list, i)
			}
		}
		return fmt.Sprint(list)
	}
	c := OpenCache("", "1", 2*fit*size)
	for i, want := range []string{
		"[0]", "[0 1]", "[0 1 2]", "[0 1 2 3]", "[0 1 2 3 4]", "[0 1 2 3 4 5]", "[3 4 5 6]",
	} {
		c.put(key(i), record)
		if got := known(c); got != want {
			t.Errorf("after %d there are %s, want %s", i, got, want)
		}
	}
	c.put(key(6), record) // once more: nothing turns
	c.put(key(7), record)
	c.put(key(8), record)
	if got := known(c); got != "[3 4 5 6 7 8]" {
		t.Errorf("after what was there already there are %s", got)
	}
	c = OpenCache("", "1", 2*fit*size)
	c.put(key(0), make([]byte, 10*size))
	if len(c.young) != 1 || c.old != nil {
		t.Errorf("what is larger than a generation makes an empty one turn")
	}
}

func TestCacheFileHoldsAsMuchAsItsLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "structures")
	const all = 4
	limit := all * recordSize(sourceOf("0"), sample().Append(nil))
	c := OpenCache(path, "1", limit)
	for i := range all {
		c.Put(sourceOf(fmt.Sprint(i)), sample())
	}
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	c = OpenCache(path, "1", limit)
	if c.load(); len(c.old) != all {
		t.Errorf("%d records are there, want %d", len(c.old), all)
	}
}

// A file that ends within a record, wherever, is none.
func TestCacheFileThatWasCut(t *testing.T) {
	whole := appendRecord(nil, sourceOf("a"), []byte("data"))
	two := appendRecord(whole, sourceOf("b"), []byte{})
	for n := range len(two) + 1 {
		got, want := records(two[:n]), map[int]int{0: 0, len(whole): 1, len(two): 2}
		if count, ok := want[n]; (got != nil) != ok || len(got) != count {
			t.Errorf("of %d bytes, cut at %d, there are %d records", len(two), n, len(got))
		}
	}
}

// No span of a structure lies beyond its source; one may end with it.
func TestStructureOfAnotherSize(t *testing.T) {
	s := &Structure{Imports: []Import{}, Symbols: []Symbol{}, Cuts: []Cut{{Span{3, 10}, "…"}}}
	data := s.Append(nil)
	for size, fits := range map[int]bool{9: false, 10: true, 11: true} {
		if got, err := Read(data, size); (err == nil) != fits || fits && cmp.Diff(s.Cuts, got.Cuts) != "" {
			t.Errorf("in a source of %d bytes: %+v, %v", size, got, err)
		}
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
