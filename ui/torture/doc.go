// Package torture holds what is kept to what may happen to it: processes that are killed while
// they save, disks that fail at any step of a save, losses of power at any moment, many
// windows and command lines that save at once. It is tests alone; `go test` runs a little of
// each, and `make torture` all of it.
//
// Each kind of thing that is kept is saved and loaded here by the calls that the window and
// the command line use (kinds_test.go). A kind is saved in generations: what is loaded again
// says which one it is, and whether it is whole.
package torture
