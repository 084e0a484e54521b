package session

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dossier/presets"
	"dossier/ui/features"
	"dossier/ui/features/discussion"
	"dossier/ui/session/change"
	"dossier/ui/session/feature"
	"dossier/ui/session/message"
	"dossier/ui/session/projectfile"
	"dossier/ui/session/sessiontest"
)

// desk is a session with its world: a queue in the place of the window's goroutine, a
// clipboard, a project folder and folders of the user's own.
type desk struct {
	*Composer
	*Session
	tb        testing.TB
	dir       string
	places    presets.Places
	clip      *clip
	messages  []message.Message
	conflicts []projectfile.Conflict
	changes   change.Set // changes since it was last set to 0
	queue     *sessiontest.Queue
}

// newDesk opens a session on a folder with files.
func newDesk(tb testing.TB, files map[string]string) *desk {
	tb.Helper()
	d := layDesk(tb, files)
	d.start()
	return d
}

// layDesk makes a folder with files, and starts nothing.
func layDesk(tb testing.TB, files map[string]string) *desk {
	tb.Helper()
	base := tb.TempDir()
	d := &desk{tb: tb, dir: filepath.Join(base, "project"), places: presets.Places{
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

// start starts the program again and opens the project.
func (d *desk) start() {
	d.tb.Helper()
	d.launch()
	if err := d.Open(d.dir); err != nil {
		d.tb.Fatal(err)
	}
	d.settle()
}

// launch starts the program again, without a project. The previous one continues like after a
// crash: it has a queue of its own, which is not served.
func (d *desk) launch() { d.launchWith(features.All()...) }

// launchWith starts the program with some features.
func (d *desk) launchWith(list ...feature.Feature) {
	d.tb.Helper()
	if d.Session != nil && d.Autosave().Slot() != nil {
		d.Autosave().Slot().Release(true) // as the system does when a process ends
	}
	q := sessiontest.NewQueue()
	d.clip, d.queue = &clip{}, q
	s, err := New(Options{
		Features: list,
		Do:       q.Do, Places: d.places, Clipboard: d.clip,
		Changed: func(c change.Set) { d.changes |= c },
		Notify:  func(m message.Message) { d.messages = append(d.messages, m) },
		Ask: func(question any) bool {
			c, is := question.(projectfile.Conflict)
			if is {
				d.conflicts = append(d.conflicts, c)
			}
			return is
		},
	})
	if err != nil {
		d.tb.Fatal(err)
	}
	d.Session, d.Composer = s, s.Compose()
	s.Autosave().Delay = time.Millisecond
	d.tb.Cleanup(func() { s.Close() })
}

// until runs what the jobs bring back, one after the other, until a condition holds.
func (d *desk) until(what string, holds func() bool) {
	d.tb.Helper()
	if err := d.queue.Until(what, holds); err != nil {
		_, file, line, _ := runtime.Caller(1)
		d.tb.Fatalf("%s:%d: %v; messages %v", filepath.Base(file), line, err, d.messages)
	}
}

// settle waits until nothing runs that the document or the tree depends on.
func (d *desk) settle() {
	d.tb.Helper()
	d.until("nothing runs", func() bool {
		return !d.Copy().Busy() && !d.saves.Busy() && !discussion.Of(d).Reading() && !d.Snapshots().Writing() && !d.Building() && !d.Preview().Busy() && !d.document.Building() && !d.document.Counting() && !d.scanning() && d.Tree().Names() != nil && d.Tree().Names().Measured()
	})
}

// scanning reports whether the folder is being looked at.
func (d *desk) scanning() bool {
	_, runs := d.Tree().Scanning()
	return runs
}

// stop ends the program as the user does.
func (d *desk) stop() {
	d.tb.Helper()
	if err := d.Close(); err != nil {
		d.tb.Fatal(err)
	}
	d.queue.Drain()
}

func (d *desk) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

func (d *desk) write(name, content string) {
	d.tb.Helper()
	full := d.path(name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(content), 0o644)); err != nil {
		d.tb.Fatal(err)
	}
}

func (d *desk) read(name string) string {
	d.tb.Helper()
	data, err := os.ReadFile(d.path(name))
	if err != nil {
		d.tb.Fatal(err)
	}
	return string(data)
}

// want compares the rows of the composition.
func (d *desk) want(paths ...string) {
	d.tb.Helper()
	got := []string{}
	for _, item := range d.Files().Items() {
		got = append(got, item.Path)
	}
	if diff := cmp.Diff(append([]string{}, paths...), got); diff != "" {
		d.tb.Errorf("wrong files (-want +got):\n%s", diff)
	}
}

// last is what was said last.
func (d *desk) last() message.Message {
	d.tb.Helper()
	if len(d.messages) == 0 {
		d.tb.Fatal("nothing was said")
	}
	return d.messages[len(d.messages)-1]
}

// clip is a clipboard.
type clip struct {
	text  string
	err   error
	leave bool // whether the text goes when the program ends
}

func (c *clip) Copy(text string) (stays bool, err error) {
	if c.err == nil {
		c.text = text
	}
	return !c.leave, c.err
}

// english fills the fields of a message, in the form for more than one.
func english(m message.Message) string {
	text := m.Text
	for name, value := range m.Fields {
		text = strings.ReplaceAll(text, "{{."+name+"}}", fmt.Sprint(value))
	}
	return text
}
