# A folder is opened from another one by pointing alone.
open_window "$project"
within tree see main.go
mkdir "$HOME/library"
echo "a shelf" >"$HOME/library/shelf.txt"
press ctrl+o
see "Open a folder"
click Browse
see "Open Folder"
click library
click Open
within tree see shelf.txt
within tree gone main.go
