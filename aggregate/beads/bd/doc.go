// Package bd lists beads with bd, the tracker's own program. It is for projects whose beads are
// in the tracker's database and not in a readable file.
//
// A program that processes a stranger's folder may be made to do anything, so nothing here runs
// automatically. [Find] creates a [Request], the user reviews [Request.Command] and consents, and
// only [Request.Run] starts a program. [Request.Key] identifies everything that the user
// consented to; it changes with the program's file, the folder and the tracker's settings.
//
// The package guarantees: no shell; a bd inside the project is never run; the environment has
// only a few variables, which give the user's folders and tell the program not to write, not to
// start a daemon and not to call other programs; time and output are bounded; all processes in
// the program's group are killed when it is abandoned.
package bd
