package crash

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"
	"unsafe"

	"dossier/aggregate/parallel"
	"dossier/presets/killtest"
)

// planted must not appear in a report. Its lines look like those of a stack.
const planted = "the planted secret\n\ngoroutine 1 [planted]:\nplanted.Secret(0x1)\n\t/planted/secret.go:12 +0x1d\nfatal error: planted"

type stringer struct{}

func (stringer) String() string { return planted }

// ends are the ways in which a process crashes, by name, and the expected text of the report.
var ends = map[string]struct {
	do   func()
	says string
}{
	"text":      {func() { panic(planted) }, "panic: (the value is omitted)"},
	"error":     {func() { panic(errors.New(planted)) }, "panic: (the value is omitted)"},
	"stringer":  {func() { panic(stringer{}) }, "panic: (the value is omitted)"},
	"nested":    {func() { defer func() { panic(fmt.Sprint("and ", recover())) }(); panic(planted) }, "panic: (the value is omitted)"},
	"goroutine": {func() { go func() { panic(planted) }(); select {} }, "created by dossier/ui/crash.init.func"},
	"nil map":   {func() { noMap[planted] = 1 }, "panic: assignment to entry in nil map"},
	"index":     {func() { s := make([]int, len(os.Args)); s[len(planted)]++ }, "panic: runtime error: index out of range ["},
	"type":      {func() { var v any = planted; _ = v.(fmt.Stringer) }, "panic: "},
	"nil":       {func() { var p *struct{ a, b int }; p.b++ }, accessViolation},
	"fault":     {func() { *(*int)(unsafe.Add(unsafe.Pointer(&planted0), 1<<44))++ }, accessViolation},
	"stack":     {func() { debug.SetMaxStack(1 << 16); planted0 = deep(planted) }, "dossier/ui/crash.deep(…)"}, // the runtime prints the reason before it writes
	"map": {func() { // cannot be recovered
		m := map[int]string{}
		for range 8 {
			go func() {
				for {
					m[len(m)] = planted
				}
			}()
		}
		select {}
	}, "maps.fatal(…)"},
}

var planted0 int

func deep(s string) int {
	if s == "" {
		return 0
	}
	return len(s) + deep(s+"!")
}

var noMap map[string]int

func TestMain(m *testing.M) {
	killtest.Main(m, map[string]func([]string) error{
		"end": func(args []string) error {
			if _, err := In(args[0], "9.8.7").Begin("the test"); err != nil {
				return err
			}
			if end, known := ends[args[1]]; known {
				end.do()
			}
			signal(args[1])
			fmt.Println("alive")
			select {}
		},
	})
}

// next simulates the next start, and returns the reports that it finds.
func next(t *testing.T, state string) []Report {
	t.Helper()
	run, err := In(state, "9.9.9").Begin("the next test")
	if err != nil {
		t.Fatal(err)
	}
	run.End()
	run.End()
	return run.Before
}

// only returns the text of the only report, and checks that it contains no content.
func only(t *testing.T, list []Report) string {
	t.Helper()
	if len(list) != 1 {
		t.Fatalf("there are the reports %v", list)
	}
	data, err := os.ReadFile(list[0].Path)
	if err != nil {
		t.Fatal(err)
	}
	checkReport(t, string(data))
	if since := time.Since(list[0].Time); since < 0 || since > time.Hour {
		t.Errorf("it ended at %v", list[0].Time)
	}
	return string(data)
}

func checkReport(t *testing.T, text string) {
	t.Helper()
	for _, banned := range []string{"planted", "secret", t.TempDir(), os.TempDir() + "/"} {
		if strings.Contains(text, banned) {
			t.Errorf("it names %q:\n%s", banned, text)
		}
	}
	for _, wanted := range []string{"version: 9.", "\ngo: go1.", "\nsystem: ", "\nrunning: the ", "\ntime: 20", "\ngoroutine "} {
		if !strings.Contains(text, wanted) {
			t.Errorf("it does not name %q:\n%s", wanted, text)
		}
	}
}

func TestAProcessThatEndsUnexpectedlyLeavesAReport(t *testing.T) {
	all := map[string]string{}
	for name, end := range ends {
		all[name] = end.says
	}
	for name, says := range signals {
		all[name] = says
	}
	for name, says := range all {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state := t.TempDir()
			if _, err := killtest.Start(t, "end", state, name).Wait(); err == nil {
				t.Fatal("it ends as if all were well")
			}
			text := only(t, next(t, state))
			// A signal may meet the goroutine of the test while it runs on another thread, where its stack is not read.
			if _, crashed := ends[name]; crashed && !strings.Contains(text, "crash_test.go:") {
				t.Errorf("it does not say where:\n%s", text)
			}
			if !strings.Contains(text, says) || !strings.Contains(text, "version: 9.8.7\n") || !strings.Contains(text, "ended unexpectedly") {
				t.Errorf("it does not say %q:\n%s", says, text)
			}
			if again := next(t, state); len(again) > 0 {
				t.Errorf("the next start reports it again: %v", again)
			}
			if left, _ := filepath.Glob(filepath.Join(state, "crashes", "running-*")); len(left) > 0 {
				t.Errorf("left are %v", left)
			}
		})
	}
}

func TestAProcessThatIsKilledOrRunsLeavesNoReport(t *testing.T) {
	state := t.TempDir()
	runs := killtest.Start(t, "end", state, "later")
	runs.Line()
	killed := killtest.Start(t, "end", state, "later")
	killed.Line()
	killed.Kill(0)
	if list := next(t, state); len(list) > 0 {
		t.Errorf("there are the reports %v", list)
	}
	if left, _ := filepath.Glob(filepath.Join(state, "crashes", "*")); len(left) != 1 || filepath.Base(left[0]) != "running-1.txt" {
		t.Errorf("left are %v, want what the process that runs has", left)
	}
	runs.Kill(0)
	next(t, state)
	if left, _ := filepath.Glob(filepath.Join(state, "crashes", "*")); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
}

func TestARecoveredPanicLeavesAReport(t *testing.T) {
	f := In(t.TempDir(), "9.8.7")
	for name, do := range map[string]func(){
		"here":      func() { panic(planted) },
		"elsewhere": func() { _ = parallel.Each(context.Background(), 8, func(int) error { panic(errors.New(planted)) }) },
	} {
		err := f.Run("the test", func() error { do(); return nil })
		var p *Panic
		if !errors.As(err, &p) || !strings.Contains(err.Error(), p.Report) || p.Report == "" {
			t.Fatalf("%s: it is the error %v", name, err)
		}
		if strings.Contains(err.Error(), "planted") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %q", name, err)
		}
		data, bad := os.ReadFile(p.Report)
		if bad != nil {
			t.Fatal(bad)
		}
		if checkReport(t, string(data)); !strings.Contains(string(data), "\nwhat: a panic with a value of type ") {
			t.Errorf("%s: it says\n%s", name, data)
		}
	}
	if err := f.Run("the test", func() error { noMap[planted] = 1; return nil }); err == nil || !strings.Contains(err.Error(), "assignment to entry in nil map") {
		t.Errorf("a panic of the runtime is %v", err)
	}
	if err := f.Run("the test", func() error { return os.ErrClosed }); !errors.Is(err, os.ErrClosed) {
		t.Errorf("an error became %v", err)
	}
}

func TestOnlyTheNewestReportsAreKept(t *testing.T) {
	f := In(t.TempDir(), "9.8.7")
	for range maxReports + 5 {
		f.Write("the test", Recovered("x"))
	}
	if list, _ := filepath.Glob(filepath.Join(f.Path(), "crash-*.txt")); len(list) != maxReports {
		t.Errorf("there are %d reports", len(list))
	}
}

func TestWithoutAFolderNothingIsReported(t *testing.T) {
	for _, f := range []Folder{{}, In(filepath.Join(os.Args[0], "no folder"), "9.8.7")} {
		if err := f.Run("the test", func() error { panic(planted) }); err == nil || strings.Contains(err.Error(), "report") {
			t.Errorf("it says %v", err)
		}
		run, err := f.Begin("the test")
		if (err == nil) != (f.Path() == "") || len(run.Before) > 0 {
			t.Errorf("%v, and before there was %v", err, run.Before)
		}
		run.End()
	}
}
