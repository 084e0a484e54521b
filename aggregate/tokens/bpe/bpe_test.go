package bpe

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
)

var update = flag.Bool("update", false, "write the file of the vocabulary")

// The file holds every token of the library's vocabulary in the order of their ranks.
func TestFile(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		write(t, "o200k.gz", codec, O200k.size)
		t.Skip("written; run again without -update")
	}
	O200k.ready()
	for rank := range uint32(O200k.size) {
		want, err := codec.Decode([]uint{uint(rank)})
		if err != nil {
			t.Fatal(err)
		}
		if got := O200k.token(rank); got != want {
			t.Fatalf("the token %d is %q, want %q", rank, got, want)
		}
		if got := O200k.rank(want); got != rank {
			t.Fatalf("the rank of %q is %d, want %d", want, got, rank)
		}
	}
	if token, err := codec.Decode([]uint{uint(O200k.size)}); err == nil {
		t.Errorf("there is one more token: %q", token)
	}
}

func write(t *testing.T, name string, codec tokenizer.Codec, size int) {
	t.Helper()
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	for rank := range uint(size) {
		token, err := codec.Decode([]uint{rank})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(w, "%s%s", string([]byte{byte(len(token))}), token)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestCount(t *testing.T) {
	tests := []struct {
		piece string
		want  int
	}{
		{"", 0},
		{"a", 1},
		{"\x7f", 1},
		{"\xff", 1},
		{"hello", 1},
		{" hello", 1},
		{"zq", 2},
		{strings.Repeat("a", 1000), 125},
	}
	for _, tt := range tests {
		if got := O200k.Count(tt.piece); got != tt.want {
			t.Errorf("Count(%.20q) = %d, want %d", tt.piece, got, tt.want)
		}
	}
}

// plain counts as the rule is written down, with nothing kept from one merge to the next.
func plain(v *Vocabulary, piece string) int {
	v.ready()
	var parts []string
	for i := range len(piece) {
		parts = append(parts, piece[i:i+1])
	}
	for {
		least, at := none, 0
		for i := range len(parts) - 1 {
			if rank := v.rank(parts[i] + parts[i+1]); rank < least {
				least, at = rank, i
			}
		}
		if least == none {
			return len(parts)
		}
		parts[at] += parts[at+1]
		parts = append(parts[:at+1], parts[at+2:]...)
	}
}

// Short and long pieces, of few and of many kinds of bytes, are merged as the rule has it.
func TestMerges(t *testing.T) {
	alphabets := []string{"a", "ab", "abcdefgh", " \t\n", "etaoin shrdlu", "\x00\xff\xe4\xb8\xad", "中文字a", "[]{}()", "0123456789abcdef", "=-_*/"}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 6000 {
		alphabet := alphabets[i%len(alphabets)]
		piece := make([]byte, 1+rng.IntN(3*few/2))
		for i := range piece {
			piece[i] = alphabet[rng.IntN(len(alphabet))]
		}
		want := plain(O200k, string(piece))
		if got := O200k.Count(string(piece)); got != want && !O200k.Is(string(piece)) {
			t.Fatalf("Count(%q) = %d, want %d", piece, got, want)
		}
		if len(piece) <= few {
			if got := O200k.mergeFew(string(piece)); got != want {
				t.Fatalf("mergeFew(%q) = %d, want %d", piece, got, want)
			}
		}
		if got := O200k.mergeMany(string(piece)); got != want {
			t.Fatalf("mergeMany(%q) = %d, want %d", piece, got, want)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		v := &Vocabulary{packed: o200k, size: O200k.size}
		v.ready()
	}
}
