// Package links follows the links of notes from some items to a depth, and puts what they
// lead to into one text.
//
// [Gather] makes a [Snapshot]: the items at each depth with their contents, and what is
// missing or was skipped. [Compile] puts a snapshot together with templates and limits, and
// touches nothing: the same snapshot always gives the same text. The shapes of both, as
// JSON, are the seed's.
//
// An item stands once, at its shallowest depth, and circles end. The items of a depth stand
// in the order in which they were named: of the person's items first, then by smart-context
// blocks; one link away first the notes that link to the depth above, then what that links
// to. What a snapshot reads is bounded by [models.MaxLinkDepth], [MaxItems] and [MaxBytes].
// Lengths count code points.
//
// What a link means is found by [dossier/aggregate/links/graph], what stands in a note by
// [dossier/aggregate/links/note]. Nothing here starts a goroutine.
package links
