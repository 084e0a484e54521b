// Package object reads the objects of a repository: commits, trees, files and tags, loose and
// in packs, named by SHA-1 or SHA-256. It is the only reader of git objects in the program.
//
// Everything is in the folder of [git.Repository], which belongs to this very checkout, and no
// symbolic link leads out of it. Objects that the repository borrows from another one
// (objects/info/alternates) are read only if that folder is inside the same common folder or
// work tree; others are missing, and the error names the cause.
//
// Packs are of version 2 with an index of version 2. A multi-pack index serves for packs that
// have no index of their own. The parents of a commit at the boundary of a shallow clone are
// left out, as git does. Names of objects are not verified against their content.
//
// Hostile content costs at most [MaxSize] bytes for an object, [maxChain] deltas in a row,
// [maxInflated] bytes for a store, and the time that the context leaves. It gives an error,
// never a panic.
package object
