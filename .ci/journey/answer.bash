# The edits of a model's answer are listed, looked at, applied in part, and undone.
has_both() { grep -q 'return "good evening"' "$project/main.go"; }
lacks() { ! grep -q "good evening" "$project/main.go"; }

grep -n . "$project/main.go" >/dev/null
{
	printf 'I would greet later in the day:\n\nmain.go\n```go\n<<<<<<< SEARCH\n'
	grep 'return' "$project/main.go" | head -n 1
	printf '=======\n\treturn "good evening"\n>>>>>>> REPLACE\n```\n\n'
	printf 'guide.md\n```\n<<<<<<< SEARCH\nthis line is not there\n=======\nnor this\n>>>>>>> REPLACE\n```\n'
} | xclip -i -selection clipboard 2>/dev/null
open_window "$project"
within tree see main.go
click Answers
within middle click Paste
within middle see "certain"
within middle see "not found"
within middle see "good evening"
click "Apply 1 edit"
told "Applied 1 edit"
wait_for 20 has_both || die "$journey: main.go is not changed"
within middle see "applied"
press ctrl+z
wait_for 20 lacks || die "$journey: undo leaves the edit in main.go"
