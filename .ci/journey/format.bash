# The project gets another format, one copy has a third, and what was sent in one is replayed
# while the project has another.
open_window "$project"
within tree click main.go
within preview see "func main"
within middle click "format: Markdown"
click XML
within preview see "documents"
press ctrl+shift+c
told "Copied 1 file"
copied >"$work/copied.xml"
[ "$(head -n 1 "$work/copied.xml")" = "<documents>" ] || die "$journey: no XML was copied"
press ctrl+s
holds "$project/dossier.toml" 'format = "xml"'
same_document "$work/copied.xml"
within top point Copy
xdotool mousemove_relative 40 0 click 1
click "Copy as JSON"
wait_for "$patience" sh -c 'xclip -o -selection clipboard | head -n 1 | grep -qF "{\"sections\":["' || die "$journey: no JSON was copied"
within preview see "documents"
press ctrl+shift+w
told Wrote .dossier/out/shop_001.xml
within middle click "format: XML"
click "Plain text"
within preview see "Files"
press alt+8
within middle click "1 file"
press Return
see "Snapshot"
click "Back to now"
press alt+1 ctrl+z
within preview see "documents"
