package ui

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"fyne.io/fyne/v2"
	"github.com/atotto/clipboard"

	"dossier/ui/clipimage"
	copying "dossier/ui/session/clipboard"
)

// DropTornPreferences removes the toolkit's own preferences of a program if a kill left them
// incomplete: otherwise the toolkit would report an error at every start. They contain none of our
// data. config is the user's configuration folder.
func DropTornPreferences(config, id string) {
	path := filepath.Join(config, "fyne", id, "preferences.json")
	if data, err := os.ReadFile(path); err == nil && !json.Valid(data) {
		os.Remove(path) // if this fails, the toolkit only reports an error
	}
}

// CheckDisplay reports why no window can be opened, before the toolkit tries to.
func CheckDisplay(getenv func(string) string) error {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" || getenv("DISPLAY") != "" || getenv("WAYLAND_DISPLAY") != "" {
		return nil
	}
	return errors.New("there is no display to open a window on: start it on a desktop, over ssh -X, or under xvfb-run; " +
		"without a window, dossier build --stdout prints the document, and dossier --help lists the rest")
}

// OnDisplay runs a function that opens a window. The toolkit panics if a display is named but
// cannot be opened, or has no OpenGL: that becomes an error; other panics are propagated.
func OnDisplay(run func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if err = noWindow(p); err == nil {
				panic(p)
			}
		}
	}()
	return run()
}

// noWindow converts the toolkit's panic about a display to an error; nil for any other.
func noWindow(p any) error {
	text := fmt.Sprint(p)
	if !strings.Contains(text, "GLFW") && !strings.Contains(text, "APIUnavailable") {
		return nil
	}
	return fmt.Errorf("the window could not be opened on this display (%s): "+
		"check DISPLAY and that OpenGL is available, or continue without a window: dossier build --stdout", text)
}

// CopyWithoutWindow copies a text to the desktop's clipboard with the system's own tools, which
// hold it after the program has ended. It needs no window.
func CopyWithoutWindow(text string) error {
	if err := CheckClipboard(); err != nil {
		return err
	}
	return clipboard.WriteAll(text)
}

// CheckClipboard returns why no text can be copied without a window.
func CheckClipboard() error {
	if clipboard.Unsupported {
		return errors.New("there is no clipboard program: install wl-clipboard (Wayland) or xclip (X11)")
	}
	return nil
}

// systemClipboard copies texts with the system's own tools, which retain them after the program has
// ended, or with the toolkit's clipboard if there are none.
type systemClipboard struct{}

// SystemClipboard returns the clipboard of the desktop.
func SystemClipboard() copying.Clipboard { return systemClipboard{} }

// Copy copies a text to the clipboard. It takes as long as the tools do, and runs in the
// background.
func (systemClipboard) Copy(text string) (stays bool, err error) {
	if !clipboard.Unsupported {
		if err := clipboard.WriteAll(text); err == nil {
			return true, nil
		}
	}
	fyne.Do(func() { fyne.CurrentApp().Clipboard().SetContent(text) })
	return false, nil
}

// Image returns the image on the clipboard.
func (systemClipboard) Image(ctx context.Context) ([]byte, error) {
	return clipimage.Read(ctx, os.Getenv)
}
