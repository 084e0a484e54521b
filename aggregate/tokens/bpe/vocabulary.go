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

// O200k is the vocabulary of GPT-4o and what came after it, without its special tokens.
var O200k = &Vocabulary{packed: o200k, size: 199_998}

// ready loads the vocabulary, once.
func (v *Vocabulary) ready() {
	v.load.Do(func() {
		if err := v.read(); err != nil {
			panic(fmt.Errorf("load a vocabulary: %w", err)) // it is part of the program
		}
	})
}

// read unpacks the file: of each token, in the order of their ranks, a byte with its length and
// then the token.
func (v *Vocabulary) read() error {
	unpacked, err := gzip.NewReader(bytes.NewReader(v.packed))
	if err != nil {
		return err
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		return err
	}
	text := make([]byte, 0, len(data)-v.size)
	v.starts = make([]uint32, 0, v.size+1)
	for len(data) > 0 {
		n := int(data[0])
		if n == 0 || n > longest || n >= len(data) {
			return errors.New("it is damaged")
		}
		v.starts = append(v.starts, uint32(len(text)))
		text = append(text, data[1:1+n]...)
		data = data[1+n:]
	}
	v.starts = append(v.starts, uint32(len(text)))
	if len(v.starts) != v.size+1 {
		return fmt.Errorf("it has %d tokens, not %d", len(v.starts)-1, v.size)
	}
	v.text = string(text)
	v.index()
	return nil
}

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
