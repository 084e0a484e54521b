# The program is killed, and everything stands as it did.
open_window "$project"
within tree click main.go
within preview see "func main"
within middle click full
click skeleton
press ctrl+shift+c
told "Copied 1 file"
copied >"$work/before.md"
sleep 2
kill -9 "$program"
wait "$program" 2>/dev/null || true
open_window
within middle see skeleton
within preview see "func main"
press ctrl+shift+c
told "Copied 1 file"
copied >"$work/after.md"
diff "$work/before.md" "$work/after.md" || die "$journey: the document is another one after the program was killed"
[ ! -e "$project/dossier.toml" ] || die "$journey: what was not saved was written into the project"
