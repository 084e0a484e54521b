# A slice is drawn, the file changes outside, and the slice is found again and mended.
open_window "$project"
within tree click main.go
within preview see "func main"
press alt+1 ctrl+shift+l
see "func greet"
local from to
within middle see "func greet"
from=$spot
within middle see "return hello"
to=$spot
# shellcheck disable=SC2086 # two numbers each
drag $from $to
press Return
press ctrl+s
holds "$project/dossier.toml" custom_slices
sed -i '1a\\n// A comment that was not here before.\n// It takes three lines.' "$project/main.go"
see moved
click "Update 1 slice"
press ctrl+s
holds "$project/dossier.toml" "start_line = 12"
./dossier build --stdout -C "$project" | grep -q 'return "hello " + name' ||
	die "$journey: the document does not hold the slice any more"
