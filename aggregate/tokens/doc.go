// Package tokens counts what a model will read: exactly for the vocabularies o200k and
// cl100k, which are part of the program, and scaled from there for other families.
//
// [Counter] counts and needs nothing; [Estimate] is the quick guess shown until then;
// [Cache] remembers counts by content, in a file if wanted; [Models] is what the model
// menu offers. Nothing is loaded before the first count, and nothing ever comes from
// the network.
//
// # Counts add up
//
// A document's count is the sum of its blocks' counts wherever a block ends in a
// newline and the next begins with a character that is neither white space nor '/'.
// For the patterns that cut text into pieces before pairs are merged have no piece that
// runs on after a newline, except into more white space or a '/'; and the white space
// before the boundary ends in that newline, so it is cut the same whether or not text
// follows. [Seam] tests a boundary, and a property test holds Count to the lemma.
package tokens
