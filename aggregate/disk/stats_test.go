package disk

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"dossier/aggregate/systemtest"
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

func TestAnOpenFolderSaysWhatTheRootSays(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"sub/a", "sub/b", "sub/deep/c"} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	folder, err := root.OpenFolder("sub")
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	names, _, err := folder.Names(t.Context(), 0)
	want, _, _, wantErr := root.Names(t.Context(), "sub", 0)
	if err != nil || wantErr != nil || !slices.Equal(names, want) || len(names) != 3 {
		t.Errorf("the names are %v (%v), want %v (%v)", names, err, want, wantErr)
	}
	asked := []string{"a", "deep", "gone", "deep/c", "..", "../sub/a", ""} // only names in the folder itself are answered
	stats, err := folder.Lstats(asked)
	wanted, wantErr := root.Lstats("sub", asked)
	if err != nil || wantErr != nil || !slices.Equal(stats, wanted) || !stats[0].Exists || stats[0].Executable != systemtest.Permissions(t) || stats[3].Exists || stats[4].Exists {
		t.Errorf("known is %v (%v), want %v (%v)", stats, err, wanted, wantErr)
	}
	for _, wrong := range []string{"gone", "../sub", "/"} {
		if folder, err := root.OpenFolder(wrong); err == nil {
			folder.Close()
			t.Errorf("%q was opened", wrong)
		}
	}
	file, err := root.OpenFolder("sub/a")
	if err != nil {
		return // as where it is opened in another way
	}
	defer file.Close()
	if _, _, err := file.Names(t.Context(), 0); err == nil {
		t.Error("a file has names")
	}
}
