package cli_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"

	"dossier/presets"
	"dossier/ui/cli"
)

// TestMain lets scripts run the real command line as the program dossier. Where the
// window would open, it prints on what.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"dossier": func() {
		home := os.Getenv("HOME")
		os.Exit(cli.Run(context.Background(), os.Args[1:], cli.Env{
			Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
			Places: presets.Places{
				Config: filepath.Join(home, "config"), State: filepath.Join(home, "state"), Cache: filepath.Join(home, "cache"),
			},
			Window: func(opts cli.WindowOptions) error {
				fmt.Printf("window %q %t\n", opts.Dir, opts.Sample)
				return nil
			},
		}))
	}})
}

// TestScripts runs testdata/script/*.txtar: what a person types, and what comes back.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, ".home")
			env.Setenv("HOME", home)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "xdg"))
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			return os.MkdirAll(home, 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fifo":   fifo,
			"sparse": sparse,
			"bytes":  rawBytes,
		},
	})
}

// fifo NAME makes a pipe.
func fifo(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(unix.Mkfifo(ts.MkAbs(args[0]), 0o644))
}

// sparse NAME SIZE makes a file of a size that takes no room.
func sparse(ts *testscript.TestScript, _ bool, args []string) {
	var size int64
	_, err := fmt.Sscan(args[1], &size)
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(errors.Join(f.Truncate(size), f.Close()))
}

// bytes NAME TEXT writes a file whose content and name are Go strings, so that both can
// hold any byte.
func rawBytes(ts *testscript.TestScript, _ bool, args []string) {
	name, content := "", ""
	_, err := fmt.Sscanf(`"`+args[0]+`"`, "%q", &name)
	ts.Check(err)
	_, err = fmt.Sscanf(`"`+args[1]+`"`, "%q", &content)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(content), 0o644))
}
