package mcp

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dossier/ui/project/projecttest"
)

// TestInspector has an independent client, the inspector of the protocol's makers, list the tools and
// call each of them. DOSSIER names a built program, and INSPECTOR the command of the inspector, such as
// npx --yes @modelcontextprotocol/inspector.
func TestInspector(t *testing.T) {
	program, inspector := os.Getenv("DOSSIER"), strings.Fields(os.Getenv("INSPECTOR"))
	if program == "" || len(inspector) == 0 {
		t.Skip("DOSSIER and INSPECTOR name no programs")
	}
	base := t.TempDir()
	dir := filepath.Join(base, "project")
	for name, content := range sample() {
		projecttest.Write(t, filepath.Join(dir, name), content)
	}
	ask := func(args ...string) []byte {
		t.Helper()
		args = append(append(append([]string{}, inspector[1:]...), "--cli", program, "mcp", "-C", dir, "--write"), args...)
		cmd := exec.Command(inspector[0], args...)
		cmd.Env = append(os.Environ(), "HOME="+base, "XDG_CONFIG_HOME=", "XDG_STATE_HOME=", "XDG_CACHE_HOME=")
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return out
	}
	var list struct {
		Tools []struct{ Name string }
	}
	if err := json.Unmarshal(ask("--method", "tools/list"), &list); err != nil || len(list.Tools) != 11 {
		t.Fatal(list, err)
	}
	calls := map[string][]string{
		"tree": nil, "search": {"query=number"}, "read": {`files=[{"path":"a/a.go","view":"outline"}]`}, "symbols": {"path=a/a.go"}, "related": {"path=a/a.go"},
		"fit": {"question=third number"}, "context": nil, "propose": {"title=plan", `show=[{"path":"plan.md"}]`}, "build": {"write=true"}, "snapshots": nil, "changes": nil,
	}
	order := []string{"build"} // so that there is a snapshot
	for _, tool := range list.Tools {
		order = append(order, tool.Name)
	}
	for _, tool := range order {
		args := []string{"--method", "tools/call", "--tool-name", tool}
		for _, arg := range calls[tool] {
			args = append(args, "--tool-arg", arg)
		}
		var got struct {
			IsError           bool
			Content           []struct{ Text string }
			StructuredContent map[string]any
		}
		if err := json.Unmarshal(ask(args...), &got); err != nil || got.IsError || len(got.Content) == 0 || len(got.StructuredContent) == 0 {
			t.Errorf("%s: %+v, %v", tool, got, err)
		} else {
			text, _, _ := strings.Cut(got.Content[0].Text, "\n")
			t.Logf("%s: %s", tool, text)
		}
	}
	if out := ask("--method", "resources/read", "--uri", documentURI); !strings.Contains(string(out), "Three") {
		t.Errorf("%s", out)
	}
}
