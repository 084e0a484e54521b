package parttest

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
	"go.uber.org/goleak"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/presets"
	"dossier/presets/killtest"
	"dossier/ui/kit"
	"dossier/ui/kit/kittest"
	"dossier/ui/session"
	"dossier/ui/session/sessiontest"
)

// Main runs the tests of a package, which fail if they leak goroutines. It makes the test binary a
// worker process when a session starts one, so each package whose tests create a session calls it
// in its TestMain.
func Main(m *testing.M) {
	if !worker.Requested(os.Args[1:]) {
		goleak.VerifyTestMain(m, killtest.Clock)
	}
	if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Places returns temporary folders for the user's files, removed after the test.
func Places(t testing.TB) presets.Places {
	base := t.TempDir()
	return presets.Places{Config: filepath.Join(base, "config"), State: filepath.Join(base, "state"), Cache: filepath.Join(base, "cache")}
}

// Folder returns a temporary folder with files, by slash-separated paths, removed after the test.
func Folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		Write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	return dir
}

// Write writes a file, and creates its folder.
func Write(t testing.TB, file, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// World is the environment of a window.
type World struct {
	*kittest.Screen
	App  *App
	Clip string // the text copied last

	t                  testing.TB
	session            *session.Session
	*sessiontest.Queue // of the UI goroutine
}

// testApp is the toolkit's app, which all worlds of a process share: with each new app the toolkit parses its fonts
// and measures each text again, which takes longer than most tests.
var testApp = sync.OnceValue(test.NewApp)

// NewWorld returns a world with an empty window.
func NewWorld(t testing.TB) *World {
	app := &App{App: testApp()}
	fyne.SetCurrentApp(app.App)
	return &World{Screen: &kittest.Screen{Window: strictWindow{test.NewWindow(nil), t}}, App: app, t: t, Queue: sessiontest.NewQueue()}
}

// strictWindow fails the test if something gets the focus that is not in the window or is hidden.
// The driver only logs that, or does not report it, and typed text would be lost.
type strictWindow struct {
	fyne.Window
	t testing.TB
}

func (w strictWindow) Canvas() fyne.Canvas { return strictCanvas{w.Window.Canvas(), w.t} }

type strictCanvas struct {
	fyne.Canvas
	t testing.TB
}

func (c strictCanvas) Focus(o fyne.Focusable) {
	c.Canvas.Focus(o)
	disabled, ok := o.(fyne.Disableable)
	if c.Canvas.Focused() != o && !(ok && disabled.Disabled()) {
		c.t.Errorf("a %T that is not shown is to have the focus\n%s", o, debug.Stack())
	}
}

// App opens nothing, and records what it was asked to open.
type App struct {
	fyne.App
	Opened []string
}

// Settings returns the toolkit's settings.
func (a *App) Settings() fyne.Settings { return settings{a.App.Settings()} }

// settings ignores a theme that is already applied, because applying it makes the toolkit measure each text again too.
type settings struct{ fyne.Settings }

// SetTheme applies a theme of the kit.
func (s settings) SetTheme(next fyne.Theme) {
	now, ok := s.Theme().(*kit.Theme)
	for _, v := range []fyne.ThemeVariant{theme.VariantLight, theme.VariantDark} {
		ok = ok && now.Color(theme.ColorNameBackground, v) == next.Color(theme.ColorNameBackground, v)
		ok = ok && now.Color(theme.ColorNameForeground, v) == next.Color(theme.ColorNameForeground, v)
	}
	if !ok {
		s.Settings.SetTheme(next)
	}
}

// OpenURL records the URL.
func (a *App) OpenURL(u *url.URL) error {
	a.Opened = append(a.Opened, u.String())
	return nil
}

// Follow sets the session of the world.
func (w *World) Follow(s *session.Session) { w.session = s }

// Still makes an overlay show each tooltip immediately, and each toast until the next one.
func (w *World) Still(o *kit.Overlay) {
	o.After = func(d time.Duration, f func()) func() {
		if d < time.Second { // only tooltips take that long
			f()
		}
		return func() {}
	}
}

// Copy implements the clipboard of the session.
func (w *World) Copy(text string) (stays bool, err error) {
	w.Do(func() { w.Clip = text })
	return true, nil
}

const (
	limit        = 5 * time.Minute // maximum wait before a test fails, not a limit on the duration of anything
	pollInterval = 5 * time.Millisecond
)

// Until runs queued functions until holds returns true, and fails if it never does.
func (w *World) Until(what string, holds func() bool) {
	w.t.Helper()
	if !w.Within(limit, holds) {
		w.t.Fatalf("it never came that %s", what)
	}
}

// Within runs queued functions until holds returns true or a time has passed, and reports whether
// it holds. It checks whenever the session comes to rest, and periodically while the session works.
func (w *World) Within(limit time.Duration, holds func() bool) bool {
	for end := time.Now().Add(limit); ; w.await() {
		if w.Drain(); holds() {
			return true
		}
		if time.Now().After(end) {
			return false
		}
	}
}

// await waits until something is queued and no job runs that may queue more; but not for long,
// because the awaited condition may queue nothing, such as a file.
func (w *World) await() {
	end := time.After(pollInterval)
	for came := false; !came || w.session != nil && w.session.Busy(); {
		var again <-chan time.Time
		if came { // the last job is busy until shortly after it has queued its result
			again = time.After(pollInterval / 50)
		}
		select {
		case <-w.Grown():
			came = true
		case <-again:
		case <-end:
			return
		}
	}
}

// WaitIdle runs queued functions until no job of the session runs. It waits neither for delayed actions
// of the session nor for changes on the disk.
func (w *World) WaitIdle() {
	w.t.Helper()
	w.Until("the session is at rest", func() bool { return !w.session.Busy() && w.Idle() })
}

// Settle waits until all that the session has begun is complete.
func (w *World) Settle() {
	w.t.Helper()
	w.Until("the document is counted and the tree is there", func() bool {
		return !w.session.Building() && w.session.Document().Tokens.Exact && w.session.Tree().Model().Len() > 0
	})
}

// Button returns the button with a text in the open dialogs and menus, or nil.
func (w *World) Button(text string) *kit.Button {
	for _, top := range w.Window.Canvas().Overlays().List() {
		for _, o := range test.LaidOutObjects(top) {
			if b, ok := o.(*kit.Button); ok && b.Text() == text {
				return b
			}
		}
	}
	return nil
}

// MenuTexts returns the texts of the selectable rows of a menu.
func MenuTexts(items []kit.MenuItem) []string {
	var out []string
	for _, item := range items {
		if !item.Separator && item.Reason == "" {
			out = append(out, item.Text)
		}
	}
	return out
}

// MenuItem returns the row of a menu that begins with a text.
func MenuItem(t testing.TB, items []kit.MenuItem, text string) kit.MenuItem {
	t.Helper()
	for _, it := range items {
		if strings.HasPrefix(it.Text, text) {
			return it
		}
	}
	t.Fatalf("no row begins with %q: %+v", text, items)
	return kit.MenuItem{}
}

// Undrawn makes the driver behave, until the test ends, as before the first frame: it does not know
// the canvas of any widget.
func Undrawn(t testing.TB) {
	app := fyne.CurrentApp()
	fyne.SetCurrentApp(undrawn{app})
	t.Cleanup(func() { fyne.SetCurrentApp(app) })
}

type undrawn struct{ fyne.App }

func (u undrawn) Driver() fyne.Driver { return undrawnDriver{u.App.Driver()} }

type undrawnDriver struct{ fyne.Driver }

func (undrawnDriver) CanvasForObject(fyne.CanvasObject) fyne.Canvas { return nil }
