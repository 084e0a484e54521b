// Package beads reads the issues of a project's beads tracker and renders the section that shows
// them. It never runs the tracker and never writes its files.
//
// [Locate] finds the folder and the file, [Read] parses the issues, [Lists] renders them. [Graph]
// computes which beads block others, as bd ready does, and [Catalog] searches beads and returns
// their details. The rules are those of bd 0.47.1 and 1.0.5; where they differ, input that either
// accepts is accepted.
package beads
