// Package models says what the things of the product are: files of a context and
// how much of each is shown, slices, presets, projects, discussions, notes,
// beads and snapshots. It reads and writes nothing.
//
// Every stored type has one form, a list of named [Fields], from which both TOML
// and JSON are written; and one parser, from what either decoder yields. Keys that
// a type does not know are kept in its Extra and written again. A value that breaks
// an invariant is a [*FieldError] that names the key; a parser reports all of them.
package models
