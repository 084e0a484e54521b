package tokens

import (
	"encoding/base64"
	"flag"
	"go/build"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/dlclark/regexp2/v2"
	"github.com/tiktoken-go/tokenizer"
)

// oracle counts by the specification: a regular expression engine splits the text into pieces
// with the pattern, and a piece that is not a token is merged from its bytes, lowest rank first.
type oracle struct {
	vocabulary Vocabulary
	pattern    *regexp2.Regexp
	ranks      map[string]int
}

// specified contains the published parameters of a vocabulary.
var specified = [Vocabularies]struct {
	encoding tokenizer.Encoding
	size     int
	pattern  string
}{
	O200k: {tokenizer.O200kBase, 199_998, `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|` +
		`\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+`},
	// As in tiktoken since version 0.8, with (?>x+) for x++, and \z for the $ of its engine.
	Cl100k: {tokenizer.Cl100kBase, 100_256, `'(?i:[sdmt]|ll|ve|re)|(?>[^\r\n\p{L}\p{N}]?)(?>\p{L}+)|(?>\p{N}{1,3})|` +
		` ?(?>[^\s\p{L}\p{N}]+)(?>[\r\n]*)|(?>\s+)\z|\s*[\r\n]|\s+(?!\S)|\s`},
}

func newOracle(tb testing.TB, v Vocabulary) *oracle {
	tb.Helper()
	codec, err := tokenizer.Get(specified[v].encoding)
	if err != nil {
		tb.Fatal(err)
	}
	o := &oracle{vocabulary: v, ranks: map[string]int{}}
	for rank := range specified[v].size {
		token, err := codec.Decode([]uint{uint(rank)})
		if err != nil {
			tb.Fatal(err)
		}
		o.ranks[token] = rank
	}
	// The group only makes the engine run the pattern itself: for the original pattern the
	// library has registered generated code, which splits "\n \n" in two and treats U+007F as no
	// character at all.
	o.pattern = regexp2.MustCompile("(?:"+specified[v].pattern+")", regexp2.None)
	return o
}

// oracles returns one for each vocabulary.
func oracles(tb testing.TB) []*oracle {
	tb.Helper()
	var all []*oracle
	for v := range Vocabulary(Vocabularies) {
		all = append(all, newOracle(tb, v))
	}
	return all
}

// split returns the pieces of a text.
func (o *oracle) split(tb testing.TB, text string) []string {
	tb.Helper()
	var pieces []string
	match, err := o.pattern.FindStringMatch(text)
	for match != nil && err == nil {
		pieces = append(pieces, match.String())
		match, err = o.pattern.FindNextMatch(match)
	}
	if err != nil {
		tb.Fatal(err)
	}
	if whole := strings.Join(pieces, ""); whole != text {
		tb.Fatalf("the pattern leaves something of %q out: %q", text, whole)
	}
	return pieces
}

// merge returns the number of tokens of a piece.
func (o *oracle) merge(piece string) int {
	if _, ok := o.ranks[piece]; ok {
		return 1
	}
	var parts []string
	for i := range len(piece) {
		parts = append(parts, piece[i:i+1])
	}
	for {
		least, at := len(o.ranks), -1
		for i := range len(parts) - 1 {
			if rank, ok := o.ranks[parts[i]+parts[i+1]]; ok && rank < least {
				least, at = rank, i
			}
		}
		if at < 0 {
			return len(parts)
		}
		parts[at] += parts[at+1]
		parts = slices.Delete(parts, at+1, at+2)
	}
}

func (o *oracle) count(tb testing.TB, text string) int {
	tb.Helper()
	n := 0
	for _, piece := range o.split(tb, text) {
		n += o.merge(piece)
	}
	return n
}

func TestCount(t *testing.T) {
	tests := []struct {
		name, text    string
		o200k, cl100k int
	}{
		{"nothing is no token", "", 0, 0},
		{"the cookbook's example", "tiktoken is great!", 6, 6},
		{"a special token is text", "<|endoftext|>", 7, 7},
		{"digits go in threes", "1234567", 3, 3},
		{"an invalid byte is a replacement character", "a\xffb", 3, 3},
		{"a delete character is a token", " \x7f0", 3, 3},
		{"nothing merges across it", "a\x7f\x7f\n//", 4, 5},
		{"white space up to the last newline is one piece", "a\n \nb", 3, 3},
		{"a contraction belongs to its word, or is a piece", "they've", 2, 2},
		{"a change of case ends a piece, or does not", "helloWorld", 2, 2},
		{"a slash is drawn to the line before it, or is not", "};\n//", 1, 2},
	}
	var c Counter
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := c.Count(O200k, tt.text); got != tt.o200k {
				t.Errorf("%d tokens of o200k in %q, want %d", got, tt.text, tt.o200k)
			}
			if got := c.Count(Cl100k, tt.text); got != tt.cl100k {
				t.Errorf("%d tokens of cl100k in %q, want %d", got, tt.text, tt.cl100k)
			}
		})
	}
}

// hard lists texts on which the pattern's alternatives differ.
var hard = []string{
	"", " ", "  ", "   x", " \n x", "\r\n\r\n  y", "a\n\n/b", "// c\n//d\n", "!!\n/\r/x", "\u00a0x", "\u2003\u2003x", "x\u0085y",
	"HTTPServer's it'S we'LL I'd you'VE they'rE don'T 'm 'x it'ſ it'ſs '", "ǅx", "ʰA", "中A中b", "中AAA ", "\u0301", "\u0301A", "\u0301\u0301!", " \u0301A", "!\u0301",
	"A\u0301B\u0301c", "e\u0301'll", "٣٤٥٦", "½x", "Ⅷ", "👍🏽 ok", "<|endofprompt|>", "\t\t\tif x {\n\t\t}\n", "日本語テキスト", "Привет, мир!", "ᾈbc", "\x00\x01a", "_a_B", "a'", "a'l", "a'r",
	" 'tis", "  \t\n\n \t/", "/\n/", "\u2028x", "ABC\u0345d",
}

func TestCountAgreesWithTheSpecification(t *testing.T) {
	var c Counter
	all := oracles(t)
	check := func(text string) {
		t.Helper()
		for _, o := range all {
			if got, want := c.Count(o.vocabulary, text), o.count(t, text); got != want {
				t.Errorf("%d tokens of %s in %.80q, want %d", got, o.vocabulary, text, want)
			}
		}
	}
	var texts []string
	for _, a := range hard {
		for _, b := range hard {
			texts = append(texts, a+b)
		}
	}
	texts = append(texts, sources(t)...)
	for i, text := range append(texts, below(t, *treeDir)...) {
		if !testing.Short() || i%10 == 0 {
			check(text)
		}
	}
}

// treeDir is a folder whose files are counted too.
var treeDir = flag.String("tree", "", "a folder of which all files are counted")

// below returns the texts of the files in a folder, except those over 1 MiB.
func below(t testing.TB, dir string) []string {
	t.Helper()
	if dir == "" {
		return nil
	}
	var texts []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if len(data) <= 1<<20 {
			texts = append(texts, string([]rune(string(data))))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

var generated = flag.Int("generated", 20_000, "how many generated texts are counted")

// Texts composed of those in hard, in any order.
func TestGeneratedTexts(t *testing.T) {
	var c Counter
	all := oracles(t)
	rng := rand.New(rand.NewPCG(3, 4))
	chars := []rune(" \t\n\r/'aAzZsStTdDmMlLrReEvV019_-=(){}[]\u00a0\u2003\u0301ʰǅ中日яЯ½Ⅷ٣👍ſ\x00\x7f\ufffd")
	texts := *generated
	if testing.Short() {
		texts /= 20
	}
	for range texts {
		var text strings.Builder
		for range 1 + rng.IntN(24) {
			if rng.IntN(3) == 0 {
				text.WriteString(hard[rng.IntN(len(hard))])
			} else {
				text.WriteRune(chars[rng.IntN(len(chars))])
			}
		}
		for _, o := range all {
			if got, want := c.Count(o.vocabulary, text.String()), o.count(t, text.String()); got != want {
				t.Fatalf("%d tokens of %s in %q, want %d", got, o.vocabulary, text.String(), want)
			}
		}
	}
}

// FuzzCount compares the scanner and the merges with the pattern and the rule.
func FuzzCount(f *testing.F) {
	for _, s := range hard {
		f.Add(s)
	}
	var c Counter
	all := oracles(f)
	f.Fuzz(func(t *testing.T, text string) {
		text = string([]rune(text)) // each invalid byte is U+FFFD
		for _, o := range all {
			at := 0
			for _, want := range o.split(t, text) {
				end := definitions[o.vocabulary].piece(text, at)
				if got := text[at:end]; got != want {
					t.Fatalf("%s of %q: the piece at %d is %q, want %q", o.vocabulary, text, at, got, want)
				}
				at = end
			}
			if got, want := c.Count(o.vocabulary, text), o.count(t, text); got != want {
				t.Fatalf("%d tokens of %s in %q, want %d", got, o.vocabulary, text, want)
			}
		}
	})
}

// hostile returns texts of a mebibyte each, designed to be one piece or very many.
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

// sources returns Go files of the standard library, as realistic texts.
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
	for v := range Vocabulary(Vocabularies) {
		b.Run(v.String()+"/source", func(b *testing.B) {
			var c Counter
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				for _, text := range texts {
					c.Count(v, text)
				}
			}
		})
		b.Run(v.String()+"/library", func(b *testing.B) {
			codec, err := tokenizer.Get(specified[v].encoding)
			if err != nil {
				b.Fatal(err)
			}
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
			b.Run(v.String()+"/"+name, func(b *testing.B) {
				var c Counter
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					c.Count(v, text)
				}
			})
		}
	}
}
