package rank

import (
	"fmt"
	"hash/maphash"
	"strings"
	"sync"
	"testing"
)

// What the lexicon says is what it would find out again, whoever asks beside, and also once it
// has forgotten words for others.
func TestLexicon(t *testing.T) {
	l := &lexicon{seed: maphash.MakeSeed()}
	words := []string{"HTTP", "Servers", "a", "42", "utf8", "Überprüfungen", strings.Repeat("x", maxWord), strings.Repeat("x", maxWord+1), strings.Repeat("y", 3*maxWord)}
	for i := range len(l.slots) / 8 { // many share a place
		words = append(words, fmt.Sprintf("running%d", i))
	}
	var all sync.WaitGroup
	for k := range 3 {
		all.Go(func() {
			for i := k; i < 2*len(words); i++ {
				w, want := words[i%len(words)], term(0)
				eachWord(w, func(word string) { want = wordTerm(stem(word)) })
				if got := l.term(w); got != want {
					t.Errorf("the term of %q is %x, want %x", w, got, want)
					return
				}
			}
		})
	}
	all.Wait()
}
