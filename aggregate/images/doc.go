// Package images inspects the images of a project and creates thumbnails.
//
// [Inspect] and [Parse] read headers without decoding: format, size in pixels, whether the image
// is animated. [Thumbnails] decodes within limits: nothing of more than [MaxPixels] or
// [MaxBytes], and no file that cannot contain as many pixels as its header says, so that no
// memory is allocated for a false header. One image is decoded at a time; only thumbnails are
// cached.
//
// Formats are detected by content, never by name. Files are read only through a [disk.Root]. All
// values are safe for concurrent use. The package starts no goroutines.
package images
