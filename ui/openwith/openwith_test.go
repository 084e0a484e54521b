package openwith

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestTheEditorIsFound(t *testing.T) {
	tests := []struct {
		name, command, visual string
		installed             []string
		want                  string // the command for /p/a b.go, line 7
		problem               string
	}{
		{name: "the first one that is installed", installed: []string{"gvim", "zed"}, want: "zed|/p/a b.go:7"},
		{name: "the one of VISUAL", visual: "/opt/bin/subl --wait", installed: []string{"code"}, want: "/opt/bin/subl|/p/a b.go:7"},
		{name: "VISUAL may be for terminals", visual: "vim", installed: []string{"kate"}, want: "kate|--line|7|/p/a b.go"},
		{name: "none", visual: "vi", problem: "no editor was found"},
		{name: "a known program", command: "goland", want: "goland|--line|7|/p/a b.go"},
		{name: "by its path", command: "'/opt/My Apps/code'", want: "/opt/My Apps/code|--goto|/p/a b.go:7"},
		{name: "with its own arguments", command: "code -n {file}", want: "code|-n|/p/a b.go"},
		{name: "an unknown one gets the path", command: "ed -s", want: "ed|-s|/p/a b.go"},
		{name: "line and file in one word", command: `my "at {line} of {file}"`, want: "my|at 7 of /p/a b.go"},
		{name: "the program is no place for the file", command: "{file} x", want: "{file}|x|/p/a b.go"},
		{name: "nothing is executed", command: "x $(touch /tmp/y) `z`", problem: "quotes or brackets"},
		{name: "nothing is expanded", command: "x $HOME", want: "x|$HOME|/p/a b.go"},
		{name: "one command", command: "x; y", problem: "more than one command"},
		{name: "open quotes", command: "x 'y", problem: "quotes or brackets"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := System{
				Getenv: func(name string) string { return map[string]string{"VISUAL": tt.visual}[name] },
				LookPath: func(name string) (string, error) {
					if slices.Contains(tt.installed, name) {
						return "/usr/bin/" + name, nil
					}
					return "", os.ErrNotExist
				},
			}
			e, err := s.Find(tt.command)
			if tt.problem != "" {
				if err == nil || !strings.Contains(err.Error(), tt.problem) {
					t.Fatalf("%v, %v, want %q", e, err, tt.problem)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(e.Command("/p/a b.go", 7), "|"); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
	e := Editor{"x", []string{"x", "{file}:{line}"}}
	if got := e.Command("/p/{line}.go", 0); got[1] != "/p/{line}.go:1" {
		t.Errorf("a path with {line} becomes %s", got[1])
	}
}

func TestTheEditorIsStarted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the editor of this test is a shell script")
	}
	dir := t.TempDir()
	program, out := filepath.Join(dir, "my editor"), filepath.Join(dir, "out")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nprintf '%s|' \"$PWD\" \"$@\" >'"+out+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	e, err := Parse("'" + program + "' +{line} {file}")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "$(touch x); a.go")
	done := make(chan bool)
	if err := e.Start(file, 3, func() { close(done) }); err != nil {
		t.Fatal(err)
	}
	<-done
	got, err := os.ReadFile(out)
	if want := dir + "|+3|" + file + "|"; err != nil || string(got) != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if err := (Editor{"x", []string{filepath.Join(dir, "gone"), "{file}"}}).Start(file, 1, nil); err == nil || errors.Is(err, ErrNone) || !strings.Contains(err.Error(), "gone is not installed") {
		t.Errorf("a program that is not there gives %v", err)
	}
}
