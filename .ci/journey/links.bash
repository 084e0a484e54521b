# What belongs together is found from one note: deeper, backwards, without one of them; it
# stands in the dossier, and undo takes it back.
copied_garden() { copied | grep -q '^The earthworms dig' && ! copied | grep -q 'Falls from above'; }

mkdir "$project/garden"
printf '# Home\n\n[[soil]] and [[water]].\n' >"$project/garden/home.md"
printf '# Soil\n\nFull of [[worms]].\n' >"$project/garden/soil.md"
printf '# Water\n\nFalls from above.\n' >"$project/garden/water.md"
printf '# Worms\n\nThe earthworms dig tunnels underground.\n' >"$project/garden/worms.md"
printf 'A visitor saw [[home]].\n' >"$project/garden/visitor.md"
open_window "$project"
within tree see main.go
click Links
within middle see "includes what they link to"
within middle click "Add files"
see "Choose a starting point"
type_text garden/home.md
press Return
within middle see named
within middle point Depth
xdotool mousemove_relative 65 0 click 1 # two links
within middle see "2 links away"
within middle see "linked from soil.md"
within middle click "Backlinks"
within middle see "links to home.md"
within middle click garden/water.md
press space
within middle see "Excluded"
click "In the dossier"
within preview see "dig tunnels"
within preview see "A visitor saw"
within middle see "4 files"
within bottom see "4 files" # as many, wherever it is said
press ctrl+z
within preview gone "dig tunnels"
within middle click Copy
wait_for 20 copied_garden || die "$journey: these are not the linked notes: $(copied | head -n 5)"
press ctrl+s
holds "$project/dossier.toml" "[links.contexts.home]"
