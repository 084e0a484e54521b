package caches

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/aggregate/systemtest"
	"dossier/presets"
)

// folder makes a cache folder of files by name and size, each used an hour before the next one.
func folder(t *testing.T, names ...string) presets.Places {
	t.Helper()
	dir := t.TempDir()
	for i, name := range names {
		name, size := strings.TrimRight(name, "+"), strings.Count(name, "+")
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
		used := time.Now().Add(time.Duration(i-len(names)) * time.Hour)
		if err := os.Chtimes(path, used, used); err != nil {
			t.Fatal(err)
		}
	}
	return presets.Places{Cache: dir}
}

// left returns the files of a folder.
func left(t *testing.T, places presets.Places) []string {
	t.Helper()
	var names []string
	err := filepath.WalkDir(places.Cache, func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			name, _ := filepath.Rel(places.Cache, path)
			names = append(names, filepath.ToSlash(name))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

const (
	a = "0123456789abcdef0123456789abcdef"
	b = "1123456789abcdef0123456789abcdef"
	c = "2123456789abcdef0123456789abcdef"
)

func TestList(t *testing.T) {
	places := folder(t, "tokens+++", "index/"+a+"++", "index/"+b+"+", "history/"+a+"++++", "others+", "index/README+")
	got, err := List(places)
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string][2]int64{}
	for _, u := range got {
		sizes[u.Name] = [2]int64{int64(u.Files), u.Bytes}
	}
	want := map[string][2]int64{"tokens": {1, 3}, "tokens-cl100k": {}, "structures": {}, "clean": {}, "findings": {}, "index": {2, 3}, "history": {1, 4}, "imports": {}}
	if diff := cmp.Diff(want, sizes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestThereIsNoFolder(t *testing.T) {
	for _, places := range []presets.Places{{}, {Cache: filepath.Join(t.TempDir(), "gone")}} {
		if list, err := List(places); err != nil || len(list) != len(Kinds()) {
			t.Errorf("%v, %v", list, err)
		}
		if freed, err := Clear(places); err != nil || freed != 0 {
			t.Errorf("%d bytes are freed: %v", freed, err)
		}
		Bound(places, 0)
	}
}

// Only what is ours goes, and nothing through a link.
func TestClear(t *testing.T) {
	systemtest.NeedLinks(t)
	places := folder(t, "tokens+++", "index/"+a+"++", "index/README+", "others+")
	outside := folder(t, a+"+")
	if err := os.Symlink(outside.Cache, filepath.Join(places.Cache, "history")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outside.Cache, a), filepath.Join(places.Cache, "structures")); err != nil {
		t.Fatal(err)
	}
	freed, err := Clear(places)
	if err != nil || freed != 5 {
		t.Errorf("%d bytes are freed: %v", freed, err)
	}
	if diff := cmp.Diff([]string{"history", "index/README", "others", "structures"}, left(t, places)); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{a}, left(t, outside)); diff != "" {
		t.Errorf("left outside (-want +got):\n%s", diff)
	}
}

// What was used longest ago goes, and what all projects share stays.
func TestBound(t *testing.T) {
	places := folder(t, "tokens+++++++++", "index/"+a+"++", "index/"+b+"++", "history/"+c+"++", "index/"+c+"++")
	Used(filepath.Join(places.Cache, "index", a))
	Bound(places, 6)
	want := []string{"history/" + c, "index/" + a, "index/" + c, "tokens"}
	if diff := cmp.Diff(want, left(t, places)); diff != "" {
		t.Errorf("left (-want +got):\n%s", diff)
	}
}
