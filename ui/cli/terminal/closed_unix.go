//go:build cgo && unix

package terminal

// #include <fcntl.h>
//
// static int closed;
//
// // The runtime of Go opens the null device in the place of a standard stream that is closed, before
// // any Go code runs.
// __attribute__((constructor)) static void dossier_look_at_output(void) { closed = fcntl(1, F_GETFD) == -1; }
//
// static int dossier_output_was_closed(void) { return closed; }
import "C"

// outputWasClosed reports whether the program was started without a standard output.
func outputWasClosed() bool { return C.dossier_output_was_closed() != 0 }
