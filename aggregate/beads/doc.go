// Package beads reads the issues of a project's beads tracker and writes the section
// that shows them. It never runs the tracker and never writes its files.
//
// [Locate] finds the folder and the file, [Read] reads the issues, [Section] renders them.
// [Graph] says which beads hold which others up, as bd ready sees it, and [Catalog] finds beads
// by what they say and tells all that there is to say of one. The rules are those of the tracker
// itself, bd 0.47.1 and 1.0.5; where the two differ, what either of them accepts counts.
package beads
