// Package killtest runs a test binary again as child processes that play the roles listed in the
// test's TestMain, and kills them at random moments. It is for tests of crash safety.
package killtest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// roleName is the environment variable that makes the binary a child.
const roleName = "DOSSIER_TEST_ROLE"

// failed is the exit code of a failed role. On Windows, 1 is the code of a killed process.
const failed = 3

// Clock ignores a goroutine of the syntax highlighter, which ends by itself after a second.
var Clock = goleak.IgnoreAnyFunction("github.com/dlclark/regexp2/v2.runClock")

// Main is the whole of TestMain: it runs the tests, and fails if they leave goroutines, or, in a
// child, runs the requested role with the arguments given to [Start]. The test reads the role's
// output line by line; its error is printed too, and the exit code is then not 0.
func Main(m *testing.M, roles map[string]func(args []string) error) {
	name, asked := os.LookupEnv(roleName)
	if !asked {
		goleak.VerifyTestMain(m, Clock)
	}
	go func() { // a child never outlives its test
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(1)
	}()
	role, ok := roles[name]
	err := fmt.Errorf("there is no role %q", name)
	if ok {
		err = role(os.Args[1:])
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(failed)
	}
	os.Exit(0)
}

// killed reports whether a process was killed. Windows has no signals: a killed process has exit code 1.
func killed(state *os.ProcessState) bool {
	return !state.Exited() || runtime.GOOS == "windows" && state.ExitCode() == 1
}

// Child is a process in a role. Each must be ended with Kill or Wait.
type Child struct {
	tb  testing.TB
	cmd *exec.Cmd
	out *bufio.Reader
}

// Start starts a child.
func Start(tb testing.TB, role string, args ...string) *Child {
	tb.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), roleName+"="+role)
	read, write, err := os.Pipe()
	if err != nil {
		tb.Fatal(err)
	}
	defer write.Close()
	tb.Cleanup(func() { read.Close() })
	cmd.Stdout, cmd.Stderr = write, write
	if _, err := cmd.StdinPipe(); err != nil { // stays open until the child has ended
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	return &Child{tb, cmd, bufio.NewReader(read)}
}

// Line waits for the next line of the child's output. It fails if the child ends first.
func (c *Child) Line() string {
	c.tb.Helper()
	line, err := c.out.ReadString('\n')
	if err != nil {
		_ = c.cmd.Wait()
		c.tb.Fatalf("the child ended by itself: %v, %q", c.cmd.ProcessState, line)
	}
	return strings.TrimSuffix(line, "\n")
}

// Kill kills the child at a random moment within the given time, and returns its unread output
// lines, without an incomplete last one.
func (c *Child) Kill(within time.Duration) []string {
	c.tb.Helper()
	time.AfterFunc(rand.N(within+1), func() { _ = c.cmd.Process.Kill() })
	lines := c.rest()
	if err := c.cmd.Wait(); err == nil || !killed(c.cmd.ProcessState) {
		c.tb.Fatalf("the child ended by itself: %v\n%s", err, strings.Join(lines, "\n"))
	}
	return lines[:len(lines)-1]
}

// Wait waits for the end of the child. It returns the unread output lines and, if the role
// failed, the last one as an error.
func (c *Child) Wait() ([]string, error) {
	c.tb.Helper()
	lines := c.rest()
	lines = lines[:len(lines)-1]
	if err := c.cmd.Wait(); err != nil {
		if len(lines) > 0 {
			err = errors.New(lines[len(lines)-1])
		}
		return lines, err
	}
	return lines, nil
}

// rest reads to the end; the last element is the text after the last newline.
func (c *Child) rest() []string {
	var text strings.Builder
	if _, err := c.out.WriteTo(&text); err != nil {
		c.tb.Fatal(err)
	}
	return strings.Split(text.String(), "\n")
}

// Concurrently runs n children of a role concurrently, each with its number appended to the
// arguments, and returns the output lines of each.
func Concurrently(tb testing.TB, n int, role string, args ...string) [][]string {
	tb.Helper()
	children := make([]*Child, n)
	for i := range children {
		children[i] = Start(tb, role, append(args[:len(args):len(args)], strconv.Itoa(i))...)
	}
	lines := make([][]string, n)
	for i, c := range children {
		var err error
		if lines[i], err = c.Wait(); err != nil {
			tb.Fatalf("child %d: %v", i, err)
		}
	}
	return lines
}

// Kills returns the number of kills for a test: usual, a tenth of it in a short run, or the value
// of DOSSIER_KILLS.
func Kills(tb testing.TB, usual int) int {
	tb.Helper()
	if s := os.Getenv("DOSSIER_KILLS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			tb.Fatal(err)
		}
		return n
	}
	if testing.Short() {
		return max(usual/10, 1)
	}
	return usual
}
