// Package aggregate turns a composition and the files that it names into one document for a
// language model, in Markdown or another [format.Format].
//
// A [Builder] reads and renders files and caches both, so that the next build processes only what
// changed. It returns a [Document], a value made of blocks, each with its position, its tokens
// and the row that it came from. The preview, the copy, the written file and the snapshot all use
// this one value.
//
// [Sections] are ordered from the most stable to the least stable, so that a provider's prompt
// cache can reuse a long prefix. The same composition over the same files gives the same bytes on
// every machine.
//
// Errors do not stop a build: a file that cannot be shown is one row with an error.
//
// [Builder.Build] and [Builder.Count] start one goroutine per processor and wait for all of them
// before they return.
package aggregate
