# A folder beside the project is added by its path; a file of it is ticked, copied, and all of it is
# undone. What a project file asks for is a row until it is allowed.
mkdir -p "$HOME/library/shelf"
echo 'package shelf // of the library' >"$HOME/library/shelf/shelf.go"
echo 'buy pears' >"$HOME/library/list.txt"
open_window "$project"
within tree see main.go
press ctrl+shift+a
see Command palette
type_text "add a folder"
press Return
see "They are only read"
type_text '~/library'
press Return
within tree see library
holds "$project/dossier.toml" 'library = "../library"'
within tree see list.txt # what was added is open
within tree click list.txt
within preview see "buy pears"
[ -z "${SHOT:-}" ] || import -silent -window root "$SHOT.png"
press ctrl+shift+c
told "Copied 1 file"
copied >"$work/copied.md"
grep -q '^### `library:/list.txt`$' "$work/copied.md" || die "the copy does not name library:/list.txt"
press ctrl+z
within preview gone "buy pears"
press ctrl+z
within tree gone library
until [ ! -e "$project/dossier.toml" ] || ! grep -q library "$project/dossier.toml"; do sleep 0.1; done

# A project file that names it again is asked about.
printf '[roots]\nlib = "../library"\n' >"$project/dossier.toml"
within tree see permission
[ -z "${SHOT:-}" ] || import -silent -window root "$SHOT-asks.png"
within tree right_click permission
click Allow reading this folder
see Outside the project
click Allow this path
within tree gone permission
