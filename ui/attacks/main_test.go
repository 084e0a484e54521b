package attacks

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
)

// The size of the tests. These values are for `go test`; `make attacks` sets larger ones.
var (
	every = flag.Bool("attacks.every", false, "try every path in every place by every command and in a window")
	swaps = flag.Int("attacks.swaps", 3_000, "how many times a folder becomes a link and a folder again while it is read")
)

// figures are the lines of [report], in order.
var figures [][2]string

// report adds a line to the table that is printed at the end, if the tests are verbose.
func report(attack, held string) { figures = append(figures, [2]string{attack, held}) }

func TestMain(m *testing.M) {
	if worker.Requested(os.Args[1:]) {
		if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	code := m.Run()
	if testing.Verbose() && len(figures) > 0 {
		fmt.Println(strings.Repeat("-", 100))
		for _, f := range figures {
			fmt.Printf("%-28s %s\n", f[0], f[1])
		}
	}
	os.Exit(code)
}
