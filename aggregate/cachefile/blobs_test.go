package cachefile

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBlobsAreKeptInTheirFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "blobs")
	c := OpenBlobs(path, magic, 1000)
	c.Put(keyOf("a"), []byte("of a"))
	c.Put(keyOf("b"), nil)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if len(c.young)+len(c.old) > 0 {
		t.Errorf("closed, it holds %d blobs", len(c.young)+len(c.old))
	}
	for _, opened := range []*Blobs{c, OpenBlobs(path, magic, 1000)} {
		for text, want := range map[string]string{"a": "of a", "b": ""} {
			if got, ok := opened.Get(keyOf(text)); string(got) != want || !ok {
				t.Errorf("Get(%q) = %q, %t, want %q", text, got, ok, want)
			}
		}
		if _, ok := opened.Get(keyOf("c")); ok {
			t.Error("a text of which nothing was put is there")
		}
	}
	if _, ok := OpenBlobs(path, "a test 2\n", 1000).Get(keyOf("a")); ok {
		t.Error("what another version has kept is there")
	}
}

func TestSavesOfBlobsMerge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "blobs")
	first, second := OpenBlobs(path, magic, 1000), OpenBlobs(path, magic, 1000)
	for c, text := range map[*Blobs]string{first: "a", second: "b"} {
		c.Get(keyOf("")) // both have read the file before either of them is saved
		c.Put(keyOf(text), []byte(text))
	}
	for _, c := range []*Blobs{first, second} {
		if err := c.Save(); err != nil {
			t.Fatal(err)
		}
	}
	for _, text := range []string{"a", "b"} {
		if got, _ := OpenBlobs(path, magic, 1000).Get(keyOf(text)); string(got) != text {
			t.Errorf("of %q there is %q", text, got)
		}
	}
}

func TestBlobsStayInTheirLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "blobs")
	const limit = 10_000
	c := OpenBlobs(path, magic, limit)
	for i := range 200 {
		c.Put(keyOf(fmt.Sprint(i)), make([]byte, 200))
		if _, ok := c.Get(keyOf("0")); !ok {
			t.Fatalf("what is used all the time is forgotten after %d others", i)
		}
	}
	if _, ok := c.Get(keyOf("1")); ok {
		t.Error("what was used longest ago is still there")
	}
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() > limit+100 {
		t.Errorf("the file is %d bytes long, of at most %d: %v", info.Size(), limit, err)
	}
	if _, ok := OpenBlobs(path, magic, limit).Get(keyOf("0")); !ok {
		t.Error("what is used all the time was not saved")
	}
}

// A generation holds as many blobs of one size as fit, and two generations are found.
func TestBlobsTurn(t *testing.T) {
	const fit = 3
	blob := make([]byte, 100)
	if got := len(appendBlob(nil, keyOf(""), blob)); got != blobSize(blob) {
		t.Fatalf("a blob takes %d bytes, and is said to take %d", got, blobSize(blob))
	}
	key := func(i int) Key { return Key{byte(i)} }
	known := func(c *Blobs) string {
		var list []int
		for _, k := range slices.Concat(slices.Collect(maps.Keys(c.young)), slices.Collect(maps.Keys(c.old))) {
			list = append(list, int(k[0]))
		}
		slices.Sort(list)
		return strings.Trim(fmt.Sprint(slices.Compact(list)), "[]")
	}
	c := OpenBlobs("", magic, 2*fit*blobSize(blob))
	for i, want := range []string{"0", "0 1", "0 1 2", "0 1 2 3", "0 1 2 3 4", "0 1 2 3 4 5", "3 4 5 6"} {
		c.Put(key(i), blob)
		if got := known(c); got != want {
			t.Errorf("after %d there are %s, want %s", i, got, want)
		}
	}
	c.Put(key(6), blob) // again: nothing is rotated
	c.Put(key(7), blob)
	c.Put(key(8), blob)
	if got := known(c); got != "3 4 5 6 7 8" {
		t.Errorf("after what was there already there are %s", got)
	}
	c = OpenBlobs("", magic, 2*fit*blobSize(blob))
	c.Put(key(0), make([]byte, 10*blobSize(blob)))
	if len(c.young) != 1 || c.old != nil {
		t.Errorf("what is larger than a generation makes an empty one turn")
	}
}

func TestTheFileOfBlobsHoldsAsMuchAsItsLimit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "blobs")
	const all = 4
	limit := all * blobSize([]byte("a blob"))
	c := OpenBlobs(path, magic, limit)
	for i := range all {
		c.Put(Key{byte(i)}, []byte("a blob"))
	}
	if err := c.Save(); err != nil {
		t.Fatal(err)
	}
	if got := len(OpenBlobs(path, magic, limit).read()); got != all {
		t.Errorf("%d blobs are there, want %d", got, all)
	}
}

// A file that ends within a blob is rejected, at any position.
func TestTheFileOfBlobsThatWasCut(t *testing.T) {
	whole := appendBlob(nil, keyOf("a"), []byte("data"))
	two := appendBlob(whole, keyOf("b"), nil)
	for n := range len(two) + 1 {
		got, want := blobs(two[:n]), map[int]int{0: 0, len(whole): 1, len(two): 2}
		if count, ok := want[n]; (got != nil) != ok || len(got) != count {
			t.Errorf("of %d bytes, cut at %d, there are %d blobs", len(two), n, len(got))
		}
	}
}

// FuzzBlobs checks that a file is either parsed without loss or rejected.
func FuzzBlobs(f *testing.F) {
	f.Add([]byte{})
	f.Add(appendBlob(appendBlob(nil, Key{1}, []byte("data")), Key{2}, nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		all := blobs(data)
		var again []byte
		for k, blob := range all {
			again = appendBlob(again, k, blob)
		}
		if diff := cmp.Diff(all, blobs(again)); all != nil && diff != "" {
			t.Errorf("(-first +again):\n%s", diff)
		}
	})
}
