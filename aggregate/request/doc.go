// Package request reads the files that a model has asked for, behind guards, and hands
// them back as assigns.
//
// [Files] is what was read: contents by full path, in the order in which they were asked
// for. [Files.Include] reads what the user wants in any case, [Files.Request] what a model
// asked for, behind the [Guards]. A file that cannot be read is an entry that says so in
// the place of its content; the only error is the context's. [Files.Assigns] spells them
// for the model: no two assigns have one name, and the marks around a content never stand
// in it.
//
// Files are read through a [Disk], which decides what may be read at all. Of one file at
// most [MaxBytes] are read, and of all together at most [MaxTotalBytes]. The same files
// give the same bytes.
//
// Package [dossier/aggregate/request/mentions] finds the paths in what a model has
// answered. Nothing here keeps anything or starts a goroutine.
package request
