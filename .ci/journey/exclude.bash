# A file is excluded where it is listed, and undone; then a pattern is tried out, saved, and one of
# its files included again.
open_window "$project"
within tree see notes.txt
within tree right_click notes.txt
click Exclude from project
within tree gone notes.txt
holds "$project/dossier.toml" 'exclude = ["/notes.txt"]'
press ctrl+z
within tree see notes.txt
until [ ! -e "$project/dossier.toml" ]; do sleep 0.1; done

press ctrl+shift+a
see Command palette
type_text excluded
press Return
see Excluded files
type_text '*.md'
see hides 1 file
[ -z "${SHOT:-}" ] || import -silent -window root "$SHOT.png"
click Save to dossier.toml
within tree gone guide
holds "$project/dossier.toml" 'exclude = ["*.md"]'
press ctrl+h
within tree right_click guide # struck through: the end of the name is often misread
[ -z "${SHOT:-}" ] || import -silent -window root "$SHOT-menu.png"
click Include again
holds "$project/dossier.toml" 'exclude = ["*.md", "!/guide.md"]'
"./dossier" explain guide.md -C "$project" | grep -q 'guide.md: listed (files.exclude:2: !/guide.md)'
