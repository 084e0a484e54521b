// Package vectorstest runs the cases that were recorded from the systems which Dossier unites.
package vectorstest

import (
	"encoding/json"
	"os"
	"testing"
)

// File is where a package keeps its cases.
const File = "testdata/vectors.json"

// Read returns what stands in [File].
func Read(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile(File)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Run runs each case by what stands for its function. A function that nothing stands for fails.
func Run(t *testing.T, data []byte, runs map[string]func(t *testing.T, input, expected json.RawMessage)) {
	t.Helper()
	var cases []struct {
		ID, Function, Name string
		Input, Expected    json.RawMessage
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		t.Run(c.ID+" "+c.Function+" "+c.Name, func(t *testing.T) {
			run, ok := runs[c.Function]
			if !ok {
				t.Fatalf("no test runs %s", c.Function)
			}
			run(t, c.Input, c.Expected)
		})
	}
}
