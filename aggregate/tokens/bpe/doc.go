// Package bpe counts the tokens in a piece of text by byte-pair encoding, with the vocabularies
// that OpenAI publishes for its models.
//
// A piece is a match of the vocabulary's pattern; splitting a text is up to the caller. A piece
// that is a token counts as one. Any other starts as single bytes; the two neighbours that
// together form the token of the lowest rank are merged, leftmost first, until no two neighbours
// form a token.
//
// Each vocabulary is a file in this folder, generated from that of
// github.com/tiktoken-go/tokenizer (MIT), which the tests compare it with. It stores each token
// as a pair of two others, which takes two thirds of the space of the tokens' text.
//
//	go test ./aggregate/tokens/bpe -run TestFile -update
//
// The module itself is not part of the program: its five vocabularies take some 14 MB, and the
// map of one of them 30 MB in memory.
package bpe
