// Package request reads the files that a model has requested, subject to guards, and formats them as assigns.
//
// [Files] contains the files read: contents by full path, in the order of the requests. [Files.Include] reads files
// for the user, regardless of most guards, and [Files.Request] those that a model requests, subject to the [Guards].
// A file that cannot be read becomes an entry with the reason instead of its content; the only error is that of the
// context. [Files.Assigns] formats them for the model: the names of assigns are unique, and the delimiters of a
// content never occur in it.
//
// Files are read through a [Disk], which decides what may be read at all. At most [MaxBytes] of one file and
// [MaxTotalBytes] of all files together are read. The same files give the same bytes.
//
// Package [dossier/aggregate/request/mentions] finds the paths in a model's answer. This package stores nothing and
// starts no goroutines.
package request
