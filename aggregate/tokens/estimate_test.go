package tokens

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEstimate(t *testing.T) {
	prose := strings.Repeat("The quick brown fox jumps over the lazy dog, and nobody minds. ", 40)
	chinese := strings.Repeat("上下文窗口决定模型一次能读多少内容。", 40)
	var c Counter
	tests := []struct {
		name, text string
		within     float64 // of the exact count
	}{
		{"Go source", strings.Join(sources(t), ""), 0.10},
		{"English prose", prose, 0.10},
		{"Chinese prose", chinese, 0.20},
		{"sampled text is as good as its windows", strings.Repeat(prose, 200), 0.10},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := c.Count(O200k, tt.text)
			got := Estimate(tt.text)
			if off := math.Abs(float64(got)/float64(want) - 1); off > tt.within {
				t.Errorf("estimated %d of %d tokens, off by %.0f %%, want within %.0f %%", got, want, off*100, tt.within*100)
			}
		})
	}
}

// The error of an estimate never exceeds its stated bound.
func TestEstimatesStateTheirError(t *testing.T) {
	var c Counter
	check := func(name, text string) {
		guess, unread, want := Guess(text), EstimateUnread(int64(len(text))), c.Count(O200k, text)
		for _, got := range []Count{guess, unread} {
			if off := max(got.N-want, want-got.N); off > got.Off || got.Exact {
				t.Errorf("%s: %+v of %d tokens, off by %d", name, got, want, off)
			}
		}
		if guess.N != Estimate(text) {
			t.Errorf("%s: guessed %d, estimated %d", name, guess.N, Estimate(text))
		}
	}
	for i, source := range sources(t) {
		check(fmt.Sprintf("source %d", i), source)
		for n := 1; n < len(source); n *= 3 {
			check(fmt.Sprintf("%d bytes of source %d", n, i), source[:n])
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 4<<10)
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	tests := map[string]string{
		"nothing": "", "a letter": "x", "spaces": strings.Repeat(" ", 5000), "one letter": strings.Repeat("a", 5000),
		"base64": base64.StdEncoding.EncodeToString(data), "hex": hex.EncodeToString(data), "bytes": string(data),
		"digits": strings.Repeat("3141592653589793 ", 300), "signs": strings.Repeat("}{)(/&%$§!=?`*+#'-", 300),
		"Chinese": strings.Repeat("上下文窗口决定模型一次能读多少内容。", 40), "emoji": strings.Repeat("👩\u200d🔬", 500),
		"Thai":        strings.Repeat("ภาษาไทยเป็นภาษาที่มีระดับเสียง", 100),
		"hyphenation": strings.Repeat("Donaudampfschifffahrtsgesellschaft ", 100),
		"long":        strings.Repeat(strings.Join(sources(t), ""), 1+2*sampleAbove/len(strings.Join(sources(t), ""))),
	}
	for name, text := range tests {
		check(name, text)
	}
}

func FuzzEstimate(f *testing.F) {
	f.Add("a")
	f.Add(" ")
	f.Add(strings.Repeat("\u0301x", sampleAbove))
	f.Fuzz(func(t *testing.T, text string) {
		got := Estimate(text)
		if (got == 0) != (text == "") {
			t.Fatalf("Estimate(%q) = %d", text, got)
		}
		// No pair weighs more than three tokens.
		if got > 3*len(text)+1 {
			t.Fatalf("estimated %d tokens for %d bytes", got, len(text))
		}
		if utf8.ValidString(text) && got != Estimate(strings.Clone(text)) {
			t.Fatal("two estimates of one text differ")
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	text := strings.Join(sources(b), "")[:sampleAbove]
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Estimate(text)
	}
}
