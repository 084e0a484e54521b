package code

import (
	"crypto/sha256"
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
	if err := c.Close(); err != nil {
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

// No span of a structure is beyond its source; one may end at its end.
func TestStructureOfAnotherSize(t *testing.T) {
	s := &Structure{Imports: []Import{}, Symbols: []Symbol{}, Cuts: []Cut{{Span{3, 10}, "…"}}}
	data := s.Append(nil)
	for size, fits := range map[int]bool{9: false, 10: true, 11: true} {
		if got, err := Read(data, size); (err == nil) != fits || fits && cmp.Diff(s.Cuts, got.Cuts) != "" {
			t.Errorf("in a source of %d bytes: %+v, %v", size, got, err)
		}
	}
}
