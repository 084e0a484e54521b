//go:build !unix

package git

import "io/fs"

// nonblock is 0 on systems where folders contain no pipes.
const nonblock = 0

// errNotDir is the error for opening a/b if a is a file.
var errNotDir = fs.ErrNotExist
