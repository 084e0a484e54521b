package tokens

import "dossier/aggregate/tokens/bpe"

// Vocabulary names what a text is cut into tokens with. The zero Vocabulary is [O200k].
type Vocabulary uint8

// The vocabularies that are part of the program.
const (
	O200k  Vocabulary = iota // of GPT-4o and what came after it
	Cl100k                   // of GPT-4 and GPT-3.5

	Vocabularies = iota // how many there are
)

// spelled is what a vocabulary counts with: the pieces of its pattern and its tokens.
var spelled = [Vocabularies]struct {
	name   string
	piece  func(s string, i int) int
	tokens *bpe.Vocabulary
}{
	O200k:  {"o200k", pieceO200k, bpe.O200k},
	Cl100k: {"cl100k", pieceCl100k, bpe.Cl100k},
}

// String is the vocabulary's name, which is kept in files: "o200k" or "cl100k".
func (v Vocabulary) String() string { return spelled[v].name }

// ParseVocabulary returns the vocabulary of a name; the empty one is o200k's.
func ParseVocabulary(name string) (Vocabulary, bool) {
	for v := range Vocabulary(Vocabularies) {
		if v.String() == name {
			return v, true
		}
	}
	return O200k, name == ""
}
