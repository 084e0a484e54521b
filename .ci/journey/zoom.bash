# All is drawn larger, the window stays as large as it is, and both hold the next time.
open_window "$project"
within tree see notes.txt
local at=${spot#* } shape
shape=$(xdotool getwindowgeometry "$window")
press ctrl+plus ctrl+plus ctrl+plus
told "Zoom 130"
within tree see notes.txt
[ "${spot#* }" -gt $((at * 12 / 10)) ] || die "$journey: the rows are not larger"
[ "$(xdotool getwindowgeometry "$window")" = "$shape" ] || die "$journey: the window has another size"
holds "$XDG_CONFIG_HOME/dossier/dossier.toml" "zoom = 130"
close_window
open_window "$project"
within tree see notes.txt
[ "${spot#* }" -gt $((at * 12 / 10)) ] || die "$journey: the next window is not larger"
press ctrl+0
told "Zoom 100"
