package secrets

import "slices"

// keywords finds ASCII words in a text, ignoring case, in one pass: an Aho-Corasick automaton
// with a transition table by byte classes.
type keywords struct {
	words   []string
	classes [256]uint8 // bytes that no word distinguishes have the same class
	width   int        // number of classes
	// next is the next state by state and class; after [keywords.encode], twice the index of its first
	// element, plus 1 if words end in it.
	next  []uint32
	found [][]uint16 // words that end in a state
}

// newKeywords builds the automaton for words in lower case, of fewer than 65,536 bytes in total.
func newKeywords(words []string) *keywords {
	slices.Sort(words)
	k := &keywords{words: slices.Compact(words), width: 1}
	k.classify()
	k.branch()
	k.link()
	k.encode()
	return k
}

// classify assigns a class to each byte in the words, the same for both cases; 0 is any other
// byte.
func (k *keywords) classify() {
	for _, word := range k.words {
		for i := range len(word) {
			c := word[i]
			if k.classes[c] != 0 {
				continue
			}
			k.classes[c] = uint8(k.width)
			if 'a' <= c && c <= 'z' {
				k.classes[c-'a'+'A'] = uint8(k.width)
			}
			k.width++
		}
	}
}

// branch adds a state for each prefix of a word.
func (k *keywords) branch() {
	states := 1 // at most
	for _, word := range k.words {
		states += len(word)
	}
	k.next, k.found = make([]uint32, 0, states*k.width), make([][]uint16, 0, states)
	k.state()
	for n, word := range k.words {
		at := 0
		for i := range len(word) {
			slot := at*k.width + int(k.classes[word[i]])
			if k.next[slot] == 0 {
				k.next[slot] = uint32(k.state())
			}
			at = int(k.next[slot])
		}
		k.found[at] = append(k.found[at], uint16(n))
	}
}

func (k *keywords) state() int {
	k.next = append(k.next, make([]uint32, k.width)...)
	k.found = append(k.found, nil)
	return len(k.found) - 1
}

// link adds the failure transitions, to the longest suffix of the input that is a prefix of a
// word.
func (k *keywords) link() {
	back := make([]int, len(k.found))
	var queue []int
	for class := range k.width {
		if s := k.next[class]; s != 0 {
			queue = append(queue, int(s))
		}
	}
	for i := 0; i < len(queue); i++ {
		s := queue[i]
		k.found[s] = append(k.found[s], k.found[back[s]]...)
		for class := range k.width {
			slot, shorter := s*k.width+class, k.next[back[s]*k.width+class]
			if to := int(k.next[slot]); to != 0 {
				back[to] = int(shorter)
				queue = append(queue, to)
			} else {
				k.next[slot] = shorter
			}
		}
	}
}

// encode replaces the states by where their transitions are, which each byte of a text would compute.
func (k *keywords) encode() {
	for i, state := range k.next {
		if k.next[i] = 2 * state * uint32(k.width); len(k.found[state]) > 0 {
			k.next[i]++
		}
	}
}

// each calls f with the number and the end of each word in a text.
func (k *keywords) each(text string, f func(word uint16, end int)) {
	next := uint32(0)
	for i := range len(text) {
		if next = k.next[next/2+uint32(k.classes[text[i]])]; next%2 == 0 {
			continue
		}
		for _, word := range k.found[next/2/uint32(k.width)] {
			f(word, i+1)
		}
	}
}
