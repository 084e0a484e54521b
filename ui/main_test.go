package ui

import (
	"fmt"
	"os"
	"testing"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
)

// TestMain makes the test binary a worker when a pool asks for one.
func TestMain(m *testing.M) {
	if !worker.Asked(os.Args[1:]) {
		os.Exit(m.Run())
	}
	if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
