package mcp

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// conforming are the scenarios of the conformance suite that concern what this server offers. The
// others call tools, prompts and resources of a server that is written for the suite, or concern what it
// does not offer: completion, logging, sampling, elicitation, HTTP.
var conforming = []string{"server-initialize", "ping", "tools-list", "resources-list", "prompts-list"}

// TestConformance runs scenarios of the official suite, which speaks HTTP alone: the server, which speaks
// it nowhere else, is given a handler of the SDK for that. CONFORMANCE is the command of
// @modelcontextprotocol/conformance.
func TestConformance(t *testing.T) {
	suite := strings.Fields(os.Getenv("CONFORMANCE"))
	if len(suite) == 0 {
		t.Skip("CONFORMANCE names no program")
	}
	s, _ := serve(t, sample(), Options{})
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s.mcp }, nil))
	defer web.Close()
	for _, scenario := range conforming {
		cmd := exec.Command(suite[0], append(append([]string{}, suite[1:]...), "server", "--url", web.URL, "--scenario", scenario)...)
		cmd.Dir = t.TempDir() // where it writes its results
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", scenario, err, out)
			continue
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		t.Logf("%s: %s", scenario, lines[len(lines)-1])
	}
}
