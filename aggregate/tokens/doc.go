// Package tokens counts the tokens that a model reads: exactly for the vocabularies o200k and
// cl100k, which are embedded in the program, and scaled from these for other model families.
//
// [Counter] counts exactly; [Estimate] is a fast estimate shown until then; [Cache] stores counts
// by content, optionally in a file; [Models] returns the entries of the model menu. Nothing is
// loaded before the first count, and nothing is downloaded.
//
// # Counts add up
//
// A document's count is the sum of its blocks' counts if every block ends in a newline and the
// next begins with a character that is neither white space nor '/'. The patterns that split text
// into pieces, within which pairs are merged, have no piece that continues after a newline,
// except into more white space or a '/'; and the white space before the boundary ends in that
// newline, so it is split in the same way whether or not text follows. [Seam] tests a boundary,
// and a property test checks the lemma.
package tokens
