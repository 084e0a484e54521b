package secrets

import (
	"context"
	"strings"
	"testing"
)

func TestMask(t *testing.T) {
	for secret, want := range map[string]string{
		"":                              "…",
		"hunter2":                       "…",
		"abcdefghijklmnopqrstuvwxyz":    "abcd…",
		"a\nbcdefghijklmnopqrstuvwxyz0": "…",
		"éabcdefghijklmnopqrstuvwxyz":   "…",
	} {
		if got := Mask(secret); got != want {
			t.Errorf("Mask(%q) = %q, want %q", secret, got, want)
		}
	}
}

// TestCuts checks that overlapping findings are merged, equal values have the same number, all
// other occurrences of a long value are redacted, and the number of lines stays.
func TestCuts(t *testing.T) {
	finding := func(rule string, start, end int) Finding { return Finding{Rule: rule, Start: start, End: end} }
	tests := []struct {
		name, text string
		found      []Finding
		keep       []Finding
		want       string
	}{
		{name: "nothing", text: "a\nb", want: "a\nb"},
		{name: "one", text: "key secret1 end", found: []Finding{finding("a", 4, 11)}, want: "key [REDACTED:a#1] end"},
		{name: "nothing of it", text: "key", found: []Finding{finding("a", 2, 2)}, want: "key"},
		{name: "overlapping", text: "0123456789", found: []Finding{finding("a", 2, 6), finding("b", 4, 8)}, want: "01[REDACTED:a#1]89"},
		{name: "over lines", text: "a\nxx\nyy\nb\n", found: []Finding{finding("k", 2, 7)}, want: "a\n[REDACTED:k#1]\n\nb\n"},
		{name: "over lines of Windows", text: "a\r\nxx\r\nyy\r\n", found: []Finding{finding("k", 3, 9)}, want: "a\r\n[REDACTED:k#1]\r\n\r\n"},
		{name: "elsewhere", text: "secret-1 secret-2 secret-1", found: []Finding{finding("a", 0, 8)}, want: "[REDACTED:a#1] secret-2 [REDACTED:a#1]"},
		{name: "a short one elsewhere", text: "pw pw", found: []Finding{finding("a", 0, 2)}, want: "[REDACTED:a#1] pw"},
		{name: "elsewhere, where it is allowed", text: "secret-1 secret-1", found: []Finding{finding("a", 0, 8)}, keep: []Finding{finding("a", 9, 17)}, want: "[REDACTED:a#1] secret-1"},
		{name: "two rules and values", text: "aa bb cc aa", found: []Finding{finding("x", 0, 2), finding("y", 3, 5), finding("x", 6, 8), finding("x", 9, 11)}, want: "[REDACTED:x#1] [REDACTED:y#1] [REDACTED:x#2] [REDACTED:x#1]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var n Numbers
			if got := Apply(tt.text, n.Cuts(tt.text, tt.found, tt.keep)); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestACheckThatTakesTooLong checks that a timeout is reported, and that the check is repeated
// only on request.
func TestACheckThatTakesTooLong(t *testing.T) {
	c := NewChecker(Default())
	c.Deadline = 0
	for range 2 {
		found, err := c.Check(t.Context(), "", "key = 1")
		if err != nil || !found.Late {
			t.Errorf("%+v, %v", found, err)
		}
	}
	c.Deadline = Deadline
	if found, err := c.Check(t.Context(), "", "key = 1"); err != nil || !found.Late {
		t.Errorf("it is scanned again: %+v, %v", found, err)
	}
	late, _ := c.Check(t.Context(), "", "key = 1")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := c.Unchecked(late, "a", -1, "key = 1").Check(stopped); err == nil || c.Finished() != 0 {
		t.Errorf("a check that was stopped is finished: %v", err)
	}
	for range 2 {
		if err := c.Unchecked(late, "a", -1, "key = 1").Check(t.Context()); err != nil || c.Finished() != 1 {
			t.Errorf("%d are finished: %v", c.Finished(), err)
		}
	}
	if found, err := c.Check(t.Context(), "", "key = 1"); err != nil || found.Late {
		t.Errorf("it is still late: %+v, %v", found, err)
	}
	if found, err := (*Checker)(nil).Check(t.Context(), "", "key = 1"); err != nil || len(found.Findings) > 0 {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestExcerptsTellNoOther checks that, of two values on a line, neither is in the excerpt of the
// other.
func TestExcerptsTellNoOther(t *testing.T) {
	const text = "a=first-secret; b=second-secret\n"
	found := []Finding{{Start: 2, End: 14}, {Start: 18, End: 31}}
	for i, want := range []string{"a=…", "; b=…"} {
		if got := Excerpts(text, found)[i]; got != want {
			t.Errorf("excerpt %d is %q, want %q", i, got, want)
		}
	}
}

// FuzzRedact checks that redacted text has the same number of lines, and contains nothing certain
// any more.
func FuzzRedact(f *testing.F) {
	for _, s := range samples(f)[:300] {
		f.Add(s.Text + "\n" + s.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		found, err := Default().Scan(t.Context(), "", text)
		if err != nil {
			t.Fatal(err)
		}
		var n Numbers
		out := Apply(text, Policy{}.Cuts(&n, text, found))
		if strings.Count(out, "\n") != strings.Count(text, "\n") {
			t.Errorf("%d lines, not %d", strings.Count(out, "\n"), strings.Count(text, "\n"))
		}
		for _, f := range found {
			if v := f.Secret(text); f.Class == Certain && !f.Allowed && len(v) >= Repeated && strings.Contains(out, v) && !strings.Contains(text, "gitleaks:allow") {
				t.Errorf("%s is still there: %q", f.Rule, v)
			}
		}
	})
}
