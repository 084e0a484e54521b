package project

import (
	"encoding/json"
	"strings"
	"testing"
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
	if _, _, err := AgentConfig("vim", "a", "b"); err == nil || !strings.Contains(err.Error(), "claude-desktop, ") {
		t.Error(err)
	}
}
