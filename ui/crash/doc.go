// Package crash writes a report when the program ends unexpectedly, or when work of it must be
// abandoned.
//
// A report contains version, system, time, the current operation and the stack, but no user data:
// only the type of a panic's value, unless it is a runtime error, and only the base names of
// source files. Reports are stored in the user's state folder, for the user to read and send;
// nothing is sent automatically.
//
// A recovered panic is reported immediately ([Recovered], [Folder.Write]). When the process
// crashes (an unrecovered panic, a fatal runtime error, a signal in C code), the runtime writes
// to a file that exists while the process runs ([Folder.Begin]), and the next start converts it
// to a report. The package starts no goroutines.
package crash
