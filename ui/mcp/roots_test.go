package mcp

import (
	"path/filepath"
	"strings"
	"testing"

	"dossier/ui/project/projecttest"
)

// An agent gets the files of a root that the user allows, and nothing of one that only the project
// file names, nor a way to allow it.
func TestRoots(t *testing.T) {
	files := sample()
	files["dossier.toml"] = "[roots]\nlib = \"../library\"\nother = \"../other\"\n[files]\nitems = [\"other:/secret.go\"]\n"
	s, c := serve(t, files, Options{})
	base := filepath.Dir(s.p.Dir)
	projecttest.Write(t, filepath.Join(base, "library", "b.go"), "package b\n\n// Found is in the library.\nfunc Found() {}\n")
	projecttest.Write(t, filepath.Join(base, "library", ".gitignore"), "*.log\n")
	projecttest.Write(t, filepath.Join(base, "library", "x.log"), "canary\n")
	projecttest.Write(t, filepath.Join(base, "other", "secret.go"), "package canary\n")
	if _, err := s.p.Access().Allow(t.Context(), "../library"); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		tool string
		args m
		want string
	}{
		{"tree", m{"path": "lib:"}, "lib:/b.go"},
		{"read", m{"files": []m{{"path": "lib:/b.go"}}}, "func Found() {}"},
		{"read", m{"files": []m{{"path": filepath.Join(base, "library", "b.go")}}}, "func Found() {}"},
		{"search", m{"query": "Found"}, "lib:/b.go:4:func Found() {}"},
		{"symbols", m{"path": "lib:/b.go"}, "Found"},
	} {
		if text := c.ok(tt.tool, tt.args); !strings.Contains(text, tt.want) {
			t.Errorf("%s %v: %s", tt.tool, tt.args, text)
		}
	}
	for _, tt := range []struct {
		tool string
		args m
	}{
		{"read", m{"files": []m{{"path": "other:/secret.go"}}}},
		{"read", m{"files": []m{{"path": "../other/secret.go"}}}},
		{"read", m{"files": []m{{"path": "lib:/../other/secret.go"}}}},
		{"read", m{"files": []m{{"path": "lib:/x.log"}}}},
		{"symbols", m{"path": "other:/secret.go"}},
		{"tree", m{"path": "other:"}},
		{"search", m{"query": "canary"}},
		{"search", m{"query": "Found", "glob": "other:/**"}},
		{"build", m{"files": []string{"other:/secret.go"}}},
		{"build", m{}},
		{"build", m{"files": []string{"other:"}}},
	} {
		if text, structured, _ := c.call(tt.tool, tt.args); strings.Contains(text+structured, "canary\n") || strings.Contains(text+structured, "package canary") {
			t.Errorf("%s %v gives what the user has not allowed: %s", tt.tool, tt.args, text)
		}
	}
	// What the user decides in another process holds from the next call on.
	other, err := s.p.User().Open(s.p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.Access().Revoke(t.Context(), "../library"); err != nil {
		t.Fatal(err)
	}
	if text, _, _ := c.call("read", m{"files": []m{{"path": "lib:/b.go"}}}); strings.Contains(text, "Found") {
		t.Errorf("read after it was revoked: %s", text)
	}
	if _, err := other.Access().Allow(t.Context(), "../library"); err != nil {
		t.Fatal(err)
	}
	if text := c.ok("read", m{"files": []m{{"path": "lib:/b.go"}}}); !strings.Contains(text, "Found") {
		t.Errorf("not read after it was allowed again: %s", text)
	}
	if list := s.p.Access().Allowed(); len(list) != 1 {
		t.Errorf("an agent has allowed %q", list)
	}
}
