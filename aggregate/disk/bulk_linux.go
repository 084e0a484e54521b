package disk

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// inHugePages lets the system back a buffer with huge pages, where it has any. Else each four
// kilobytes of what is read are a fault of their own.
func inHugePages(buffer []byte) {
	skip := -uintptr(unsafe.Pointer(unsafe.SliceData(buffer))) & (hugePage - 1)
	if whole := (uintptr(len(buffer)) - skip) &^ (hugePage - 1); skip < uintptr(len(buffer)) && whole > 0 {
		_ = unix.Madvise(buffer[skip:skip+whole], unix.MADV_HUGEPAGE) // a wish
	}
}
