package diagnosis

import (
	"errors"
	"os"
	"path/filepath"
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
	for name, test := range map[string]struct {
		machine Machine
		check   string
		state   State
		says    string
		wayOut  string
	}{
		"a display":         {Machine{Display: func() (string, error) { return ":0, OpenGL 4.5", nil }}, "display", OK, ":0, OpenGL 4.5", ""},
		"no display":        {Machine{Display: func() (string, error) { return "", none }}, "display", Problem, "there is none", ""},
		"a clipboard":       {Machine{Clipboard: func() error { return nil }}, "clipboard", OK, "a program", ""},
		"no clipboard":      {Machine{Clipboard: func() error { return none }}, "clipboard", Note, "--copy does not work", "xclip"},
		"no editor":         {Machine{}, "editor", Note, "none", "VISUAL"},
		"enough watches":    {Machine{Limits: limits("524288\n", "128\n")}, "watched files", OK, "up to 524288 folders", ""},
		"few watches":       {Machine{Limits: limits("8192\n", "128\n")}, "watched files", Note, "8192 watched folders", "max_user_watches="},
		"few instances":     {Machine{Limits: limits("524288\n", "32\n")}, "watched files", Note, "32 watches", "max_user_instances="},
		"limits not stated": {Machine{Limits: limits("many\n", "128\n")}, "watched files", "", "", ""},
		"no limits":         {Machine{Limits: t.TempDir()}, "watched files", "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			test.machine.Programs = openwith.System{
				Getenv:   func(string) string { return "" },
				LookPath: func(string) (string, error) { return "", none },
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
			if got.State != test.state || !strings.Contains(got.Says, test.says) || !strings.Contains(got.WayOut, test.wayOut) || (test.wayOut == "") != (got.WayOut == "") {
				t.Errorf("got %+v, want %s with %q and %q", got, test.state, test.says, test.wayOut)
			}
		})
	}
}
