//go:build !unix

package gitrepo

// nonblock is nothing where folders hold no pipes.
const nonblock = 0
