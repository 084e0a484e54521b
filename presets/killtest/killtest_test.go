package killtest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestMain(m *testing.M) {
	Main(m, map[string]func([]string) error{
		"say": func(args []string) error {
			fmt.Println(strings.Join(args, " "))
			return nil
		},
		"fail": func([]string) error { return errors.New("it went wrong") },
		"hang": func([]string) error {
			fmt.Println("whole")
			fmt.Print("cut")
			select {}
		},
	})
}

func TestWait(t *testing.T) {
	if lines, err := Start(t, "say", "one", "two").Wait(); err != nil || !slices.Equal(lines, []string{"one two"}) {
		t.Errorf("it says %q, %v", lines, err)
	}
	for role, want := range map[string]string{"fail": "it went wrong", "gone": `there is no role "gone"`} {
		if _, err := Start(t, role).Wait(); err == nil || err.Error() != want {
			t.Errorf("%s ends with %v, want %s", role, err, want)
		}
	}
}

func TestKill(t *testing.T) {
	c := Start(t, "hang")
	if line := c.Line(); line != "whole" {
		t.Errorf("it says %q", line)
	}
	if rest := c.Kill(0); len(rest) > 0 {
		t.Errorf("behind it stands %q", rest)
	}
}

func TestTogether(t *testing.T) {
	for i, lines := range Concurrently(t, 3, "say", "number") {
		if want := []string{fmt.Sprint("number ", i)}; !slices.Equal(lines, want) {
			t.Errorf("child %d says %q, want %q", i, lines, want)
		}
	}
}
