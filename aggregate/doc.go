// Package aggregate turns a composition and the files that it names into one
// document for a language model, as Markdown or in another [Format].
//
// A [Builder] reads and renders; it keeps both, so that the next build touches only
// what has changed. What it returns is a [Document]: a value made of blocks, each
// with its place, its tokens and the row that it came from. The preview, the copy,
// the written file and the snapshot are all this one value.
//
// [Sections] run from the most stable to the least, so that a provider that caches the beginning
// of a prompt can use it again. The same composition over the same files gives the same bytes on
// every machine.
//
// Errors do not stop a build: a file that cannot be shown is one row with a reason.
//
// Goroutines: [Builder.Build] and [Builder.Count] start one for each processor and
// wait for all of them before they return.
package aggregate
