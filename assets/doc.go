// Package assets holds what ships inside the program: the icon, the monospaced font
// and a sample project.
//
// Everything is embedded, so the program is one file and needs nothing beside it.
// Byte slices are shared with the binary and must not be changed; a caller that
// wants to change one clones it. Only [CopySample] touches the disk.
package assets
