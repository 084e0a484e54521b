// Dossier puts together what a language model will read. See ui/cli for the command
// line and ui for the window.
package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	_ "dossier/ui/locale" // first: Fyne looks at the environment before main begins

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/presets"
	"dossier/ui"
	"dossier/ui/cli"
	"dossier/ui/crash"
)

func main() {
	if worker.Asked(os.Args[1:]) {
		if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "dossier:", err)
			os.Exit(1)
		}
		return
	}
	late := collectLate()
	places := presets.UserPlaces()
	env := cli.Env{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Places: places}
	env.Window = func(opts cli.WindowOptions) error {
		late.Stop()
		return ui.OnDisplay(func() error { return window(opts, places) })
	}
	os.Exit(cli.Run(context.Background(), os.Args[1:], env))
}

// commandGarbage is how much a command holds before it collects garbage, in percent of what is in
// use: what it has read is in use until it ends. Before it holds firstGarbage bytes it collects
// none. The window is open all day, and has the default.
const (
	commandGarbage = 400
	firstGarbage   = 128 << 20
	windowGarbage  = 100
)

// collectLate has garbage collected as a command does, unless the person says how. It is stopped
// where a window opens.
func collectLate() (late runtime.Cleanup) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		collect(commandGarbage)
		return late
	}
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(firstGarbage)
	return runtime.AddCleanup(&struct{ first [4]uintptr }{}, func(percent int) { // the first collection is over
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(math.MaxInt64)
	}, commandGarbage)
}

// collect says how much garbage is held, unless the person says it.
func collect(percent int) {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(math.MaxInt64)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// window opens the window and returns when it is closed.
func window(opts cli.WindowOptions, places presets.Places) error {
	if err := ui.CheckDisplay(os.Getenv); err != nil {
		return err
	}
	collect(windowGarbage)
	remove, err := homeForFyne(places)
	if err != nil {
		return fmt.Errorf("open the window without a home folder: %w", err)
	}
	defer remove()
	const id = "io.github.dossier_app.dossier"
	if config, err := os.UserConfigDir(); err == nil {
		ui.DropTornPreferences(config, id)
	}
	run, err := crash.In(places.State, cli.Version).Begin("the window")
	defer run.End()
	if err != nil {
		fmt.Fprintln(os.Stderr, "dossier: a crash would leave no report:", err)
	}
	app.SetMetadata(fyne.AppMetadata{ID: id, Name: "Dossier", Version: cli.Version, Migrations: map[string]bool{"fyneDo": true}})
	w, err := ui.NewWindow(app.NewWithID(id), places, ui.SystemClipboard())
	if err != nil {
		return err
	}
	w.Crashes = run.Before
	w.Start(opts.Dir, opts.Sample)
	w.Run()
	return nil
}

// homeForFyne gives the toolkit a folder until remove is called, where the person has
// none: it would keep its preferences in the folder in which the program was started.
func homeForFyne(places presets.Places) (remove func(), err error) {
	for _, variable := range []string{"XDG_CONFIG_HOME", "XDG_CACHE_HOME"} {
		if !filepath.IsAbs(os.Getenv(variable)) {
			os.Unsetenv(variable)
		}
	}
	if places.Config != "" && places.Cache != "" {
		return func() {}, nil
	}
	home, err := os.MkdirTemp("", "dossier-")
	if err != nil {
		return nil, err
	}
	for _, variable := range []string{"HOME", "AppData", "LocalAppData"} {
		if !filepath.IsAbs(os.Getenv(variable)) {
			os.Setenv(variable, home)
		}
	}
	return func() { os.RemoveAll(home) }, nil
}
