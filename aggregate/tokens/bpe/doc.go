// Package bpe counts the tokens of a piece of text by byte-pair encoding, with the vocabularies
// that OpenAI publishes for its models.
//
// A piece is what the vocabulary's pattern cuts out of a text; cutting is the caller's. A piece
// that is a token is one. Any other begins as its single bytes, and the two neighbours that
// together are the token of the lowest rank become one, the leftmost such pair first, until no
// two neighbours are a token.
//
// Each vocabulary is a file beside this one, made from that of github.com/tiktoken-go/tokenizer
// (MIT), which the tests hold it to. It says of each token which two others it is made of: that
// packs to two thirds of the tokens' own text.
//
//	go test ./aggregate/tokens/bpe -run TestFile -update
//
// That module itself is not part of the program: its vocabularies of five encodings weigh some
// 14 MB there, and the map of one of them 30 MB in memory.
package bpe
