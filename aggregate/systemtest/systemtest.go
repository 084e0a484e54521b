// Package systemtest reports what the system of a test supports: symbolic links, renaming over open
// files, names that differ by case. It determines this by trying, so that a test is skipped only
// where it cannot work, whatever the system is called. It is for tests only.
package systemtest

import (
	"os"
	"path/filepath"
	"testing"
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

// NeedLinks skips a test on a system without symbolic links.
func NeedLinks(tb testing.TB) {
	tb.Helper()
	need(tb, Links(tb), "symbolic links cannot be created here")
}

// RenamesOverOpen reports whether a file can be replaced while another one has it open for
// reading. Wine 8 cannot do so.
func RenamesOverOpen(tb testing.TB) bool {
	tb.Helper()
	root, err := os.OpenRoot(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	defer root.Close()
	for _, name := range []string{"old", "new"} {
		if err := root.WriteFile(name, nil, 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	f, err := root.Open("old")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	return root.Rename("new", "old") == nil
}

// NeedRenamesOverOpen skips a test on a system where an open file cannot be replaced.
func NeedRenamesOverOpen(tb testing.TB) {
	tb.Helper()
	need(tb, RenamesOverOpen(tb), "an open file cannot be replaced here")
}

// MovesOpenFolders reports whether a folder can be renamed or removed while it is open.
func MovesOpenFolders(tb testing.TB) bool {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "folder")
	if err := os.Mkdir(dir, 0o700); err != nil {
		tb.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		tb.Fatal(err)
	}
	defer root.Close()
	return os.Rename(dir, dir+"-2") == nil
}

// NeedMovesOpenFolders skips a test on a system where an open folder cannot be renamed or removed.
func NeedMovesOpenFolders(tb testing.TB) {
	tb.Helper()
	need(tb, MovesOpenFolders(tb), "an open folder cannot be renamed or removed here")
}

// Permissions reports whether the permission bits of a new file are those that were requested.
func Permissions(tb testing.TB) bool {
	tb.Helper()
	name := filepath.Join(tb.TempDir(), "private")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		tb.Fatal(err)
	}
	info, err := os.Stat(name)
	return err == nil && info.Mode().Perm() == 0o600
}

// NeedPermissions skips a test on a system without permission bits.
func NeedPermissions(tb testing.TB) {
	tb.Helper()
	need(tb, Permissions(tb), "files have no permissions here")
}

// CaseSensitive reports whether two names can differ by case alone.
func CaseSensitive(tb testing.TB) bool {
	tb.Helper()
	dir := tb.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "name"), nil, 0o600); err != nil {
		tb.Fatal(err)
	}
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
	need(tb, Nameable(tb, name), "a file cannot have this name here")
}

// NeedRemovesOnce skips a test on a system where a file that is open can be removed twice. Wine 8
// removes a name only once no program has the file open.
func NeedRemovesOnce(tb testing.TB) {
	tb.Helper()
	root, err := os.OpenRoot(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	defer root.Close()
	f, err := root.Create("name")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	need(tb, root.Remove("name") == nil && root.Remove("name") != nil, "an open file stays when it is removed here")
}

// RemovesOpenFolders reports whether a folder can be removed while a folder in it is open.
func RemovesOpenFolders(tb testing.TB) bool {
	tb.Helper()
	dir := filepath.Join(tb.TempDir(), "folder")
	inner := filepath.Join(dir, "inner")
	if err := os.MkdirAll(inner, 0o700); err != nil {
		tb.Fatal(err)
	}
	f, err := os.Open(inner)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	return os.RemoveAll(dir) == nil
}

// NeedRemovesOpenFolders skips a test on a system where a folder with an open folder in it stays.
func NeedRemovesOpenFolders(tb testing.TB) {
	tb.Helper()
	need(tb, RemovesOpenFolders(tb), "a folder with an open folder in it cannot be removed here")
}

// need skips a test where something is not supported.
func need(tb testing.TB, has bool, without string) {
	tb.Helper()
	if !has {
		tb.Skip(without)
	}
}
