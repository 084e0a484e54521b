package project

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// AgentClients returns the programs that [AgentConfig] supports.
func AgentClients() []string {
	return []string{"claude-desktop", "claude-code", "cursor", "vscode", "zed", "codex"}
}

// AgentConfig returns the settings with which a client starts the server of package mcp on a folder,
// and where to put them. program is the absolute path of this program, dir that of the folder.
func AgentConfig(client, program, dir string) (settings, where string, err error) {
	if !utf8.ValidString(program + dir) {
		return "", "", fmt.Errorf("the configuration of a client cannot name %s, because it is not in UTF-8", Shown(dir))
	}
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
		return fmt.Sprintf("[mcp_servers.dossier]\ncommand = %s\nargs = [\"mcp\", \"-C\", %s]", tomlString(program), tomlString(dir)), "~/.codex/config.toml", nil
	}
	return "", "", fmt.Errorf("there is no client %q; the clients are %s", client, strings.Join(AgentClients(), ", "))
}

// tomlString quotes a text as JSON does, which is also a string of TOML: unlike Go, both know only \u escapes.
func tomlString(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		return err.Error() // strings can always be encoded
	}
	return strings.ReplaceAll(string(data), "\x7f", `\u007f`) // which JSON does not escape
}

// shellWord quotes a word for a shell if necessary.
func shellWord(word string) string {
	if !strings.ContainsAny(word, " \t\n'\"\\$`&|;<>()*?[]#~!{}") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
