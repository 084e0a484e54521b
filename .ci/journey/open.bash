# A folder is opened by typing a part of its path, and the one before by two keys.
open_window "$project"
within tree see main.go
mkdir "$HOME/library" "$HOME/libretto"
echo "a shelf" >"$HOME/library/shelf.txt"
press ctrl+o
see "Open a folder"
type_text '~/lib'
press Tab
see libretto
type_text a
gone libretto
press Tab
see "Nothing to choose"
press Return
within tree see shelf.txt
press ctrl+o
see "Open a folder"
see shop
press Down Return
within tree see main.go
