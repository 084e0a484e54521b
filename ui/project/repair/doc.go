// Package repair finds the missing files of a composition, searches for candidates, and
// rewrites the composition to use them. It changes nothing unless requested.
package repair
