package secrets

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// keptIn opens the cache in a folder.
func keptIn(dir string) *ResultStore {
	return OpenResults(filepath.Join(dir, "clean"), filepath.Join(dir, "findings"), "a test")
}

// withKept returns a checker with the cache in a folder.
func withKept(s *Scanner, deadline time.Duration, dir string) *Checker {
	c := NewChecker(s)
	c.Results, c.Deadline = keptIn(dir), deadline
	return c
}

// A checker without time for a scan uses earlier results for a file with the same path, content
// and rules.
func TestWhatIsKnownOfAFile(t *testing.T) {
	own, err := Configured([]byte("[[rules]]\nid = 'mine'\nregex = 'mine-[0-9]{8}'\n"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	const harmless, secret = "nothing = 1", "ghp_" + "0123456789abcdefABCDEF0123456789abcd"
	first := withKept(Default(), Deadline, dir)
	for _, text := range []string{harmless, secret} {
		for _, path := range []string{"a.go", ""} {
			if _, err := first.Check(t.Context(), path, text); err != nil {
				t.Fatal(err)
			}
		}
	}
	late := NewChecker(Default())
	late.Results, late.Deadline = first.Results, 0
	if _, err := late.Check(t.Context(), "late.go", harmless); err != nil {
		t.Fatal(err)
	}
	if err := first.Results.Close(); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, path, text string
		rules            *Scanner
		known            bool
	}{
		{"the same", "a.go", harmless, Default(), true},
		{"another path, which rules ask for", "b.go", harmless, Default(), false},
		{"another content", "a.go", harmless + "0", Default(), false},
		{"other rules", "a.go", harmless, own, false},
		{"a secret", "a.go", secret, Default(), true},
		{"a secret in another file", "b.go", secret, Default(), false},
		{"a secret by other rules", "a.go", secret, own, false},
		{"a text that is no file", "", harmless, Default(), false},
		{"a scan that was not finished", "late.go", harmless, Default(), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, err := withKept(tt.rules, 0, dir).Check(t.Context(), tt.path, tt.text)
			if err != nil || found.Late == tt.known {
				t.Errorf("known %t, %v, want %t", !found.Late, err, tt.known)
			}
		})
	}
}

// Results from another session equal those of a scan.
func TestCachedFindingsEqualThoseOfAScan(t *testing.T) {
	if testing.Short() {
		t.Skip("it scans thousands of texts in one goroutine")
	}
	rules, err := Configured([]byte("[extend]\ndisabledRules = ['github-pat']\n[[allowlists]]\nregexes = ['[a-f]{3}']\n"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	first := withKept(rules, Deadline, dir)
	var all []Check
	kinds := map[string]int{}
	for i, s := range samples(t) {
		text := fmt.Sprintf("first\n%s\n%[1]s # gitleaks:allow\nlast\n", s.Text)
		found, err := first.Check(t.Context(), fmt.Sprintf("%d.txt", i), text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, found)
		for _, f := range found.Findings {
			kinds[fmt.Sprintf("%s, allowed %t, excused %t", f.Class, f.Allowed, f.Excused)]++
		}
	}
	if len(kinds) < 6 {
		t.Errorf("of findings there are only %v", kinds)
	}
	if err := first.Results.Close(); err != nil {
		t.Fatal(err)
	}
	again := withKept(rules, 0, dir)
	for i, s := range samples(t) {
		text := fmt.Sprintf("first\n%s\n%[1]s # gitleaks:allow\nlast\n", s.Text)
		got, err := again.Check(t.Context(), fmt.Sprintf("%d.txt", i), text)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all[i], got, cmp.AllowUnexported(Check{}, cacheKey{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("of %q (-found +kept):\n%s", text, diff)
		}
	}
}

// FuzzFindings checks that parsed findings are within the text, and are formatted as they were.
func FuzzFindings(f *testing.F) {
	f.Add(appendFindings(nil, nil), 0)
	f.Add(appendFindings(nil, []Finding{{"a-rule", Likely, 3, 10, 1, true, false}, {"", Certain, 10, 10, 11, false, true}}), 10)
	f.Fuzz(func(t *testing.T, data []byte, size int) {
		found, ok := readFindings(data, size)
		if !ok {
			return
		}
		for _, f := range found {
			if f.Start < 0 || f.End < f.Start || f.End > size || f.Line < 0 || f.Line > size+1 {
				t.Fatalf("in a text of %d bytes: %+v", size, f)
			}
		}
		again, ok := readFindings(appendFindings(nil, found), size)
		if diff := cmp.Diff(found, again); diff != "" || !ok {
			t.Fatalf("written and read, %t (-first +again):\n%s", ok, diff)
		}
	})
}
