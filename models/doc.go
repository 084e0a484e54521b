// Package models defines the data types of the program: files and their view modes, slices,
// presets, projects, discussions, notes, beads and snapshots. It performs no I/O.
//
// Every stored type has one stored form, a list of named [Fields], from which both TOML and JSON
// are written, and one parser for the output of either decoder. Unknown keys are preserved in
// Extra and written again. A value that violates an invariant is a [*FieldError] that names the
// key; parsers report all of them.
package models
