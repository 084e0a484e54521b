//go:build unix

package parser

import (
	"context"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	sitter "github.com/smacker/go-tree-sitter"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/aggregate/code/languages"
	"dossier/aggregate/code/worker"
	"dossier/aggregate/gosrc"
	"dossier/aggregate/text"
)

var corpus = flag.String("corpus", "", "the folder of code that BenchmarkSkeletons reads; empty is Go's own sources")

// taken is the duration of some work: wall time and processor time.
type taken struct{ wall, processor time.Duration }

func (t taken) add(u taken) taken { return taken{t.wall + u.wall, t.processor + u.processor} }

// BenchmarkSkeletons prints, for each language of a tree, the time to create its skeletons
// without a cache, next to the raw parse of the same files by the grammar, on as many processors:
// wall time and processor time. It includes the start of the workers.
func BenchmarkSkeletons(b *testing.B) {
	files := sources(b)
	for _, language := range slices.Sorted(maps.Keys(files)) {
		l := languages.Find(language)
		if l.Support < code.FullSupport || l.Grammar == nil {
			continue
		}
		b.Run(language, func(b *testing.B) {
			size := 0
			for _, src := range files[language] {
				size += len(src)
			}
			b.SetBytes(int64(size))
			b.ReportMetric(float64(len(files[language])), "files")
			for b.Loop() {
				raw, skeletons := compare(b, l, language, files[language])
				b.ReportMetric(raw.wall.Seconds(), "raw-s")
				b.ReportMetric(raw.processor.Seconds(), "raw-cpu-s")
				b.ReportMetric(skeletons.wall.Seconds(), "skeletons-s")
				b.ReportMetric(skeletons.processor.Seconds(), "skeletons-cpu-s")
				b.ReportMetric(float64(skeletons.wall)/float64(raw.wall), "of-raw")
				b.ReportMetric(float64(skeletons.processor)/float64(raw.processor), "of-raw-cpu")
			}
		})
	}
}

// sources returns the files of the corpus that can be parsed, by language.
func sources(b *testing.B) map[string][]string {
	root := *corpus
	if root == "" {
		root = gosrc.Dir(b)
	}
	files := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil || len(data) > grammar.MaxBytes {
			return err
		}
		if decoded, err := text.Decode(data); err == nil {
			if language := text.Language(path, decoded.Text); languages.Find(language) != nil {
				files[language] = append(files[language], decoded.Text)
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return files
}

// compare returns the times of raw parses and skeletons of files. They alternate, so that both
// run under the same conditions.
func compare(b *testing.B, l *grammar.Language, language string, files []string) (raw, skeletons taken) {
	parse := func(src string) {
		p := sitter.NewParser()
		defer p.Close()
		p.SetLanguage(l.Grammar())
		p.SetOperationLimit(int(2 * time.Second / time.Microsecond))
		if tree, err := p.ParseCtx(context.Background(), nil, []byte(src)); err == nil {
			tree.Close()
		}
	}
	pool := &worker.Pool{}
	parser := Parser{pool}
	skeleton := func(src string) {
		// Excessive nesting leads to a summary, which is not an error of the benchmark.
		if s, err := parser.Parse(context.Background(), language, src); err == nil {
			s.Skeleton(src)
		}
	}
	const parts = 8
	step := (len(files) + parts - 1) / parts
	for part := range slices.Chunk(files, step) {
		raw = raw.add(onAllProcessors(part, parse))
		skeletons = skeletons.add(onAllProcessors(part, skeleton))
	}
	return raw, skeletons.add(measured(func() { pool.Close() }))
}

func onAllProcessors(files []string, work func(string)) taken {
	return measured(func() {
		var next atomic.Int64
		var group sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			group.Go(func() {
				for i := next.Add(1) - 1; i < int64(len(files)); i = next.Add(1) - 1 {
					work(files[i])
				}
			})
		}
		group.Wait()
	})
}

// measured returns the duration of work. The processor time of a child is included after it has
// ended.
func measured(work func()) taken {
	started, before := time.Now(), processorTime()
	work()
	return taken{time.Since(started), processorTime() - before}
}

func processorTime() time.Duration {
	var sum time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if syscall.Getrusage(who, &usage) == nil {
			sum += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		}
	}
	return sum
}
