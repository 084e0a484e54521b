//go:build !linux

package disk

// inHugePages does nothing: other systems decide by themselves.
func inHugePages([]byte) {}
