# What a file uses is added with it, seen and counted before, and taken back; then what uses
# another one.
mkdir "$project/till"
printf 'module shop\n' >"$project/go.mod"
printf 'package till\n\n// Total adds up.\nfunc Total() int {\n\treturn coins()\n}\n' >"$project/till/till.go"
printf 'package till\n\nfunc coins() int {\n\treturn 3\n}\n' >"$project/till/coins.go"
sed -i 's|^import "fmt"|import (\n\t"fmt"\n\t"shop/till"\n)|; s|greet("world")|greet("world"), till.Total()|' "$project/main.go"
open_window "$project"
within tree right_click main.go
click "Add dependencies"
within middle see "29 tok"
press 2
within middle see "till/coins.go"
within middle see "53 tok"
press ctrl+Return
told "Added 2 files"
within preview see "Total adds up"
press ctrl+z
within preview gone "Total adds up"
within tree right_click main.go
click "Add dependents"
see "No file of the project imports it"
press Escape
within middle gone "Dependents"
