// Package smartcontext follows the links of notes from a list of items to a given depth, and compiles
// the linked files into one text.
//
// [Gather] creates a [Snapshot]: the items at each depth with their contents, and lists of missing and skipped ones. [Compile] renders a snapshot with templates and limits; it is a pure function. The JSON forms of both are compatible with the original smart-context tool.
//
// An item occurs once, at its least depth, and cycles end. The items of a depth are in the order
// in which they were named: by the user's items first, then by smart-context blocks; at the next
// depth first the notes that link to the depth above, then its link targets. A snapshot is
// bounded by [models.MaxLinkDepth], [MaxItems] and [MaxBytes]. Lengths are in code points.
//
// Package [dossier/aggregate/links/graph] resolves links, and [dossier/aggregate/links/note]
// parses notes. This package starts no goroutines.
package smartcontext
