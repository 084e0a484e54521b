package diagnosis

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"dossier/presets"
	"dossier/ui/openwith"
)

func TestAMachineIsChecked(t *testing.T) {
	none := errors.New("there is none")
	limits := func(watches, instances string) string {
		dir := t.TempDir()
		for name, text := range map[string]string{"max_user_watches": watches, "max_user_instances": instances} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	display := func(d Display, err error) func() (Display, error) {
		return func() (Display, error) { return d, err }
	}
	full := Display{":0", "4.5", "Fast Card"}
	// with returns a machine on which programs are installed, in a session of Wayland or not.
	with := func(wayland string, programs ...string) Machine {
		return Machine{System: "linux", Programs: openwith.System{
			Getenv: func(name string) string { return map[string]string{"WAYLAND_DISPLAY": wayland}[name] },
			LookPath: func(name string) (string, error) {
				if !slices.Contains(programs, name) {
					return "", none
				}
				return "/usr/bin/" + name, nil
			},
		}}
	}
	file := func(name string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, nil, 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	program, other := file("dossier"), file("older")
	running := func(program, first string) Machine {
		m := with("")
		m.Executable = program
		if first != "" {
			m.Programs.LookPath = func(string) (string, error) { return first, nil }
		}
		return m
	}
	for name, test := range map[string]struct {
		machine Machine
		check   string
		state   State
		says    string
		wayOut  string
	}{
		"a display":       {Machine{Display: display(full, nil)}, "display", OK, ":0", ""},
		"no display":      {Machine{Display: display(Display{}, none)}, "display", Problem, "there is none", "ssh -X"},
		"a graphics card": {Machine{Display: display(full, nil)}, "OpenGL", OK, "4.5, Fast Card", ""},
		"all fonts":       {Machine{Draws: func(string) bool { return true }}, "fonts", OK, "Chinese and Japanese can be shown", ""},
		"a font missing":  {Machine{Draws: func(text string) bool { return !strings.Contains(text, "の") }}, "fonts", Note, "no font shows Japanese,", "fonts-noto-cjk"},
		"no fonts":        {Machine{Draws: func(string) bool { return false }}, "fonts", Note, "no font shows Chinese or Japanese,", "fonts-noto-cjk"},
		"no OpenGL":       {Machine{Display: display(Display{Name: ":0"}, none)}, "OpenGL", Problem, "there is none", "driver"},
		"no card":         {Machine{Display: display(Display{":0", "4.5", "llvmpipe (LLVM 15)"}, nil)}, "OpenGL", Note, "the processor draws", "driver"},
		"no GL unseen":    {Machine{Display: display(Display{}, none)}, "OpenGL", "", "", ""},

		"a clipboard of X11":     {with("", "xclip", "xsel"), "clipboard", OK, "xclip", ""},
		"a clipboard of Wayland": {with("wayland-0", "xclip", "wl-copy", "wl-paste"), "clipboard", OK, "wl-clipboard", ""},
		"not under X11":          {with("", "wl-copy", "wl-paste"), "clipboard", Note, "no clipboard program", "xclip"},
		"half a tool":            {with("wayland-0", "wl-copy"), "clipboard", Note, "no clipboard program", "wl-clipboard"},
		"texts only":             {with("", "xsel"), "clipboard", Note, "xsel supports text, but images", "xclip"},
		"xsel before images":     {with("", "xsel", "clip.exe", "powershell.exe"), "clipboard", Note, "xsel supports", "xclip"},
		"no clipboard":           {with(""), "clipboard", Note, "--copy does not work", "xclip"},
		"Windows has its own":    {Machine{System: "windows"}, "clipboard", OK, "the system's", ""},

		"the program of the PATH": {running(program, program), "program", OK, filepath.Base(program), ""},
		"another one is first":    {running(program, other), "program", Note, filepath.Base(other), "remove one"},
		"not on the PATH":         {running(program, ""), "program", Note, "not on the PATH", "PATH"},

		"no editor":         {Machine{}, "editor", Note, "none", "VISUAL"},
		"enough watches":    {Machine{Limits: limits("524288\n", "128\n")}, "watched files", OK, "up to 524288 folders", ""},
		"few watches":       {Machine{Limits: limits("8192\n", "128\n")}, "watched files", Note, "8192 watched folders", "max_user_watches="},
		"few instances":     {Machine{Limits: limits("524288\n", "32\n")}, "watched files", Note, "32 watches", "max_user_instances="},
		"limits not stated": {Machine{Limits: limits("many\n", "128\n")}, "watched files", "", "", ""},
		"no limits":         {Machine{Limits: t.TempDir()}, "watched files", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if test.machine.Programs.LookPath == nil {
				test.machine.Programs = with("").Programs
			}
			report, err := Of(t.Context(), test.machine, presets.Places{State: t.TempDir()}, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			var got Check
			for _, c := range report.Checks {
				if c.Name == test.check {
					got = c
				}
			}
			if got.State != test.state || !strings.Contains(got.Summary, test.says) || !strings.Contains(got.WayOut, test.wayOut) || (test.wayOut == "") != (got.WayOut == "") {
				t.Errorf("got %+v, want %s with %q and %q", got, test.state, test.says, test.wayOut)
			}
		})
	}
}

func TestVersionsNameTheSystem(t *testing.T) {
	path := filepath.Join(t.TempDir(), "os-release")
	if err := os.WriteFile(path, []byte("ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for release, want := range map[string]string{
		path:                        "Debian GNU/Linux 12 (bookworm), " + runtime.GOOS + "/" + runtime.GOARCH + ", " + runtime.Version(),
		"":                          runtime.GOOS + "/",
		filepath.Join(path, "none"): runtime.GOOS + "/",
	} {
		if got := (Machine{Release: release}).versions(); !strings.HasPrefix(got, want) {
			t.Errorf("with %q: %q, want it to begin with %q", release, got, want)
		}
	}
}
