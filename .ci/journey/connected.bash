# An agent connects while the window is open: the settings show it, and it is disconnected, which its next answer says. Then agents'
# programs may ask about proposals: what another one proposes is asked there, accepted, and is in the window.
say_agent() { printf '%s\n' "$1" >&7; }

# connect_agent CAPABILITIES starts a server and says hello to it.
connect_agent() {
	rm -f "$work/agent.in"
	mkfifo "$work/agent.in"
	./dossier mcp -C "$project" <"$work/agent.in" >"$work/agent.out" 2>"$work/agent.err" &
	agent=$!
	exec 7>"$work/agent.in"
	say_agent '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":'"$1"',"clientInfo":{"name":"robot","version":"1"}}}'
	say_agent '{"jsonrpc":"2.0","method":"notifications/initialized"}'
}

open_window "$project"
within tree see main.go
connect_agent '{}'

press ctrl+comma
point "Size limit of a file"
xdotool click --repeat 40 --delay 20 5 # to the end of the settings
leave
see "Pause agents"
see "robot"
see "since 20"
click Disconnect
see "No agent is connected"
click "Ask in the agent"
click Save
holds "$XDG_CONFIG_HOME/dossier/dossier.toml" 'ask_in_client = true'
say_agent '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"tree","arguments":{}}}'
wait "$agent" && die "$journey: the server of a disconnected agent ends as if its client had left"
exec 7>&-
grep -q '"id":2,.*the user has disconnected this client' "$work/agent.out" || die "$journey: the agent is not told: $(cat "$work/agent.out")"

connect_agent '{"elicitation":{}}'
say_agent '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"propose","arguments":{"title":"the guide","show":[{"path":"guide.md"}]}}}'
wait_for 30 grep -q '"method":"elicitation/create"' "$work/agent.out" || die "$journey: the client is not asked: $(cat "$work/agent.out")"
asked=$(grep '"method":"elicitation/create"' "$work/agent.out" | sed 's/.*"id":\([0-9]*\).*/\1/')
say_agent '{"jsonrpc":"2.0","id":'"$asked"',"result":{"action":"accept","content":{}}}'
wait_for 30 grep -q '"id":2,.*p1 was taken by the user' "$work/agent.out" || die "$journey: it is not taken: $(cat "$work/agent.out")"
exec 7>&-
wait "$agent"
within preview see "How the shop works"
