// Package clipimage reads an image from the system's clipboard.
//
// Neither the toolkit nor Go supports clipboard images, so [Read] runs a program that does:
// wl-paste or xclip on Linux and the BSDs, pngpaste or osascript on macOS, PowerShell on Windows.
// It runs only on request, with fixed arguments and no shell, for at most [Limit], and fails
// beyond [MaxBytes]. The result is untrusted: it comes from whichever program filled the
// clipboard.
package clipimage

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// Limits of time and size.
const (
	Limit    = 10 * time.Second
	MaxBytes = 40 << 20
)

// ErrNone reports a clipboard without an image.
var ErrNone = errors.New("there is no image on the clipboard: copy one first")

// MissingError reports that no suitable program is installed.
type MissingError struct {
	Programs string // any of which would do
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("to read an image from the clipboard, %s has to be installed; or save the image to a file and drop it on the window", e.Programs)
}

// program is a command that prints the clipboard's image.
type program struct {
	args   []string
	decode func([]byte) ([]byte, error) // converts its output to a PNG; nil if it already is
}

// Read returns the image on the clipboard as a PNG. getenv is os.Getenv.
func Read(ctx context.Context, getenv func(string) string) ([]byte, error) {
	programs, missing := candidates(runtime.GOOS, getenv)
	for _, p := range programs {
		if name, err := exec.LookPath(p.args[0]); err == nil {
			return p.run(ctx, name)
		}
	}
	return nil, missing
}

// candidates returns the programs for a system, best first, and the error if none of them is
// installed.
func candidates(system string, getenv func(string) string) ([]program, error) {
	switch system {
	case "darwin":
		return []program{
			{args: []string{"pngpaste", "-"}},
			{args: []string{"osascript", "-e", "get the clipboard as «class PNGf»"}, decode: fromAppleScript},
		}, &MissingError{"pngpaste"}
	case "windows":
		return []program{{
			args: []string{"powershell.exe", "-NoProfile", "-NonInteractive", "-STA", "-Command", windowsScript}, decode: fromBase64,
		}}, &MissingError{"PowerShell"}
	}
	wayland := program{args: []string{"wl-paste", "--no-newline", "--type", "image/png"}}
	x11 := program{args: []string{"xclip", "-selection", "clipboard", "-t", "image/png", "-o"}}
	switch {
	case getenv("WAYLAND_DISPLAY") == "":
		return []program{x11}, &MissingError{"xclip"}
	case getenv("DISPLAY") == "":
		return []program{wayland}, &MissingError{"wl-clipboard"}
	}
	return []program{wayland, x11}, &MissingError{"wl-clipboard or xclip"}
}

// windowsScript prints the image as base64, or nothing if there is none.
const windowsScript = `Add-Type -AssemblyName System.Windows.Forms, System.Drawing; ` +
	`$image = [Windows.Forms.Clipboard]::GetImage(); ` +
	`if ($image) { $png = New-Object IO.MemoryStream; $image.Save($png, [Drawing.Imaging.ImageFormat]::Png); [Convert]::ToBase64String($png.ToArray()) }`

func fromBase64(out []byte) ([]byte, error) {
	return base64.StdEncoding.DecodeString(string(bytes.TrimSpace(out)))
}

// fromAppleScript decodes data printed by osascript: «data PNGf89504E…».
func fromAppleScript(out []byte) ([]byte, error) {
	found := regexp.MustCompile(`«data PNGf([0-9A-Fa-f]+)»`).FindSubmatch(out)
	if found == nil {
		return nil, ErrNone
	}
	return hex.DecodeString(string(found[1]))
}

func (p program) run(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, Limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, p.args[1:]...)
	cmd.WaitDelay = time.Second // for child processes that keep the pipe open
	bound := MaxBytes
	if p.decode != nil {
		bound *= 2 // at most two characters per byte
	}
	out := &bounded{limit: bound, full: cancel}
	cmd.Stdout = out
	err := cmd.Run()
	switch {
	case out.over:
		return nil, fmt.Errorf("the image on the clipboard has more than %d MiB; save it to a file and drop that on the window", MaxBytes>>20)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("%s gave no answer within %s; copy the image again, or save it to a file and drop that on the window", p.args[0], Limit)
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	if exit := new(*exec.ExitError); err != nil && !errors.As(err, exit) {
		return nil, fmt.Errorf("run %s: %w", p.args[0], err)
	}
	// These programs fail in different ways if the clipboard contains something else.
	data := out.data
	if err != nil || len(data) == 0 {
		return nil, ErrNone
	}
	if p.decode != nil {
		if data, err = p.decode(data); err != nil {
			return nil, fmt.Errorf("%w (%s printed something else)", ErrNone, strings.TrimSuffix(p.args[0], ".exe"))
		}
	}
	return data, nil
}

// bounded stores at most limit bytes, and calls full at the first one beyond.
type bounded struct {
	data  []byte
	limit int
	over  bool
	full  func()
}

func (b *bounded) Write(p []byte) (int, error) {
	if len(b.data)+len(p) > b.limit {
		b.over = true
		b.full()
		return 0, errors.New("too much")
	}
	b.data = append(b.data, p...)
	return len(p), nil
}
