// Package vectorstest runs test cases recorded from the programs that Dossier replaces.
package vectorstest

import (
	"encoding/json"
	"os"
	"testing"
)

// File is the path of a package's cases.
const File = "testdata/vectors.json"

// Read returns the content of [File].
func Read(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile(File)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Run runs each case with the function registered for it. A case without a registered function
// fails.
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
