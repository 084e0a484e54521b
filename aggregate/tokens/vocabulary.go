package tokens

import "dossier/aggregate/tokens/bpe"

// Vocabulary is a tokenizer's vocabulary. The zero Vocabulary is [O200k].
type Vocabulary uint8

// Embedded vocabularies.
const (
	O200k  Vocabulary = iota // of GPT-4o and later models
	Cl100k                   // of GPT-4 and GPT-3.5

	Vocabularies = iota // number of vocabularies
)

// definitions are the implementations of the vocabularies: name, pattern and tokens.
var definitions = [Vocabularies]struct {
	name   string
	piece  func(s string, i int) int
	tokens *bpe.Vocabulary
}{
	O200k:  {"o200k", pieceO200k, bpe.O200k},
	Cl100k: {"cl100k", pieceCl100k, bpe.Cl100k},
}

// String returns the vocabulary's name, which is stored in files: "o200k" or "cl100k".
func (v Vocabulary) String() string { return definitions[v].name }

// ParseVocabulary returns the named vocabulary; the empty name is o200k's.
func ParseVocabulary(name string) (Vocabulary, bool) {
	for v := range Vocabulary(Vocabularies) {
		if v.String() == name {
			return v, true
		}
	}
	return O200k, name == ""
}
