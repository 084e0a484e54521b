package ignore

import (
	"strings"
	"testing"
)

func TestCheck(t *testing.T) {
	tests := []struct {
		name, line, want string // want is a substring of the error; empty: none
	}{
		{"nothing is no pattern", "", ""},
		{"so is a comment", "# [", ""},
		{"an ending", "*.snap", ""},
		{"a folder anywhere", "**/testdata/**", ""},
		{"a path", "/docs/a b.md", ""},
		{"what is included again", "!/keep.snap", ""},
		{"a set with a bracket in it", "[]a]x[!b]", ""},
		{"an escaped bracket", `\[draft] a`, ""},
		{"a name of three dots", "...", ""},
		{"two lines", "a\nb", "one line"},
		{"a slash", "/", "names no file"},
		{"nothing included again", "!", "names no file"},
		{"a folder above", "../x", `".."`},
		{"the folder itself", "./x", `"."`},
		{"an empty name", "a//b", "two slashes"},
		{"an open set", "a[bc", "not closed"},
		{"an unknown class", "[[:nope:]]", "unknown class"},
		{"a backslash at the end", `a\`, "backslash"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := Check(tt.line)
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%q: %v, want %q", tt.line, err, tt.want)
			}
		})
	}
}

// The pattern proposed for a path excludes it, and no other name.
func TestProposedPatterns(t *testing.T) {
	names := []string{"a.go", "!a", "#a", "a b ", `a\b`, "[draft].md", "a*", "a?", "x y"}
	in := func(pattern, name string, folder bool) bool {
		return NewRoot(Lists{Exclude: Parse("", []byte(pattern))}, "").Match(name, folder).Ignored
	}
	for _, name := range names {
		for _, folder := range []bool{false, true} {
			for _, pattern := range []string{Exactly(name, folder), Named(name, folder)} {
				if err := Check(pattern); err != nil {
					t.Errorf("%q is proposed as %q: %v", name, pattern, err)
				}
				for _, other := range names {
					if in(pattern, other, folder) != (other == name) {
						t.Errorf("%q is proposed as %q, which excludes %q: %t", name, pattern, other, other != name)
					}
				}
			}
		}
	}
	if pattern := Ending(".[x]"); !in(pattern, "a.[x]", false) || in(pattern, "a.x", false) {
		t.Errorf("the ending is %q", pattern)
	}
}

// A line that Check rejects matches nothing.
func FuzzCheck(f *testing.F) {
	for _, line := range []string{"a[", `a\`, "/", "!", "../x", "a//b", "*.go"} {
		f.Add(line, "a/b")
	}
	f.Fuzz(func(t *testing.T, line, path string) {
		if Check(line) == nil || strings.ContainsAny(line, "\n\x00") {
			return
		}
		l := Parse("", []byte(line))
		name := path[strings.LastIndexByte(path, '/')+1:]
		for _, part := range strings.Split(path, "/") {
			if part == "" || part == "." || part == ".." {
				return // not a path of a tree
			}
		}
		if p := l.match(path, name, true); p != nil {
			t.Errorf("%q is refused and matches %q", line, path)
		}
	})
}
