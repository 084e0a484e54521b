package models_test

import (
	"path"
	"strings"
	"testing"

	"dossier/models"
)

func TestLabels(t *testing.T) {
	for _, tt := range []struct {
		label string
		ok    bool
	}{
		{"lib", true},
		{"my-lib_2", true},
		{"", false},
		{"c", false}, // a drive
		{"Lib", false},
		{"2lib", false},
		{"-lib", false},
		{"li b", false},
		{"li/b", false},
		{"li:b", false},
		{"lib.x", false},
		{"é-lib", false},
		{"con", false},
		{"com1", false},
		{strings.Repeat("a", 32), true},
		{strings.Repeat("a", 33), false},
	} {
		if err := models.CheckLabel(tt.label); (err == nil) != tt.ok {
			t.Errorf("%q: %v", tt.label, err)
		}
	}
}

func TestLabelFor(t *testing.T) {
	for _, tt := range []struct{ name, taken, want string }{
		{"lib", "", "lib"},
		{"My Lib", "", "my-lib"},
		{"lib", "lib", "lib-2"},
		{"lib", "lib lib-2", "lib-3"},
		{"2024-notes", "", "notes"},
		{"x", "", "root"},
		{"", "", "root"},
		{"日本", "root", "root-2"},
		{"con", "", "root"},
		{strings.Repeat("a", 40), strings.Repeat("a", 29), strings.Repeat("a", 29) + "-2"},
	} {
		got := models.LabelFor(tt.name, func(s string) bool { return strings.Contains(" "+tt.taken+" ", " "+s+" ") })
		if got != tt.want || models.CheckLabel(got) != nil {
			t.Errorf("%q: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestSplitRoot(t *testing.T) {
	for _, tt := range []struct{ path, label, rest string }{
		{"lib:/src/a.go", "lib", "src/a.go"},
		{"lib:", "lib", "."},
		{"lib:/", "lib", "."},
		{"lib:/src/", "lib", "src"},
		{"lib:/../../etc/passwd", "lib", "etc/passwd"},
		{"lib:/src/../../x", "lib", "x"},
		{"lib:src/a.go", "", ""},
		{"c:/src/a.go", "", ""},
		{"C:/src/a.go", "", ""},
		{"https://x/y", "", ""},
		{"./lib:/a.go", "", ""},
		{"src/lib:/a.go", "", ""},
		{"a.go", "", ""},
		{"", "", ""},
		{"/lib:/a.go", "", ""},
		{strings.Repeat("a", 40) + ":/x", "", ""},
	} {
		label, rest, ok := models.SplitRoot(tt.path)
		if label != tt.label || rest != tt.rest || ok != (tt.label != "") {
			t.Errorf("%q: %q %q %t", tt.path, label, rest, ok)
		}
	}
}

// A path of a root stays in it however it is written, and splitting and joining are inverse.
func FuzzSplitRoot(f *testing.F) {
	f.Add("lib:/src/a.go")
	f.Add("lib:/../x")
	f.Fuzz(func(t *testing.T, p string) {
		label, rest, ok := models.SplitRoot(p)
		clean := models.CleanPath(p)
		if !ok {
			if clean != path.Clean(p) {
				t.Fatalf("%q is cleaned to %q", p, clean)
			}
			return
		}
		if rest == ".." || strings.HasPrefix(rest, "../") || strings.HasPrefix(rest, "/") {
			t.Fatalf("%q leaves its root: %q", p, rest)
		}
		if l, r, ok := models.SplitRoot(clean); !ok || l != label || r != rest || models.CleanPath(clean) != clean || path.Clean(clean) != clean {
			t.Fatalf("%q: %q %q, then %q %q", p, label, rest, l, r)
		}
	})
}
