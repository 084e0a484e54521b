// Package torture tests durability: processes that are killed while they save, disks that fail at
// any step of a save, losses of power at any moment, many windows and command lines that save
// concurrently. It contains only tests; `go test` runs a small part of each, and `make torture` all
// of it.
//
// Each kind of stored data is saved and loaded with the calls that the window and the command line
// use (kinds_test.go). It is saved in generations, so that loaded data shows which one it is, and
// whether it is complete.
package torture
