package parser

import (
	"errors"
	"strings"
	"testing"

	"dossier/aggregate/code/grammar"
)

// found contains sources that once crashed, hung or slowed down a grammar: each may fail only its
// own file.
var found = []struct{ name, language, src string }{
	{"quotes that open as many templates", "kotlin", strings.Repeat("\"${", 1_500)},
	{"comments without an end", "ocaml", strings.Repeat("(*", 300_000)},
	{"a quoted heredoc without an end", "ruby", "<<'" + strings.Repeat("a", 2_000)},
	{"many heredocs", "ruby", strings.Repeat("<<A ", 900)},
	{"words between quotes", "elixir", strings.Repeat("\"a b \"", 30_000)},
	{"backslashes before ends of lines", "cue", strings.Repeat("\\\n", 50_000)},
	{"negations", "javascript", strings.Repeat("!", 20_000)},
	{"open types", "typescript", strings.Repeat("a<", 200_000)},
	{"quotes", "lua", strings.Repeat("\"", 20_000)},
	{"open calls", "c", strings.Repeat("f(", 40_000)},
	{"nested parentheses", "javascript", strings.Repeat("(", 20_000)},
}

// TestFoundSources parses each of them, or fails with an error for that file, and then parses an
// ordinary source.
func TestFoundSources(t *testing.T) {
	inputs := goldenInputs(t)
	p := impatient(t)
	for _, tt := range found {
		t.Run(tt.language+"/"+tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := p.Parse(t.Context(), tt.language, tt.src)
			var f *Failure
			if err != nil && (!errors.As(err, &f) || f.Reason() == "" || f.Temporary() && f.Reason() != grammar.ErrTooSlow.Error()) {
				t.Errorf("error %v, want one that the file is the cause of", err)
			}
			if _, err := p.Parse(t.Context(), tt.language, inputs[tt.language][0]); err != nil {
				t.Errorf("an ordinary source fails afterwards: %v", err)
			}
		})
	}
}
