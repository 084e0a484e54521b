// Package bd asks the tracker's own program, bd, for a list of all beads: for projects
// whose beads are in the tracker's database and in no file that could be read.
//
// Running a program over what comes with a folder can do whatever that program can be
// made to do, so nothing here runs by itself: [Find] makes a [Request], a person sees
// what [Request.Command] returns and agrees, and only [Request.Run] starts a program.
// [Request.Key] names all that was agreed to; it changes with the program's file, the
// folder and the tracker's own settings.
//
// What may be relied on: no shell; a bd that lies in the project is never run; an
// environment of a few variables that say where the person's things are and ask the
// program not to write, not to stay behind and not to call other programs; a bounded
// time; bounded output; nothing of the program's group is left when it is given up.
package bd
