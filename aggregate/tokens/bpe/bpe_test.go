package bpe

import (
	"bytes"
	"compress/gzip"
	"flag"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
)

var update = flag.Bool("update", false, "write the files of the vocabularies")

// vocabularies maps the program's files to the library's vocabularies.
var vocabularies = map[string]struct {
	ours   *Vocabulary
	theirs tokenizer.Encoding
}{
	"o200k":  {O200k, tokenizer.O200kBase},
	"cl100k": {Cl100k, tokenizer.Cl100kBase},
}

// The files contain every token of the library's vocabularies with its rank.
func TestFile(t *testing.T) {
	for name, v := range vocabularies {
		t.Run(name, func(t *testing.T) {
			codec, err := tokenizer.Get(v.theirs)
			if err != nil {
				t.Fatal(err)
			}
			if *update {
				write(t, name+".gz", codec, v.ours.size)
				t.Skip("written; run again without -update")
			}
			v.ours.ready()
			for rank := range uint32(v.ours.size) {
				want, err := codec.Decode([]uint{uint(rank)})
				if err != nil {
					t.Fatal(err)
				}
				if got := v.ours.token(rank); got != want {
					t.Fatalf("the token %d is %q, want %q", rank, got, want)
				}
				if got := v.ours.rank(want); got != rank {
					t.Fatalf("the rank of %q is %d, want %d", want, got, rank)
				}
			}
			if token, err := codec.Decode([]uint{uint(v.ours.size)}); err == nil {
				t.Errorf("there is one more token: %q", token)
			}
		})
	}
}

// write writes a vocabulary in the format of [Vocabulary.read]. If there are several pairs that
// form a token, it writes the one with the smallest maximum rank, which compresses best.
func write(t *testing.T, name string, codec tokenizer.Codec, size int) {
	t.Helper()
	made := size - singles
	var first []byte
	columns := make([]byte, 6*made)
	ranks := map[string]int{}
	for rank := range size {
		token, err := codec.Decode([]uint{uint(rank)})
		if err != nil {
			t.Fatal(err)
		}
		ranks[token] = rank
		if rank < singles {
			if len(token) != 1 {
				t.Fatalf("the token %d is %q, want a single byte", rank, token)
			}
			first = append(first, token...)
			continue
		}
		best, left, right := size, 0, 0
		for cut := 1; cut < len(token); cut++ {
			a, isA := ranks[token[:cut]]
			b, isB := ranks[token[cut:]]
			if isA && isB && max(a, b) < best {
				best, left, right = max(a, b), a, b
			}
		}
		if best == size {
			t.Fatalf("the token %d, %q, is not made of two others", rank, token)
		}
		i := rank - singles
		for column, value := range []int{left >> 16, left >> 8, left, right >> 16, right >> 8, right} {
			columns[column*made+i] = byte(value)
		}
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = w.Write(append(first, columns...)) // writing to a buffer cannot fail
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, packed.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// A truncated file, or one in which a token consists of later ones, is rejected.
func TestDamagedFile(t *testing.T) {
	pack := func(data []byte) []byte {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, _ = w.Write(data)
		_ = w.Close()
		return packed.Bytes()
	}
	whole := make([]byte, singles+6)
	doubled := make([]byte, singles+6*8) // each token is the previous one twice
	for i := 1; i < 8; i++ {
		for _, column := range []int{2, 5} {
			doubled[singles+column*8+i] = byte(i - 1)
		}
		doubled[singles+1*8+i], doubled[singles+4*8+i] = 1, 1
	}
	later := append(make([]byte, singles+4), 1, 0)
	for name, packed := range map[string][]byte{
		"no stream": []byte("plain"), "too short": pack(whole[:singles+5]), "too long": pack(append(whole, 0)), "made of itself": pack(later),
	} {
		if err := (&Vocabulary{packed: packed, size: singles + 1}).read(); err == nil {
			t.Errorf("a file is taken: %s", name)
		}
	}
	if err := (&Vocabulary{packed: pack(doubled), size: singles + 8}).read(); err == nil {
		t.Error("a file is taken whose last token has 256 bytes")
	}
	if err := (&Vocabulary{packed: pack(whole), size: singles + 1}).read(); err != nil {
		t.Errorf("a whole file: %v", err)
	}
}

func TestCount(t *testing.T) {
	tests := []struct {
		piece         string
		o200k, cl100k int
	}{
		{"", 0, 0},
		{"a", 1, 1},
		{"\x7f", 1, 1},
		{"\xff", 1, 1},
		{"hello", 1, 1},
		{" hello", 1, 1},
		{"zq", 2, 2},
		{" Привет", 2, 3},
		{strings.Repeat("a", 1000), 125, 125},
	}
	for _, tt := range tests {
		if got := O200k.Count(tt.piece); got != tt.o200k {
			t.Errorf("O200k.Count(%.20q) = %d, want %d", tt.piece, got, tt.o200k)
		}
		if got := Cl100k.Count(tt.piece); got != tt.cl100k {
			t.Errorf("Cl100k.Count(%.20q) = %d, want %d", tt.piece, got, tt.cl100k)
		}
	}
}

// plain counts by the textbook rule, without data from one merge to the next.
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

// Short and long pieces, of few and of many distinct bytes, are merged by the rule.
func TestMerges(t *testing.T) {
	alphabets := []string{"a", "ab", "abcdefgh", " \t\n", "etaoin shrdlu", "\x00\xff\xe4\xb8\xad", "中文字a", "[]{}()", "0123456789abcdef", "=-_*/"}
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 6000 {
		alphabet := alphabets[i%len(alphabets)]
		piece := make([]byte, 1+rng.IntN(3*maxScanned/2))
		for i := range piece {
			piece[i] = alphabet[rng.IntN(len(alphabet))]
		}
		for name, v := range vocabularies {
			want := plain(v.ours, string(piece))
			if got := v.ours.Count(string(piece)); got != want && !v.ours.Is(string(piece)) {
				t.Fatalf("%s: Count(%q) = %d, want %d", name, piece, got, want)
			}
			if len(piece) <= maxScanned {
				if got := v.ours.mergeFew(string(piece)); got != want {
					t.Fatalf("%s: mergeFew(%q) = %d, want %d", name, piece, got, want)
				}
			}
			if got := v.ours.mergeMany(string(piece)); got != want {
				t.Fatalf("%s: mergeMany(%q) = %d, want %d", name, piece, got, want)
			}
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for name, v := range vocabularies {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				v := &Vocabulary{packed: v.ours.packed, size: v.ours.size}
				v.ready()
			}
		})
	}
}
