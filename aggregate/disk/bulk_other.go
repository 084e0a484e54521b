//go:build !linux

package disk

// inHugePages does nothing: other systems choose for themselves.
func inHugePages([]byte) {}
