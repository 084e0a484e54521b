# Notes are made of a line, of what was copied and by typing; the line is followed when the
# file changes, and all of them stand in what is copied.
printf 'panic: the till is empty\n\ngoroutine 1 [running]:\n' | xclip -i -selection clipboard 2>/dev/null
open_window "$project"
within tree click main.go
within preview see "return hello"
within preview right_click "return hello"
click "Make a note of this line"
told "Made a note of a line of main.go"
press alt+2
within middle see "main.go:10-10"
press ctrl+v
within middle see "the till is empty"
holds "$project/dossier_notes.toml" 'type = "error"'
press ctrl+shift+n
type_text "who has emptied it?"
press ctrl+Return
within middle see "who has emptied it"
sed -i '1a\\n// A comment that was not here before.\n// It takes three lines.' "$project/main.go"
within middle see moved
within middle see "main.go:13-13"
press ctrl+s
holds "$project/dossier.toml" main.go
press ctrl+shift+c
told "Copied 1 file"
copied >"$work/copied.md"
same_document "$work/copied.md"
grep -q '^#### main.go:13-13$' "$work/copied.md" || die "$journey: the note has not followed its line"
