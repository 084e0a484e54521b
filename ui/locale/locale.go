// Package locale sets a locale that Fyne can parse. Fyne parses it during package initialization
// and prints an error for C.UTF-8, which many servers and containers set. This package must be
// initialized before Fyne: it imports only os, and its path precedes Fyne's in byte order.
package locale

import "os"

// Set is the locale that replaced one that Fyne cannot parse; empty if none
// was replaced.
var Set = readable(os.Getenv, os.Setenv)

func readable(getenv func(string) string, setenv func(key, value string) error) string {
	const readable = "en_US.UTF-8"
	set := ""
	for _, key := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		switch getenv(key) {
		case "C.UTF-8", "C.utf8", "POSIX.UTF-8":
			if setenv(key, readable) == nil {
				set = readable
			}
		}
	}
	return set
}
