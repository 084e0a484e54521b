//go:build !unix

package git

import "io/fs"

// nonblock is nothing where folders hold no pipes.
const nonblock = 0

// errNotDir is what opening a/b gives where a is a file.
var errNotDir = fs.ErrNotExist
