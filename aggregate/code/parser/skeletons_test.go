package parser

import (
	"context"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/golang"

	"dossier/aggregate/code/grammar"
	"dossier/aggregate/gosrc"
)

var corpus = flag.String("corpus", "", "the folder of Go code that BenchmarkSkeletons reads; empty is Go's own sources")

// BenchmarkSkeletons prints how long skeletons of a large tree of Go take beside the raw
// parse of the same files by the grammar, on as many processors.
func BenchmarkSkeletons(b *testing.B) {
	var files []string
	size := int64(0)
	root := *corpus
	if root == "" {
		root = gosrc.Dir(b)
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasSuffix(path, ".go") {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && len(data) <= grammar.MaxBytes {
			files = append(files, string(data))
			size += int64(len(data))
		}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	raw := func(src string) {
		p := sitter.NewParser()
		defer p.Close()
		p.SetLanguage(golang.GetLanguage())
		tree, err := p.ParseCtx(context.Background(), nil, []byte(src))
		if err != nil {
			b.Error(err)
			return
		}
		tree.Close()
	}
	parser := newParser(b)
	skeleton := func(src string) {
		// What nests too deep is a summary: no error of the benchmark.
		if s, err := parser.Parse(context.Background(), "go", src); err == nil {
			s.Skeleton(src)
		}
	}
	b.SetBytes(size)
	for b.Loop() {
		// In turn, so that both have the machine as it is.
		var times [2]time.Duration
		const part = 200
		for at := 0; at < len(files); at += part {
			for i, work := range []func(string){raw, skeleton} {
				times[i] += onAllProcessors(files[at:min(at+part, len(files))], work)
			}
		}
		b.ReportMetric(float64(times[1])/float64(times[0]), "of-the-raw-parse")
		b.ReportMetric(float64(len(files)), "files")
	}
}

func onAllProcessors(files []string, work func(string)) time.Duration {
	started := time.Now()
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
	return time.Since(started)
}
