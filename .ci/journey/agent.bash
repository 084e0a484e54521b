# An agent proposes two files while the window is open: one of them is taken, and undone.
ask_agent() {
	{
		printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"robot","version":"1"}}}' \
			'{"jsonrpc":"2.0","method":"notifications/initialized"}' \
			'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"propose","arguments":{"title":"How it greets","reason":"The question is about hello.","show":[{"path":"main.go","why":"it greets"},{"path":"notes.txt"}]}}}'
		sleep 5
	} | ./dossier mcp -C "$project"
}

open_window "$project"
within tree see main.go
ask_agent >"$work/agent.json" || die "$journey: the agent failed: $(cat "$work/agent.json")"
within bottom click "1 proposal"
click "How it greets"
see "An agent proposes"
see "The question is about hello"
see "it greets"
click notes.txt
press space
see "1 of 2 rows"
press ctrl+Return
told "Applied the proposal"
within preview see "package main"
within bottom gone "1 proposal"
within preview gone "buy apples"
press ctrl+z
within preview gone "package main"
