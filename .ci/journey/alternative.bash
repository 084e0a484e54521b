# An answer has two edits of the same line: the first is ticked, and the other one is applied instead.
{
	printf 'guide.md\n```\n<<<<<<< SEARCH\n# Guide\n=======\n# Guide to it\n>>>>>>> REPLACE\n```\n\n'
	printf 'guide.md\n```\n<<<<<<< SEARCH\n# Guide\n=======\n# Handbook\n>>>>>>> REPLACE\n```\n'
} | xclip -i -selection clipboard 2>/dev/null
open_window "$project"
within tree see main.go
click Answers
within middle click Paste
within middle see "Apply 1 hunk"
within middle click alternative
press space
within middle see Handbook
within middle click "Apply 1 hunk"
told "Applied 1 hunk"
holds "$project/guide.md" "# Handbook"
