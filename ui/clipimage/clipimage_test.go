package clipimage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func env(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}

func TestCandidates(t *testing.T) {
	tests := []struct {
		name    string
		system  string
		env     map[string]string
		want    string
		missing string
	}{
		{"X11 asks xclip", "linux", map[string]string{"DISPLAY": ":0"}, "xclip", "xclip"},
		{"Wayland asks wl-paste", "linux", map[string]string{"WAYLAND_DISPLAY": "w"}, "wl-paste", "wl-clipboard"},
		{"Wayland with X11 asks both", "freebsd", map[string]string{"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, "wl-paste xclip", "wl-clipboard or xclip"},
		{"macOS has a way of its own", "darwin", nil, "pngpaste osascript", "pngpaste"},
		{"so has Windows", "windows", nil, "powershell.exe", "PowerShell"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			programs, err := candidates(tt.system, env(tt.env))
			var names []string
			for _, p := range programs {
				names = append(names, p.args[0])
			}
			if got := strings.Join(names, " "); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			if !strings.Contains(err.Error(), tt.missing+" has to be installed") {
				t.Errorf("where there is none it says %v", err)
			}
		})
	}
}

// fake creates a program in the only folder of PATH.
func fake(t *testing.T, name, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("scripts are no programs here")
	}
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if script == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestRead(t *testing.T) {
	tests := []struct {
		name   string
		script string
		want   string
		err    string
	}{
		{name: "what it prints is the image", script: `[ "$*" = "-selection clipboard -t image/png -o" ] && printf 'a\0b'`, want: "a\x00b"},
		{name: "a failure is a clipboard without an image", script: "echo 'Error: target image/png not available' >&2; exit 1", err: ErrNone.Error()},
		{name: "so is nothing", script: "exit 0", err: ErrNone.Error()},
		{name: "no program says which to install", err: "xclip has to be installed"},
		{name: "it is not read without end", script: "exec /bin/cat /dev/zero", err: "more than 40 MiB"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fake(t, "xclip", tt.script)
			got, err := Read(context.Background(), env(map[string]string{"DISPLAY": ":0"}))
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("error %v, want %s", err, tt.err)
				}
				return
			}
			if err != nil || string(got) != tt.want {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

func TestReadStops(t *testing.T) {
	fake(t, "xclip", "while :; do :; done")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Read(ctx, env(map[string]string{"DISPLAY": ":0"})); !errors.Is(err, context.Canceled) {
		t.Errorf("it gives %v", err)
	}
}

func TestOutputsOfOtherSystems(t *testing.T) {
	if got, err := fromAppleScript([]byte("«data PNGf89504E47»\n")); string(got) != "\x89PNG" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := fromAppleScript([]byte("some text\n")); !errors.Is(err, ErrNone) {
		t.Errorf("text is read as an image: %v", err)
	}
	if got, err := fromBase64([]byte("iVBORw==\r\n")); string(got) != "\x89PNG" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
