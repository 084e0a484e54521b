package tokens

import (
	"encoding/base64"
	"go/build"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/tiktoken-go/tokenizer"
)

func library(tb testing.TB) tokenizer.Codec {
	tb.Helper()
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		tb.Fatal(err)
	}
	return codec
}

func TestCount(t *testing.T) {
	tests := []struct {
		name, text string
		want       int
	}{
		{"nothing is no token", "", 0},
		{"the cookbook's example", "tiktoken is great!", 6},
		{"a special token is text", "<|endoftext|>", 7},
		{"digits go in threes", "1234567", 3},
		{"an invalid byte is a replacement character", "a\xffb", 3},
		{"a delete character is a token, though the library drops it", " \x7f0", 3},
		{"nothing merges across it", "a\x7f\x7f\n//", 4},
	}
	var c Counter
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := c.Count(tt.text); got != tt.want {
				t.Errorf("Count(%q) = %d, want %d", tt.text, got, tt.want)
			}
		})
	}
}

func TestStandIn(t *testing.T) {
	codec := library(t)
	const vocabulary = 199_998 // tokens, special ones left out
	for _, char := range []string{"\x7f", standIn} {
		var holders []string
		for id := range uint(vocabulary) {
			token, err := codec.Decode([]uint{id})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(token, char) {
				holders = append(holders, token)
			}
		}
		if diff := cmp.Diff([]string{char}, holders); diff != "" {
			t.Errorf("tokens that hold %q (-want +got):\n%s", char, diff)
		}
		if c := classify(rune(char[0])); c != other {
			t.Errorf("%q is of class %d, want other", char, c)
		}
	}
}

// hard lists what the pattern's alternatives disagree about.
var hard = []string{
	"", " ", "  ", "   x", " \n x", "\r\n\r\n  y", "a\n\n/b", "// c\n//d\n", "!!\n/\r/x", "\u00a0x", "\u2003\u2003x", "x\u0085y",
	"HTTPServer's it'S we'LL I'd you'VE they'rE don'T 'm 'x it'ſ it'ſs '", "ǅx", "ʰA", "中A中b", "中AAA ", "\u0301", "\u0301A", "\u0301\u0301!", " \u0301A", "!\u0301",
	"A\u0301B\u0301c", "e\u0301'll", "٣٤٥٦", "½x", "Ⅷ", "👍🏽 ok", "<|endofprompt|>", "\t\t\tif x {\n\t\t}\n", "日本語テキスト", "Привет, мир!", "ᾈbc", "\x00\x01a", "_a_B", "a'", "a'l", "a'r",
	" 'tis", "  \t\n\n \t/", "/\n/", "\u2028x", "ABC\u0345d",
}

func TestCountAgreesWithTheLibrary(t *testing.T) {
	var c Counter
	codec := library(t)
	check := func(text string) {
		t.Helper()
		if want, err := codec.Count(text); err != nil || c.Count(text) != want {
			t.Errorf("Count(%.80q) = %d, want %d (%v)", text, c.Count(text), want, err)
		}
	}
	for _, a := range hard {
		for _, b := range hard {
			check(a + b)
		}
	}
	for _, text := range sources(t) {
		check(text)
	}
}

// FuzzCount holds the scanner to the library, which runs the pattern itself.
func FuzzCount(f *testing.F) {
	for _, s := range hard {
		f.Add(s)
	}
	var c Counter
	codec := library(f)
	f.Fuzz(func(t *testing.T, text string) {
		// The library drops U+007F; TestCount and TestStandIn are for that.
		text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x7f", "")
		want, err := codec.Count(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Count(text); got != want {
			t.Fatalf("Count(%q) = %d, want %d", text, got, want)
		}
		_, tokens, err := codec.Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		starts := map[int]bool{len(text): true}
		at := 0
		for _, token := range tokens {
			starts[at] = true
			at += len(token)
		}
		for i := 0; i < len(text); {
			if i = piece(text, i); !starts[i] {
				t.Fatalf("%q: a piece ends at %d, inside a token", text, i)
			}
		}
	})
}

// hostile are a mebibyte each, built to be one piece or a great many.
func hostile() map[string]string {
	noise := make([]byte, 3<<18)
	rng := rand.NewChaCha8([32]byte{1})
	for i := range noise {
		noise[i] = byte(rng.Uint64())
	}
	return map[string]string{
		"letters":  strings.Repeat("a", 1<<20),
		"capitals": "中" + strings.Repeat("A", 1<<20),
		"spaces":   strings.Repeat(" ", 1<<20) + "x",
		"newlines": strings.Repeat("\n", 1<<20),
		"brackets": strings.Repeat("[", 1<<20),
		"base64":   base64.StdEncoding.EncodeToString(noise),
		"marks":    strings.Repeat("\u0301", 1<<19),
		"mixed":    strings.Repeat("中A", 1<<18),
	}
}

// sources returns Go files of the standard library: text of real size and shape.
func sources(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", "net", "http", "*.go"))
	if err != nil || len(files) == 0 {
		tb.Skipf("no standard library to read: %v", err)
	}
	var texts []string
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			tb.Fatal(err)
		}
		texts = append(texts, string(data))
	}
	return texts
}

func BenchmarkCount(b *testing.B) {
	texts := sources(b)
	var size int64
	for _, text := range texts {
		size += int64(len(text))
	}
	b.Run("source", func(b *testing.B) {
		var c Counter
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			for _, text := range texts {
				c.Count(text)
			}
		}
	})
	b.Run("library", func(b *testing.B) {
		codec := library(b)
		b.SetBytes(size)
		b.ReportAllocs()
		for b.Loop() {
			for _, text := range texts {
				if _, err := codec.Count(text); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	for name, text := range hostile() {
		b.Run(name, func(b *testing.B) {
			var c Counter
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				c.Count(text)
			}
		})
	}
}
