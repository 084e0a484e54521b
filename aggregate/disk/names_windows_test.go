package disk

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What Windows makes of a name beyond the file of that name is not read: devices, streams, names
// whose end it drops, other drives and shares.
func TestNamesOfWindows(t *testing.T) {
	root, dir := project(t)
	drive := filepath.VolumeName(dir)
	for _, name := range []string{
		"NUL", "nul", "con", "CON.txt", "aux", "COM1", "LPT1.log", "CONIN$", "sub/nul", "sub/../NUL", `sub\con`,
		"a.txt:stream", "a.txt::$DATA", "sub:stream/b.txt", "sub::$INDEX_ALLOCATION/b.txt",
		"a.txt.", "a.txt ", "a.txt. .", "sub./b.txt", "sub /b.txt", "...", ". .",
		`..\canary`, `sub\..\..\canary`, `sub/..\../canary`, dir + `/../canary`, dir + `\../canary`,
		drive + "a.txt", drive, "D:a.txt", `D:\a.txt`, `\canary`, "/canary",
		`\\server\share\a.txt`, "//server/share/a.txt", `\\.\C:`, `\\?\` + filepath.Dir(dir) + `\canary`, `\??\C:\canary`, `\\.\pipe\x`, `\\localhost\C$\canary`,
	} {
		file, err := root.Read(t.Context(), name, 0)
		if err == nil || file.Data != nil {
			t.Errorf("%s is read: %q", name, file.Data)
		}
		var outside *OutsideError
		if errors.As(err, &outside) && !filepath.IsAbs(outside.Target) {
			t.Errorf("%s leads to %s, which cannot be allowed", name, outside.Target)
		}
		if _, _, err := root.List(t.Context(), name, 0); err == nil {
			t.Errorf("%s is listed", name)
		}
	}
}

// A file is found by each way to write its path on Windows.
func TestPathsOfWindows(t *testing.T) {
	root, dir := project(t)
	drive := filepath.VolumeName(dir)
	for _, name := range []string{
		`sub\b.txt`, `.\sub\.\b.txt`, `sub\deep\..\b.txt`, `sub\deep/../b.txt`,
		dir + `\sub\b.txt`, dir + "/sub/b.txt", filepath.ToSlash(dir) + "/sub/b.txt", dir + `/../project\sub/b.txt`,
		strings.ToLower(drive) + dir[len(drive):] + `\sub\b.txt`, strings.ToUpper(dir) + `\sub\b.txt`, dir[len(drive):] + `\sub\b.txt`,
	} {
		if local, ok := root.Local(name); !ok || local != "sub/b.txt" {
			t.Errorf("%s is %q, %t", name, local, ok)
		}
		if file, err := root.Read(t.Context(), name, 0); err != nil || string(file.Data) != "beta\n" {
			t.Errorf("%s: %q, %v", name, file.Data, err)
		}
	}
	// The permission does not depend on the case of the letter of the drive.
	outer := filepath.Join(filepath.Dir(dir), "canary")
	lower := strings.ToLower(drive) + outer[len(drive):]
	for _, allowed := range []string{outer, lower, filepath.ToSlash(outer)} {
		for _, name := range []string{outer, lower, filepath.ToSlash(outer), outer[len(drive):], `..\canary`} {
			if file, err := root.Allowing(Allow(allowed)).Read(t.Context(), name, 0); err != nil || string(file.Data) != canary {
				t.Errorf("%s, with permission for %s: %q, %v", name, allowed, file.Data, err)
			}
		}
	}
}

// A file that another program holds open without sharing it is an error of that file; it is read as
// soon as it is closed.
func TestAFileThatIsHeld(t *testing.T) {
	root, dir := project(t)
	f := exclusive(t, filepath.Join(dir, "a.txt"))
	_, err := root.Read(t.Context(), "a.txt", 0)
	if !errors.Is(err, ErrUnreadable) {
		t.Errorf("a file that is held: %v", err)
	}
	if entries, _, err := root.List(t.Context(), ".", 0); err != nil || len(entries) != 2 {
		t.Errorf("its folder has %v, %v", entries, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if file, err := root.Read(t.Context(), "a.txt", 0); err != nil || string(file.Data) != "alpha\n" {
		t.Errorf("%q, %v", file.Data, err)
	}
	// What is read can be replaced and removed meanwhile.
	held, err := root.open("a.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	if err := os.Remove(filepath.Join(dir, "a.txt")); err != nil {
		t.Errorf("a file that is being read cannot be removed: %v", err)
	}
}
