package console

import (
	"unsafe"

	"golang.org/x/sys/windows"
)

var (
	kernel    = windows.NewLazySystemDLL("kernel32.dll")
	processes = kernel.NewProc("GetConsoleProcessList")
	free      = kernel.NewProc("FreeConsole")
)

// Leave closes the console if the system opened it for this process alone. A shell's console
// has at least two processes, and stays open.
func Leave() {
	var list [2]uint32
	if n, _, _ := processes.Call(uintptr(unsafe.Pointer(&list[0])), uintptr(len(list))); n == 1 {
		free.Call()
	}
}
