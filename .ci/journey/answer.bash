# The edits of a model's answer are reviewed hunk by hunk: two of three are taken, one of them with another
# text, and that is undone, at once and again after a restart.
taken() { grep -q 'good day' "$project/main.go" && grep -q 'buy pears' "$project/notes.txt" && ! grep -q 'Guide to' "$project/guide.md"; }
untouched() { cmp -s "$project/main.go" "$work/main.go" && cmp -s "$project/notes.txt" "$work/notes.txt" && cmp -s "$project/guide.md" "$work/guide.md"; }

cp "$project/main.go" "$project/notes.txt" "$project/guide.md" "$work/"
{
	printf 'I would greet later in the day:\n\nmain.go\n```go\n<<<<<<< SEARCH\n'
	grep 'return' "$project/main.go" | head -n 1
	printf '=======\n\treturn "good evening"\n>>>>>>> REPLACE\n```\n\n'
	printf 'guide.md\n```\n<<<<<<< SEARCH\n# Guide\n=======\n# Guide to it\n>>>>>>> REPLACE\n```\n\n'
	printf 'notes.txt\n```\nbuy pears\n```\n\n'
	printf 'guide.md\n```\n<<<<<<< SEARCH\nthis line is not there\n=======\nnor this\n>>>>>>> REPLACE\n```\n'
} | xclip -i -selection clipboard 2>/dev/null
open_window "$project"
within tree see main.go
click Answers
within middle click Paste
within middle see "certain"
within middle see "not found"
within middle see "good evening"
click "Open review"
see "Apply 3 hunks"
press j e           # the text of the first hunk
press ctrl+a
type_text '	return "good day"'
see "edited"
press Escape
press j j space     # the hunk of guide.md
click "Apply 2 hunks"
told "Applied 2 hunks"
wait_for 20 taken || die "$journey: not the ticked hunks were applied: $(cat "$project/main.go" "$project/notes.txt" "$project/guide.md")"
press ctrl+z
wait_for 20 untouched || die "$journey: undo leaves something of the edits"
see "Apply 2 hunks"
click "Apply 2 hunks"
wait_for 20 taken || die "$journey: not the ticked hunks were applied again"
close_window

open_window "$project"
within tree see main.go
click Answers
within middle see "applied"
within middle click "Applied earlier"
click "2 files"
told "Undid the changes of 2 files"
wait_for 20 untouched || die "$journey: undo after a restart leaves something of the edits"
within middle see "edited"
