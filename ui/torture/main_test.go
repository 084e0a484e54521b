package torture

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/aggregate/diskwrite"
	"dossier/presets/killtest"
)

// The size of the tests. These values are for `go test`; `make torture` sets larger ones.
var (
	kills   = flag.Int("torture.kills", 60, "how many processes are killed while they save")
	states  = flag.Int("torture.states", 2_000, "at how many different states after a loss of power is looked, at least")
	updates = flag.Int("torture.updates", 220, "how many updates two windows and twenty command lines make together")

	windowsOpened = flag.Int("torture.windows", 6, "how many windows are opened, used and closed one after the other")

	every = flag.Bool("torture.faults", false, "let every step of every save fail with every error, not only some")
)

func TestMain(m *testing.M) {
	if !worker.Requested(os.Args[1:]) {
		killtest.Main(m, map[string]func([]string) error{"save": saveForEver, "window": window, "command": command})
	}
	if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// memory returns a folder in memory where the system has one: what is tried on it does not
// depend on a disk, which is slow.
func memory(tb testing.TB) string {
	tb.Helper()
	base, err := os.MkdirTemp("/dev/shm", "dossier-torture-")
	if err != nil {
		return tb.TempDir()
	}
	tb.Cleanup(func() { os.RemoveAll(base) })
	return base
}

// temps lists the temporary files below a folder.
func temps(tb testing.TB, base string) (found []string) {
	tb.Helper()
	err := filepath.WalkDir(base, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if _, is := diskwrite.TempOf(d.Name()); is {
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return found
}
