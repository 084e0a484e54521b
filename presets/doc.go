// Package presets keeps what a person and a project want kept: the project file with
// its presets, the person's own presets and settings, discussions, what each window
// has not saved of a project, the paths outside projects that were allowed.
//
// What may be relied on:
//
//   - Loading never fails and never writes. A file that is missing is empty; one that
//     cannot be read, is not TOML, passes a bound, belongs to a newer version or is a
//     symbolic link is empty too, and its ReadOnly method says why.
//   - Such a file is never written. Every other is written only by Save, by the
//     protocol of package store, and only in the parts that the person changed, by
//     package tomledit: comments, order, unknown keys and all other bytes stay.
//   - What another program changed since the file was loaded is kept. Where it is what
//     the person changed too, Save writes nothing and returns a [*ConflictError].
//     Discussions are joined entry by entry, and kept twice where that cannot be.
//   - A value that breaks a rule is a [Problem] with file, line and key; the value stays
//     in the file until the person changes it.
//   - Nothing is made on disk before the first save, but for the locks of windows. Folders of the person are theirs
//     alone (0700).
//
// A loaded file is a value that does not change: Save returns the next one. The package
// starts no goroutine and keeps no file open.
package presets
