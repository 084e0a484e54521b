// Package object reads the objects of a repository: commits, trees, files and tags, loose and
// in packs, named by SHA-1 or SHA-256. It is the only reader of git objects in the program.
//
// All files are in the folder of [git.Repository], which belongs to this very checkout, and
// no symbolic link leads out of it. Objects borrowed from another repository
// (objects/info/alternates) are read only if that folder is inside the same common folder
// or work tree; others count as missing, and the error names the cause.
//
// Supported are packs of version 2 with an index of version 1 or 2. A multi-pack index is used
// first, and the packs that it lists are opened when they are needed. As in git, the
// parents of a commit at the boundary of a shallow clone are omitted. Object names are not
// verified against the content.
//
// Hostile content costs at most [MaxSize] bytes per object, [maxChain] chained
// deltas, [maxInflated] bytes per store, and the time that the context allows. It
// causes an error, never a panic.
package object
