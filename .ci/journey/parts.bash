# A document that is too long for one message is copied in parts, and counts as sent once all of them were copied.
for i in $(seq 40); do echo "line $i of the long notes, with apples"; done >"$project/notes.txt"
open_window "$project"
within tree click notes.txt
within tree click main.go
within preview see "apples"
press ctrl+shift+a
type_text "copy in parts"
press Return
see "Tokens of each part"
press ctrl+a
type_text 400
see "Copy part 1 of 2"
click "Copy part 1 of 2"
see "Copy part 2 of 2"
copied >"$work/first.md"
click "Copy part 2 of 2"
see "All parts are copied"
copied >"$work/second.md"
grep -q apples "$work/first.md" "$work/second.md" && grep -q Println "$work/first.md" "$work/second.md" || die "$journey: a file is in no part"
press Escape
gone "Tokens of each part"
press alt+9
within middle see "2 files"
