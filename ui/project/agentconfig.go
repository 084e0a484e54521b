package project

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// AgentClients returns the programs that [AgentConfig] supports.
func AgentClients() []string {
	return []string{"claude-desktop", "claude-code", "cursor", "vscode", "zed", "codex"}
}

// AgentConfig returns the settings with which a client starts the server of package mcp on a folder,
// and where to put them. program is the absolute path of this program, dir that of the folder.
func AgentConfig(client, program, dir string) (settings, where string, err error) {
	entry := func(key string, extra map[string]any) string {
		server := map[string]any{"command": program, "args": []string{"mcp", "-C", dir}}
		for k, v := range extra {
			server[k] = v
		}
		data, err := json.MarshalIndent(map[string]any{key: map[string]any{"dossier": server}}, "", "  ")
		if err != nil {
			return err.Error() // strings and lists of them can always be encoded
		}
		return string(data)
	}
	switch client {
	case "claude-desktop":
		return entry("mcpServers", nil), "claude_desktop_config.json (Settings, Developer, Edit Config)", nil
	case "claude-code":
		return entry("mcpServers", map[string]any{"type": "stdio"}), ".mcp.json in the project, or: claude mcp add dossier -- " + shellWord(program) + " mcp -C " + shellWord(dir), nil
	case "cursor":
		return entry("mcpServers", nil), ".cursor/mcp.json in the project, or ~/.cursor/mcp.json", nil
	case "vscode":
		return entry("servers", map[string]any{"type": "stdio"}), ".vscode/mcp.json in the project", nil
	case "zed":
		return entry("context_servers", map[string]any{"source": "custom"}), "settings.json of Zed", nil
	case "codex":
		return fmt.Sprintf("[mcp_servers.dossier]\ncommand = %s\nargs = [\"mcp\", \"-C\", %s]", strconv.Quote(program), strconv.Quote(dir)), "~/.codex/config.toml", nil
	}
	return "", "", fmt.Errorf("there is no client %q; the clients are %s", client, strings.Join(AgentClients(), ", "))
}

// shellWord quotes a word for a shell if necessary.
func shellWord(word string) string {
	if !strings.ContainsAny(word, " \t\n'\"\\$`&|;<>()*?[]#~!{}") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
