//go:build !windows

package console

// Leave does nothing: only Windows opens a console for a program.
func Leave() {}
