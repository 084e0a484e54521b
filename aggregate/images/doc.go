// Package images tells what the images of a project are, and makes small pictures of
// them.
//
// [Inspect] and [Parse] read headers and decode nothing: format, size in pixels, whether
// the image moves. [Thumbnails] decodes, in bounds: nothing of more than [MaxPixels] or
// [MaxBytes], and nothing whose file cannot hold as many pixels as its header says, so
// that a file which lies is refused before memory is taken for it. One image is decoded
// at a time; what is kept is as large as it is shown.
//
// Formats are told by content, never by name. Files are read through a [disk.Root] only.
// All values are safe for concurrent use. The package starts no goroutines.
package images
