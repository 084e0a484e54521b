package ui

import (
	"testing"

	"fyne.io/fyne/v2/test"
)

// The hook is found by its method, which a newer toolkit may rename.
func TestTheToolkitHasAStopHookToDrop(t *testing.T) {
	app := test.NewTempApp(t)
	lifecycle, ok := app.Lifecycle().(interface {
		stopHook
		OnStopped() func()
	})
	if !ok {
		t.Fatalf("%T has no stop hook", app.Lifecycle())
	}
	lifecycle.SetOnStoppedHookExecuted(func() {})
	dropStopHook(app)
	if lifecycle.OnStopped() != nil {
		t.Error("the toolkit still calls a function when it ends")
	}
}

func TestNothingRunsAfterTheWindowsLoop(t *testing.T) {
	calls := 0
	w := &Window{do: func(f func()) { f() }}
	w.later(func() { calls++ })
	w.ended.Store(true)
	w.later(func() { calls++ })
	if calls != 1 {
		t.Errorf("%d calls", calls)
	}
}
