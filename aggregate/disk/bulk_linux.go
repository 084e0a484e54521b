package disk

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// inHugePages lets the kernel back a buffer with huge pages, if available. Otherwise every four
// kilobytes cause a page fault.
func inHugePages(buffer []byte) {
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(buffer))) & (hugePage - 1)
	if whole := (uintptr(len(buffer)) - skip) &^ (hugePage - 1); skip < uintptr(len(buffer)) && whole > 0 {
		_ = unix.Madvise(buffer[skip:skip+whole], unix.MADV_HUGEPAGE) // advisory: ignore errors
	}
}
