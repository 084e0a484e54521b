package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"dossier/aggregate/code/parser"
	"dossier/aggregate/code/worker"
	"dossier/presets"
	"dossier/ui/cli"
	"dossier/ui/mcp"
	"dossier/ui/openwith"
	"dossier/ui/project"
	"dossier/ui/project/diagnosis"
)

// plainUser is the variable with which a script asks to run as a user without the right to read and
// write everything, if the tests run as root.
const (
	plainUser    = "PLAIN_USER"
	unprivileged = 65534
)

// userPlaces is the variable by which a script asks for the folders of a real program.
const userPlaces = "USER_PLACES"

// TestMain lets scripts run the real command line as the program dossier. Where the
// window would open, it prints on what.
func TestMain(m *testing.M) {
	if worker.Requested(os.Args[1:]) {
		if err := parser.Serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	testscript.Main(m, map[string]func(){"dossier": func() {
		if os.Getenv(plainUser) != "" && os.Getuid() == 0 {
			becomePlain()
		}
		home := os.Getenv("HOME")
		places := presets.Places{
			Config: filepath.Join(home, "config"), State: filepath.Join(home, "state"), Cache: filepath.Join(home, "cache"),
		}
		if os.Getenv(userPlaces) != "" {
			places = presets.UserPlaces()
		}
		executable, err := os.Executable()
		if err != nil {
			panic(err)
		}
		os.Exit(cli.Run(context.Background(), os.Args[1:], cli.Env{
			Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Places: places,
			Serve: func(ctx context.Context, p *project.Project, in io.ReadCloser, out io.WriteCloser, opts cli.ServeOptions) error {
				return mcp.Serve(ctx, p, in, out, mcp.Options(opts))
			},
			Machine: diagnosis.Machine{
				System: "linux", Executable: executable,
				Programs: openwith.System{Getenv: os.Getenv, LookPath: exec.LookPath},
			},
			Copy: func(text string) error { return os.WriteFile(filepath.Join(home, "copied"), []byte(text), 0o600) },
			Window: func(opts cli.WindowOptions) error {
				fmt.Printf("window %q %t\n", opts.Dir, opts.Sample)
				return nil
			},
		}))
	}})
}

var update = flag.Bool("update", false, "rewrite the wanted outputs in the scripts")

// TestScripts runs testdata/script/*.txtar: what the user types, and what comes back.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, ".home")
			env.Setenv("HOME", home)
			env.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "xdg"))
			env.Setenv("GIT_CONFIG_NOSYSTEM", "1")
			env.Setenv("GORACE", "atexit_sleep_ms=0") // else each program waits a second before it ends
			for _, dir := range []string{filepath.Dir(env.WorkDir), env.WorkDir} {
				if err := os.Chmod(dir, 0o755); err != nil { // for the plain user
					return err
				}
			}
			return os.MkdirAll(home, 0o755)
		},
		Condition: func(name string) (bool, error) {
			if name != "tmpfs" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return hasTmpfs(t.TempDir())
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fifo":   fifo,
			"sparse": sparse,
			"bytes":  rawBytes,
			"fails":  fails,
			"give":   give,
			"settle": settle,
			"copied": copied,
			"tmpfs":  tmpfs,
		},
	})
}

// give FILE... makes files those of the plain user, when the tests run as root.
func give(ts *testscript.TestScript, _ bool, args []string) {
	if os.Getuid() != 0 {
		return
	}
	for _, name := range args {
		ts.Check(os.Chown(ts.MkAbs(name), unprivileged, unprivileged))
	}
}

// fails CODE PROGRAM ARGS... runs a program that has to end with a code, and to say why
// in one line and nothing else: with --json as an object.
func fails(ts *testscript.TestScript, _ bool, args []string) {
	var ended *exec.ExitError
	err := ts.Exec(args[1], args[2:]...)
	if !errors.As(err, &ended) || fmt.Sprint(ended.ExitCode()) != args[0] {
		ts.Fatalf("%v, want it to end with %s", err, args[0])
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("it printed %q", out)
	}
	said := ts.ReadFile("stderr")
	if strings.Count(said, "\n") != 1 {
		ts.Fatalf("it said %q, want one line", said)
	}
	if !slices.Contains(args, "--json") {
		if !strings.HasPrefix(said, "dossier: ") {
			ts.Fatalf("it said %q, want a line that begins with the program's name", said)
		}
		return
	}
	var one map[string]string
	if err := json.Unmarshal([]byte(said), &one); err != nil || len(one) != 1 || one["error"] == "" {
		ts.Fatalf("it said %q, want an object with an error: %v", said, err)
	}
}

// copied NAME keeps a dossier of the project in the current folder as the window keeps what
// it has copied.
func copied(ts *testscript.TestScript, _ bool, args []string) {
	home := ts.Getenv("HOME")
	p, err := project.Open(ts.MkAbs("."), presets.Places{
		Config: filepath.Join(home, "config"), State: filepath.Join(home, "state"), Cache: filepath.Join(home, "cache"),
	})
	ts.Check(err)
	defer p.Close()
	sent, err := p.Snapshots().Load(project.SnapshotID{Name: args[0]})
	ts.Check(err)
	sent.Record.Copied, sent.Record.Pinned, sent.Record.Description = true, false, ""
	_, err = p.Snapshots().Folder(true).Create(sent.Document, sent.Record)
	ts.Check(err)
}

// settle NAMES... gives files a time of modification that is always the same.
func settle(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		ts.Check(os.Chtimes(ts.MkAbs(name), time.Unix(1e9, 5e8), time.Unix(1e9, 5e8)))
	}
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
