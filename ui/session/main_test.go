package session

import (
	"fmt"
	"os"
	"testing"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/presets/killtest"
)

// TestMain makes the test binary a worker when a pool requests one, and a window in use when a test
// requests that.
func TestMain(m *testing.M) {
	if !worker.Requested(os.Args[1:]) {
		killtest.Main(m, map[string]func([]string) error{"typist": typist, "picker": picker, "editor": editor})
	}
	if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
