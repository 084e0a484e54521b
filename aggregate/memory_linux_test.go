package aggregate

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"testing"
)

// peakVariable marks the process that is to be measured.
const peakVariable = "DOSSIER_PEAK"

// BenchmarkPeakMemory reports the peak resident size of a process that builds Go's own sources
// once, as a multiple of the document. The goal is 2.5.
func BenchmarkPeakMemory(b *testing.B) {
	if os.Getenv(peakVariable) != "" {
		buildOnce(b)
		return
	}
	var worst float64
	for b.Loop() {
		cmd := exec.Command(os.Args[0], "-test.run=^$", "-test.bench=^BenchmarkPeakMemory$", "-test.benchtime=1x")
		cmd.Env = append(os.Environ(), peakVariable+"=1")
		out, err := cmd.CombinedOutput()
		said := regexp.MustCompile(`peak (\d+) of (\d+)`).FindSubmatch(out)
		if err != nil || said == nil {
			b.Fatalf("%v: %s", err, out)
		}
		peak, _ := strconv.ParseFloat(string(said[1]), 64)
		document, _ := strconv.ParseFloat(string(said[2]), 64)
		worst = max(worst, peak/document)
	}
	b.ReportMetric(worst, "×document")
}

// buildOnce builds and writes, and prints the peak memory of the process. The value that the
// system reports for a child begins with its parent's.
func buildOnce(b *testing.B) {
	dir, paths := goSources(b)
	doc, err := newBuilder(b, dir, paths).Build(b.Context(), inputOf("."), nil)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := doc.WriteTo(io.Discard); err != nil {
		b.Fatal(err)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	kilobytes, _ := strconv.Atoi(string(regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)[1]))
	fmt.Printf("peak %d of %d\n", kilobytes<<10, doc.Bytes)
}
