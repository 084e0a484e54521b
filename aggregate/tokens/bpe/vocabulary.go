package bpe

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"sync"
)

// A Vocabulary is a list of tokens, each with its rank, from 0. It is loaded on first use, which
// takes about 20 ms, and is safe for concurrent use.
type Vocabulary struct {
	packed []byte // the file, without its gzip header
	size   int    // number of tokens

	load   sync.Once
	text   string   // all tokens, in rank order
	starts []uint32 // offset of each in text, and finally its length
	bytes  [256]uint32
	pairs  []uint32 // ranks of pairs of bytes, or none
	slots  []slot
	mask   uint64 // number of slots, a power of two, minus one
	seed   maphash.Seed
}

// slot is an entry of the hash table of tokens.
type slot struct {
	check uint32 // upper half of the hash
	rank  uint32 // rank plus one; 0 if the slot is free
}

// none is the rank of text that is not a token.
const none = ^uint32(0)

// longest is the max length of a token in bytes.
const longest = 128

//go:embed o200k.gz
var o200k []byte

//go:embed cl100k.gz
var cl100k []byte

// Vocabularies, without their special tokens.
var (
	O200k  = &Vocabulary{packed: o200k, size: 199_998}  // of GPT-4o and later models
	Cl100k = &Vocabulary{packed: cl100k, size: 100_256} // of GPT-4 and GPT-3.5
)

// ready loads the vocabulary once.
func (v *Vocabulary) ready() {
	v.load.Do(func() {
		if err := v.read(); err != nil {
			panic(fmt.Errorf("load a vocabulary: %w", err)) // it is embedded in the program
		}
	})
}

// read decodes the file. It begins with the single-byte tokens, in rank order. Every other token
// is the concatenation of two of lower ranks. The two ranks are stored in six columns with one
// byte per token: bits 16 to 23, 8 to 15 and 0 to 7 of the first rank, then the same of the
// second.
func (v *Vocabulary) read() error {
	unpacked, err := gzip.NewReader(bytes.NewReader(v.packed))
	if err != nil {
		return err
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		return err
	}
	made := v.size - singles
	if len(data) != singles+6*made {
		return fmt.Errorf("it has %d bytes, not %d", len(data), singles+6*made)
	}
	columns := data[singles:]
	text := make([]byte, singles, 8*v.size)
	copy(text, data)
	v.starts = make([]uint32, 0, v.size+1)
	for i := range uint32(singles) {
		v.starts = append(v.starts, i)
	}
	for i := range made {
		v.starts = append(v.starts, uint32(len(text)))
		for _, c := range [2]int{i, i + 3*made} {
			rank := int(columns[c])<<16 | int(columns[c+made])<<8 | int(columns[c+2*made])
			if rank >= singles+i {
				return errors.New("it is damaged")
			}
			text = append(text, text[v.starts[rank]:v.starts[rank+1]]...)
		}
		if len(text)-int(v.starts[singles+i]) > longest {
			return errors.New("it is damaged")
		}
	}
	v.starts = append(v.starts, uint32(len(text)))
	v.text = string(text)
	v.index()
	return nil
}

// singles is the number of single-byte tokens, which have the lowest ranks.
const singles = 256

// index builds the lookup tables.
func (v *Vocabulary) index() {
	slots := 1
	for slots < 2*v.size {
		slots *= 2
	}
	v.slots, v.mask, v.seed = make([]slot, slots), uint64(slots-1), maphash.MakeSeed()
	v.pairs = make([]uint32, 1<<16)
	for i := range v.pairs {
		v.pairs[i] = none
	}
	for rank := range uint32(v.size) {
		switch token := v.token(rank); len(token) {
		case 1:
			v.bytes[token[0]] = rank
		case 2:
			v.pairs[int(token[0])<<8|int(token[1])] = rank
		default:
			hash := maphash.String(v.seed, token)
			at := hash & v.mask
			for v.slots[at].rank != 0 {
				at = (at + 1) & v.mask
			}
			v.slots[at] = slot{uint32(hash >> 32), rank + 1}
		}
	}
}

// token returns the token of a rank.
func (v *Vocabulary) token(rank uint32) string { return v.text[v.starts[rank]:v.starts[rank+1]] }

// rank returns the rank of a non-empty text, or none if it is not a token.
func (v *Vocabulary) rank(token string) uint32 {
	switch n := len(token); {
	case n == 1:
		return v.bytes[token[0]]
	case n == 2:
		return v.pairs[int(token[0])<<8|int(token[1])]
	case n > longest:
		return none
	}
	hash := maphash.String(v.seed, token)
	check := uint32(hash >> 32)
	for at := hash & v.mask; ; at = (at + 1) & v.mask {
		switch one := v.slots[at]; {
		case one.rank == 0:
			return none
		case one.check == check && v.token(one.rank-1) == token:
			return one.rank - 1
		}
	}
}
