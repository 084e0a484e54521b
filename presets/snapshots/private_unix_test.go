//go:build unix

package snapshots

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestSnapshotsAreTheirOwnersAlone checks that other users cannot read snapshots, including those
// in a project; an existing folder is unchanged.
func TestSnapshotsAreTheirOwnersAlone(t *testing.T) {
	for _, old := range []fs.FileMode{0, 0o755} {
		p := newPlace(t)
		want := fs.FileMode(0o700)
		if old != 0 {
			want = old
			if err := os.Mkdir(p.dir, old); err != nil {
				t.Fatal(err)
			}
		}
		name := p.add("text\n")
		if err := p.Pin(t.Context(), name, true); err != nil {
			t.Fatal(err)
		}
		for path, perm := range map[string]fs.FileMode{
			p.dir: want, filepath.Join(p.dir, name+".md"): 0o600, filepath.Join(p.dir, name+".toml"): 0o600,
		} {
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if got := info.Mode().Perm(); got != perm {
				t.Errorf("%s is %v, not %v", path, got, perm)
			}
		}
	}
}
