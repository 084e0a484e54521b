package secrets

import "slices"

// keywords finds ASCII words in a text, ignoring case, in one pass: an Aho-Corasick automaton
// with a transition table by byte classes.
type keywords struct {
	words   []string
	classes [256]uint8 // bytes that no word distinguishes have the same class
	width   int        // number of classes
	next    []uint16   // by state and class
	found   [][]uint16 // words that end in a state
}

// newKeywords builds the automaton for words in lower case, of fewer than 65,536 bytes in total.
func newKeywords(words []string) *keywords {
	slices.Sort(words)
	k := &keywords{words: slices.Compact(words), width: 1}
	k.classify()
	k.branch()
	k.link()
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
	k.state()
	for n, word := range k.words {
		at := 0
		for i := range len(word) {
			slot := at*k.width + int(k.classes[word[i]])
			if k.next[slot] == 0 {
				k.next[slot] = uint16(k.state())
			}
			at = int(k.next[slot])
		}
		k.found[at] = append(k.found[at], uint16(n))
	}
}

func (k *keywords) state() int {
	k.next = append(k.next, make([]uint16, k.width)...)
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

// each calls f with the number and the end of each word in a text.
func (k *keywords) each(text string, f func(word uint16, end int)) {
	state := 0
	for i := range len(text) {
		state = int(k.next[state*k.width+int(k.classes[text[i]])])
		for _, word := range k.found[state] {
			f(word, i+1)
		}
	}
}
