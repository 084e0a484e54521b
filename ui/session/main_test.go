package session

import (
	"fmt"
	"os"
	"testing"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
)

// TestMain makes the test binary a worker when a pool asks for one, and a program in which
// somebody types when a test asks for that.
func TestMain(m *testing.M) {
	if base := os.Getenv(typistDir); base != "" && !worker.Asked(os.Args[1:]) {
		fmt.Println(typist(base))
		os.Exit(1)
	}
	if base := os.Getenv(pickerDir); base != "" && !worker.Asked(os.Args[1:]) {
		fmt.Println(picker(base, os.Getenv(pickerFile)))
		os.Exit(1)
	}
	if !worker.Asked(os.Args[1:]) {
		os.Exit(m.Run())
	}
	if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
