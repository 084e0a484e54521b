package cli_test

import "github.com/rogpeppe/go-internal/testscript"

func becomePlain() {}

func hasTmpfs(string) (bool, error) { return false, nil }

// tmpfs cannot be had on Windows; scripts ask for it by the condition of that name.
func tmpfs(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("there is no tmpfs") }

// fifo cannot be had on Windows.
func fifo(ts *testscript.TestScript, _ bool, _ []string) { ts.Fatalf("there are no named pipes") }
