package change

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A folder that a sparse index has collapsed and that is on the disk is compared, as git does.
func TestCollapsedFoldersOnDisk(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(w *world)
		folder string // that is opened; empty means the root
		want   []string
	}{
		{name: "none", change: func(*world) {}, want: []string{}},
		{
			name:   "files of the tree and others",
			change: func(w *world) { w.write("b/f", "changed\n"); w.write("b/n", "new\n") },
			want:   []string{"M b/f", "? b/n"},
		},
		{name: "an unchanged file", change: func(w *world) { w.write("b/f", "f\n") }, want: []string{}},
		{
			name:   "a folder in the folder",
			change: func(w *world) { w.write("b/deep/g", "changed\n") },
			want:   []string{"M b/deep/g"},
		},
		{name: "an empty folder", change: func(w *world) { _ = os.Mkdir(filepath.Join(w.dir, "b"), 0o755) }, want: []string{}},
		{
			name: "opened alone", folder: "b",
			change: func(w *world) { w.write("b/f", "changed\n"); w.write("b/n", "new\n") },
			want:   []string{"M f", "? n"},
		},
		{
			name: "opened alone, below", folder: "b/deep",
			change: func(w *world) { w.write("b/deep/g", "changed\n") },
			want:   []string{"M g"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, 1)
			for _, name := range []string{"a/x", "b/f", "b/deep/g", "b/deep.txt", "b/other/h", "top"} {
				w.write(name, filepath.Base(name)+"\n")
			}
			w.git("add", "-A")
			w.git("commit", "-q", "-m", "first")
			w.git("sparse-checkout", "set", "--cone", "--sparse-index", "a")
			tt.change(w)
			got := states(t, openAt(t, filepath.Join(w.dir, tt.folder)), "uncommitted")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			if tt.folder == "" {
				w.checkStatus() // the oracle
			}
			s, err := openAt(t, filepath.Join(w.dir, tt.folder)).Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			status := []string{}
			for _, f := range s.Files {
				status = append(status, string(rune(f.State()))+" "+f.Path)
			}
			if diff := cmp.Diff(tt.want, status); diff != "" {
				t.Errorf("status (-want +got):\n%s", diff)
			}
		})
	}
}
