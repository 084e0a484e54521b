// Dossier composes the context that a language model reads. See ui/cli for the command line and
// ui for the window.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/app"
	"github.com/go-gl/gl/v2.1/gl"
	"github.com/go-gl/glfw/v3.3/glfw"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/presets"
	"dossier/ui"
	"dossier/ui/cli"
	"dossier/ui/console"
	"dossier/ui/crash"
	_ "dossier/ui/locale" // first, because Fyne reads the environment during initialization
	"dossier/ui/mcp"
	"dossier/ui/project"
	"dossier/ui/project/diagnosis"
)

func main() {
	if worker.Requested(os.Args[1:]) {
		if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "dossier:", err)
			os.Exit(1)
		}
		return
	}
	collect(commandGarbage)
	places := presets.UserPlaces()
	env := cli.Env{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Places: places}
	env.Window = func(opts cli.WindowOptions) error {
		return ui.OnDisplay(func() error { return window(opts, places) })
	}
	env.Copy = ui.CopyWithoutWindow
	env.Machine = diagnosis.CurrentMachine(probeDisplay)
	env.Serve = func(ctx context.Context, p *project.Project, in io.ReadCloser, out io.WriteCloser, opts cli.ServeOptions) error {
		collect(windowGarbage) // a server runs as long as a window
		return mcp.Serve(ctx, p, in, out, mcp.Options(opts))
	}
	os.Exit(cli.Run(context.Background(), os.Args[1:], env))
}

// GC percentages of commands, which keep everything they have read until they end, and of the
// window and the server for agents, which run all day.
const (
	commandGarbage = 400
	windowGarbage  = 100
)

// collect sets the GC percentage, unless the user has configured it.
func collect(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// window opens the window and returns when it is closed.
func window(opts cli.WindowOptions, places presets.Places) error {
	if err := ui.CheckDisplay(os.Getenv); err != nil {
		return err
	}
	console.Leave()
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
	w.Manual = manual
	w.Start(opts.Dir, opts.Sample)
	w.Run()
	return nil
}

// probeDisplay creates an invisible window, in the same way as the toolkit creates a visible
// one, and describes its display. It returns an error if no window can be opened.
func probeDisplay() (d diagnosis.Display, err error) {
	if ui.CheckDisplay(os.Getenv) != nil {
		return d, errors.New("neither DISPLAY nor WAYLAND_DISPLAY names a display")
	}
	name := cmp.Or(os.Getenv("DISPLAY"), os.Getenv("WAYLAND_DISPLAY"), runtime.GOOS)
	defer log.SetOutput(log.Writer())
	log.SetOutput(io.Discard) // GLFW also prints its errors there
	err = ui.OnDisplay(func() error {
		if err := glfw.Init(); err != nil {
			return err
		}
		defer glfw.Terminate()
		glfw.WindowHint(glfw.Visible, glfw.False) // panics if the display cannot be reached
		d.Name = name
		glfw.WindowHint(glfw.ContextVersionMajor, 2)
		win, err := glfw.CreateWindow(64, 64, "Dossier", nil, nil)
		if err != nil {
			return err
		}
		defer win.Destroy()
		win.MakeContextCurrent()
		if err := gl.Init(); err != nil {
			return err
		}
		d.OpenGL = fmt.Sprintf("%d.%d", win.GetAttrib(glfw.ContextVersionMajor), win.GetAttrib(glfw.ContextVersionMinor))
		d.Renderer = gl.GoStr(gl.GetString(gl.RENDERER))
		return nil
	})
	if d.Name == "" && err != nil {
		err = fmt.Errorf("%s cannot be reached", name)
	}
	return d, err
}

// homeForFyne gives the toolkit a temporary home folder if the user has none; otherwise it would
// store its preferences in the current folder.
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
