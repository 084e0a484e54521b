# What is ticked and how it is shown is what is copied, and what the command line builds.
open_window "$project"
within tree click main.go
within preview see "func main"
within middle click full
click skeleton
within preview gone Println
within tree click guide.md
within preview see "Guide"
press ctrl+shift+c
told "Copied 2 files"
copied >"$work/copied.md"
press ctrl+s
holds "$project/dossier.toml" 'view_mode = "skeleton"'
same_document "$work/copied.md"
