package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// Every command ends when it is interrupted, whatever it waits for: here a standard output that is
// not read, which no context reaches. Otherwise the time limit of the test binary would report it.
func TestEveryCommandEndsWhenItIsInterrupted(t *testing.T) {
	arguments := map[string][]string{ // with which a command prints something; the others do so without any
		"apply": {"--list", "--json"}, "allow": {"--list", "--json"}, "beads": {"list"}, "build": {"--stdout"}, "doctor": {"--json"}, "completion": {"bash"}, "man": nil, "discussion": {"show"}, "exclude": {"list", "--json"}, "explain": {"a.go"}, "git": {"status", "--json"}, "mcp": {"--print-config", "zed"}, "proposals": {"list", "--json"}, "search": {"package"}, "fit": {"--query", "f"}, "links": {"compile", "--item", "a.go"}, "notes": {"export"}, "prompts": {"list", "--json"}, "request": {"a.go"}, "resolve": {"a.go", "--json"}, "roots": {"list", "--json"},
		"screenshots": {"list", "--json"}, "secrets": {"a.go", "--json"}, "slice": {"a.go", "1", "1"}, "snapshots": {"--json"}, "symbols": {"a.go"}, "view": {"a.go"},
	}
	help, err := exec.Command("dossier", "--help").Output()
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile(`(?m)^  ([a-z]+) +[a-z]`).FindAllStringSubmatch(string(help), -1)
	if len(commands) < 13 {
		t.Fatalf("%d commands in\n%s", len(commands), help)
	}
	for _, found := range commands {
		name := found[1]
		t.Run(name, func(t *testing.T) {
			args := arguments[name]
			p := interruptible(t, append([]string{name}, args...)...)
			p.waitsFor(unix.SYS_WRITE, 1)
			want := "dossier: stopped before it finished\n"
			if slices.Contains(args, "--json") {
				want = `{"error":"stopped before it finished"}` + "\n"
			}
			p.interrupt(os.Interrupt, want)
		})
	}
}

func TestACommandThatReadsEndsWhenItIsInterrupted(t *testing.T) {
	for name, signal := range map[string]os.Signal{"ctrl+c": os.Interrupt, "kill": syscall.SIGTERM} {
		t.Run(name, func(t *testing.T) {
			p := interruptible(t, "presets", "import", "-")
			p.waitsFor(unix.SYS_READ, 0)
			p.interrupt(signal, "dossier: stopped before it finished\n")
		})
	}
}

// Standard error may lead to the pager that does not read.
func TestACommandThatCannotSaySoEndsWhenItIsInterrupted(t *testing.T) {
	p := interruptible(t, "build", "--stdout")
	p.waitsFor(unix.SYS_WRITE, 1)
	fill(t, p.stderr[1])
	p.interrupt(os.Interrupt, "")
}

// So does one that works: here on files that are parsed.
func TestACommandThatWorksEndsWhenItIsInterrupted(t *testing.T) {
	p := interruptible(t, "build", "--stdout")
	for i := range 100 {
		p.write(fmt.Sprintf("f%03d.go", i), strings.Repeat(fmt.Sprintf("func f%d() { return }\n", i), 20_000))
	}
	p.write("dossier.toml", "[files]\nitems = [{ path = \"*.go\", view_mode = \"skeleton\" }]\n")
	p.start(func(thread string) bool {
		parsers, _ := os.ReadFile(filepath.Join(thread, "children"))
		return len(parsers) > 0
	})
	p.interrupt(os.Interrupt, "dossier: stopped before it finished\n")
}

// interrupted is a command that runs on a small project, with pipes that are not read.
type interrupted struct {
	t      *testing.T
	dir    string
	cmd    *exec.Cmd
	stderr [2]*os.File
}

func interruptible(t *testing.T, args ...string) *interrupted {
	t.Helper()
	p := &interrupted{t: t, dir: t.TempDir()}
	for name, content := range map[string]string{
		"a.go": "package a\n\nfunc F() {}\n", "x.png": "x", ".beads/issues.jsonl": `{"id":"a-1","title":"T","status":"open"}` + "\n",
		"dossier.toml":         "[project]\nexecution_mode = \"beads\"\n[files]\nitems = [\"*.go\"]\n[screenshots]\npaths = [\"x.png\"]\n[presets.one]\nfiles = [\"a.go\"]\n",
		"dossier_history.toml": "active = \"main\"\n[discussions.main]\nhistory = [\"hello\"]\n",
		"manual_slop.toml":     "[files]\npaths = [\"a.go\"]\n",
		".git/HEAD":            "ref: refs/heads/main\n",
		".git/objects/pack/x":  "",
		".git/refs/heads/.x":   "",
	} {
		if args[0] == "adopt" && strings.HasPrefix(name, "dossier") {
			continue
		}
		p.write(name, content)
	}
	in, out := pipe(t), pipe(t)
	p.stderr = pipe(t)
	fill(t, out[1])
	p.cmd = exec.Command("dossier", args...)
	p.cmd.Dir, p.cmd.Env = p.dir, append(os.Environ(), "HOME="+t.TempDir())
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = in[0], out[1], p.stderr[1]
	return p
}

func pipe(t *testing.T) [2]*os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return [2]*os.File{r, w}
}

// fill writes to a pipe until it takes no more.
func fill(t *testing.T, w *os.File) {
	t.Helper()
	fd := int(w.Fd())
	if err := unix.SetNonblock(fd, true); err != nil {
		t.Fatal(err)
	}
	for size := 4096; size > 0; {
		if _, err := unix.Write(fd, bytes.Repeat([]byte("x"), size)); err != nil {
			size /= 2
		}
	}
	if err := unix.SetNonblock(fd, false); err != nil {
		t.Fatal(err)
	}
}

func (p *interrupted) write(name, content string) {
	p.t.Helper()
	file := filepath.Join(p.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(content), 0o644)); err != nil {
		p.t.Fatal(err)
	}
}

// waitsFor starts the command and returns once one of its threads waits in a call of the
// system on a file.
func (p *interrupted) waitsFor(call, fd int) {
	p.t.Helper()
	want := fmt.Sprintf("%d 0x%x ", call, fd)
	p.start(func(thread string) bool {
		now, err := os.ReadFile(filepath.Join(thread, "syscall"))
		if errors.Is(err, os.ErrPermission) {
			p.end()
			p.t.Skip(err)
		}
		return strings.HasPrefix(string(now), want)
	})
}

// start starts the command and returns once something holds of one of its threads, by
// its folder in /proc.
func (p *interrupted) start(holds func(thread string) bool) {
	p.t.Helper()
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	process := fmt.Sprintf("/proc/%d", p.cmd.Process.Pid)
	for {
		threads, err := filepath.Glob(process + "/task/*")
		if err != nil || slices.ContainsFunc(threads, holds) {
			return
		}
		if state, err := os.ReadFile(process + "/stat"); err != nil || strings.Contains(string(state), ") Z ") {
			p.t.Fatalf("it ended too early: %v, %q", p.cmd.Wait(), p.said())
		}
	}
}

// interrupt sends a signal and wants the command to end as one that failed.
func (p *interrupted) interrupt(signal os.Signal, said string) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(signal); err != nil {
		p.t.Fatal(err)
	}
	var ended *exec.ExitError
	if err := p.cmd.Wait(); !errors.As(err, &ended) || ended.ExitCode() != 1 {
		p.t.Errorf("it ended with %v", err)
	}
	if got := p.said(); !strings.HasSuffix(got, said) {
		p.t.Errorf("it said %q, want %q at the end", got, said)
	}
}

func (p *interrupted) said() string {
	p.stderr[1].Close()
	said, _ := io.ReadAll(p.stderr[0])
	return string(said)
}

func (p *interrupted) end() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}
