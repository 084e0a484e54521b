package project

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// TestAgentConfig says that the settings of each client start this program on the folder.
func TestAgentConfig(t *testing.T) {
	for _, client := range AgentClients() {
		settings, where, err := AgentConfig(client, `/opt/my "apps"/dossier`, "/home/ada/acme api")
		if err != nil || where == "" || !strings.Contains(settings, `/home/ada/acme api`) || !strings.Contains(settings, `/opt/my \"apps\"/dossier`) {
			t.Errorf("%s: %s, %s, %v", client, settings, where, err)
		}
		if client != "codex" && !json.Valid([]byte(settings)) {
			t.Errorf("%s is no JSON: %s", client, settings)
		}
	}
	for _, dir := range []string{"/a\x1b\a\x7f\u202e", `C:\Users\x`, "/a\"'<&>é\n", "/" + strings.Repeat("🙂", 3)} {
		settings, _, err := AgentConfig("codex", "/p", dir)
		var got struct {
			Servers map[string]struct{ Args []string } `toml:"mcp_servers"`
		}
		if tomlErr := toml.Unmarshal([]byte(settings), &got); err != nil || tomlErr != nil || !slices.Equal(got.Servers["dossier"].Args, []string{"mcp", "-C", dir}) {
			t.Errorf("%q: %s, %v, %v", dir, settings, err, tomlErr)
		}
	}
	if _, _, err := AgentConfig("zed", "/p", "/a\xff"); err == nil || !strings.Contains(err.Error(), "UTF-8") {
		t.Error(err)
	}
	if _, _, err := AgentConfig("vim", "a", "b"); err == nil || !strings.Contains(err.Error(), "claude-desktop, ") {
		t.Error(err)
	}
}
