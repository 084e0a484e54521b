//go:build unix

package tokens

import (
	"fmt"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// BenchmarkCold counts each text once with empty caches, on one and on two goroutines: those of a
// folder, or of the standard library's net/http. MB/CPU-s is per processor time of the process,
// for use on a loaded machine.
func BenchmarkCold(b *testing.B) {
	var texts []string
	if *treeDir != "" {
		texts = below(b, *treeDir)
	} else {
		texts = sources(b)
	}
	var size int64
	for _, text := range texts {
		size += int64(len(text))
	}
	for v := range Vocabulary(Vocabularies) {
		new(Counter).Count(v, "a") // loads it
		for workers := 1; workers <= 2; workers++ {
			b.Run(fmt.Sprintf("%s/goroutines=%d", v, workers), func(b *testing.B) {
				b.SetBytes(size)
				began := processorTime()
				for b.Loop() {
					var c Counter
					var next atomic.Int64
					var wait sync.WaitGroup
					for range workers {
						wait.Go(func() {
							for i := next.Add(1) - 1; int(i) < len(texts); i = next.Add(1) - 1 {
								c.Count(v, texts[i])
							}
						})
					}
					wait.Wait()
				}
				spent := processorTime() - began
				b.ReportMetric(float64(size)*float64(b.N)/1e6/spent.Seconds(), "MB/CPU-s")
			})
		}
	}
}

// processorTime returns the processor time of the process so far.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
