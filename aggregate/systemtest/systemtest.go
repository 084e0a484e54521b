// Package systemtest reports what the system of a test supports: symbolic links, renaming over open
// files, names that differ by case. It determines this by trying, so that a test is skipped only
// where it cannot work, whatever the system is called. It is for tests only.
package systemtest

import (
	"os"
	"path/filepath"
	"testing"
)

var (
	// NeedLinks skips a test on a system without symbolic links.
	NeedLinks = need(Links, "symbolic links cannot be created here")
	// NeedRenamesOverOpen skips a test on a system where an open file cannot be replaced.
	NeedRenamesOverOpen = need(RenamesOverOpen, "an open file cannot be replaced here")
	// NeedMovesOpenFolders skips a test on a system where an open folder cannot be renamed or removed.
	NeedMovesOpenFolders = need(MovesOpenFolders, "an open folder cannot be renamed or removed here")
	// NeedPermissions skips a test on a system without permission bits.
	NeedPermissions = need(Permissions, "files have no permissions here")
	// NeedRemovesOpenFolders skips a test on a system where a folder with an open folder in it stays.
	NeedRemovesOpenFolders = need(RemovesOpenFolders, "a folder with an open folder in it cannot be removed here")
	// NeedRemovesOnce skips a test on a system where a file that is open can be removed twice.
	NeedRemovesOnce = need(removesOnce, "an open file stays when it is removed here")
)

// Links reports whether symbolic links can be created. Windows allows that only to some users, and
// wine 8 reports success without creating one.
func Links(tb testing.TB) bool {
	tb.Helper()
	name := filepath.Join(tb.TempDir(), "link")
	if os.Symlink("target", name) != nil {
		return false
	}
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}

// RenamesOverOpen reports whether a file can be replaced while another one has it open for
// reading. Wine 8 cannot do so.
func RenamesOverOpen(tb testing.TB) bool {
	tb.Helper()
	root := openRoot(tb, tb.TempDir())
	for _, name := range []string{"old", "new"} {
		must(tb, root.WriteFile(name, nil, 0o600))
	}
	f, err := root.Open("old")
	must(tb, err)
	defer f.Close()
	return root.Rename("new", "old") == nil
}

// MovesOpenFolders reports whether a folder can be renamed or removed while it is open.
func MovesOpenFolders(tb testing.TB) bool {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "folder")
	must(tb, os.Mkdir(dir, 0o700))
	openRoot(tb, dir)
	return os.Rename(dir, dir+"-2") == nil
}

// Permissions reports whether the permission bits of a new file are those that were requested.
func Permissions(tb testing.TB) bool {
	tb.Helper()
	name := filepath.Join(tb.TempDir(), "private")
	must(tb, os.WriteFile(name, nil, 0o600))
	info, err := os.Stat(name)
	return err == nil && info.Mode().Perm() == 0o600
}

// CaseSensitive reports whether two names can differ by case alone.
func CaseSensitive(tb testing.TB) bool {
	tb.Helper()
	dir := tb.TempDir()
	must(tb, os.WriteFile(filepath.Join(dir, "name"), nil, 0o600))
	_, err := os.Lstat(filepath.Join(dir, "NAME"))
	return err != nil
}

// Nameable reports whether a file can have a name. Windows rejects some characters, and gives others
// a meaning.
func Nameable(tb testing.TB, name string) bool {
	tb.Helper()
	dir := tb.TempDir()
	if !filepath.IsLocal(name) || os.WriteFile(filepath.Join(dir, name), nil, 0o600) != nil {
		return false
	}
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) == 1 && entries[0].Name() == name && entries[0].Type().IsRegular()
}

// NeedName skips a test on a system where no file can have a name.
func NeedName(tb testing.TB, name string) {
	tb.Helper()
	need(func(tb testing.TB) bool { return Nameable(tb, name) }, "a file cannot have this name here")(tb)
}

// removesOnce reports whether a file that is open can be removed only once. Wine 8 removes a name only
// once no program has the file open.
func removesOnce(tb testing.TB) bool {
	tb.Helper()
	root := openRoot(tb, tb.TempDir())
	f, err := root.Create("name")
	must(tb, err)
	defer f.Close()
	return root.Remove("name") == nil && root.Remove("name") != nil
}

// RemovesOpenFolders reports whether a folder can be removed while a folder in it is open.
func RemovesOpenFolders(tb testing.TB) bool {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "folder")
	inner := filepath.Join(dir, "inner")
	must(tb, os.MkdirAll(inner, 0o700))
	f, err := os.Open(inner)
	must(tb, err)
	defer f.Close()
	return os.RemoveAll(dir) == nil
}

// openRoot opens a folder until the test ends.
func openRoot(tb testing.TB, dir string) *os.Root {
	tb.Helper()
	root, err := os.OpenRoot(dir)
	must(tb, err)
	tb.Cleanup(func() { root.Close() })
	return root
}

// must ends a test whose preparation has failed.
func must(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

// need returns a function that skips a test where something is not supported.
func need(supported func(testing.TB) bool, without string) func(testing.TB) {
	return func(tb testing.TB) {
		tb.Helper()
		if !supported(tb) {
			tb.Skip(without)
		}
	}
}
