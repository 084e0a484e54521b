// Package crash leaves a report where the program ends unexpectedly, or where work of it has to
// be given up.
//
// A report names version, system, time, what was running and the stack, and no content: of what
// a panic was raised with only the type is told, unless it is an error of the runtime, and of
// source files only the last name. Reports lie in the person's state folder, for the person to
// read and to send; nothing is sent.
//
// A panic that is recovered is reported at once ([Recovered], [Folder.Write]). What ends the
// process (a panic that nobody recovers, a fatal error of the runtime, a signal in C code) the
// runtime writes to a file that is there while the process runs ([Folder.Begin]). The next start
// makes a report of it. The package starts no goroutine.
package crash
