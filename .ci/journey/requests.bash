# What a model asked for is found in its answer, added, taken back, and copied as assigns.
# shellcheck disable=SC2016 # as a model writes it
copied_assigns() { copied | grep -q '^@spec_guide assign "guide.md"$'; }

printf 'Send me `main.go:5-7`, main.go:10, guide.md, other/ and `missing.go`.\n' |
	xclip -i -selection clipboard 2>/dev/null
open_window "$project"
within tree see main.go
click Answers
see "names are found"
within middle click Paste
within middle see "lines 5"
within middle see greet # the symbol around line 10
within middle see missing
click "its symbol"
click "that line"
within middle see "line 10"
click "that line"
click "its symbol"
press ctrl+Return
told requested
within preview see "Lines 5"
within preview see "How the shop works"
press ctrl+z
within preview gone "How the shop works"
click "Copy the files"
wait_for 20 copied_assigns || die "$journey: these are no assigns: $(copied | head -n 5)"
