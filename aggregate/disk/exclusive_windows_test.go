package disk

import (
	"os"
	"testing"

	"golang.org/x/sys/windows"
)

// exclusive opens a file without sharing it, as some programs do while they write one.
func exclusive(t *testing.T, name string) *os.File {
	t.Helper()
	chars, err := windows.UTF16PtrFromString(name)
	if err != nil {
		t.Fatal(err)
	}
	h, err := windows.CreateFile(chars, windows.GENERIC_READ|windows.GENERIC_WRITE, 0, nil, windows.OPEN_EXISTING, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(h), name)
	t.Cleanup(func() { f.Close() })
	return f
}
