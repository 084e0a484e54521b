package tokens

import (
	"path/filepath"
	"testing"
)

// Each vocabulary has its own counts, also those that are loaded.
func TestCacheDistinguishesVocabularies(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tokens")
	c, key := OpenCache(path, 10), KeyOf("text")
	c.Put(O200k, key, 1)
	if n, ok := c.Get(Cl100k, key); ok {
		t.Errorf("a count of o200k is one of cl100k: %d", n)
	}
	c.Put(Cl100k, key, 2)
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	again := OpenCache(path, 10)
	for v, want := range map[Vocabulary]int{O200k: 1, Cl100k: 2} {
		if n, ok := again.Get(v, key); !ok || n != want {
			t.Errorf("%s: %d, %t, want %d", v, n, ok, want)
		}
	}
}

func BenchmarkKeyOf(b *testing.B) {
	text := sources(b)[0]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		KeyOf(text)
	}
}
