package secrets

import "slices"

// keywords finds words of ASCII in a text, in any case, in one pass: the automaton of Aho
// and Corasick, with a table of states by classes of bytes.
type keywords struct {
	words   []string
	classes [256]uint8 // of bytes that no word tells apart
	width   int        // how many classes there are
	next    []uint16   // by state and class
	found   [][]uint16 // by state: the words that end there
}

// newKeywords makes the automaton of words in lower case. Together they must have fewer
// than 65 536 bytes.
func newKeywords(words []string) *keywords {
	slices.Sort(words)
	k := &keywords{words: slices.Compact(words), width: 1}
	k.classify()
	k.branch()
	k.link()
	return k
}

// classify gives each byte of the words a class, the same in both cases; 0 is every other.
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

// branch makes a state for each beginning of a word.
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

// link leads from where no word goes on to the longest end of what was read that begins one.
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

// each calls f with the words of a text, by their numbers, and where they end.
func (k *keywords) each(text string, f func(word uint16, end int)) {
	state := 0
	for i := range len(text) {
		state = int(k.next[state*k.width+int(k.classes[text[i]])])
		for _, word := range k.found[state] {
			f(word, i+1)
		}
	}
}
