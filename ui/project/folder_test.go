package project

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/presets"
	"dossier/presets/killtest"
)

// TestMain makes the test binary a worker when a pool asks for one.
func TestMain(m *testing.M) {
	if !worker.Requested(os.Args[1:]) {
		goleak.VerifyTestMain(m, killtest.Clock)
	}
	if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// folder is a folder with files, and places of the user's own.
type folder struct {
	tb     testing.TB
	dir    string
	places presets.Places
}

func newFolder(tb testing.TB, files map[string]string) *folder {
	tb.Helper()
	base := tb.TempDir()
	d := &folder{tb: tb, dir: filepath.Join(base, "project"), places: presets.Places{
		Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache"),
	}}
	if err := os.Mkdir(d.dir, 0o755); err != nil {
		tb.Fatal(err)
	}
	for name, content := range files {
		d.write(name, content)
	}
	return d
}

// open opens the project of the folder.
func (d *folder) open() *Project {
	d.tb.Helper()
	p, err := Open(d.dir, d.places)
	if err != nil {
		d.tb.Fatal(err)
	}
	d.tb.Cleanup(func() { p.Close() })
	return p
}

func (d *folder) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

func (d *folder) write(name, content string) {
	d.tb.Helper()
	full := d.path(name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(content), 0o644)); err != nil {
		d.tb.Fatal(err)
	}
}
