# An agent connects while the window is open: the settings show it, and it is disconnected, which its next answer says.
say_agent() { printf '%s\n' "$1" >&7; }

open_window "$project"
within tree see main.go
mkfifo "$work/agent.in"
./dossier mcp -C "$project" <"$work/agent.in" >"$work/agent.out" 2>"$work/agent.err" &
agent=$!
exec 7>"$work/agent.in"
say_agent '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}'
say_agent '{"jsonrpc":"2.0","method":"notifications/initialized"}'

press ctrl+comma
point "Size limit of a file"
xdotool click --repeat 40 --delay 20 5 # to the end of the settings
leave
see "Pause agents"
see "robot"
see "since 20"
click Disconnect
see "No agent is connected"
press Escape
say_agent '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"tree","arguments":{}}}'
wait "$agent" && die "$journey: the server of a disconnected agent ends as if its client had left"
exec 7>&-
grep -q '"id":2,.*the user has disconnected this client' "$work/agent.out" || die "$journey: the agent is not told: $(cat "$work/agent.out")"
