//go:build !linux && !darwin && !freebsd && !netbsd

package disk

import "io/fs"

func (*Identity) fromSystem(fs.FileInfo) {}
