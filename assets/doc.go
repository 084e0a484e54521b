// Package assets contains what is embedded in the program: the icon, the monospaced font and a
// sample project.
//
// Everything is embedded, so the program is a single file. The returned byte slices are shared
// and must not be modified. Only [CopySample] accesses the disk.
package assets
