package disk

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestStatsEqualStat(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "sub/b", "sub/c", "sub/deep/d", "z"} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(outside, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"sub/inside": "b", "sub/out": outside, "way": "sub", "sub/dangling": "nothing"} {
		if err := os.Symlink(to, filepath.Join(dir, filepath.FromSlash(link))); err != nil {
			t.Skip(err) // as on Windows
		}
	}
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	paths := []string{
		"a", "sub", "sub/b", "sub/c", "sub/dangling", "sub/deep", "sub/deep/d", "sub/gone", "sub/inside", "sub/out",
		"way/b", "way/c", "z", "../above", "../other", "gone/a", "gone/b", "", "\x00", outside, "/", "sub/../a",
	}
	infos, err := root.Stats(t.Context(), paths)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range paths {
		want, err := root.Stat(p)
		if err != nil {
			want = Info{}
		}
		if infos[i] != want {
			t.Errorf("%q is %+v, want %+v", p, infos[i], want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := root.Stats(ctx, paths); err != context.Canceled {
		t.Errorf("the error is %v", err)
	}
}
