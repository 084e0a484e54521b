package languages

import (
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dossier/aggregate/code"
	"dossier/aggregate/code/languages/langtest"
	"dossier/aggregate/gosrc"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
)

var corpus = flag.String("corpus", "", "the folder of real code that is read; empty is Go's own sources")

// maxCorpus is the max number of bytes read for one language.
const maxCorpus = 8 << 20

// realCode returns the files of the corpus that can be parsed, by language.
func realCode(tb testing.TB, most int) map[string][]string {
	tb.Helper()
	root := *corpus
	if root == "" {
		root = gosrc.Dir(tb)
	}
	files, sizes := map[string][]string{}, map[string]int{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return nil // unreadable files are ignored
		}
		info, err := d.Info()
		if err != nil || info.Size() > 1<<20 {
			return nil
		}
		language := text.Language(path, "")
		if Find(language) == nil || sizes[language] > most {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return nil
		}
		decoded, err := text.Decode(data)
		if err != nil {
			return nil
		}
		language = text.Language(path, decoded.Text)
		if Find(language) != nil {
			files[language] = append(files[language], decoded.Text)
			sizes[language] += len(decoded.Text)
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return files
}

// TestRealCode checks the common invariants for every language on a small part of the corpus;
// -corpus names another one, which is read completely.
func TestRealCode(t *testing.T) {
	most := 200_000
	if testing.Short() {
		most = 20_000
	}
	flag.Visit(func(f *flag.Flag) {
		if f.Name == "corpus" {
			most = 1 << 30
		}
	})
	files := realCode(t, most)
	for _, language := range slices.Sorted(maps.Keys(files)) {
		t.Run(language, func(t *testing.T) {
			failed := 0
			for i, src := range files[language] {
				ok := t.Run(strconv.Itoa(i), func(t *testing.T) {
					if langtest.Check(t, Find(language), src); t.Failed() {
						t.Logf("in the file that begins with\n%s", src[:min(len(src), 400)])
					}
				})
				if !ok {
					failed++
				}
			}
			t.Logf("%d files, %d failed", len(files[language]), failed)
		})
	}
}

// BenchmarkCorpus prints, for each language, the tokens of skeletons and outlines as a share of
// the tokens of real code.
func BenchmarkCorpus(b *testing.B) {
	files := realCode(b, maxCorpus)
	var counter tokens.Counter
	for _, language := range slices.Sorted(maps.Keys(files)) {
		b.Run(language, func(b *testing.B) {
			l := Find(language)
			size, full, skeleton, outline, failed := 0, 0, 0, 0, 0
			for _, src := range files[language] {
				s, err := l.Parse([]byte(src))
				if err != nil {
					failed++
					continue
				}
				size += len(src)
				full += counter.Count(tokens.O200k, src)
				outline += counter.Count(tokens.O200k, s.Outline(src))
				if l.Support == code.FullSupport {
					skeleton += counter.Count(tokens.O200k, s.Skeleton(src))
				}
			}
			b.SetBytes(int64(size))
			for b.Loop() {
				for _, src := range files[language] {
					_, _ = l.Parse([]byte(src))
				}
			}
			b.ReportMetric(float64(len(files[language])), "files")
			b.ReportMetric(float64(failed), "failed")
			b.ReportMetric(100*float64(skeleton)/float64(max(1, full)), "skeleton-%")
			b.ReportMetric(100*float64(outline)/float64(max(1, full)), "outline-%")
		})
	}
}

// BenchmarkMemory prints the resident memory of the process after 2 000 and after
// 12 000 parses.
func BenchmarkMemory(b *testing.B) {
	src := []byte(strings.Repeat("\n// F is for show.\nfunction f(s, a) {\n\treturn s.f(a, 2);\n}\n", 100))
	resident := func() float64 {
		runtime.GC()
		data, err := os.ReadFile("/proc/self/statm")
		if err != nil {
			b.Skip("no /proc")
		}
		pages, err := strconv.Atoi(strings.Fields(string(data))[1])
		if err != nil {
			b.Fatal(err)
		}
		return float64(pages*os.Getpagesize()) / (1 << 20)
	}
	parse := func(n int) {
		for range n {
			if _, err := Find("javascript").Parse(src); err != nil {
				b.Fatal(err)
			}
		}
	}
	for b.Loop() {
		parse(2000)
		before := resident()
		parse(10_000)
		after := resident()
		b.ReportMetric(before, "MiB-before")
		b.ReportMetric(after, "MiB-after")
	}
}
