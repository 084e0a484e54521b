//go:build !windows

package disk

// badName reports whether an error means that no file can have the name.
func badName(error) bool { return false }

// dropsEnd reports whether the system would open a different file than the path names.
func dropsEnd(string) bool { return false }
