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

// A Vocabulary is a list of tokens, each of which has its rank, from 0. It is loaded by its first
// use, in about 20 ms, and safe for concurrent use.
type Vocabulary struct {
	packed []byte // the file, of a gzip stream
	size   int    // tokens in it

	load   sync.Once
	text   string   // all tokens, in the order of their ranks
	starts []uint32 // where each begins in text, and at last its end
	bytes  [256]uint32
	pairs  []uint32 // the rank of two bytes, or none
	slots  []slot
	mask   uint64 // of slots, of which there are a power of two
	seed   maphash.Seed
}

// slot holds a token of the table, found by the hash of its text.
type slot struct {
	check uint32 // the upper half of the hash
	rank  uint32 // plus one; 0: the slot is free
}

// none is the rank of what is no token.
const none = ^uint32(0)

// longest is how long a token is at most, in bytes.
const longest = 128

//go:embed o200k.gz
var o200k []byte

//go:embed cl100k.gz
var cl100k []byte

// The vocabularies, without their special tokens.
var (
	O200k  = &Vocabulary{packed: o200k, size: 199_998}  // of GPT-4o and what came after it
	Cl100k = &Vocabulary{packed: cl100k, size: 100_256} // of GPT-4 and GPT-3.5
)

// ready loads the vocabulary, once.
func (v *Vocabulary) ready() {
	v.load.Do(func() {
		if err := v.read(); err != nil {
			panic(fmt.Errorf("load a vocabulary: %w", err)) // it is part of the program
		}
	})
}

// read unpacks the file. It begins with the tokens of one byte, in the order of their ranks.
// Every other token is two of lower ranks, one behind the other; of those two ranks the file has
// six columns, each as long as there are such tokens: of the first token the bits from 16, from
// 8 and from 0, then the same of the second.
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

// singles is how many tokens are of one byte. They have the lowest ranks.
const singles = 256

// index makes the tables that tokens are looked up in.
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

// rank returns the rank of what may be a token, or none. It is not empty.
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
