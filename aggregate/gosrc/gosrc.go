// Package gosrc finds Go's own sources, some ten thousand files: what tests and benchmarks use as a
// project of real size. It is for tests.
package gosrc

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Dir returns the folder of Go's own sources. Where there is no Go to ask, the test is skipped.
func Dir(tb testing.TB) string {
	tb.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Skip("there is no go command to ask for its sources: ", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "src")
}
