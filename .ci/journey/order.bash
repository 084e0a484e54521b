# Three files are put into the order of their imports, in one step, which undo takes back.
printf 'module shop\n' >"$project/go.mod"
mkdir "$project/till"
printf 'package till\n\n// Total adds up.\nfunc Total() int {\n\treturn 2\n}\n' >"$project/till/till.go"
sed -i 's|^import "fmt"|import (\n\t"fmt"\n\t"shop/till"\n)|; s|greet("world")|greet("world"), till.Total()|' "$project/main.go"
printf '[files]\nitems = ["main.go", "guide.md", "till/till.go"]\n' >"$project/dossier.toml"

# order prints the headings of the files as they were copied.
order() { copied | sed -n "s,^### .\(.*\).$,\1,p" | tr "\n" " "; }

open_window "$project"
within middle see guide.md
press ctrl+shift+c
told "Copied 3 files"
[ "$(order)" = "main.go guide.md till/till.go " ] || die "$journey: the order is $(order)"
xdotool mousemove 782 49 click 1 # the menu above the list
click "Order by imports"
within preview see "18 tok"
press ctrl+shift+c
told "Copied 3 files"
[ "$(order)" = "till/till.go main.go guide.md " ] || die "$journey: ordered by imports it is $(order)"
press ctrl+z
within preview see "19 tok"
press ctrl+shift+c
told "Copied 3 files"
[ "$(order)" = "main.go guide.md till/till.go " ] || die "$journey: undone it is $(order)"
