package command

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func TestValues(t *testing.T) {
	tests := []struct {
		args string
		err  string // what is said behind the flag; empty: it is taken
	}{
		{args: "--mode full --depth 3"},
		{args: "--mode other", err: `--mode is full, outline or skeleton, not "other"`},
		{args: "--depth x", err: `--depth is a whole number from 1, not "x"`},
		{args: "--depth 0", err: `--depth is a whole number from 1, not "0"`},
		{args: "--depth 99999999999999999999", err: "--depth is too large: 99999999999999999999"},
		{args: "--mode full --depth 3 --steps 1000"},
		{args: "--steps 1001", err: "--steps is at most 1000, not 1001"},
		{args: "--yes=maybe", err: `--yes is true or false, not "maybe"`},
		{args: "--other", err: "unknown flag: --other"},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			var mode string
			depth := 2
			set := pflag.NewFlagSet("x", pflag.ContinueOnError)
			set.Var(&wordValue[string]{Into: &mode, Known: []string{"full", "outline", "skeleton"}}, "mode", "")
			set.Var(&numberValue{Into: &depth, Min: 1, Unset: 2}, "depth", "")
			set.Var(&numberValue{Into: new(int), Max: 1000}, "steps", "")
			set.Bool("yes", false, "")
			err := set.Parse(strings.Fields(tt.args))
			switch {
			case tt.err == "" && (err != nil || mode != "full" || depth != 3):
				t.Errorf("mode %q, depth %d, error %v", mode, depth, err)
			case tt.err != "" && (err == nil || flagProblem(err) != tt.err):
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}

func TestNamedWords(t *testing.T) {
	var as string
	var of map[string]string
	set := pflag.NewFlagSet("x", pflag.ContinueOnError)
	set.Var(&namedWordValue[string]{Into: &as, Named: &of, Known: []string{"diff", "full"}}, "as", "")
	for _, wrong := range []struct{ arg, err string }{
		{"--as=a.go=words", `--as is diff or full, not "words"`},
		{"--as=words", `--as is diff or full, not "words"`},
		{"--as==full", "--as lacks the path before =full"},
	} {
		if err := set.Parse([]string{wrong.arg}); err == nil || flagProblem(err) != wrong.err {
			t.Errorf("%s: error %v, want %q", wrong.arg, err, wrong.err)
		}
	}
	if err := set.Parse([]string{"--as", "diff", "--as", "a=b.go=full", "--as", "c.go=diff", "--as", "full"}); err != nil {
		t.Fatal(err)
	}
	if got := set.Lookup("as").Value.String(); got != "full a=b.go=full c.go=diff" || as != "full" || of["a=b.go"] != "full" {
		t.Errorf("parsed as %q, and of names %v", got, of)
	}
}
