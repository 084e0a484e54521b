// Package sessiontest helps to test the session's controllers: a project in a temporary folder, and
// a queue instead of the goroutine that owns a controller.
package sessiontest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"dossier/aggregate"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
)

// Patience is how long a test waits for an event before it fails. It does not limit the duration of
// anything: no machine that runs tests is that slow.
const Patience = 5 * time.Minute

// Desk is an open project with the goroutine of a session. Embedded in a fake host, it plays the
// session's roles.
type Desk struct {
	Roles
	*Queue // results of jobs
	TB     testing.TB
	Places presets.Places // the user's folders
	Dir    string         // the project's folder
	Work   *jobs.Group    // the project's jobs
}

// New opens a project with the given files, by path. The project is closed at the end of the test.
func New(tb testing.TB, files map[string]string) *Desk {
	tb.Helper()
	base := tb.TempDir()
	return Open(tb, filepath.Join(base, "project"), Places(base), files)
}

// Places returns the user's folders below a base folder.
func Places(base string) presets.Places {
	return presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")}
}

// Open is like New, in the folder dir, which it creates if necessary.
func Open(tb testing.TB, dir string, places presets.Places, files map[string]string) *Desk {
	tb.Helper()
	d := &Desk{TB: tb, Dir: dir, Places: places, Queue: NewQueue()}
	if err := os.MkdirAll(d.Dir, 0o755); err != nil {
		tb.Fatal(err)
	}
	for name, content := range files {
		d.Write(name, content)
	}
	opened, err := project.Open(d.Dir, d.Places)
	if err != nil {
		tb.Fatal(err)
	}
	d.Opened, d.Stored = opened, presets.NewState(d.Places)
	d.Work = jobs.NewGroup(d.Do, func(err error) { tb.Error(err) })
	tb.Cleanup(func() { d.Work.Close(); opened.Close() })
	return d
}

// Write writes a file of the project and creates its folders.
func (d *Desk) Write(name, content string) {
	d.TB.Helper()
	full := filepath.Join(d.Dir, filepath.FromSlash(name))
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(content), 0o644)); err != nil {
		d.TB.Fatal(err)
	}
}

// FreshDocument builds Doc from the disk, and passes it with the number of files that have changed since.
func (d *Desk) FreshDocument(then func(doc *aggregate.Document, changed int)) {
	d.TB.Helper()
	if _, err := d.Opened.Builder.Refresh(d.TB.Context()); err != nil {
		d.TB.Fatal(err)
	}
	doc, err := d.Opened.Builder.Build(d.TB.Context(), d.Input(), nil)
	if err != nil {
		d.TB.Fatal(err)
	}
	before := d.Document()
	d.Doc = doc
	then(doc, aggregate.ChangedFiles(before, doc))
}

// Until runs the results of jobs, in order, until holds returns true.
func (d *Desk) Until(what string, holds func() bool) {
	d.TB.Helper()
	if err := d.Queue.Until(what, holds); err != nil {
		d.TB.Fatal(err)
	}
}
