// Package gosrc locates Go's own sources, some ten thousand files, as a project of
// realistic size for tests and benchmarks.
package gosrc

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Dir returns the folder of Go's own sources. It skips the test if Go is not installed.
func Dir(tb testing.TB) string {
	tb.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		tb.Skip("there is no go command to ask for its sources: ", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "src")
}
