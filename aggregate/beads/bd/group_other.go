//go:build !unix

package bd

import "os/exec"

// endGroup does nothing: there are no process groups here.
func endGroup(*exec.Cmd) {}
