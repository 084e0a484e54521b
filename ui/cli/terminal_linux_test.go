package cli

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dossier/ui/cli/command"
	"golang.org/x/sys/unix"
)

// pseudoTerminal returns the two ends of a terminal: what a program writes to, and what the user
// sees of it.
func pseudoTerminal(t *testing.T) (program, person *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { person.Close() })
	number, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { program.Close() })
	return program, person
}

// What a file holds is shown to the user without doing anything to the terminal, by every
// command; a pipe is given every byte.
func TestTerminal(t *testing.T) {
	const hostile = "a\x1b]0;title\x07b"
	dir := sample(t)
	for name, text := range map[string]string{
		"odd.txt":              hostile + "\n",
		"dossier.toml":         "[files]\nitems = [\"odd.txt\"]\n",
		"dossier_history.toml": "[discussions.main]\nhistory = [{ role = \"User\", content = \"a\\u001b]0;title\\u0007b\" }]\n",
		".beads/issues.jsonl":  `{"id":"a-1","title":"First","description":"a\u001b]0;title\u0007b","status":"open","priority":1}` + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"view odd.txt", "build --stdout", "discussion show", "discussion show 1", "beads", "beads show a-1", "snapshots show latest", "view a\x1b]0;title\x07b"} {
		t.Run(line, func(t *testing.T) {
			if code := run(t, Env{Stdout: new(strings.Builder), Stderr: new(strings.Builder)}, dir, "build"); code != command.OK {
				t.Fatal("no snapshot")
			}
			program, person := pseudoTerminal(t)
			seen := make(chan string)
			go func() {
				text := ""
				for lines := bufio.NewReader(person); !strings.Contains(text, "the end"); {
					part, err := lines.ReadString('\n')
					if text += part; err != nil {
						break
					}
				}
				seen <- text
			}()
			run(t, Env{Stdout: program, Stderr: program}, dir, strings.SplitN(line, " ", 3)...)
			fmt.Fprintln(program, "the end")
			got := <-seen
			if strings.ContainsAny(got, "\x1b\x07") {
				t.Errorf("control characters reach the terminal: %q", got)
			}
			if !strings.Contains(got, `a\x1b]0;title\x07b`) && !strings.Contains(got, `a⟦`) {
				t.Errorf("they are not shown: %q", got)
			}
		})
	}
	pipe, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	run(t, Env{Stdout: in, Stderr: in}, dir, "view", "odd.txt")
	in.Close()
	buf := make([]byte, 100)
	n, _ := pipe.Read(buf)
	if got := string(buf[:n]); got != hostile+"\n" {
		t.Errorf("a pipe is given %q", got)
	}
}
